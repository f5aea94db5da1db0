"""Filters that know more than the outcome: look-ahead (rulings 18 and 19), decided features, shared bars."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.known_at import LAST_BAR, KnownAt
from core.contracts.results import SharedBars
from core.figures.columns import Flags
from core.figures.formulas import Counts
from core.question.bitmaps import Bitmaps
from core.question.conditions import Condition, Filter, FilterQuery, as_of_words, definition_of
from core.question.filter_values import refuse

KnownBars = list[tuple[Condition, int]]

CALENDAR = "DAYDATE"
LEAST_DAYS = 30
"""Fewest sessions with a value on both sides: those that pass a filter, and the rest."""

CHANCE = 1e-6
"""Highest probability of an accident: one outcome on all passing sessions, at the rate of the rest."""


def known_at_bar(condition: Condition, catalogue: Catalogue) -> int:
    """The bar by the close of which a filter is certain; a previous day's is before the open."""
    return 0 if condition.prev else definition_of(condition, catalogue).known_at_bar(condition.by_bar)


def known_bars(query: FilterQuery, catalogue: Catalogue) -> KnownBars:
    """Each condition with the bar by the close of which it is certain."""
    return [(each, known_at_bar(each, catalogue)) for each in query.conditions]


def is_known(definition: FeatureDefinition, as_of: int, by_bar: int | None = None) -> bool:
    """Whether a feature, or a filter on it, is certain as of a bar; -1 is before the open, 0 at it."""
    if as_of < 0:
        return definition.known_at == KnownAt.PRE
    return definition.known_at_bar(by_bar) <= as_of


def require_known(
    conditions: Iterable[Condition], catalogue: Catalogue, as_of: int, *, has_whole_day: bool = True
) -> None:
    """Raise unless every filter is certain as of the bar.

    `has_whole_day` is whether the same question exists for the whole day.

    Raises:
        InvalidRequest: `not_known_yet`; the detail has the bar from which it is known and an alternative.
    """
    for each in conditions:
        definition = definition_of(each, catalogue)
        if each.prev or is_known(definition, as_of, each.by_bar):
            continue
        bar = definition.known_at_bar(each.by_bar)
        remedy = f"ask as of bar {bar} or later" if 0 < bar < LAST_BAR else "ask as of the open or later"
        first = definition.resolves_from
        if definition.by_bar_safe and as_of >= first:
            remedy = f"ask it by_bar {as_of}"
        elif bar == LAST_BAR:
            remedy = f"ask as of bar {first} or later" if first < LAST_BAR else "leave it out"
        known = definition.known_at.words if each.by_bar is None else f"by bar {each.by_bar}"
        asked = f"known {known}, and the question is as of {as_of_words(as_of)}"
        whole_day = ", or ask of the whole day" if has_whole_day else ""
        refuse("not_known_yet", f"{each.name}: {asked}; {remedy}{whole_day}.")


def later_filters(definition: FeatureDefinition, known: KnownBars, as_of: int | None = None) -> list[str]:
    """Filters known later than `definition` can resolve; for an event, not earlier.

    As of a bar there are none: nothing resolves earlier, and every filter is known.
    """
    if as_of is not None:
        return []
    late = [each.feature for each, bar in known if bar >= definition.late_from]
    return list(dict.fromkeys(late))


def looks_ahead(definitions: Iterable[FeatureDefinition], query: FilterQuery, catalogue: Catalogue) -> bool:
    """Whether any of several features has `later_filters`."""
    latest = max((bar for _, bar in known_bars(query, catalogue)), default=-1)
    return query.as_of is None and any(each.late_from <= latest for each in definitions)


def hindsight(query: FilterQuery, catalogue: Catalogue) -> bool:
    """Whether a filter is certain only at the day's close: a filter for study, not for decisions."""
    return any(bar == LAST_BAR for _, bar in known_bars(query, catalogue))


def shared_bars(
    definition: FeatureDefinition, known: KnownBars, catalogue: Catalogue, as_of: int | None = None
) -> SharedBars | None:
    """The bars that filters on other features have read, if this feature's span begins within them.

    As of a bar an event is one of later bars, which no filter has read.
    """
    first = definition.spans_from
    if first is None or (as_of is not None and definition.by_bar_safe):
        return None
    sharing = [
        (each.feature, bar)
        for each, bar in known
        if first <= bar and not each.prev and each.feature != definition.name
    ]
    if not sharing:
        return None
    last = max(bar for _, bar in sharing)
    twin = catalogue.clean_twin(definition, last)
    return SharedBars(list(dict(sharing)), first, last, None if twin is None else twin.name)


def decided_features(
    catalogue: Catalogue, flags: Flags, sessions: Bitmaps, filter_: Filter
) -> frozenset[str]:
    """The tested features that one filter decides, on all sessions of the snapshot (ruling 44).

    Two conditions must hold. First, the outcome is made of bars, or of levels before the open, that the
    filter has read: only then can it follow from the filter. Second, on the sessions that pass the filter
    the outcome is always or never active, or an enum's label is missing that is too frequent elsewhere for
    an accident. A group has read what any of its conditions has. Calendar features neither decide nor are
    decided.
    """
    members = [each for each in filter_.members if definition_of(each, catalogue).category != CALENDAR]
    if not members:
        return frozenset()
    here, names = flags.count(sessions.passing(filter_)), list(flags.row_of)
    never = _never_here(here[flags.outcomes], (flags.whole - here)[flags.outcomes])
    features = [catalogue.by_name[names[row]] for row in never.tolist()]
    return frozenset(
        each.name
        for each in features
        if each.category != CALENDAR and any(overlaps_bars(member, each, catalogue) for member in members)
    )


def overlaps_bars(condition: Condition, definition: FeatureDefinition, catalogue: Catalogue) -> bool:
    """Whether a filter has read the beginning of the outcome; the open is a part of bar 1."""
    knows_open = not condition.prev and definition_of(condition, catalogue).known_at is not KnownAt.PRE
    if definition.spans_from is None:
        return knows_open or definition.known_at is KnownAt.PRE
    return definition.spans_from <= max(known_at_bar(condition, catalogue), int(knows_open))


def _never_here(here: Counts, rest: Counts) -> NDArray[np.intp]:
    """The rows with an outcome (F, K) on no day here, but on too many others for an accident."""
    n, other_n = here.sum(axis=1), rest.sum(axis=1)
    is_asked = np.minimum(n, other_n) >= LEAST_DAYS
    rows, outcomes = np.nonzero((here == 0) & (rest > 0) & is_asked[:, None])
    by_accident = (1 - rest[rows, outcomes] / other_n[rows]) ** n[rows]
    return np.asarray(rows[by_accident < CHANCE])
