"""The OR18 features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N, shorter than the opening range too.
"""

from collections.abc import Callable

from tests.oracles.days import Bar, Day, Value

QUICK = 5
"""Bars after the breakout bar within which a failure is quick."""


def _or_high(day: Day) -> float:
    return max(bar.high for bar in day.bars[:18])


def _or_low(day: Day) -> float:
    return min(bar.low for bar in day.bars[:18])


def _first_after_18(day: Day, happened: Callable[[Bar], bool]) -> int:
    """Number of the first bar later than bar 18 on which it happened, 0 for none."""
    for number in range(19, len(day.bars) + 1):
        if happened(day.bars[number - 1]):
            return number
    return 0


def or18_range_pct_adr(day: Day) -> float | None:
    if not day.adr10:
        return None
    return 100 * (_or_high(day) - _or_low(day)) / day.adr10


def or18_dir(day: Day) -> str:
    first, last = day.bars[0].open, day.bars[17].close
    if last == first:
        return "doji"
    return "bull" if last > first else "bear"


def or18_half_adr(day: Day) -> bool | None:
    if day.adr10 is None:
        return None
    return 2 * (_or_high(day) - _or_low(day)) <= day.adr10


def or18_bo_up_bar(day: Day) -> int:
    level = _or_high(day)
    return _first_after_18(day, lambda bar: bar.high > level)


def or18_bo_dn_bar(day: Day) -> int:
    level = _or_low(day)
    return _first_after_18(day, lambda bar: bar.low < level)


def or18_first_bo(day: Day) -> str:
    return day.first_side(19, _or_high(day), _or_low(day))


def or18_bo_sides(day: Day) -> str:
    up, down = or18_bo_up_bar(day) > 0, or18_bo_dn_bar(day) > 0
    if up and down:
        return "both"
    if up:
        return "up_only"
    return "down_only" if down else "none"


def or18_opp_bo_after_bo(day: Day) -> bool | None:
    first = or18_first_bo(day)
    if first in ("none", "both_same_bar"):
        return None
    return or18_bo_dn_bar(day) > 0 if first == "up" else or18_bo_up_bar(day) > 0


def or18_ext_up_pct(day: Day) -> float | None:
    high, low = _or_high(day), _or_low(day)
    if high == low:
        return None
    return 100 * max(0.0, max(bar.high for bar in day.bars) - high) / (high - low)


def or18_ext_dn_pct(day: Day) -> float | None:
    high, low = _or_high(day), _or_low(day)
    if high == low:
        return None
    return 100 * max(0.0, low - min(bar.low for bar in day.bars)) / (high - low)


def or18_mm_up_bar(day: Day) -> int:
    high, low = _or_high(day), _or_low(day)
    return _first_after_18(day, lambda bar: bar.high >= high + (high - low))


def or18_mm_dn_bar(day: Day) -> int:
    high, low = _or_high(day), _or_low(day)
    return _first_after_18(day, lambda bar: bar.low <= low - (high - low))


def or18_hod_or_lod_set(day: Day) -> bool:
    return or18_bo_sides(day) != "both"


def or18_quick_fail_bar(day: Day) -> int | None:
    first = or18_first_bo(day)
    if first in ("none", "both_same_bar"):
        return None
    broken = or18_bo_up_bar(day) if first == "up" else or18_bo_dn_bar(day)
    for number in range(broken, min(broken + QUICK, len(day.bars)) + 1):
        if _or_low(day) <= day.bars[number - 1].close <= _or_high(day):
            return number
    return 0


def opening_reversal_b18(day: Day) -> str | None:
    if day.yesterday is None or day.globex is None or day.adr10 is None:
        return None
    levels = (*day.yesterday, *day.globex)
    high, low = _or_high(day), _or_low(day)
    first, last = day.bars[0].open, day.bars[17].close
    tested_below = any(low <= level <= first for level in levels) and 10 * (first - low) >= day.adr10
    tested_above = any(first <= level <= high for level in levels) and 10 * (high - first) >= day.adr10
    if tested_below and last > first and 3 * (last - low) >= 2 * (high - low):
        return "bull"
    if tested_above and last < first and 3 * (high - last) >= 2 * (high - low):
        return "bear"
    return "none"


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "or18_range_pct_adr": or18_range_pct_adr,
    "or18_dir": or18_dir,
    "or18_half_adr": or18_half_adr,
    "or18_bo_up_bar": or18_bo_up_bar,
    "or18_bo_dn_bar": or18_bo_dn_bar,
    "or18_first_bo": or18_first_bo,
    "or18_bo_sides": or18_bo_sides,
    "or18_opp_bo_after_bo": or18_opp_bo_after_bo,
    "or18_ext_up_pct": or18_ext_up_pct,
    "or18_ext_dn_pct": or18_ext_dn_pct,
    "or18_mm_up_bar": or18_mm_up_bar,
    "or18_mm_dn_bar": or18_mm_dn_bar,
    "or18_hod_or_lod_set": or18_hod_or_lod_set,
    "or18_quick_fail_bar": or18_quick_fail_bar,
    "opening_reversal_b18": opening_reversal_b18,
}
