"""An answer becomes rows: one per number, with its path, its bar and its n."""

from msgspec.structs import replace

from core.build.tables import Figure, figures_of, stability_table
from core.contracts.results import (
    FeatureResult,
    ModuleData,
    ModuleMetadata,
    ModuleResult,
    ResultMetadata,
    SampleSize,
)
from core.contracts.results.rates import Interval, Occurrence, Rate, TimingAnalysis, YearRate
from core.contracts.results.sessions import (
    BarQuartiles,
    Continuation,
    DailyUpdates,
    EmaAccumulation,
    EmaStreaks,
    ExtremeTiming,
    RegimeBalance,
    RegimePersistence,
    StreakAnalysis,
    StreakStats,
)
from core.contracts.results.spreads import (
    CategoricalDistribution,
    LabelCount,
    Moments,
    PercentageDistribution,
    RangeSummary,
)
from core.evidence.stability import Stability
from core.evidence.stability import YearRate as EvidenceYear
from core.figures.verdict import PValues, years_verdict

OCCURRENCE = Occurrence(0.5, 2, 4, Interval(0.15, 0.85), Rate(0.5, 2, 4))
TIMING = TimingAnalysis(2, 4.5, 4.5, 3.75, 5.25, 1.5, {"3": 1, "6": 1}, [0, 0, 1, 1, 1, 2])
PERCENTAGES = PercentageDistribution(
    RangeSummary([0.0, 9.0], 4.0, [2.0, 6.0]), Moments(4.0, None, None), {"< 5 pts": [3, 75.0]}
)
LABELS = CategoricalDistribution(
    {"Above": [1, 100.0]}, 1, [LabelCount("Above", "above", 1, 100.0, Interval(0.2, 1.0))]
)
STREAKS = StreakAnalysis(2, 2, 100.0, {"2": 1}, StreakStats(2.0, 2), 2.0, [Continuation(1, 1.0, 1)])
EMA_DAYS = EmaAccumulation(
    True,
    RegimeBalance(None, None, []),
    RegimePersistence(0, None, None, None, [], None),
    EmaStreaks(None, None),
    BarQuartiles([10.0, 20.0, 30.0]),
)


def result(module: str, data: ModuleData | None) -> FeatureResult:
    answer = ModuleResult("success", "", data, None, ModuleMetadata(4, 0))
    metadata = ResultMetadata("", "GAPS", "numeric", None, 81, SampleSize(4, "small"), False, [])
    return FeatureResult("gap", metadata, {module: answer})


def figures(module: str, data: ModuleData | None) -> list[Figure]:
    return list(figures_of({"gap": result(module, data)}))


def values(module: str, data: ModuleData) -> dict[tuple[str, int | None], float]:
    return {(each.figure, each.bar): each.value for each in figures(module, data)}


def test_a_figure_carries_its_path_and_its_n_and_a_null_has_no_row() -> None:
    found = figures("occurrence", OCCURRENCE)
    assert Figure("gap", "occurrence", "confidence_interval.lower", None, 0.15, 4) in found
    assert {each.figure for each in found} == {
        "occurrence",
        "occurrence_days",
        "total_days",
        "confidence_interval.lower",
        "confidence_interval.upper",
        "baseline.occurrence",
        "baseline.occurrence_days",
        "baseline.total_days",
    }


def test_a_year_s_figures_are_named_by_the_year() -> None:
    years = [
        YearRate(2024, 4, 2, 0.5, Interval(0.15, 0.85)),
        YearRate(2025, 0, 0, None, Interval(None, None)),
    ]
    said = years_verdict(PValues(0.25, 0.5, 20), by_coin=True)
    found = values("occurrence", replace(OCCURRENCE, years=years, years_verdict=said))
    assert found["years.2024.occurrence", None] == 0.5
    assert found["years.2024.confidence_interval.upper", None] == 0.85
    assert found["years.2025.days", None] == 0
    assert ("years.2024.year", None) not in found
    assert (found["years_verdict.p", None], found["years_verdict.adjusted_p", None]) == (0.25, 0.5)


def test_the_stability_of_an_occurrence_has_the_test_of_its_answer() -> None:
    said = years_verdict(PValues(0.01, 0.5, 20), by_coin=True)
    answered = result("occurrence", replace(OCCURRENCE, years_verdict=said))
    years = (EvidenceYear(2024, 4, 2, 0.5, 0.15, 0.85), EvidenceYear(2025, 2, 1, 0.5, 0.1, 0.9))
    rows = stability_table([Stability("gap", years, 3.5)], {"gap": answered}).to_pylist()
    assert [(row["year"], row["n"], row["design_effect"], row["days_cluster"]) for row in rows] == [
        (2024, 4, 3.5, True),
        (2025, 2, 3.5, True),
    ]
    assert {(row["p_value"], row["adjusted_p"], row["verdict"]) for row in rows} == {
        (0.01, 0.5, "looks_different")
    }


def test_bars_are_a_column() -> None:
    found = values("timing_analysis", TIMING)
    assert [found["by_bar_days", bar] for bar in range(1, 7)] == [0, 0, 1, 1, 1, 2]
    assert (found["distribution", 3], found["distribution", 6]) == (1, 1)
    assert found["median_bar", None] == 4.5


def test_pairs_and_labels_have_names() -> None:
    found = values("percentage_distribution", PERCENTAGES)
    assert found["summary.full_range.min", None] == 0
    assert found["summary.iqr_range.q3", None] == 6
    assert found["distribution.< 5 pts.count", None] == 3
    assert found["distribution.< 5 pts.pct", None] == 75
    found = values("categorical_distribution", LABELS)
    assert found["labels.Above.confidence_interval.upper", None] == 1
    assert found["distribution.Above.pct", None] == 100


def test_streaks_are_named_by_their_length_and_quartiles_by_their_names() -> None:
    found = values("streak_analysis", STREAKS)
    assert found["streak_distribution.2", None] == 1
    assert found["streak_stats.max_streak", None] == 2
    assert values("ema_accumulation", EMA_DAYS)["distribution_stats.quartiles.median", None] == 20


def test_final_extremes_by_bar_are_a_column() -> None:
    extremes = ExtremeTiming(DailyUpdates(1.0, 1.0, 1), {}, [0, 1, 2])
    found = values("extreme_timing", extremes)
    assert [found["final_by_bar_days", bar] for bar in (1, 2, 3)] == [0, 1, 2]


def test_a_module_that_failed_has_no_rows() -> None:
    assert figures("occurrence", None) == []
