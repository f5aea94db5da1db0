"""Which filters know more than what is read could have known (rulings 18 and 19)."""

from collections.abc import Iterable, Mapping

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.known_at import LAST_BAR, KnownAt
from core.query.conditions import Condition, FilterQuery


def known_at_bar(condition: Condition, catalogue: Catalogue) -> int:
    """The bar at whose close a filter is certain; a previous day's is before the open."""
    return 0 if condition.prev else catalogue.by_name[condition.feature].known_at_bar(condition.by_bar)


def later_filters(definition: FeatureDefinition, query: FilterQuery, catalogue: Catalogue) -> list[str]:
    """Filters that are known later than `definition` can resolve; for an event, not earlier."""
    return later_by_feature([definition], query, catalogue)[definition.name]


def later_by_feature(
    definitions: Iterable[FeatureDefinition], query: FilterQuery, catalogue: Catalogue
) -> dict[str, list[str]]:
    """`later_filters` of several features, by name."""
    late_from = {each.name: earliest_late(each) for each in definitions}
    return {name: [] for name in late_from} | later_than(late_from, query, catalogue)


def later_than(
    late_from: Mapping[str, int], query: FilterQuery, catalogue: Catalogue
) -> dict[str, list[str]]:
    """`later_filters` of the features that have some; `late_from` is `earliest_late` by name."""
    known = [(condition.feature, known_at_bar(condition, catalogue)) for condition in query.conditions]
    last = max((bar for _, bar in known), default=-1)
    return {
        name: list(dict.fromkeys(feature for feature, bar in known if bar >= earliest))
        for name, earliest in late_from.items()
        if last >= earliest
    }


def earliest_late(definition: FeatureDefinition) -> int:
    """The first bar at which a filter is known too late for a feature."""
    return definition.resolves_from + (definition.known_at != KnownAt.EVENT)


def looks_ahead(definitions: Iterable[FeatureDefinition], query: FilterQuery, catalogue: Catalogue) -> bool:
    """Whether any of several features has `later_filters`."""
    last = max((known_at_bar(condition, catalogue) for condition in query.conditions), default=-1)
    return any(last >= earliest_late(each) for each in definitions)


def hindsight(query: FilterQuery, catalogue: Catalogue) -> bool:
    """Whether a filter is certain only at the day's close: a filter for study, not for decisions."""
    return any(known_at_bar(condition, catalogue) == LAST_BAR for condition in query.conditions)
