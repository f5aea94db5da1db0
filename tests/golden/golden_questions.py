"""The questions of `es_questions.json`, without their answers."""

from dataclasses import dataclass, field
from typing import Any

Filters = dict[str, dict[str, Any]]
Figures = dict[str, tuple[str, ...]]
Wanted = dict[str, Figures]

OCC: Figures = {"occurrence": ("occurrence", "occurrence_days", "total_days", "confidence_interval")}
AGAINST: Figures = {"occurrence": ("occurrence_days", "total_days", "others")}
TIMES: Figures = {
    "timing_analysis": ("total_occurrences", "median_bar", "mean_bar", "q1", "q3", "iqr", "by_bar_days")
}
PERIODS: Figures = {"period_probability": ("periods", "most_likely_period")}
HOURS: Figures = {"time_distribution": ("hours",)}
LABELS: Figures = {"basic_distribution": ("labels",)}
SHARES: Figures = {"categorical_distribution": ("distribution", "total_observations", "labels")}
NUMBERS: Figures = {
    "basic_distribution": ("n", "mean", "std", "min", "q1", "median", "q3", "max", "median_interval")
}
RANGES: Figures = {"percentage_distribution": ("summary", "stats", "distribution")}
REACHED: Figures = {"threshold_analysis": ("full_range", "median", "reached")}


@dataclass(frozen=True, slots=True)
class Golden:
    """One question: its English, the filter map of the API, the figures whose values are kept."""

    id: str
    question: str
    filters: Filters = field(default_factory=dict)
    wanted: Wanted = field(default_factory=dict)
    dates: tuple[str, str] | None = None


def on(operator: str, value: Any, by_bar: int | None = None) -> dict[str, Any]:
    """One entry of a filter map."""
    entry = {"operator": operator, "value": value}
    return entry if by_bar is None else {**entry, "by_bar": by_bar}


WHOLE = [
    Golden(
        "e01",
        "All sessions: how often does it gap up, when do gaps fill, where does it close against Globex?",
        wanted={
            "gap_up": OCC,
            "gap_fill_bar": OCC | TIMES | PERIODS | HOURS,
            "gap_class": LABELS,
            "close_vs_gx": SHARES,
        },
    ),
    Golden("e02", "All sessions: how large are gaps?", wanted={"gap_size_pts": NUMBERS | RANGES | REACHED}),
    Golden(
        "e03",
        "All sessions: where are the opening range's extremes set?",
        wanted={"or12_high_bar": TIMES, "or12_low_bar": TIMES, "or12_extreme_order": LABELS},
    ),
    Golden(
        "e04",
        "The calendar year 2025 by Date_Range: how often is each side of the opening range broken?",
        {"Date_Range": on("range", ["2025-01-01", "2025-12-31"])},
        {"or12_bo_sides": OCC | LABELS, "or12_bo_up_bar": OCC | TIMES},
    ),
    Golden("e05", "One day by Date_Range.", {"Date_Range": on("range", ["2024-08-05", "2024-08-05"])}),
    Golden(
        "e06",
        "A range around the missing session of 2025-06-30 and its half day.",
        {"Date_Range": on("range", ["2025-06-27", "2025-07-07"])},
        {"gap_up": OCC},
    ),
]

SINGLE = [
    Golden(
        "e07",
        "Gap up days: how often does the gap fill?",
        {"gap_up": on("=", True)},
        {"gap_fill_bar": AGAINST | TIMES, "gap_fill_by_b12": AGAINST},
    ),
    Golden("e08", "No gap up (flat or down).", {"gap_up": on("!=", True)}, {"or12_dir": LABELS}),
    Golden("e09", "Gap up, down or flat: any day with a yesterday.", {"gap_down": on("in", [True, False])}),
    Golden(
        "e10",
        "Full gaps either way: are they tested, and when?",
        {"gap_class": on("in", ["full_up", "full_down"])},
        {"gap_bo_test_bar": OCC | TIMES | PERIODS, "gap_and_go": AGAINST},
    ),
    Golden("e11", "Not a partial gap.", {"gap_class": on("not_in", ["partial_up", "partial_down"])}),
    Golden("e12", "Opened inside yesterday's range.", {"open_vs_prev_range": on("=", "inside")}),
    Golden("e13", "Opened outside yesterday's range.", {"open_vs_prev_range": on("!=", "inside")}),
    Golden(
        "e14",
        "Opened 20 points or more above the close.",
        {"gap_size_pts": on(">=", 20)},
        {"or12_range_pct_adr": NUMBERS | RANGES | REACHED},
    ),
    Golden("e15", "Opened more than 20 points below the close.", {"gap_size_pts": on("<", -20)}),
    Golden("e16", "Opened exactly at the close.", {"gap_size_pts": on("=", 0)}),
    Golden("e17", "Gap of 4, 4.25 or 4.5 points.", {"gap_size_pts": on("in", [4, 4.25, 4.5])}),
    Golden("e18", "Gap of a quarter to half of ADR10.", {"gap_size_pct_adr": on("range", [25, 50])}),
    Golden("e19", "Gap filled by bar 24.", {"gap_fill_bar": on("<=", 24)}, {"gap_half_fill_bar": TIMES}),
    Golden("e20", "Gap filled after bar 40.", {"gap_fill_bar": on(">", 40)}),
    Golden("e21", "Gap never filled.", {"gap_fill_bar": on("=", 0)}, {"gap_adverse_pct_adr": NUMBERS}),
    Golden("e22", "Gap filled on bars 1 to 12.", {"gap_fill_bar": on("range", [1, 12])}),
    Golden("e23", "Gap filled on bar 1 or never.", {"gap_fill_bar": on("in", [0, 1])}),
    Golden("e24", "Gap neither filled on bar 1 nor never.", {"gap_fill_bar": on("not_in", [0, 1])}),
    Golden(
        "e25",
        "Both sides of Globex broken.",
        {"gx_bo_sides": on("=", "both")},
        {"close_vs_gx": SHARES, "gxh_bo_failed": AGAINST, "or12_dir": LABELS},
    ),
    Golden("e26", "Globex midpoint never touched.", {"gx_mid_touch_bar": on("=", 0)}),
    Golden("e27", "Opened in the upper fifth of Globex or above.", {"open_loc_gx_pct": on(">=", 80)}),
]

BY_BAR = [
    Golden(
        "e28",
        "At bar 12 the gap is still open: how often does it fill later?",
        {"gap_fill_bar": on("=", 0, by_bar=12)},
        {"or12_bo_up_bar": AGAINST | TIMES, "gap_and_go": AGAINST},
    ),
    Golden(
        "e29",
        "At bar 24 the opening range is unbroken.",
        {"or12_first_bo": on("=", "none", by_bar=24)},
    ),
    Golden(
        "e30",
        "At bar 30 the first breakout of the opening range was up: is the other side broken too?",
        {"or12_first_bo": on("in", ["up"], by_bar=30)},
        {"or12_opp_bo_after_bo": AGAINST, "or12_ext_up_pct": NUMBERS | RANGES | REACHED},
    ),
    Golden(
        "e31", "At bar 12 no side of Globex has been broken.", {"gx_first_bo": on("=", "none", by_bar=12)}
    ),
    Golden(
        "e32",
        "At bar 30, after a close outside the opening range, no pullback has come yet.",
        {"first_pullback_bar": on("=", 0, by_bar=30)},
    ),
    Golden(
        "e33",
        "At bar 60 a pullback has come and has not resumed.",
        {"first_pullback_resumed_bar": on("=", 0, by_bar=60)},
    ),
    Golden("e34", "A measured move up is done by bar 40.", {"or12_mm_up_bar": on("!=", 0, by_bar=40)}),
]

PREVIOUS = [
    Golden(
        "e35",
        "The session before filled its gap.",
        {"gap_fill_bar_prev": on(">", 0)},
        {"gap_fill_bar": AGAINST, "gap_class": LABELS},
    ),
    Golden("e36", "The session before closed above Globex.", {"close_vs_gx_prev": on("=", "above")}),
    Golden(
        "e37",
        "Gap up twice in a row.",
        {"gap_up": on("=", True), "gap_up_prev": on("=", True)},
        {"gap_fill_by_b12": AGAINST},
    ),
    Golden("e38", "The session before had a wide opening range.", {"or12_range_pct_adr_prev": on(">", 80)}),
]

COMBINED = [
    Golden(
        "e39",
        "Partial gap down, filled in the first hour, bullish opening range.",
        {
            "gap_class": on("=", "partial_down"),
            "gap_fill_by_b12": on("=", True),
            "or12_dir": on("in", ["bull"]),
        },
        {"or12_first_bo": LABELS | AGAINST, "gx_above_coy_pct": RANGES | REACHED},
    ),
    Golden(
        "e40",
        "2025: gap up, narrow opening range, Globex high broken in the first hour.",
        {
            "gap_up": on("=", True),
            "or12_range_pct_adr": on("<", 50),
            "gx_bo_by_b12": on("in", ["up_only", "both"]),
        },
        {"or12_bo_up_bar": AGAINST | TIMES, "or12_bo_dn_bar": AGAINST | HOURS},
        ("2025-01-01", "2025-12-31"),
    ),
    Golden(
        "e41",
        "Bull trend bar 1, opened inside, opening range low first, breakout up before noon.",
        {
            "bar1_trend": on("=", "bull"),
            "open_vs_prev_range": on("=", "inside"),
            "or12_extreme_order": on("=", "low_first"),
            "or12_bo_up_bar": on("range", [13, 30]),
        },
        {"or12_mm_up_bar": OCC, "or12_hod_or_lod_set": AGAINST},
    ),
    Golden(
        "e42",
        "Five filters: gap down, open at bar 12, bearish opening range, Globex low broken, no gap up before.",
        {
            "gap_down": on("=", True),
            "gap_fill_bar": on("=", 0, by_bar=12),
            "or12_dir": on("!=", "bull"),
            "gxl_bo_bar": on(">=", 1),
            "gap_up_prev": on("=", False),
        },
        {"gxl_bo_failed": AGAINST, "close_vs_gx": SHARES, "or12_ext_dn_pct": NUMBERS},
    ),
    Golden(
        "e43",
        "Five filters on numbers and bars.",
        {
            "gap_size_pct_adr": on("<=", 40),
            "open_loc_prev_range_pct": on("range", [0, 100]),
            "gx_range_pct_adr": on("<", 80),
            "or12_range_pct_adr": on(">=", 35),
            "or12_first_close_bo_bar": on("<=", 40),
        },
        {"first_pullback_bar": OCC | TIMES, "gap_fill_pct_max": RANGES},
    ),
    Golden(
        "e44",
        "Nothing can match: the gap never filled and filled in the first hour.",
        {"gap_fill_bar": on("=", 0), "gap_fill_by_b12": on("=", True)},
    ),
]

QUESTIONS = [*WHOLE, *SINGLE, *BY_BAR, *PREVIOUS, *COMBINED]
