"""Which days count as active, and on which bars events fell."""

from __future__ import annotations

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR
from core.modules.feature_view import FeatureView, Scale, Tally


def active_days(view: FeatureView, tally: Tally) -> int:
    """Days on which the feature was active.

    True for a boolean, any label but the neutral one for an enum, a value above 0 for bars and counts.
    """
    definition = view.definition
    if definition.kind == "enum":
        neutral = definition.neutral_label
        return tally.n - (0 if neutral is None else int(tally.counts[definition.labels.index(neutral)]))
    return int(tally.counts[first_active(definition, view.scale) :].sum())


def first_active(definition: FeatureDefinition, scale: Scale) -> int:
    """The first code of a boolean, a bar or a count that is active; all after it are."""
    return 1 if definition.kind == "boolean" else max(0, 1 - scale.first)


def bar_counts(view: FeatureView, tally: Tally) -> list[int]:
    """Event days by bar, 81 long: position k - 1 holds the days whose event came on bar k."""
    by_value = [0] * view.scale.first + tally.counts.tolist()
    bars: list[int] = by_value[1 : LAST_BAR + 1]
    return bars + [0] * (LAST_BAR - len(bars))
