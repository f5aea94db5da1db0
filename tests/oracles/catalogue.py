"""What the statistics need to know of each feature, copied by hand from features.md sections 4 and 5."""

from dataclasses import dataclass, replace
from typing import Literal

from tests.oracles.days import Value

Kind = Literal["boolean", "enum", "event", "bar", "count", "numeric", "date"]

OCC, TIM, PER, TD = "occurrence", "timing_analysis", "period_probability", "time_distribution"
PCT, THR = "percentage_distribution", "threshold_analysis"
BAS, CAT = "basic_distribution", "categorical_distribution"
EXT, BMO, STR = "extreme_timing", "binary_multi_occurrence", "streak_analysis"
HL, EMA, ATH = "hod_lod_analysis", "ema_accumulation", "ath_analysis"


@dataclass(frozen=True, slots=True)
class Spec:
    """One feature: `event` is an integer bar with 0 for none, `bar` an integer bar that always is one,
    `count` how often something happened, within `value_range` (a hint, not a clamp).

    `sides` are those a module of sessions looks at: high and low of extremes, above and below of an average
    or of zero; `span` is the bars of the day that count. `read_as` are the names of labels that have some.
    """

    kind: Kind
    modules: tuple[str, ...]
    labels: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()
    edges: tuple[float, ...] = ()
    hard_min: float | None = None
    hard_max: float | None = None
    unit: str | None = None
    value_range: tuple[int, int] | None = None
    sides: tuple[str, ...] = ()
    span: int = 81


def _boolean(*modules: str) -> Spec:
    return Spec("boolean", (OCC, *modules))


def _count(*modules: str, most: int = 81, least: int = 0, sides: str = "", span: int = 81) -> Spec:
    return Spec("count", modules, value_range=(least, most), sides=tuple(sides.split()), span=span)


def _extreme(sides: str) -> Spec:
    return Spec("bar", (TIM, PER, TD, HL), sides=tuple(sides.split()))


def _event() -> Spec:
    return Spec("event", (OCC, TIM, PER, TD))


def _numeric(edges: str, low: float | None = None, high: float | None = None, unit: str = "%") -> Spec:
    cuts = tuple(float(edge) for edge in edges.split())
    return Spec("numeric", (PCT, THR, BAS), edges=cuts, hard_min=low, hard_max=high, unit=unit)


def _enum(labels: str, *modules: str) -> Spec:
    return Spec("enum", modules, labels=tuple(labels.split()))


_EARLY_MONTHS = ("January", "February", "March", "April", "May", "June")
_MONTHS = (*_EARLY_MONTHS, "July", "August", "September", "October", "November", "December")
_SIDES = "none up_only down_only both"
_FIRST_SIDE = "none up down both_same_bar"
_EXTENSION = "0 31 62 124 186 240"
_POSITION = "above inside below"
_AVERAGE = "above below at"
_DAY_TYPES = "trend_bull trend_bear reversal_bull reversal_bear bull_close bear_close trading_range"

GAPS: dict[str, Spec] = {
    "gap_up": _boolean(STR),
    "gap_down": _boolean(STR),
    "gap_size_pts": _numeric("-40 -20 -10 -4 0 4 10 20 40", unit="pts"),
    "gap_size_pct_adr": _numeric("0 10 25 50 75 100", 0),
    "gap_class": _enum("full_up partial_up flat partial_down full_down", BAS),
    "open_vs_prev_range": _enum("above inside below", CAT),
    "open_loc_prev_range_pct": _numeric("0 25 50 75 100"),
    "gap_fill_bar": _event(),
    "gap_half_fill_bar": _event(),
    "gap_fill_pct_max": _numeric("0 25 50 75 100 150 200", 0),
    "gap_fill_by_b12": _boolean(STR),
    "gap_and_go": _boolean(STR),
    "gap_bo_test_bar": _event(),
    "gap_adverse_pct_adr": _numeric("0 10 20 30 50 75", 0),
}

OR6: dict[str, Spec] = {
    "or6_range_pct_adr": _numeric("20 35 50 65 80 100", 0),
    "or6_dir": _enum("bull bear doji", BAS),
    "or6_bo_up_bar": _event(),
    "or6_bo_dn_bar": _event(),
    "or6_first_bo": _enum(_FIRST_SIDE, OCC, BAS),
    "or6_bo_sides": _enum(_SIDES, OCC, BAS),
    "or6_opp_bo_after_bo": _boolean(STR),
    "or6_ext_up_pct": _numeric(_EXTENSION, 0),
    "or6_ext_dn_pct": _numeric(_EXTENSION, 0),
    "or6_mm_up_bar": _event(),
    "or6_mm_dn_bar": _event(),
    "or6_hod_or_lod_set": _boolean(STR),
    "or6_close_loc_pct": _numeric("0 20 40 60 80 100", 0, 100),
    "or6_dir_holds_eod": _boolean(STR),
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
    "or12_opp_bo_after_bo": _boolean(STR),
    "or12_ext_up_pct": _numeric(_EXTENSION, 0),
    "or12_ext_dn_pct": _numeric(_EXTENSION, 0),
    "or12_mm_up_bar": _event(),
    "or12_mm_dn_bar": _event(),
    "or12_hod_or_lod_set": _boolean(STR),
    "bar1_trend": _enum("bull bear none", OCC, BAS),
    "first_pullback_bar": _event(),
    "first_pullback_resumed_bar": _event(),
}

OR18: dict[str, Spec] = {
    "or18_range_pct_adr": _numeric("25 40 50 65 80 100", 0),
    "or18_dir": _enum("bull bear doji", BAS),
    "or18_half_adr": _boolean(STR),
    "or18_bo_up_bar": _event(),
    "or18_bo_dn_bar": _event(),
    "or18_first_bo": _enum(_FIRST_SIDE, OCC, BAS),
    "or18_bo_sides": _enum(_SIDES, OCC, BAS),
    "or18_opp_bo_after_bo": _boolean(STR),
    "or18_ext_up_pct": _numeric(_EXTENSION, 0),
    "or18_ext_dn_pct": _numeric(_EXTENSION, 0),
    "or18_mm_up_bar": _event(),
    "or18_mm_dn_bar": _event(),
    "or18_hod_or_lod_set": _boolean(STR),
    "or18_quick_fail_bar": _event(),
    "opening_reversal_b18": _enum("bull bear none", OCC, BAS),
}

RANGE: dict[str, Spec] = {
    "day_range_pts": _numeric("15 25 40 60 80 120", 0, unit="pts"),
    "day_range_pct_adr": _numeric("50 75 100 125 150 200", 0),
    "adr10_pts": _numeric("15 25 40 60 80 120", 0, unit="pts"),
    "bar1_range_pct_adr": _numeric("5 10 15 25 40", 0),
    "range_50adr_bar": _event(),
    "range_100adr_bar": _event(),
    "nr7": _boolean(STR),
    "inside_day": _boolean(STR),
    "outside_day": _boolean(STR),
    "new_high_count": _count(EXT, BAS, BMO, sides="high"),
    "new_low_count": _count(EXT, BAS, BMO, sides="low"),
    "range_growth_after_b18_pct": _numeric("0 25 50 100 150 200", 0),
    "ttr_bar": _event(),
}

BREAKOUTS: dict[str, Spec] = {
    "hoy_bo_bar": _event(),
    "loy_bo_bar": _event(),
    "prev_first_bo": _enum(_FIRST_SIDE, OCC, BAS),
    "prev_bo_sides": _enum(_SIDES, OCC, BAS),
    "prev_bo_by_b12": _enum(_SIDES, OCC, BAS),
    "hoy_close_bo_bar": _event(),
    "loy_close_bo_bar": _event(),
    "hoy_reentry_bar": _event(),
    "loy_reentry_bar": _event(),
    "hoy_bo_failed": _boolean(STR),
    "loy_bo_failed": _boolean(STR),
    "hoy_ext_pct": _numeric("0 10 25 50 100", 0),
    "loy_ext_pct": _numeric("0 10 25 50 100", 0),
    "coy_touch_bar": _event(),
    "close_vs_prev_range": _enum(_POSITION, CAT),
    "hoy_second_bo_bar": _event(),
    "loy_second_bo_bar": _event(),
}

ORCL: dict[str, Spec] = {
    "or12_close_loc_pct": _numeric("0 20 40 60 80 100", 0, 100),
    "or18_close_loc_pct": _numeric("0 20 40 60 80 100", 0, 100),
    "or12_close_third": _enum("upper middle lower", CAT),
    "or18_close_third": _enum("upper middle lower", CAT),
    "or12_close_vs_prev_range": _enum(_POSITION, CAT),
    "or18_close_vs_prev_range": _enum(_POSITION, CAT),
    "or12_close_vs_gx": _enum(_POSITION, CAT),
    "eod_close_vs_or12": _enum(_POSITION, CAT),
    "eod_close_vs_or18": _enum(_POSITION, CAT),
    "or12_dir_holds_eod": _boolean(STR),
    "or18_dir_holds_eod": _boolean(STR),
}

REGIME: dict[str, Spec] = {
    "ema20_open_side": _enum(_AVERAGE, CAT),
    "ema20_bars_above": _count(EMA, BAS, sides="above"),
    "ema20_bars_below": _count(EMA, BAS, sides="below"),
    "ema20_bars_above_b18": _count(EMA, BAS, most=18, sides="above", span=18),
    "ema20_first_touch_bar": _event(),
    "ema20_first_flip_bar": _event(),
    "ema20_flip_count": _count(BAS),
    "ema20_max_gap_run": _count(BAS),
    "ema20_gb20_bar": _event(),
    "ema20_eod_streak": _count(EMA, STR, BAS, least=-81, sides="above below"),
    "ema20_day_regime": Spec(
        "enum", (EMA, BAS), labels=("above", "below", "mixed"), sides=("above", "below")
    ),
    "ema20_side_b18": _enum(_AVERAGE, CAT),
    "d_ema20_side": _enum(_AVERAGE, CAT, STR),
    "always_in_b18": _enum("long short none", OCC, BAS),
    "always_in_flips": _count(BAS, BMO),
}

EOD: dict[str, Spec] = {
    "hod_bar": _extreme("high"),
    "lod_bar": _extreme("low"),
    "first_extreme_bar": _extreme("high low"),
    "extreme_order": _enum("high_first low_first same_bar", BAS),
    "close_ibs": _numeric("0 10 25 50 75 90 100", 0, 100),
    "close_above_open": _boolean(STR),
    "close_above_coy": _boolean(STR),
    "net_change_pct_adr": _numeric("-100 -60 -30 0 30 60 100"),
    "day_type": _enum(_DAY_TYPES, BAS),
    "trend_from_open": _enum("bull bear none", OCC, BAS),
    "late_extreme": _enum(_SIDES, OCC, BAS),
    "last_hour_dir": _enum("bull bear doji", BAS),
    "rod_dir_b18": _enum("bull bear doji", BAS),
    "rod_move_b18_pct_adr": _numeric("-75 -40 -15 0 15 40 75"),
    "mfe_up_b18_pct_adr": _numeric("0 15 30 50 75 100", 0),
    "mfe_dn_b18_pct_adr": _numeric("0 15 30 50 75 100", 0),
    "ath_made": _boolean(ATH, STR),
    "ath_first_bar": Spec("event", (OCC, TIM, PER, TD, ATH)),
    "open_touch_count": _count(OCC, BAS, BMO),
    "bull_day_streak": _count(STR, BAS, least=-30, most=30, sides="above below"),
    "close_streak": _count(STR, BAS, least=-30, most=30, sides="above below"),
    "max_pullback_bull_pct_adr": _numeric("15 30 50 75 100", 0),
    "max_pullback_bear_pct_adr": _numeric("15 30 50 75 100", 0),
    "day_body_pct": _numeric("-75 -50 -25 0 25 50 75", -100, 100),
    "rod_dir_b54": _enum("bull bear doji", BAS),
    "rod_move_b54_pct_adr": _numeric("-50 -25 -10 0 10 25 50"),
}

DAYDATE: dict[str, Spec] = {
    "trade_date": Spec("date", ()),
    "weekday": _enum("Mon Tue Wed Thu Fri", BAS),
    "month": replace(_enum("1 2 3 4 5 6 7 8 9 10 11 12", BAS), read_as=_MONTHS),
    "year": _enum("", BAS),
    "trading_day_of_month": _count(BAS, least=1, most=23),
    "is_opex_friday": _boolean(),
    "is_expiry_week": _boolean(),
    "is_fomc_day": _boolean(),
    "is_nfp_day": _boolean(),
    "is_cpi_day": _boolean(),
    "is_pre_holiday": _boolean(),
    "days_since_prev_session": _count(BAS, least=1, most=6),
    "prev_short_session": _boolean(),
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
    "gxh_bo_failed": _boolean(STR),
    "gxl_bo_failed": _boolean(STR),
    "gx_mid_touch_bar": _event(),
    "close_vs_gx": _enum("above inside below", CAT),
}

SPECS: dict[str, Spec] = {
    **GAPS,
    **OR6,
    **OR12,
    **OR18,
    **RANGE,
    **BREAKOUTS,
    **ORCL,
    **REGIME,
    **EOD,
    **DAYDATE,
    **GLOBEX,
}


def is_active(value: Value) -> bool:
    """Whether something happened: a bar above 0, true, any label but `none` and `doji` (statistics.md)."""
    if isinstance(value, str):
        return value not in ("none", "doji")
    return value is not None and value > 0


def display_label(label: str, spec: Spec) -> str:
    """A catalogue value as it is read: `full_up` becomes `Full up`, month `1` January."""
    if spec.read_as:
        return spec.read_as[spec.labels.index(label)]
    return label.replace("_", " ").capitalize()
