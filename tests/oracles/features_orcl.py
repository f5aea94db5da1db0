"""The ORCL features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply.
"""

from collections.abc import Callable

from tests.oracles.days import Day, Value
from tests.oracles.features_or import extremes


def _third(day: Day, bars: int) -> str | None:
    high, low = extremes(day, bars)
    if high == low:
        return None
    above_low = day.bars[bars - 1].close - low
    if 3 * above_low >= 2 * (high - low):
        return "upper"
    return "lower" if 3 * above_low <= high - low else "middle"


def _side(price: float, high: float, low: float) -> str:
    if price > high:
        return "above"
    return "below" if price < low else "inside"


def _close_vs_prev_range(day: Day, bars: int) -> str | None:
    if day.yesterday is None:
        return None
    return _side(day.bars[bars - 1].close, day.yesterday[0], day.yesterday[1])


def or12_close_third(day: Day) -> str | None:
    return _third(day, 12)


def or18_close_third(day: Day) -> str | None:
    return _third(day, 18)


def or12_close_vs_prev_range(day: Day) -> str | None:
    return _close_vs_prev_range(day, 12)


def or18_close_vs_prev_range(day: Day) -> str | None:
    return _close_vs_prev_range(day, 18)


def or12_close_vs_gx(day: Day) -> str | None:
    if day.globex is None:
        return None
    return _side(day.bars[11].close, *day.globex)


def eod_close_vs_or12(day: Day) -> str:
    return _side(day.bars[80].close, *extremes(day, 12))


def eod_close_vs_or18(day: Day) -> str:
    return _side(day.bars[80].close, *extremes(day, 18))


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "or12_close_third": or12_close_third,
    "or18_close_third": or18_close_third,
    "or12_close_vs_prev_range": or12_close_vs_prev_range,
    "or18_close_vs_prev_range": or18_close_vs_prev_range,
    "or12_close_vs_gx": or12_close_vs_gx,
    "eod_close_vs_or12": eod_close_vs_or12,
    "eod_close_vs_or18": eod_close_vs_or18,
}
