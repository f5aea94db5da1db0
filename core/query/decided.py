"""Which features a single filter decides: their outcome is said, and not tested (ruling 44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.known_at import KnownAt
from core.modules.activity import first_active
from core.query.conditions import Condition
from core.query.look_ahead import known_at_bar
from core.query.selection import Selection
from core.query.tables import Counts

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
    asked = index.catalogue.by_name[condition.feature]
    if asked.category == CALENDAR:
        return frozenset()
    names, table = index.tested
    here = table.count_rows(Selection(index.evaluate(condition), index.n_sessions).rows())
    pairs = zip(names, table.split(here), table.split(table.whole - here), strict=True)
    return frozenset(
        name
        for name, (counts, _), (others, _) in pairs
        if has_read(condition, index.catalogue.by_name[name], index.catalogue)
        and _is_decided(index, name, counts, others)
    )


def has_read(condition: Condition, definition: FeatureDefinition, catalogue: Catalogue) -> bool:
    """Whether a filter has read what the outcome begins with; the open is a part of bar 1."""
    knows_open = not condition.prev and catalogue.by_name[condition.feature].known_at is not KnownAt.PRE
    if definition.spans_from is None:
        return knows_open or definition.known_at is KnownAt.PRE
    return definition.spans_from <= max(known_at_bar(condition, catalogue), int(knows_open))


def tested_features(catalogue: Catalogue) -> tuple[str, ...]:
    """The features that have a test and are no date of the calendar."""
    features = (each for each in catalogue.features if each.category != CALENDAR)
    return tuple(each.name for each in features if is_tested(each))


def is_tested(definition: FeatureDefinition) -> bool:
    """Whether a feature has a test: Fisher's of its active days, or the chi-square of its labels."""
    return definition.kind == "enum" or (definition.kind != "date" and "occurrence" in definition.modules)


def _is_decided(index: SnapshotIndex, name: str, here: Counts, rest: Counts) -> bool:
    n, other_n = int(here.sum()), int(rest.sum())
    if min(n, other_n) < LEAST_DAYS:
        return False
    definition = index.catalogue.by_name[name]
    if definition.kind == "enum":
        parts = [slice(code, code + 1) for code in range(len(here))]
    else:
        active = first_active(definition, index.scale(name))
        parts = [slice(0, active), slice(active, len(here))]
    return any(not here[part].any() and (1 - rest[part].sum() / other_n) ** n < CHANCE for part in parts)
