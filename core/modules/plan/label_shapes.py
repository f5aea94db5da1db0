"""An enum's labels, with holes."""

from __future__ import annotations

from core.contracts.catalogue import display_label
from core.contracts.results import CategoricalDistribution, LabelCount, LabelDistribution, LabelShare
from core.modules.plan.days import Days, Sides


def label_distribution(sides: Sides) -> LabelDistribution:
    """`core.modules.basic_distribution` of an enum, with holes."""
    days = sides.matched
    neutral = days.definition.neutral_label
    labels = sorted(_label_counts(days, sides.others), key=lambda label: label.value == neutral)
    return LabelDistribution(days.shown(days.n), labels, days.distinct("labels"), days.distinct("labels q"))


def categorical_distribution(sides: Sides) -> CategoricalDistribution:
    """`core.modules.categorical_distribution` with holes."""
    days, others = sides.matched, sides.others
    labels = _label_counts(days, others)
    return CategoricalDistribution(
        distribution=_by_label(labels),
        total_observations=days.shown(days.n),
        labels=labels,
        p_value=days.distinct("labels"),
        q_value=days.distinct("labels q"),
        others=_untested(others),
    )


def _untested(days: Days) -> CategoricalDistribution:
    labels = _label_counts(days, None)
    return CategoricalDistribution(_by_label(labels), days.shown(days.n), labels)


def _by_label(labels: list[LabelCount]) -> dict[str, list[float | None]]:
    return {label.label: [label.count, label.pct] for label in labels}


def _label_counts(days: Days, others: Days | None) -> list[LabelCount]:
    beside = [None] * days.size if others is None else _shares(others)
    return [
        LabelCount(
            label=display_label(label),
            value=label,
            count=days.shown(met),
            pct=days.pct(met, days.n),
            confidence_interval=days.wilson(met, days.n),
            others=share,
        )
        for label, met, share in zip(days.definition.labels, days.codes(), beside, strict=True)
    ]


def _shares(days: Days) -> list[LabelShare | None]:
    return [LabelShare(days.shown(met), days.pct(met, days.n)) for met in days.codes()]
