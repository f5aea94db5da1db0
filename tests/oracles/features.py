"""Every answer of the book by feature name, whole days and days seen from bar N."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.oracles import features_gaps, features_globex, features_or12
from tests.oracles.days import Day, Value

ANSWERS: dict[str, Callable[[Day], Value]] = {
    **features_gaps.ANSWERS,
    **features_or12.ANSWERS,
    **features_globex.ANSWERS,
}

BAR_EVENTS = (
    "gap_fill_bar",
    "gap_half_fill_bar",
    "gap_bo_test_bar",
    "or12_bo_up_bar",
    "or12_bo_dn_bar",
    "or12_first_close_bo_bar",
    "or12_mm_up_bar",
    "or12_mm_dn_bar",
    "first_pullback_bar",
    "first_pullback_resumed_bar",
    "gxh_bo_bar",
    "gxl_bo_bar",
    "gx_mid_touch_bar",
)
"""Integer bars in which 0 says that nothing happened."""

BY_BAR = (*BAR_EVENTS, "or12_first_bo", "gx_first_bo")
"""Everything that may be asked as known at bar N."""


def by_bar(name: str, day: Day, n: int) -> Value:
    """The feature evaluated on bars 1..n alone (ruling 16)."""
    if name not in BY_BAR:
        raise ValueError(f"{name} is not by_bar safe")
    return ANSWERS[name](replace(day, bars=day.bars[:n]))
