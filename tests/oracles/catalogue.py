"""What the statistics need to know of each feature, copied by hand from features.md sections 4 and 5."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tests.oracles.days import Value

Kind = Literal["boolean", "enum", "event", "bar", "numeric"]

OCC, TIM, PER, TD = "occurrence", "timing_analysis", "period_probability", "time_distribution"
PCT, THR = "percentage_distribution", "threshold_analysis"
BAS, CAT = "basic_distribution", "categorical_distribution"


@dataclass(frozen=True, slots=True)
class Spec:
    """One feature: `event` is an integer bar with 0 for none, `bar` an integer bar that always is one.

    `modules` leaves out streak_analysis, which this book does not answer.
    """

    kind: Kind
    modules: tuple[str, ...]
    labels: tuple[str, ...] = ()
    edges: tuple[float, ...] = ()
    hard_min: float | None = None
    hard_max: float | None = None
    unit: str | None = None


def _boolean() -> Spec:
    return Spec("boolean", (OCC,))


def _event() -> Spec:
    return Spec("event", (OCC, TIM, PER, TD))


def _numeric(edges: str, low: float | None = None, high: float | None = None, unit: str = "%") -> Spec:
    cuts = tuple(float(edge) for edge in edges.split())
    return Spec("numeric", (PCT, THR, BAS), edges=cuts, hard_min=low, hard_max=high, unit=unit)


def _enum(labels: str, *modules: str) -> Spec:
    return Spec("enum", modules, labels=tuple(labels.split()))


_SIDES = "none up_only down_only both"
_FIRST_SIDE = "none up down both_same_bar"
_EXTENSION = "0 31 62 124 186 240"

GAPS: dict[str, Spec] = {
    "gap_up": _boolean(),
    "gap_down": _boolean(),
    "gap_size_pts": _numeric("-40 -20 -10 -4 0 4 10 20 40", unit="pts"),
    "gap_size_pct_adr": _numeric("0 10 25 50 75 100", 0),
    "gap_class": _enum("full_up partial_up flat partial_down full_down", BAS),
    "open_vs_prev_range": _enum("above inside below", CAT),
    "open_loc_prev_range_pct": _numeric("0 25 50 75 100"),
    "gap_fill_bar": _event(),
    "gap_half_fill_bar": _event(),
    "gap_fill_pct_max": _numeric("0 25 50 75 100 150 200", 0),
    "gap_fill_by_b12": _boolean(),
    "gap_and_go": _boolean(),
    "gap_bo_test_bar": _event(),
    "gap_adverse_pct_adr": _numeric("0 10 20 30 50 75", 0),
}

OR12: dict[str, Spec] = {
    "or12_range_pct_adr": _numeric("20 35 50 65 80 100", 0),
    "or12_high_bar": Spec("bar", (TIM,)),
    "or12_low_bar": Spec("bar", (TIM,)),
    "or12_extreme_order": _enum("high_first low_first same_bar", BAS),
    "or12_dir": _enum("bull bear doji", BAS),
    "or12_bo_up_bar": _event(),
    "or12_bo_dn_bar": _event(),
    "or12_first_bo": _enum(_FIRST_SIDE, OCC, BAS),
    "or12_bo_sides": _enum(_SIDES, OCC, BAS),
    "or12_first_close_bo_bar": _event(),
    "or12_opp_bo_after_bo": _boolean(),
    "or12_ext_up_pct": _numeric(_EXTENSION, 0),
    "or12_ext_dn_pct": _numeric(_EXTENSION, 0),
    "or12_mm_up_bar": _event(),
    "or12_mm_dn_bar": _event(),
    "or12_hod_or_lod_set": _boolean(),
    "bar1_trend": _enum("bull bear none", OCC, BAS),
    "first_pullback_bar": _event(),
    "first_pullback_resumed_bar": _event(),
}

GLOBEX: dict[str, Spec] = {
    "gx_range_pct_adr": _numeric("25 40 60 80 100 150", 0),
    "open_loc_gx_pct": _numeric("0 25 50 75 100"),
    "gx_vs_prev_range": _enum("outside higher lower inside", BAS),
    "gx_above_coy_pct": _numeric("0 1 25 50 75 99 100", 0, 100),
    "gxh_bo_bar": _event(),
    "gxl_bo_bar": _event(),
    "gx_first_bo": _enum(_FIRST_SIDE, OCC, BAS),
    "gx_bo_sides": _enum(_SIDES, OCC, BAS),
    "gx_bo_by_b12": _enum(_SIDES, OCC, BAS),
    "gxh_bo_failed": _boolean(),
    "gxl_bo_failed": _boolean(),
    "gx_mid_touch_bar": _event(),
    "close_vs_gx": _enum("above inside below", CAT),
}

SPECS: dict[str, Spec] = {**GAPS, **OR12, **GLOBEX}


def is_active(value: Value) -> bool:
    """Whether something happened: a bar above 0, true, any label but `none` and `doji` (statistics.md)."""
    if isinstance(value, str):
        return value not in ("none", "doji")
    return value is not None and value > 0


def display_label(label: str) -> str:
    """A catalogue value as it is read: `full_up` becomes `Full up`."""
    return label.replace("_", " ").capitalize()
