"""What a question's results say of its filters: look-ahead, what is decided, and shared bars."""

from collections.abc import Iterable, Mapping, Sequence

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.results import SharedBars
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.look_ahead import known_at_bar, later_by_feature
from core.statistics.answer import Marks


def deciding(index: SnapshotIndex, query: FilterQuery) -> dict[str, list[str]]:
    """By conditioned feature the filters that name or decide it; one that names its `_prev` twin does not."""
    found: dict[str, list[str]] = {}
    for condition in query.conditions:
        named = () if condition.prev else (condition.feature,)
        for name in {*named, *index.decided(condition)}:
            found.setdefault(name, []).append(condition.name)
    return found


def marks_of(
    index: SnapshotIndex,
    query: FilterQuery,
    definitions: Iterable[FeatureDefinition],
    decided: Mapping[str, Sequence[str]],
) -> dict[str, Marks]:
    """The marks of several features, by name; `decided` is `deciding`."""
    asked = list(definitions)
    later = later_by_feature(asked, query, index.catalogue)
    return {
        each.name: Marks(
            look_ahead=later[each.name],
            decided_by=decided.get(each.name, ()),
            shared_bars=shared_bars(each, query, index.catalogue),
            days_cluster=each.name in index.clustered,
        )
        for each in asked
    }


def shared_bars(definition: FeatureDefinition, query: FilterQuery, catalogue: Catalogue) -> SharedBars | None:
    """The bars that filters on other features have read and this one's span begins with or before."""
    first = definition.spans_from
    known = [
        (each.feature, known_at_bar(each, catalogue))
        for each in query.conditions
        if not each.prev and each.feature != definition.name
    ]
    sharing = [(name, bar) for name, bar in known if first is not None and first <= bar]
    if first is None or not sharing:
        return None
    last = max(bar for _, bar in sharing)
    twin = catalogue.clean_twin(definition, last)
    names = list(dict.fromkeys(name for name, _ in sharing))
    return SharedBars(names, first, last, None if twin is None else twin.name)
