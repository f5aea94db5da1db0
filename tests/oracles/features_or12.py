"""The OR12 features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N, shorter than the opening range too.
"""

from collections.abc import Callable

from tests.oracles.days import Bar, Day, Value


def _or_high(day: Day) -> float:
    return max(bar.high for bar in day.bars[:12])


def _or_low(day: Day) -> float:
    return min(bar.low for bar in day.bars[:12])


def _first_after(day: Day, start: int, happened: Callable[[Bar], bool]) -> int:
    """Number of the first bar later than bar `start` on which it happened, 0 for none."""
    for number in range(start + 1, len(day.bars) + 1):
        if happened(day.bars[number - 1]):
            return number
    return 0


def or12_range_pct_adr(day: Day) -> float | None:
    if not day.adr10:
        return None
    return 100 * (_or_high(day) - _or_low(day)) / day.adr10


def or12_high_bar(day: Day) -> int:
    high = _or_high(day)
    return _first_after(day, 0, lambda bar: bar.high == high)


def or12_low_bar(day: Day) -> int:
    low = _or_low(day)
    return _first_after(day, 0, lambda bar: bar.low == low)


def or12_extreme_order(day: Day) -> str:
    return day.first_extreme(12)


def or12_dir(day: Day) -> str:
    first, last = day.bars[0].open, day.bars[11].close
    if first == last:
        return "doji"
    return "bull" if last > first else "bear"


def or12_bo_up_bar(day: Day) -> int:
    level = _or_high(day)
    return _first_after(day, 12, lambda bar: bar.high > level)


def or12_bo_dn_bar(day: Day) -> int:
    level = _or_low(day)
    return _first_after(day, 12, lambda bar: bar.low < level)


def or12_first_bo(day: Day) -> str:
    return day.first_side(13, _or_high(day), _or_low(day))


def or12_bo_sides(day: Day) -> str:
    up, down = or12_bo_up_bar(day) > 0, or12_bo_dn_bar(day) > 0
    if up and down:
        return "both"
    if up:
        return "up_only"
    return "down_only" if down else "none"


def or12_first_close_bo_bar(day: Day) -> int:
    high, low = _or_high(day), _or_low(day)
    return _first_after(day, 12, lambda bar: bar.close > high or bar.close < low)


def or12_opp_bo_after_bo(day: Day) -> bool | None:
    first = or12_first_bo(day)
    if first in ("none", "both_same_bar"):
        return None
    return or12_bo_dn_bar(day) > 0 if first == "up" else or12_bo_up_bar(day) > 0


def or12_ext_up_pct(day: Day) -> float | None:
    high, low = _or_high(day), _or_low(day)
    if high == low:
        return None
    return 100 * max(0.0, max(bar.high for bar in day.bars) - high) / (high - low)


def or12_ext_dn_pct(day: Day) -> float | None:
    high, low = _or_high(day), _or_low(day)
    if high == low:
        return None
    return 100 * max(0.0, low - min(bar.low for bar in day.bars)) / (high - low)


def or12_mm_up_bar(day: Day) -> int:
    high, low = _or_high(day), _or_low(day)
    return _first_after(day, 12, lambda bar: bar.high >= high + (high - low))


def or12_mm_dn_bar(day: Day) -> int:
    high, low = _or_high(day), _or_low(day)
    return _first_after(day, 12, lambda bar: bar.low <= low - (high - low))


def or12_hod_or_lod_set(day: Day) -> bool:
    return or12_bo_sides(day) != "both"


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
    upward = day.bars[outside - 1].close > _or_high(day)
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
    if day.bars[or12_first_close_bo_bar(day) - 1].close > _or_high(day):
        high = max(bar.high for bar in so_far)
        return _first_after(day, pullback, lambda bar: bar.high > high)
    low = min(bar.low for bar in so_far)
    return _first_after(day, pullback, lambda bar: bar.low < low)


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "or12_range_pct_adr": or12_range_pct_adr,
    "or12_high_bar": or12_high_bar,
    "or12_low_bar": or12_low_bar,
    "or12_extreme_order": or12_extreme_order,
    "or12_dir": or12_dir,
    "or12_bo_up_bar": or12_bo_up_bar,
    "or12_bo_dn_bar": or12_bo_dn_bar,
    "or12_first_bo": or12_first_bo,
    "or12_bo_sides": or12_bo_sides,
    "or12_first_close_bo_bar": or12_first_close_bo_bar,
    "or12_opp_bo_after_bo": or12_opp_bo_after_bo,
    "or12_ext_up_pct": or12_ext_up_pct,
    "or12_ext_dn_pct": or12_ext_dn_pct,
    "or12_mm_up_bar": or12_mm_up_bar,
    "or12_mm_dn_bar": or12_mm_dn_bar,
    "or12_hod_or_lod_set": or12_hod_or_lod_set,
    "bar1_trend": bar1_trend,
    "first_pullback_bar": first_pullback_bar,
    "first_pullback_resumed_bar": first_pullback_resumed_bar,
}
