"""Every answer of the book by feature name, whole days and days seen from bar N."""

from collections.abc import Callable
from dataclasses import replace

from tests.oracles import (
    features_breakouts,
    features_daydate,
    features_eod,
    features_gaps,
    features_globex,
    features_or,
    features_or12,
    features_or18,
    features_orcl,
    features_range,
    features_regime,
)
from tests.oracles.days import Day, Value

ANSWERS: dict[str, Callable[[Day], Value]] = {
    **features_gaps.ANSWERS,
    **features_or.ANSWERS,
    **features_or12.ANSWERS,
    **features_or18.ANSWERS,
    **features_range.ANSWERS,
    **features_breakouts.ANSWERS,
    **features_orcl.ANSWERS,
    **features_regime.ANSWERS,
    **features_eod.ANSWERS,
    **features_daydate.ANSWERS,
    **features_globex.ANSWERS,
}

BAR_EVENTS = (
    "gap_fill_bar",
    "gap_half_fill_bar",
    "gap_bo_test_bar",
    "or6_bo_up_bar",
    "or6_bo_dn_bar",
    "or6_mm_up_bar",
    "or6_mm_dn_bar",
    "or12_bo_up_bar",
    "or12_bo_dn_bar",
    "or12_first_close_bo_bar",
    "or12_mm_up_bar",
    "or12_mm_dn_bar",
    "first_pullback_bar",
    "first_pullback_resumed_bar",
    "or18_bo_up_bar",
    "or18_bo_dn_bar",
    "or18_mm_up_bar",
    "or18_mm_dn_bar",
    "or18_quick_fail_bar",
    "range_50adr_bar",
    "range_100adr_bar",
    "ttr_bar",
    "hoy_bo_bar",
    "loy_bo_bar",
    "hoy_close_bo_bar",
    "loy_close_bo_bar",
    "hoy_reentry_bar",
    "loy_reentry_bar",
    "coy_touch_bar",
    "hoy_second_bo_bar",
    "loy_second_bo_bar",
    "ema20_first_touch_bar",
    "ema20_first_flip_bar",
    "ema20_gb20_bar",
    "ath_first_bar",
    "gxh_bo_bar",
    "gxl_bo_bar",
    "gx_mid_touch_bar",
)
"""Integer bars in which 0 says that nothing happened."""

BY_BAR = (*BAR_EVENTS, "or6_first_bo", "or12_first_bo", "or18_first_bo", "prev_first_bo", "gx_first_bo")
"""Everything that may be asked as known at bar N."""


def by_bar(name: str, day: Day, n: int) -> Value:
    """The feature evaluated on bars 1..n alone (ruling 16)."""
    return by_the_end(name, first_bars(day, n))


def first_bars(day: Day, n: int) -> Day:
    """The day as far as its bar n."""
    return replace(day, bars=day.bars[:n])


def by_the_end(name: str, day: Day) -> Value:
    """The feature by the last bar of such a day."""
    if name not in BY_BAR:
        raise ValueError(f"{name} is not by_bar safe")
    return ANSWERS[name](day)
