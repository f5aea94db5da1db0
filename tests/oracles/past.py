"""What earlier sessions and prints leave behind for a day: averages, highest print, run of like days.

Written from rulings 1, 2 and 4-6, features.md section 1 (Daily EMA20, EMA20, Streaks) and ama.md (`ema`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

ALPHA = 2 / 21
DAILY_CLOSES = 20
UNKNOWN_HIGHS = 252


class Session(NamedTuple):
    """A counted session, full or half; `starts` is the UTC time of its bar 1.

    `follows`: the exchange session immediately before counts too. `rolled`: it is in another contract than
    the session before.
    """

    date: date
    starts: datetime
    is_full: bool
    follows: bool
    rolled: bool
    opened: float
    closes: Sequence[float]


@dataclass(frozen=True, slots=True)
class Past:
    """What a full session knows of the sessions before it, and its own line of averages.

    `ema` is the EMA20 at the close of each of its bars, None on a roll session. `ema_before` is the EMA20 at
    the close of the exchange session immediately before: None where that is missing, quarantined, before
    the data or in another contract. `daily_ema` is the EMA20 of last closes through yesterday, None until
    there are 20. `highest` is the highest print of the data before bar 1, None on the first 252 full
    sessions. `run` counts the bull (positive) or bear (negative) sessions in a row that end yesterday, 0
    after a doji and where yesterday is missing; `close_run` those that closed above or below the close of
    the session before, which on a roll session is unknown: it ends a run as an equal close does.
    """

    ema: tuple[float, ...] | None = None
    ema_before: float | None = None
    daily_ema: float | None = None
    highest: float | None = None
    run: int = 0
    close_run: int = 0


def averages(closes: Iterable[float], before: float | None) -> list[float]:
    """The EMA20 at each close, going on from the value before; the first close itself where there is none."""
    line: list[float] = []
    for close in closes:
        before = close if before is None else before + ALPHA * (close - before)
        line.append(before)
    return line


def next_run(run: int, opened: float, closed: float) -> int:
    """The signed run of like sessions after one more that went from one price to the other."""
    if closed > opened:
        return max(run, 0) + 1
    return min(run, 0) - 1 if closed < opened else 0


def pasts(
    sessions: Iterable[Session], prints: Iterable[tuple[datetime, float]], prior_high: float | None = None
) -> dict[date, Past]:
    """The past of every full session; `sessions` ascending, `prints` the (UTC opening, high) of every bar.

    `prior_high` is an all-time high from before the data: with it no session is too early to know one.
    """
    waiting = sorted(prints, reverse=True)
    highest, full_days = prior_high, 0
    ema: float | None = None
    daily: list[float] = []
    last_close: float | None = None
    run, close_run = 0, 0
    told: dict[date, Past] = {}
    for session in sessions:
        while waiting and waiting[-1][0] < session.starts:
            high = waiting.pop()[1]
            highest = high if highest is None else max(highest, high)
        run, close_run = (run, close_run) if session.follows else (0, 0)
        line = averages(session.closes, None if session.rolled else ema)
        if session.is_full:
            told[session.date] = Past(
                ema=None if session.rolled else tuple(line),
                ema_before=ema if session.follows and not session.rolled else None,
                daily_ema=daily[-1] if len(daily) >= DAILY_CLOSES else None,
                highest=highest if prior_high is not None or full_days >= UNKNOWN_HIGHS else None,
                run=run,
                close_run=close_run,
            )
            full_days += 1
        ema = line[-1]
        daily += averages([session.closes[-1]], daily[-1] if daily else None)
        run = next_run(run, session.opened, session.closes[-1])
        known = last_close if session.follows and not session.rolled else None
        close_run = 0 if known is None else next_run(close_run, known, session.closes[-1])
        last_close = session.closes[-1]
    return told
