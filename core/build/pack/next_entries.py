"""The next session after the last one, as of the night: document `next` of the pack.

The next session is a further row of the sessions, without prices. The functions for every other session
compute its levels.
"""

from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.contracts.next_session import NextCalendar, NextSession
from core.market.calendar import ExchangeCalendar, exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.market import CalendarFacts, FloatArray, SessionTable
from core.market.market_build import adr10_of, d_ema20_of
from core.market.rolls import calendar_contracts
from core.market.session_bars import SessionBars, of_yesterday
from core.market.sessions import SessionBuild, highest_before


def next_session(build: SessionBuild, bars: SessionBars) -> NextSession | None:
    """The session after the last counted or quarantined one; None if the calendar ends before it."""
    calendar = exchange_calendar(build.instrument.calendar)
    last = [build.sessions.session_date[-1], *(each.session_date for each in build.quarantined)]
    try:
        day = calendar.next_session(np.array(last, dtype="datetime64[D]").max())
        facts = calendar_facts(np.array([day]), calendar)
    except DataError as error:
        if error.code != "date_not_covered":
            raise
        return None
    table = _with_next(build, day, calendar)
    ends = bars.starts[1 : bars.counted + 1] - 1
    full_ranges = (build.sessions.high - build.sessions.low)[build.sessions.is_full]
    levels = {
        "hoy": of_yesterday(table.high, table),
        "loy": of_yesterday(table.low, table),
        "coy": of_yesterday(table.close, table),
        "adr10": adr10_of(np.append(full_ranges, np.nan)),
        "ath_before": table.ath_before,
        "ema_open": of_yesterday(np.append(bars.ema[ends], np.nan), table),
        "d_ema20": d_ema20_of(table, build.instrument.ticks_per_point),
    }
    return NextSession(
        session_date=str(day),
        is_short=bool(calendar.are_short(np.array([day]))[0]),
        contract=str(table.contract[-1]),
        is_roll=bool(table.is_roll[-1]),
        tick=build.instrument.tick,
        previous_row=int(np.append(table.full_row, -1)[table.previous[-1]]),
        calendar=next_calendar(facts),
        ema_last=None if table.is_roll[-1] else _known(bars.ema[ends[-1]]),
        **{name: _known(found[-1]) for name, found in levels.items()},
    )


def _with_next(build: SessionBuild, day: np.datetime64, calendar: ExchangeCalendar) -> SessionTable:
    """The table of sessions with the next one as its last row."""
    table = build.sessions
    contract = _contract(build, day)
    is_roll = bool(contract and table.contract[-1]) and contract != str(table.contract[-1])
    follows = calendar.previous_session(day) == table.session_date[-1]
    high, first_bars = _prints(build)
    known: dict[str, Any] = {
        "session_date": day,
        "is_full": True,
        "previous": len(table) - 1 if follows else -1,
        "full_row": -1,
        "contract": contract,
        "is_roll": is_roll,
        "roll_gap_known": not is_roll,
    }
    grown: dict[str, Any] = {
        each.name: np.append(getattr(table, each.name), known.get(each.name, np.nan))
        for each in fields(SessionTable)
    }
    ath = highest_before(high, first_bars, grown["is_full"], build.instrument.prior_high)
    return replace(table, **grown | {"ath_before": ath})


def _prints(build: SessionBuild) -> tuple[FloatArray, NDArray[np.int64]]:
    """Every bar's high, and the place of each session's first bar; the next session begins at the end."""
    days = build.bars["session_date"].to_numpy().astype("datetime64[D]")
    is_first = np.flatnonzero(build.bars["bar_number"].to_numpy() == 1)
    first = is_first[np.isin(days[is_first], build.sessions.session_date)]
    return build.bars["high"].to_numpy(), np.append(first, len(days)).astype(np.int64)


def _contract(build: SessionBuild, day: np.datetime64) -> str:
    """The session's expected contract; "" if unknown.

    By the exchange's calendar if the last session followed it, else the last session's.
    """
    if build.roll_policy in ("adjusted", "unknown"):
        return ""
    table = build.sessions
    expected = calendar_contracts(np.array([table.session_date[-1], day]), build.instrument)
    last = str(table.contract[-1])
    return str(expected[1]) if build.roll_policy == "calendar" or last in ("", expected[0]) else last


def next_calendar(facts: CalendarFacts) -> NextCalendar:
    found = {each.name: getattr(facts, each.name)[0] for each in fields(CalendarFacts)}
    marks = {name: None if np.isnan(found[name]) else bool(found[name]) for name in ("fomc", "nfp", "cpi")}
    plain = {name: value.item() for name, value in found.items() if name != "previous_session"}
    named = {"previous_session": str(found["previous_session"])}
    return NextCalendar(**plain | marks | named)


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
