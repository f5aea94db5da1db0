"""Which session's bars should be there by now, and when they are looked for (New York time).

A session is due at 18:30 of its day; what has not come then is looked for again at 02:30.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import numpy as np

from core.market.calendar import ExchangeCalendar

NEW_YORK = ZoneInfo("America/New_York")
FIRST_TRY = time(18, 30)
SECOND_TRY = time(2, 30)
LOOKED_BACK = 10
"""Sessions before the due one whose bars are still asked for and whose absence is still complained about."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DueSession:
    """The latest session that is due. `recent` are the last ten that are, ascending, this one included.

    `expected_bars` is 81 or 45; `last_try` the second try, after which what is not there is missing;
    `next_try` the first look after the moment that was asked about, this night's or the next's.
    """

    session: date
    expected_bars: int
    recent: tuple[date, ...]
    last_try: datetime
    next_try: datetime


def due_session(now: datetime, calendar: ExchangeCalendar) -> DueSession:
    """What is due at `now` (aware); DataError `date_not_covered` beyond the calendar."""
    local = now.astimezone(NEW_YORK)
    until = local.date() if local.time() >= FIRST_TRY else local.date() - _DAY
    session = _date(calendar.previous_session(str(until + _DAY)))
    following = _date(calendar.next_session(str(session)))
    last_try = _at(session + _DAY, SECOND_TRY)
    return DueSession(
        session=session,
        expected_bars=int(calendar.expected_bars(np.array([session], dtype="datetime64[D]"))[0]),
        recent=_recent(session, calendar),
        last_try=last_try,
        next_try=last_try if now < last_try else _at(following, FIRST_TRY),
    )


def _recent(session: date, calendar: ExchangeCalendar) -> tuple[date, ...]:
    days = calendar.sessions_between(str(session - 3 * LOOKED_BACK * _DAY), str(session))
    return tuple(_date(day) for day in days[-LOOKED_BACK:])


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, NEW_YORK)


def _date(day: np.datetime64) -> date:
    return date.fromisoformat(str(day))
