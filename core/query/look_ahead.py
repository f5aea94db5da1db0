"""Which filters know more than what is read could have known (rulings 18 and 19)."""

from __future__ import annotations

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.known_at import LAST_BAR, KnownAt
from core.query.conditions import Condition, FilterQuery


def known_at_bar(condition: Condition, catalogue: Catalogue) -> int:
    """The bar at whose close a filter is certain; a previous day's is before the open."""
    return 0 if condition.prev else catalogue.by_name[condition.feature].known_at_bar(condition.by_bar)


def later_filters(definition: FeatureDefinition, query: FilterQuery, catalogue: Catalogue) -> list[str]:
    """Filters that are known later than `definition` can resolve; for an event, not earlier."""
    earliest_late = definition.resolves_from + (definition.known_at is not KnownAt.EVENT)
    late = (c.feature for c in query.conditions if known_at_bar(c, catalogue) >= earliest_late)
    return list(dict.fromkeys(late))


def hindsight(query: FilterQuery, catalogue: Catalogue) -> bool:
    """Whether a filter is certain only at the day's close: a filter for study, not for decisions."""
    return any(known_at_bar(condition, catalogue) == LAST_BAR for condition in query.conditions)
