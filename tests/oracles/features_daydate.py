"""The DAYDATE features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None outside the coverage of a table of events. Sessions
are the exchange's own, whether there are bars for them or not; dates are ISO text.
"""

from collections.abc import Callable
from datetime import date, timedelta

from tests.oracles.days import Day, Value
from tests.oracles.exchange import is_half_day, is_session, session_before, sessions_between

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
FRIDAY = 4


def trade_date(day: Day) -> str:
    return day.date.isoformat()


def weekday(day: Day) -> str:
    return WEEKDAYS[day.date.weekday()]


def month(day: Day) -> str:
    return str(day.date.month)


def year(day: Day) -> str:
    return str(day.date.year)


def trading_day_of_month(day: Day) -> int:
    return len(sessions_between(day.date.replace(day=1), day.date))


def third_friday(year: int, month: int) -> date:
    """The third Friday of a month, open or not."""
    days = (date(year, month, number) for number in range(15, 22))
    return next(day for day in days if day.weekday() == FRIDAY)


def is_opex_friday(day: Day) -> bool:
    friday = third_friday(day.date.year, day.date.month)
    return day.date == (friday if is_session(friday) else session_before(friday))


def is_expiry_week(day: Day) -> bool:
    if day.date.month not in (3, 6, 9, 12):
        return False
    friday = third_friday(day.date.year, day.date.month)
    return day.date.isocalendar()[:2] == friday.isocalendar()[:2]


def is_fomc_day(day: Day) -> bool | None:
    return day.announced.fomc


def is_nfp_day(day: Day) -> bool | None:
    return day.announced.nfp


def is_cpi_day(day: Day) -> bool | None:
    return day.announced.cpi


def is_pre_holiday(day: Day) -> bool:
    following = day.date + timedelta(days=1)
    while following.weekday() > FRIDAY:
        following += timedelta(days=1)
    return not is_session(following)


def days_since_prev_session(day: Day) -> int:
    return (day.date - session_before(day.date)).days


def prev_short_session(day: Day) -> bool:
    return is_half_day(session_before(day.date))


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "trade_date": trade_date,
    "weekday": weekday,
    "month": month,
    "year": year,
    "trading_day_of_month": trading_day_of_month,
    "is_opex_friday": is_opex_friday,
    "is_expiry_week": is_expiry_week,
    "is_fomc_day": is_fomc_day,
    "is_nfp_day": is_nfp_day,
    "is_cpi_day": is_cpi_day,
    "is_pre_holiday": is_pre_holiday,
    "days_since_prev_session": days_since_prev_session,
    "prev_short_session": prev_short_session,
}
