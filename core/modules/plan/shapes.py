"""The modules' answers with holes, field for field those of the modules they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.contracts.results import (
    Difference,
    LabelDistribution,
    ModuleData,
    NumberDistribution,
    Occurrence,
    Rate,
)
from core.modules.activity import active_codes
from core.modules.plan.days import Days, Sides, holes
from core.modules.plan.event_shapes import period_probability, time_distribution, timing_analysis
from core.modules.plan.extreme_shapes import binary_multi_occurrence, extreme_timing
from core.modules.plan.figures import Count, Wanted
from core.modules.plan.label_shapes import categorical_distribution, label_distribution
from core.modules.plan.number_shapes import number_distribution, percentage_distribution, threshold_analysis
from core.modules.plan.run_shapes import ema_accumulation, streak_analysis


def occurrence(sides: Sides) -> Occurrence:
    """`core.modules.occurrence` with holes."""
    here, there, wanted = sides.matched, sides.others, sides.matched.wanted
    active, other_active = _active(here), _active(there)
    shares = wanted.place("wilson", active, here.n), wanted.place("wilson", other_active, there.n)
    compared = wanted.place("compared", *shares)
    lift, value, least, most = holes(compared, "lift", "difference", "least", "most")
    rate = _rate(here, active)
    return Occurrence(
        occurrence=rate.occurrence,
        occurrence_days=rate.occurrence_days,
        total_days=rate.total_days,
        confidence_interval=here.wilson(active, here.n),
        baseline=_baseline(wanted, (active, other_active), (here.n, there.n)),
        others=_rate(there, other_active),
        lift=lift,
        difference=Difference(value, least, most),
        p_value=here.distinct("activity"),
        q_value=here.distinct("activity q"),
    )


def _rate(days: Days, active: Count) -> Rate:
    return Rate(days.share(active, days.n), days.shown(active), days.shown(days.n))


def _baseline(wanted: Wanted, active: tuple[Count, Count], n: tuple[Count, Count]) -> Rate:
    both, of = wanted.place("both", *active), wanted.place("both", *n)
    shares = wanted.place("share of both", both, of)
    return Rate(*holes(shares, "share of both"), *holes(both, "both"), *holes(of, "both"))


def _active(days: Days) -> Count:
    return days.count(*active_codes(days.definition, days.scale.first, days.size))


def basic_distribution(sides: Sides) -> NumberDistribution | LabelDistribution:
    return (
        label_distribution(sides) if sides.matched.definition.kind == "enum" else number_distribution(sides)
    )


SHAPES: Mapping[str, Callable[[Sides], ModuleData]] = {
    "occurrence": occurrence,
    "timing_analysis": timing_analysis,
    "period_probability": period_probability,
    "time_distribution": time_distribution,
    "basic_distribution": basic_distribution,
    "categorical_distribution": categorical_distribution,
    "percentage_distribution": percentage_distribution,
    "threshold_analysis": threshold_analysis,
    "extreme_timing": extreme_timing,
    "hod_lod_analysis": extreme_timing,
    "binary_multi_occurrence": binary_multi_occurrence,
    "streak_analysis": streak_analysis,
    "ema_accumulation": ema_accumulation,
}
"""The modules a plan answers; the others are asked feature by feature."""
