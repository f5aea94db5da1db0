"""Which features a single filter decides: their outcome is said, and not tested (ruling 44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.known_at import KnownAt
from core.query.conditions import Condition
from core.query.look_ahead import known_at_bar
from core.statistics.columns import Counts

if TYPE_CHECKING:
    from core.query.index import SnapshotIndex

CALENDAR = "DAYDATE"
LEAST_DAYS = 30
"""Sessions with a value that both sides need: those that pass the filter, and the rest."""

CHANCE = 1e-6
"""How likely the sessions that pass may be of one outcome by accident, at the rate of the rest."""


def decided_features(index: SnapshotIndex, condition: Condition) -> frozenset[str]:
    """The tested features that one condition decides, on all sessions of the snapshot.

    Two things are asked. The outcome is made of bars, or of levels before the open, that the filter has
    read: only then can the one follow from the other. And on every session that passes the filter the
    outcome is active, or on none, or one of an enum's labels is missing that the rest has often enough for
    this to be no accident. The calendar decides nothing and nothing decides it.
    """
    by_name = index.catalogue.by_name
    if by_name[condition.feature].category == CALENDAR:
        return frozenset()
    flags = index.engine.columns.flags
    here = flags.count(index.evaluate(condition))
    decided = _is_missing(here[flags.outcomes], (flags.whole - here)[flags.outcomes])
    return frozenset(
        name
        for name, place in flags.places.items()
        if decided[place]
        and by_name[name].category != CALENDAR
        and has_read(condition, by_name[name], index.catalogue)
    )


def has_read(condition: Condition, definition: FeatureDefinition, catalogue: Catalogue) -> bool:
    """Whether a filter has read what the outcome begins with; the open is a part of bar 1."""
    knows_open = not condition.prev and catalogue.by_name[condition.feature].known_at is not KnownAt.PRE
    if definition.spans_from is None:
        return knows_open or definition.known_at is KnownAt.PRE
    return definition.spans_from <= max(known_at_bar(condition, catalogue), int(knows_open))


@np.errstate(divide="ignore", invalid="ignore")
def _is_missing(here: Counts, rest: Counts) -> np.typing.NDArray[np.bool_]:
    """Whether an outcome (F, K) has no day here that the rest has too often for an accident."""
    n, other_n = here.sum(axis=1, keepdims=True), rest.sum(axis=1, keepdims=True)
    by_accident = (1 - rest / other_n) ** n
    missing = ((here == 0) & (by_accident < CHANCE)).any(axis=1)
    return np.asarray(missing & (np.minimum(n, other_n) >= LEAST_DAYS)[:, 0])
