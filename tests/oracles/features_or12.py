"""The features that OR12 alone has, from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N, shorter than the opening range too.
"""

from collections.abc import Callable

from tests.oracles.days import Bar, Day, Value
from tests.oracles.features_or import extremes


def _first_after(day: Day, start: int, happened: Callable[[Bar], bool]) -> int:
    """Number of the first bar later than bar `start` on which it happened, 0 for none."""
    for number in range(start + 1, len(day.bars) + 1):
        if happened(day.bars[number - 1]):
            return number
    return 0


def or12_high_bar(day: Day) -> int:
    high = extremes(day, 12)[0]
    return _first_after(day, 0, lambda bar: bar.high == high)


def or12_low_bar(day: Day) -> int:
    low = extremes(day, 12)[1]
    return _first_after(day, 0, lambda bar: bar.low == low)


def or12_extreme_order(day: Day) -> str:
    return day.first_extreme(12)


def or12_first_close_bo_bar(day: Day) -> int:
    high, low = extremes(day, 12)
    return _first_after(day, 12, lambda bar: bar.close > high or bar.close < low)


def bar1_trend(day: Day) -> str:
    first, high, low, last = day.bars[0]
    if last > first and 2 * (last - first) >= high - low:
        return "bull"
    if last < first and 2 * (first - last) >= high - low:
        return "bear"
    return "none"


def first_pullback_bar(day: Day) -> int | None:
    outside = or12_first_close_bo_bar(day)
    if outside == 0:
        return None
    upward = day.bars[outside - 1].close > extremes(day, 12)[0]
    for number in range(outside + 1, len(day.bars) + 1):
        bar, before = day.bars[number - 1], day.bars[number - 2]
        if (upward and bar.low < before.low) or (not upward and bar.high > before.high):
            return number
    return 0


def first_pullback_resumed_bar(day: Day) -> int | None:
    pullback = first_pullback_bar(day)
    if not pullback:
        return None
    so_far = day.bars[:pullback]
    if day.bars[or12_first_close_bo_bar(day) - 1].close > extremes(day, 12)[0]:
        high = max(bar.high for bar in so_far)
        return _first_after(day, pullback, lambda bar: bar.high > high)
    low = min(bar.low for bar in so_far)
    return _first_after(day, pullback, lambda bar: bar.low < low)


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "or12_high_bar": or12_high_bar,
    "or12_low_bar": or12_low_bar,
    "or12_extreme_order": or12_extreme_order,
    "or12_first_close_bo_bar": or12_first_close_bo_bar,
    "bar1_trend": bar1_trend,
    "first_pullback_bar": first_pullback_bar,
    "first_pullback_resumed_bar": first_pullback_resumed_bar,
}
