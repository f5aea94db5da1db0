"""The next session by the clock and by the day so far: weekend, holiday, half day, clock change, roll."""

from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import numpy as np
import pytest

from core.contracts.errors import UnknownName
from core.contracts.next_session import Bars, SoFar
from core.contracts.view_requests import OpeningRange, TypedDay
from core.question.conditions import Condition, FilterQuery
from service.snapshots.next_session import NextDay, next_day
from service.snapshots.snapshot import Snapshot
from service.snapshots.source import DirectorySource
from tests.support.snapshots import publish_random

NEW_YORK = ZoneInfo("America/New_York")


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    warehouse: Path = tmp_path_factory.mktemp("next")
    snapshot_id = publish_random(warehouse, sessions=60)
    return DirectorySource(warehouse).load("ES", snapshot_id)


def at(day: str, time: str) -> float:
    return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=NEW_YORK).timestamp()


def on(snapshot: Snapshot, **night: Any) -> Snapshot:
    """The snapshot with another night."""
    known = snapshot.night
    assert known is not None
    return replace(snapshot, night=msgspec.structs.replace(known, **night))


def feed(snapshot: Snapshot, bars: int, read: float, **more: Any) -> SoFar:
    night = snapshot.night
    assert night is not None
    coy = night.coy or 5000.0
    line = [coy + 1] * bars
    values: dict[str, Any] = {
        "symbol": "ES",
        "session_date": night.session_date,
        "at": int(read),
        "source": "ES.csv",
    }
    values |= {
        "contract": "",
        "gxh": coy + 4,
        "gxl": coy - 4,
        "open": coy + 1,
        "bars": Bars(line, line, line, line),
    }
    return SoFar(**values | more)


def codes(day: NextDay) -> list[str]:
    return [note.code for note in day.notes]


@pytest.mark.parametrize(
    ("day", "is_short", "moment", "notes"),
    [
        ("2024-07-08", False, ("2024-07-05", "17:00"), []),
        ("2024-07-08", False, ("2024-07-07", "12:00"), []),
        ("2024-07-08", False, ("2024-07-08", "16:14"), []),
        ("2024-07-08", False, ("2024-07-08", "16:15"), ["night_missing"]),
        ("2024-07-05", False, ("2024-07-04", "12:00"), []),
        ("2024-07-03", True, ("2024-07-03", "13:14"), ["half_day"]),
        ("2024-07-03", True, ("2024-07-03", "13:15"), ["half_day", "night_missing"]),
        ("2024-03-11", False, ("2024-03-11", "16:14"), []),
        ("2024-03-11", False, ("2024-03-11", "16:15"), ["night_missing"]),
        ("2024-11-04", False, ("2024-11-04", "16:14"), []),
        ("2024-11-04", False, ("2024-11-04", "16:15"), ["night_missing"]),
    ],
)
def test_a_session_is_over_by_new_york_s_clock(
    snapshot: Snapshot, day: str, is_short: bool, moment: tuple[str, str], notes: list[str]
) -> None:
    night = on(snapshot, session_date=day, is_short=is_short)
    assert codes(next_day(night, None, now=at(*moment))) == notes


@pytest.mark.parametrize(
    ("day", "utc"),
    [("2024-03-08", 14), ("2024-03-11", 13), ("2024-11-01", 13), ("2024-11-04", 14)],
    ids=["winter", "clocks forward", "summer", "clocks back"],
)
def test_a_day_so_far_is_stale_ten_minutes_on_while_the_session_is_open(
    snapshot: Snapshot, day: str, utc: int
) -> None:
    night = on(snapshot, session_date=day)
    opens = datetime.fromisoformat(f"{day}T{utc}:30+00:00").timestamp()
    for read, now, is_stale in (
        (opens - 3600, opens - 1, False),
        (opens - 3600, opens, True),
        (opens + 600, opens + 1200, False),
        (opens + 600, opens + 1201, True),
        (opens + 600, opens + 81 * 300, False),
    ):
        found = next_day(night, feed(night, 2, read), now=now)
        assert (found.is_stale, "feed_stale" in codes(found)) == (is_stale, is_stale)
        assert (found.as_of, found.source, found.at) == (2, "feed", int(read))


def test_a_file_that_ended_long_ago_is_stale_though_it_was_read_just_now(snapshot: Snapshot) -> None:
    opens = at("2024-07-08", "09:30")
    now = opens + 3600
    night = on(snapshot, session_date="2024-07-08")
    assert next_day(night, feed(night, 9, now), now=now).is_stale
    assert not next_day(night, feed(night, 10, now), now=now).is_stale


def test_the_session_after_the_sample_never_passes(snapshot: Snapshot) -> None:
    sample = replace(snapshot, manifest=replace(snapshot.manifest, sample_data=True))
    night = on(sample, session_date="2024-07-08")
    assert codes(next_day(night, None, now=at("2026-07-08", "12:00"))) == []


def test_a_day_so_far_of_another_day_is_not_used(snapshot: Snapshot) -> None:
    found = next_day(snapshot, feed(snapshot, 3, 0, session_date="2024-01-05"), now=0)
    assert (found.as_of, found.source, codes(found)) == (-1, "night", ["feed_of_another_day"])


def test_what_is_typed_wins_and_the_day_so_far_fills_the_rest(snapshot: Snapshot) -> None:
    read = feed(snapshot, 3, 0)
    opened = read.open
    assert opened is not None
    found = next_day(snapshot, read, TypedDay(gxh=opened + 10), now=0)
    assert (found.source, found.as_of, found.levels.gxh, found.levels.gxl) == (
        "typed",
        3,
        opened + 10,
        read.gxl,
    )
    found = next_day(snapshot, read, TypedDay(open=opened + 1), now=0)
    assert (found.as_of, found.levels.open, found.levels.gxh) == (0, opened + 1, read.gxh)
    hour = OpeningRange(opened + 2, opened - 2, opened)
    assert next_day(snapshot, read, TypedDay(or12=hour), now=0).as_of == 12
    assert next_day(snapshot, read, TypedDay(), now=0).source == "feed"
    assert next_day(snapshot, None, TypedDay(open=0.3), now=0).source == "night"


def test_holes_and_the_end_of_a_session_are_said(snapshot: Snapshot) -> None:
    assert codes(next_day(snapshot, feed(snapshot, 3, 0, missing_bar=4), now=0)) == ["feed_incomplete"]
    for bars, as_of, notes in ((80, 80, []), (81, 80, ["session_over"])):
        found = next_day(snapshot, feed(snapshot, bars, 0), now=0)
        assert (found.as_of, codes(found)) == (as_of, notes)
    short = on(snapshot, is_short=True)
    assert codes(next_day(short, feed(short, 45, 0), now=0)) == ["half_day", "session_over"]


def test_on_a_roll_nothing_of_yesterday_is_known(snapshot: Snapshot) -> None:
    unknown = dict.fromkeys(("hoy", "loy", "coy", "ema_open", "d_ema20"))
    night = on(snapshot, contract="ESU4", is_roll=True, **unknown)
    found = next_day(night, feed(night, 6, 0, open=5000.0), now=0)
    assert codes(found) == ["roll"]
    gap = found.coming.number("gap_up")
    assert gap is not None
    assert np.isnan(gap)
    query = FilterQuery((Condition("gap_up", 0, "=", True),), *_dates(night), whole=True)
    assert found.matches(query) is False
    assert codes(next_day(on(snapshot, **unknown), None, now=0)) == ["levels_unknown"]


def test_the_dates_of_a_question_do_not_bound_the_session(snapshot: Snapshot) -> None:
    first, last = _dates(snapshot)
    weekday = snapshot.index.catalogue.by_name["weekday"]
    found = next_day(snapshot, None, now=0)
    number = found.coming.number("weekday")
    assert number is not None
    condition = Condition("weekday", 0, "=", weekday.labels[int(number)])
    assert found.matches(FilterQuery((condition,), first, first, whole=False)) is True
    listed = Condition("day_list", 0, "in", ("mine",), dates=frozenset({"2024-01-05"}))
    assert found.matches(FilterQuery((listed,), first, last, whole=True)) is None


def test_a_year_that_no_day_has_is_told_of_no_label(snapshot: Snapshot) -> None:
    found = next_day(on(snapshot, session_date="2031-01-02"), None, now=0)
    years = snapshot.index.catalogue.by_name["year"].labels
    assert found.coming.number("year") == len(years)
    asked = (Condition("year", 0, "=", label) for label in years)
    assert not any(found.matches(FilterQuery((each,), *_dates(snapshot), whole=True)) for each in asked)


def test_without_a_night_the_remedy_is_said(snapshot: Snapshot) -> None:
    with pytest.raises(UnknownName, match="update exchange_calendars") as refused:
        next_day(replace(snapshot, night=None), None)
    assert refused.value.code == "no_next_session"


def _dates(snapshot: Snapshot) -> tuple[date, date]:
    return snapshot.index.first_date, snapshot.index.last_date
