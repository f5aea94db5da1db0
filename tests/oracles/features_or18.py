"""The features that OR18 alone has, from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N, shorter than the opening range too.
"""

from collections.abc import Callable

from tests.oracles.days import Day, Value
from tests.oracles.features_or import bo_dn_bar, bo_up_bar, extremes, first_bo

QUICK = 5
"""Bars after the breakout bar within which a failure is quick."""


def or18_half_adr(day: Day) -> bool | None:
    if day.adr10 is None:
        return None
    high, low = extremes(day, 18)
    return 2 * (high - low) <= day.adr10


def or18_quick_fail_bar(day: Day) -> int | None:
    first, (high, low) = first_bo(day, 18), extremes(day, 18)
    if first in ("none", "both_same_bar"):
        return None
    broken = bo_up_bar(day, 18) if first == "up" else bo_dn_bar(day, 18)
    for number in range(broken, min(broken + QUICK, len(day.bars)) + 1):
        if low <= day.bars[number - 1].close <= high:
            return number
    return 0


def opening_reversal_b18(day: Day) -> str | None:
    if day.yesterday is None or day.globex is None or day.adr10 is None:
        return None
    levels = (*day.yesterday, *day.globex)
    high, low = extremes(day, 18)
    first, last = day.bars[0].open, day.bars[17].close
    tested_below = any(low <= level <= first for level in levels) and 10 * (first - low) >= day.adr10
    tested_above = any(first <= level <= high for level in levels) and 10 * (high - first) >= day.adr10
    if tested_below and last > first and 3 * (last - low) >= 2 * (high - low):
        return "bull"
    if tested_above and last < first and 3 * (high - last) >= 2 * (high - low):
        return "bear"
    return "none"


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "or18_half_adr": or18_half_adr,
    "or18_quick_fail_bar": or18_quick_fail_bar,
    "opening_reversal_b18": opening_reversal_b18,
}
