"""Calendar facts of a session: its month, expiries, holidays and scheduled reports.

Source: features.md section 4, DAYDATE. All counts are of the exchange's own sessions, with or without bars.
"""

import numpy as np

from core.market.calendar import ExchangeCalendar
from core.market.dates import month, weekday
from core.market.event_calendars import event_table
from core.market.market import CalendarFacts, DateArray

FRIDAY, SATURDAY, SUNDAY = 4, 5, 6
QUARTERLY_MONTHS = (3, 6, 9, 12)

_DAY = np.timedelta64(1, "D")


def calendar_facts(dates: DateArray, calendar: ExchangeCalendar) -> CalendarFacts:
    """The facts of sessions (N,); DataError `date_not_covered` if the calendar ends too early for them."""
    dates = dates.astype("datetime64[D]")
    before = calendar.sessions_before(dates)
    next_weekday = dates + np.where(weekday(dates) >= FRIDAY, 7 - weekday(dates), 1) * _DAY
    friday = dates + (FRIDAY - weekday(dates)) * _DAY
    return CalendarFacts(
        session_number=calendar.positions(dates),
        previous_session=before,
        previous_is_short=calendar.are_short(before),
        trading_day_of_month=calendar.positions(dates) - calendar.positions(_month_start(dates)) + 1,
        next_weekday_is_closed=~calendar.are_sessions(next_weekday),
        expires=dates == calendar.sessions_before(third_friday(dates) + _DAY),
        expiry_week=(friday == third_friday(friday)) & np.isin(month(friday), QUARTERLY_MONTHS),
        fomc=event_table("fomc").marks(dates),
        nfp=event_table("nfp").marks(dates),
        cpi=event_table("cpi").marks(dates),
    )


def _month_start(dates: DateArray) -> DateArray:
    return dates.astype("datetime64[M]").astype("datetime64[D]")


def third_friday(dates: DateArray) -> DateArray:
    """The third Friday of each date's month, on which options and quarterly futures expire."""
    return np.busday_offset(_month_start(dates), 2, roll="forward", weekmask="Fri")
