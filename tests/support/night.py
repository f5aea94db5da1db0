"""What a build knows of a session before it opens, read from a market that has it or the ones before."""

from dataclasses import fields, replace

import numpy as np

from core.build.pack.next_entries import next_calendar
from core.contracts.next_session import NextSession
from core.market.calendar import exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.ema import ema20_from
from core.market.market import CalendarFacts, Market


def night_after(market: Market) -> NextSession:
    """The exchange's next session, whose yesterday is the market's last row."""
    calendar = exchange_calendar()
    day = calendar.next_session(market.session_date[-1])
    ranges = (market.high.max(axis=1) - market.low.min(axis=1))[-10:]
    ema = market.ema[-1, -1]
    return NextSession(
        session_date=str(day),
        is_short=bool(calendar.are_short(np.array([day]))[0]),
        contract="",
        is_roll=False,
        tick=market.tick,
        hoy=float(market.high[-1].max()),
        loy=float(market.low[-1].min()),
        coy=float(market.close[-1, -1]),
        adr10=float(ranges.mean()) if len(ranges) == 10 else None,
        ath_before=float(market.high.max()),
        ema_open=None if np.isnan(ema) else float(ema),
        d_ema20=float(market.close[-20:, -1].mean()),
        previous_row=len(market) - 1,
        calendar=next_calendar(calendar_facts(np.array([day]), calendar)),
        ema_last=None if np.isnan(ema) else float(ema),
    )


LEVELS = ("hoy", "loy", "coy", "adr10", "ath_before", "ema_open", "d_ema20")


def night_of(market: Market, row: int, ema_last: float | None = None) -> NextSession:
    """The same of a session of the market itself; its EMA goes on from `ema_last`, else from `ema_open`."""
    facts = CalendarFacts(
        **{each.name: getattr(market.calendar, each.name)[[row]] for each in fields(CalendarFacts)}
    )
    levels = {name: float(getattr(market, name)[row]) for name in LEVELS}
    known = {name: None if np.isnan(level) else level for name, level in levels.items()}
    return NextSession(
        session_date=str(market.session_date[row]),
        is_short=False,
        contract="",
        is_roll=False,
        tick=market.tick,
        previous_row=int(market.previous_row[row]),
        calendar=next_calendar(facts),
        ema_last=known["ema_open"] if ema_last is None else ema_last,
        **known,
    )


def of_one_piece(market: Market) -> Market:
    """The random market with what follows from its other parts.

    The EMA goes on from its value before each open; no print of the night is above the highest before.
    """
    per_point = round(1 / market.tick)
    line = ema20_from(market.ema_open * per_point, np.rint(market.close * per_point))
    ath = np.where(np.isnan(market.ath_before), np.nan, np.fmax(market.ath_before, market.gxh))
    return replace(market, ema=line / per_point, ath_before=ath)
