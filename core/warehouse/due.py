"""The sessions with bars due by now, the times of their tries, and those that are served.

A session is due at 18:30 of its day, New York time; if it is not there then, the next try is at 02:30.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import numpy as np

from core.contracts.errors import DataError
from core.contracts.manifest import Manifest, read_manifest
from core.market.calendar import ExchangeCalendar
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id

NEW_YORK = ZoneInfo("America/New_York")
FIRST_TRY = time(18, 30)
SECOND_TRY = time(2, 30)
GLOBEX_OPEN = time(18)
SO_FAR_FROM, SO_FAR_UNTIL, SO_FAR_UNTIL_SHORT = time(9, 25), time(16, 20), time(13, 20)
"""The hours of a session so far: from before the open until its last bar, on half days 45."""

LOOKED_BACK = 10
"""Sessions before the due one that a night still fetches, and reports if they have no bars."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DueSession:
    """The latest due session. `recent` are the last ten due ones, ascending, this one included.

    `expected_bars` is 81 or 45; after the second try, `last_try`, a session without bars is missing.
    `next_try` is the first try after the given moment, this night's or the next's.
    """

    session: date
    expected_bars: int
    recent: tuple[date, ...]
    last_try: datetime
    next_try: datetime


def due_session(now: datetime, calendar: ExchangeCalendar) -> DueSession:
    """The session due at `now` (aware); DataError `date_not_covered` beyond the calendar."""
    local = now.astimezone(NEW_YORK)
    until = local.date() if local.time() >= FIRST_TRY else local.date() - _DAY
    session = _date(calendar.previous_session(str(until + _DAY)))
    following = _date(calendar.next_session(str(session)))
    recent = calendar.sessions_between(str(session - 3 * LOOKED_BACK * _DAY), str(session))[-LOOKED_BACK:]
    last_try = datetime.combine(session + _DAY, SECOND_TRY, NEW_YORK)
    return DueSession(
        session=session,
        expected_bars=int(calendar.expected_bars(np.array([session], dtype="datetime64[D]"))[0]),
        recent=tuple(_date(day) for day in recent),
        last_try=last_try,
        next_try=last_try if now < last_try else datetime.combine(following, FIRST_TRY, NEW_YORK),
    )


def session_at(now: datetime, calendar: ExchangeCalendar) -> date:
    """The session that trade at `now` (aware) belongs to, or the next one; it changes at 18:00 New York."""
    local = now.astimezone(NEW_YORK)
    day = local.date() + (_DAY if local.time() >= GLOBEX_OPEN else timedelta(0))
    return _date(calendar.next_session(str(day - _DAY)))


def is_going_on(now: datetime, calendar: ExchangeCalendar) -> bool:
    """Whether `now` (aware) is within the time of a session so far; first and last minute count."""
    local = now.astimezone(NEW_YORK)
    day = np.array([local.date()], dtype="datetime64[D]")
    if not calendar.are_sessions(day)[0]:
        return False
    until = SO_FAR_UNTIL_SHORT if calendar.are_short(day)[0] else SO_FAR_UNTIL
    return SO_FAR_FROM <= local.time().replace(second=0, microsecond=0) <= until


def _date(day: np.datetime64) -> date:
    return date.fromisoformat(str(day))


def served(warehouse: Warehouse, symbol: str) -> Manifest | None:
    """The symbol's served snapshot by its manifest alone, not verified; None if it cannot be read."""
    with suppress(DataError):
        snapshot_id = current_id(warehouse.snapshots(symbol))
        return None if snapshot_id is None else read_manifest(warehouse.snapshot(symbol, snapshot_id))
    return None


def lacking(found: Manifest | None, session: date) -> str | None:
    """Why a session is not among those served, None if it is."""
    day = session.isoformat()
    if found is None:
        return f"{day} is not there: nothing is published"
    for each in found.quarantined:
        if each.date == day:
            return f"{day} is quarantined: {each.reason}"
    return f"{day} is not there" if _has_no_bars(found, session) else None


def absent(found: Manifest | None, recent: tuple[date, ...]) -> tuple[date, ...]:
    """Recent sessions without bars: after the last counted one, or missing in between."""
    return recent[-1:] if found is None else tuple(day for day in recent if _has_no_bars(found, day))


def _has_no_bars(found: Manifest, session: date) -> bool:
    day = session.isoformat()
    return day > found.last_session or day in found.missing_sessions
