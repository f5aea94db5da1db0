"""The REGIME features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. A run of bars
begins at bar 1: nothing is carried over from yesterday but the average itself. Functions of event features
may be given a day cut after bar N.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from tests.oracles.days import Bar, Day, Value


def _side(price: float, average: float) -> int:
    return (price > average) - (price < average)


def _label(side: int) -> str:
    return {1: "above", -1: "below", 0: "at"}[side]


def _average_bars(day: Day) -> list[tuple[Bar, float]] | None:
    """Each bar with the EMA20 at its close, None where the line is unknown."""
    if day.past.ema is None:
        return None
    return list(zip(day.bars, day.past.ema, strict=False))


def _close_sides(day: Day) -> list[int] | None:
    """Per bar: 1 for a close above the EMA20, -1 below, 0 on it."""
    bars = _average_bars(day)
    return None if bars is None else [_side(bar.close, average) for bar, average in bars]


def _gap_sides(day: Day) -> list[int] | None:
    """Per bar: 1 for a bar wholly above the EMA20, -1 wholly below, 0 for one that touches it."""
    bars = _average_bars(day)
    if bars is None:
        return None
    return [(bar.low > average) - (bar.high < average) for bar, average in bars]


def ema20_open_side(day: Day) -> str | None:
    if day.past.ema_before is None:
        return None
    return _label(_side(day.bars[0].open, day.past.ema_before))


def ema20_bars_above(day: Day) -> int | None:
    sides = _close_sides(day)
    return None if sides is None else sides.count(1)


def ema20_bars_below(day: Day) -> int | None:
    sides = _close_sides(day)
    return None if sides is None else sides.count(-1)


def ema20_bars_above_b18(day: Day) -> int | None:
    sides = _close_sides(day)
    return None if sides is None else sides[:18].count(1)


def ema20_first_touch_bar(day: Day) -> int | None:
    sides = _gap_sides(day)
    if sides is None:
        return None
    return sides.index(0) + 1 if 0 in sides else 0


def ema20_first_flip_bar(day: Day) -> int | None:
    sides = _close_sides(day)
    if sides is None or sides[0] == 0:
        return None
    other = -sides[0]
    return sides.index(other) + 1 if other in sides else 0


def ema20_flip_count(day: Day) -> int | None:
    sides = _close_sides(day)
    if sides is None:
        return None
    taken = [side for side in sides if side != 0]
    return sum(1 for before, now in pairwise(taken) if before != now)


def _run_lengths(sides: Sequence[int]) -> list[int]:
    """Per bar: how many bars in a row up to it are on one side; 0 on neither."""
    lengths: list[int] = []
    for place, side in enumerate(sides):
        goes_on = place > 0 and side == sides[place - 1]
        lengths.append(0 if side == 0 else lengths[-1] + 1 if goes_on else 1)
    return lengths


def ema20_max_gap_run(day: Day) -> int | None:
    sides = _gap_sides(day)
    return None if sides is None else max(_run_lengths(sides))


def ema20_gb20_bar(day: Day) -> int | None:
    sides = _gap_sides(day)
    if sides is None:
        return None
    lengths = _run_lengths(sides)
    return lengths.index(20) + 1 if 20 in lengths else 0


def ema20_eod_streak(day: Day) -> int | None:
    sides = _close_sides(day)
    return None if sides is None else sides[-1] * _run_lengths(sides)[-1]


def ema20_day_regime(day: Day) -> str | None:
    sides = _close_sides(day)
    if sides is None:
        return None
    if sides.count(1) >= 73:
        return "above"
    return "below" if sides.count(-1) >= 73 else "mixed"


def ema20_side_b18(day: Day) -> str | None:
    sides = _close_sides(day)
    return None if sides is None else _label(sides[17])


def d_ema20_side(day: Day) -> str | None:
    if day.yesterday is None or day.past.daily_ema is None:
        return None
    return _label(_side(day.yesterday[2], day.past.daily_ema))


def _with_trend(bar: Bar, average: float) -> int:
    """1 for a bull bar closing above the average, -1 for a bear bar closing below it, else 0."""
    if bar.close > bar.open and bar.close > average:
        return 1
    return -1 if bar.close < bar.open and bar.close < average else 0


def _pair_sides(bars: Sequence[tuple[Bar, float]]) -> list[int]:
    """The side of every two consecutive bars that agree, in their order."""
    leanings = [_with_trend(bar, average) for bar, average in bars]
    return [now for before, now in pairwise(leanings) if before == now != 0]


def always_in_b18(day: Day) -> str | None:
    bars = _average_bars(day)
    if bars is None:
        return None
    pairs = _pair_sides(bars[:18])
    if not pairs:
        return "none"
    return "long" if pairs[-1] > 0 else "short"


def always_in_flips(day: Day) -> int | None:
    bars = _average_bars(day)
    if bars is None:
        return None
    return sum(1 for before, now in pairwise(_pair_sides(bars)) if before != now)


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "ema20_open_side": ema20_open_side,
    "ema20_bars_above": ema20_bars_above,
    "ema20_bars_below": ema20_bars_below,
    "ema20_bars_above_b18": ema20_bars_above_b18,
    "ema20_first_touch_bar": ema20_first_touch_bar,
    "ema20_first_flip_bar": ema20_first_flip_bar,
    "ema20_flip_count": ema20_flip_count,
    "ema20_max_gap_run": ema20_max_gap_run,
    "ema20_gb20_bar": ema20_gb20_bar,
    "ema20_eod_streak": ema20_eod_streak,
    "ema20_day_regime": ema20_day_regime,
    "ema20_side_b18": ema20_side_b18,
    "d_ema20_side": d_ema20_side,
    "always_in_b18": always_in_b18,
    "always_in_flips": always_in_flips,
}
