"""Days on which New York's stock exchange was open, written down by hand.

The lists of 2020-2026 are market-data.md B.3; for any other year the dates (only the dates) come from
`exchange_calendars`.
"""

import warnings
from datetime import date, timedelta
from functools import lru_cache

import exchange_calendars

LISTED_YEARS = range(2020, 2027)

_CLOSED = """
2020: 01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25
2021: 01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24
2022: 01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26
2023: 01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25
2024: 01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25
2025: 01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25
2026: 01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25
"""

_EARLY = """
2020: 11-27 12-24
2021: 11-26
2022: 11-25
2023: 07-03 11-24
2024: 07-03 11-29 12-24
2025: 07-03 11-28 12-24
2026: 11-27 12-24
"""


def _dates(table: str) -> frozenset[date]:
    lines = [line.split(":") for line in table.strip().splitlines()]
    return frozenset(date.fromisoformat(f"{year}-{day}") for year, days in lines for day in days.split())


CLOSED = _dates(_CLOSED)
EARLY = _dates(_EARLY)


def library_dates(year: int) -> tuple[frozenset[date], frozenset[date]]:
    """Sessions and early closes of a year according to `exchange_calendars`."""
    return _library_dates(year // 20 * 20)[year]


@lru_cache
def _library_dates(first: int) -> dict[int, tuple[frozenset[date], frozenset[date]]]:
    """The same for twenty years: a calendar takes as long to make for one."""
    years = range(first, first + 20)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        calendar = exchange_calendars.get_calendar("XNYS", start=f"{first}-01-01", end=f"{years[-1]}-12-31")
        early = [stamp.date() for stamp in calendar.early_closes]
    sessions = [stamp.date() for stamp in calendar.sessions]
    return {year: (_in_year(sessions, year), _in_year(early, year)) for year in years}


def _in_year(days: list[date], year: int) -> frozenset[date]:
    return frozenset(day for day in days if day.year == year)


def is_session(day: date) -> bool:
    """Whether the stock exchange opened that day."""
    if day.year in LISTED_YEARS:
        return day.weekday() < 5 and day not in CLOSED
    return day in library_dates(day.year)[0]


def is_half_day(day: date) -> bool:
    """Whether it closed early (13:00 for stocks, 13:15 for the future)."""
    if day.year in LISTED_YEARS:
        return day in EARLY
    return day in library_dates(day.year)[1]


def session_before(day: date) -> date:
    """The exchange session immediately before a day."""
    day -= timedelta(days=1)
    while not is_session(day):
        day -= timedelta(days=1)
    return day


def sessions_between(first: date, last: date) -> list[date]:
    """Every exchange session from `first` to `last`, both included."""
    span = (last - first).days + 1
    days = (first + timedelta(days=offset) for offset in range(span))
    return [day for day in days if is_session(day)]
