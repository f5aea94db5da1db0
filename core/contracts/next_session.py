"""The next session: what the last night knows of it, and how a day so far travels to the services.

today/ES.json                 in the warehouse
almanac:{ES}:today            in Redis; expires
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR

BarNumber = Annotated[int, Meta(ge=0, le=LAST_BAR)]

SO_FAR_FOLDER = "today"

HIGHEST = 10**12
"""No price and no second since 1970 is beyond it."""

SO_FAR_LIFETIME = 2 * 24 * 3600
"""Seconds after which Redis forgets a session so far."""

so_far_key = "almanac:{{{}}}:today".format
"""The key of one symbol."""


class NextCalendar(Struct, frozen=True):
    """What the calendar says of the session: the fields of `core.market.market.CalendarFacts`, one of each.

    `previous_session` is an ISO date; an event outside its table's coverage is null.
    """

    session_number: int
    previous_session: str
    previous_is_short: bool
    trading_day_of_month: int
    next_weekday_is_closed: bool
    expires: bool
    expiry_week: bool
    fomc: bool | None
    nfp: bool | None
    cpi: bool | None


class NextSession(Struct, frozen=True):
    """The session after the snapshot's last one, as the night knows it: document `next` of the pack.

    `session_date` is the exchange's next session after the last counted or quarantined one; `is_short` a half
    day. `contract` is the one it is expected to trade in, "" where unknown; on a roll (`is_roll`) yesterday's
    levels and the EMA are null, as in `Market`. Prices in points, null where unknown. `ath_before` is the
    highest print up to the last bar of the data, null at the start of the data. `previous_row` is the row of
    the full session immediately before, -1 where that has none. `ema_last` is the EMA after the last counted
    bar, from which the session's own goes on: `ema_open`, but known after a session that does not count, too.
    """

    session_date: str
    is_short: bool
    contract: str
    is_roll: bool
    tick: float
    hoy: float | None
    loy: float | None
    coy: float | None
    adr10: float | None
    ath_before: float | None
    ema_open: float | None
    d_ema20: float | None
    previous_row: int
    calendar: NextCalendar
    ema_last: float | None = None


class Bars(Struct, frozen=True, forbid_unknown_fields=True):
    """Bars 1 to N of a session, prices in points."""

    o: list[float] = []
    h: list[float] = []
    l: list[float] = []  # noqa: E741
    c: list[float] = []

    @property
    def fault(self) -> str | None:
        """Why they cannot be bars of a session; None if they can."""
        counts = {len(each) for each in (self.o, self.h, self.l, self.c)}
        if len(counts) > 1:
            return "o, h, l and c are not of one length"
        if max(counts) > LAST_BAR:
            return f"{max(counts)} bars found, at most {LAST_BAR} expected"
        bars = zip(self.o, self.h, self.l, self.c, strict=True)
        for number, (opened, high, low, close) in enumerate(bars, 1):
            if not low <= min(opened, close) <= max(opened, close) <= high:
                return f"high and low of bar {number} do not hold its open and close"
        return None


class SoFar(Struct, frozen=True):
    """A session so far, as `almanac today` leaves it: `today/ES.json` of the warehouse, or a key of Redis.

    `at` are seconds since 1970 at which it was read, `source` its file or provider. `gxh` and `gxl` are null
    without overnight bars, `open` is null before bar 1. `bars` are the whole ones up to the first that is
    missing; `missing_bar` names that one where later ones are there.
    """

    symbol: str
    session_date: str
    at: int
    source: str
    contract: str
    gxh: float | None
    gxl: float | None
    open: float | None
    bars: Bars
    missing_bar: BarNumber | None = None


def so_far_to_json(so_far: SoFar) -> bytes:
    return msgspec.json.format(msgspec.json.encode(so_far), indent=0)


def so_far_from_json(content: bytes, symbol: str, name: str) -> SoFar:
    """The session so far of `symbol`; DataError `damaged_so_far` names `name` for invalid content."""
    try:
        found = msgspec.json.decode(content, type=SoFar)
        date.fromisoformat(found.session_date)
        if found.symbol != symbol:
            raise ValueError(f"it is of {found.symbol!r}")
        if fault := found.bars.fault:
            raise ValueError(fault)
        numbers = found.at, found.gxh, found.gxl, found.open, *found.bars.h, *found.bars.l
        if any(abs(each or 0) > HIGHEST for each in numbers):
            raise ValueError(f"found a number beyond {HIGHEST:,}")
    except (ValueError, msgspec.DecodeError) as error:
        raise DataError(
            f"{name}: is no session so far of {symbol} ({error}). Run `almanac today` again.",
            code="damaged_so_far",
        ) from error
    return found
