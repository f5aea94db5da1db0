"""A maintainer hears of an event table's end 60 days before it."""

from datetime import date

import numpy as np
import pytest

from core.market.event_calendars import EventTable, coverage_warning

DATES = np.array(["2026-01-14"], dtype="datetime64[D]")
TABLE = EventTable("cpi", DATES, date(2026, 1, 1), date(2026, 12, 31))


@pytest.mark.parametrize(
    ("today", "said"),
    [
        (date(2026, 10, 31), ""),
        (date(2026, 11, 1), "cpi ends on 2026-12-31"),
        (date(2026, 12, 31), "cpi ends on 2026-12-31"),
        (date(2027, 1, 1), "cpi ended on 2026-12-31"),
    ],
)
def test_the_warning_begins_sixty_days_before_the_end(today: date, said: str) -> None:
    found = coverage_warning(TABLE, today)
    assert (said in found) if said else (found == "")


def test_a_table_without_dates_covers_nothing() -> None:
    assert "covers nothing" in coverage_warning(EventTable("cpi", DATES[:0], None, None), date(2026, 1, 1))
