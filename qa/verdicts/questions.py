"""Random questions of every kind of filter."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import AlmanacError
from core.question.conditions import FilterQuery
from core.question.filters import parse_query
from core.question.index import SnapshotIndex

Kind = Literal["no filter", "before the open", "by a bar", "end of day"]
KINDS: tuple[Kind, ...] = ("no filter", "before the open", "by a bar", "end of day")

LEAST_DAYS = 10
FIRST_BAR, LAST_BAR = 3, 60
"""The bars as of which questions by a bar are asked."""


def random_question(random: np.random.Generator, index: SnapshotIndex, kind: Kind) -> FilterQuery:
    """A question of one or two filters that matches enough days; without a filter, of random dates."""
    while True:
        try:
            query = _query(random, index, kind)
        except AlmanacError:
            continue
        if index.sessions.select(query).count >= LEAST_DAYS:
            return query


def _query(random: np.random.Generator, index: SnapshotIndex, kind: Kind) -> FilterQuery:
    first, last = index.first_date, index.last_date
    if kind == "no filter":
        start, end = sorted(random.choice(index.session_date, 2, replace=False))
        return parse_query([], str(start), str(end), index.catalogue, first=first, last=last)
    as_of = int(random.integers(FIRST_BAR, LAST_BAR)) if kind == "by a bar" else None
    features = _features(index, kind, as_of)
    filters = [_condition(random, index, features, as_of) for _ in range(int(random.integers(1, 3)))]
    return parse_query(filters, None, None, index.catalogue, first=first, last=last, as_of=as_of)


def _features(index: SnapshotIndex, kind: Kind, as_of: int | None) -> Sequence[FeatureDefinition]:
    assert index.coin is not None
    decided = [each for each in index.catalogue.features if each.name in index.coin.columns]
    if kind == "end of day":
        return decided
    if as_of is not None:
        return [each for each in decided if each.by_bar_safe or each.known_at_bar() <= as_of]
    early = (each for each in index.catalogue.features if each.kind != "date")
    return [each for each in early if each.known_at_bar() <= 0]


def _condition(
    random: np.random.Generator,
    index: SnapshotIndex,
    features: Sequence[FeatureDefinition],
    as_of: int | None,
) -> dict[str, Any]:
    feature = features[int(random.integers(len(features)))]
    column = index.columns[feature.name]
    values = column.numbers[column.known]
    if not len(values):
        return _condition(random, index, features, as_of)
    value = random.choice(values)
    if feature.kind == "enum":
        return {"feature": feature.name, "operator": "=", "value": feature.labels[int(value)]}
    if feature.kind == "boolean":
        return {"feature": feature.name, "operator": "=", "value": bool(value)}
    if as_of is not None and feature.by_bar_safe:
        return {"feature": feature.name, "operator": ">", "value": 0, "by_bar": as_of}
    if feature.kind == "numeric":
        cut = float(np.quantile(values, random.uniform(0.2, 0.8)))
        return {"feature": feature.name, "operator": str(random.choice([">", "<"])), "value": cut}
    return {"feature": feature.name, "operator": str(random.choice(["=", ">=", "<="])), "value": int(value)}
