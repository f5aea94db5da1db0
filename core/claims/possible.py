"""Whether conditions on one feature can hold together: filters that exclude each other make no claim."""

from collections import defaultdict

import numpy as np

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.figures.formulas import Floats
from core.question.bitmaps import matching
from core.question.conditions import Condition, FilterQuery, sentence
from core.question.filter_values import refuse


def require_possible(query: FilterQuery, catalogue: Catalogue) -> None:
    """Raise unless for every feature some value passes all plain conditions on it.

    Raises:
        InvalidRequest: `impossible_filters`.
    """
    by_feature: dict[tuple[str, int], list[Condition]] = defaultdict(list)
    for each in query.filters:
        if isinstance(each, Condition) and each.dates is None and each.by_bar is None:
            by_feature[each.feature, each.prev].append(each)
    for (name, _), asked in by_feature.items():
        definition = catalogue.by_name[name]
        if definition.kind == "date":
            continue
        values = _values(definition, asked)
        if not np.all([matching(definition, values, each.operator, each.value) for each in asked], 0).any():
            words = " and ".join(sentence(each, catalogue) for each in asked)
            refuse("impossible_filters", f"{words} hold on no day; remove or change one of them.")


def _values(definition: FeatureDefinition, asked: list[Condition]) -> Floats:
    """Every value of the feature; if unknown, the values in its conditions and between them."""
    if definition.kind != "numeric" and not definition.range_is_hint:
        coded = definition.coded_values
        return np.asarray(coded if isinstance(coded, range) else range(len(coded)), dtype=np.float64)
    named = [each.value if isinstance(each.value, tuple) else (each.value,) for each in asked]
    ends = np.unique(np.array([float(number) for numbers in named for number in numbers]))
    between = (ends[1:] + ends[:-1]) / 2
    return np.concatenate(([ends[0] - 1], ends, between, [ends[-1] + 1]))
