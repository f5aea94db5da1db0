"""Coin days: full sessions in which a fair coin decides the direction of every bar (beyond.md section 1).

Bar by bar from the definition. `coin_day` is the way in; the functions before it are its parts, for days
made by hand. What is known before 09:30 stays real, so a coin day is its session with other bars and, along
their closes, another line of averages. A bar's volume stays as it was; no feature asks for it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from numpy.random import PCG64, Generator, SeedSequence

from tests.oracles.days import FULL, Bar, Day, Reading, Value
from tests.oracles.features import ANSWERS, BAR_EVENTS, BY_BAR, by_bar
from tests.oracles.past import averages
from tests.oracles.ticks import in_points, in_tenths

COIN_DAYS = 50_000
FEWEST, MOST, STEP = 24, 104, 8

DECIDED = tuple(name for name in BY_BAR if name not in BAR_EVENTS)
"""Enums that by_bar may ask for; of an event the bar is the value itself."""


def draws(full_sessions: int) -> int:
    """K: the least multiple of 8 that makes 50,000 coin days of the sessions, between 24 and 104."""
    enough = (k for k in range(FEWEST, MOST, STEP) if k * full_sessions >= COIN_DAYS)
    return next(enough, MOST)


def coins(session: date, draw: int) -> list[bool]:
    """Whether each bar of the session is kept in this draw, bar 1 first; a mirrored one is False."""
    yyyymmdd = int(f"{session:%Y%m%d}")
    random = Generator(PCG64(SeedSequence([yyyymmdd, draw])))
    return [coin == 1 for coin in random.integers(0, 2, FULL).tolist()]


def tossed(bars: Sequence[Bar], kept: Sequence[bool]) -> tuple[Bar, ...]:
    """The bars of the coin day.

    Each stands to the close before it as its real bar did to the real close before, or as in a mirror. Bar 1
    stands to its own open.
    """
    real = coin = bars[0].open
    made = []
    for bar, is_kept in zip(bars, kept, strict=True):
        opened, high, low, closed = (price - real for price in bar)
        if is_kept:
            made.append(Bar(coin + opened, coin + high, coin + low, coin + closed))
        else:
            made.append(Bar(coin - opened, coin - low, coin - high, coin - closed))
        real, coin = bar.close, made[-1].close
    return tuple(made)


def tossed_minutes(
    bars: Sequence[Bar], minutes: Sequence[Sequence[Bar]], kept: Sequence[bool]
) -> tuple[tuple[Bar, ...], ...]:
    """The minutes of the coin day: those of a mirrored bar stand in its mirror, in their order."""
    made = []
    coin, real = bars[0].open, bars[0].open
    for bar, after, inside, is_kept in zip(bars, tossed(bars, kept), minutes, kept, strict=True):
        sign = 1 if is_kept else -1
        moved = [[coin + sign * (price - real) for price in each] for each in inside]
        made.append(tuple(Bar(each[0], max(each), min(each), each[3]) for each in moved))
        real, coin = bar.close, after.close
    return tuple(made)


def tossed_day(day: Day, kept: Sequence[bool]) -> Day:
    """A session with the bars of these coins.

    The EMA20 goes on from its value at yesterday's close; where that is unknown there is none.
    """
    bars = tossed(day.bars, kept)
    before = day.past.ema_before
    line = None if before is None else tuple(averages([bar.close for bar in bars], before))
    minutes = tossed_minutes(day.bars, day.minutes, kept) if day.minutes else ()
    return replace(day, bars=bars, minutes=minutes, past=replace(day.past, ema=line))


def drawn_day(history: Reading, session: date, draw: int, tick: float) -> Day:
    """The coin day of a full session of the history, in tenths of a tick."""
    day = next(day for day in history.days if day.date == session)
    return tossed_day(in_tenths(day, tick), coins(session, draw))


def coin_day(history: Reading, session: date, draw: int, tick: float) -> dict[str, Value]:
    """Every feature on the coin day `draw` (1..K) of a full session, in the feature's own unit."""
    day = drawn_day(history, session, draw, tick)
    return {name: in_points(name, answer(day), tick) for name, answer in ANSWERS.items()}


def deciding_bar(name: str, day: Day) -> int | None:
    """The bar from which on an enum that by_bar may ask for reads as on the whole day.

    0 where nothing happens, None where the question does not apply.
    """
    whole = ANSWERS[name](day)
    if whole is None:
        return None
    if whole == "none":
        return 0
    return next(bar for bar in range(1, FULL + 1) if by_bar(name, day, bar) == whole)


def coin_deciding_bars(history: Reading, session: date, draw: int, tick: float) -> dict[str, int | None]:
    """The deciding bar of each of these enums on the coin day."""
    day = drawn_day(history, session, draw, tick)
    return {name: deciding_bar(name, day) for name in DECIDED}
