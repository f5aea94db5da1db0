"""What is certain of the next session, feature by feature: its value, how rare it is, the days like it."""

from collections.abc import Iterator
from typing import cast

import numpy as np

from core.contracts.catalogue import FeatureDefinition, Tier
from core.contracts.known_at import KnownAt
from core.contracts.next_answers import KnownFeature
from core.contracts.operators import Operator
from core.contracts.ranges import ranges_of
from core.question.conditions import Condition, Value
from core.question.index import SnapshotIndex
from core.question.values import Cell, cell_of
from core.views.upcoming import UpcomingSession

RANKED = ("numeric", "integer count")


def known_features(coming: UpcomingSession, tier: Tier) -> list[KnownFeature]:
    """The tier's features with a certain value, in catalogue order, and then yesterday's.

    An event that cannot have come yet, or does not apply so far, is left out.
    """
    visible = coming.index.catalogue.visible(tier)
    own = (_own(coming, each) for each in visible)
    before = [] if tier == "lite" or coming.previous_row < 0 else list(_of_yesterday(coming, visible))
    return [*(each for each in own if each is not None), *before]


def _own(coming: UpcomingSession, definition: FeatureDefinition) -> KnownFeature | None:
    if definition.kind == "date":
        return KnownFeature(definition.name, coming.session_date, -1, None, None, 0, None)
    if definition.name not in coming.values:
        return None
    if definition.by_bar_safe:
        return _event(coming, definition)
    number = coming.number(definition.name)
    if number is None or np.isnan(number) or number == len(definition.labels) > 0:
        return None
    since = -1 if definition.known_at == KnownAt.PRE else definition.known_at.bar
    return _told(coming.index, definition, number, since)


def _event(coming: UpcomingSession, definition: FeatureDefinition) -> KnownFeature | None:
    """An event so far: not yet, since its bar, or by then on a bar that is not certain."""
    came, as_of = coming.came(definition.name, coming.as_of), coming.as_of
    number = coming.number(definition.name)
    if as_of < definition.first_bar or np.isnan(coming.values[definition.name]).any():
        return None
    if definition.waits_for_event:
        if number is None:
            return None
        asked = Condition(definition.name, 0, "=", definition.labels[int(number)], by_bar=as_of)
    elif came.any() != came.all():
        return None
    else:
        asked = Condition(definition.name, 0, ">=" if came[0] else "=", int(came[0]), by_bar=as_of)
    value = None if number is None else cell_of(definition, number)
    bar = coming.event_bar(definition.name)
    return _counted(coming.index, asked, value, int(bar) if bar else as_of)


def _of_yesterday(coming: UpcomingSession, visible: tuple[FeatureDefinition, ...]) -> Iterator[KnownFeature]:
    """Every value of the session immediately before that a filter may ask for."""
    row = coming.previous_row
    for definition in visible:
        if not definition.has_prev_twin:
            continue
        value = float(coming.index.columns[definition.name].numbers[row])
        if not np.isnan(value):
            yield _told(coming.index, definition, value, -1, prev=1)


def _told(
    index: SnapshotIndex, definition: FeatureDefinition, number: float, since: int, prev: int = 0
) -> KnownFeature:
    """A certain value, with the condition that finds days like it."""
    numbers = index.columns[definition.name].numbers
    rank, among = None, numbers[~np.isnan(numbers)]
    if definition.kind in RANKED and among.size:
        rank = float((np.sum(among < number) + np.sum(among <= number)) / (2 * among.size))
    asked = _like(definition, number, prev)
    return _counted(index, asked, cell_of(definition, number), since, rank)


def _counted(
    index: SnapshotIndex, asked: Condition, value: Cell, since: int, rank: float | None = None
) -> KnownFeature:
    holds, known = (days.count for days in index.sessions.bitmap(asked))
    share = holds / known if known else None
    return KnownFeature(asked.name, value, since, rank, share, holds, asked.to_wire())


def _like(definition: FeatureDefinition, number: float, prev: int) -> Condition:
    """Days with the value, of a number with one of its range, of an event on whichever bar."""
    if definition.kind == "numeric":
        return Condition(definition.name, prev, *_range(definition, number))
    if definition.is_event_bar:
        return Condition(definition.name, prev, ">=" if number else "=", int(number > 0))
    return Condition(definition.name, prev, "=", cast(Value, cell_of(definition, number)))


def _range(definition: FeatureDefinition, number: float) -> tuple[Operator, Value]:
    """The range of the catalogue that holds a number; with both its ends, as filters read one."""
    ranges = ranges_of(definition)
    place = int(np.searchsorted(ranges.edges, number, side="right"))
    if ranges.exact and number == ranges.edges[ranges.first - 1]:
        return "=", number
    if place == 0:
        return "<", ranges.edges[0]
    if place == len(ranges.edges):
        return ">=", ranges.edges[-1]
    return "range", (ranges.edges[place - 1], ranges.edges[place])
