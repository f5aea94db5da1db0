"""The examples for systemd and cron start nights at the hours that the code and Dagster know."""

import configparser
import re
from datetime import UTC, date, datetime
from pathlib import Path

from core.warehouse.due import FIRST_TRY, NEW_YORK, SECOND_TRY
from pipelines.definitions import nightly_first_try, nightly_second_try

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
SUMMER, WINTER = date(2026, 7, 1), date(2026, 1, 7)


def test_the_timer_and_the_schedules_keep_the_hours_of_the_tries() -> None:
    timer = re.findall(r"^OnCalendar=(.*)$", (DEPLOY / "almanac-nightly.timer").read_text(), re.MULTILINE)
    assert timer == [
        f"Mon..Fri {FIRST_TRY:%H:%M} America/New_York",
        f"Tue..Sat {SECOND_TRY:%H:%M} America/New_York",
    ]
    crons = [schedule.cron_schedule for schedule in (nightly_first_try, nightly_second_try)]
    assert crons == [
        f"{FIRST_TRY.minute} {FIRST_TRY.hour} * * 1-5",
        f"{SECOND_TRY.minute} {SECOND_TRY.hour} * * 2-6",
    ]


def test_the_crontab_of_a_machine_in_utc_meets_both_tries_in_summer_and_winter() -> None:
    lines = re.findall(r"^30 ([\d,]+) ", (DEPLOY / "crontab.example").read_text(), re.MULTILINE)
    hours = {int(hour) for line in lines for hour in line.split(",")}
    for day in (SUMMER, WINTER):
        for hour in (FIRST_TRY, SECOND_TRY):
            assert datetime.combine(day, hour, NEW_YORK).astimezone(UTC).hour in hours


def test_the_service_runs_the_command_and_takes_waiting_for_no_failure() -> None:
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "almanac-nightly.service")
    assert unit["Service"]["ExecStart"].endswith("/almanac nightly --at-once 2")
    assert unit["Service"]["SuccessExitStatus"] == "3"
