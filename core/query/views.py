"""What the modules read: features on the matched days, the other days and all of the date range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.modules.feature_view import FeatureView, Tally
from core.query.bitmaps import Mask
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.selection import Selection
from core.query.tables import Counts, CountTable


@dataclass(frozen=True, slots=True)
class _Days:
    """One set of days: its counts by slot, and its mask; None is every session."""

    counts: Counts
    mask: Mask | None


def views(
    index: SnapshotIndex, query: FilterQuery, selection: Selection, names: Sequence[str]
) -> list[FeatureView]:
    """One view per name, in the order of `names`; `selection` is `index.select(query)`.

    Names are coded features of the catalogue: no `_prev`, no kind date. `others` is None when nothing but
    dates is filtered. A feature is conditioned when a filter names it, not when one names its `_prev` twin.
    """
    if not names:
        return []
    table = index.table(tuple(names))
    baseline = _baseline(index, table, query)
    matched, others = baseline, None
    if query.conditions:
        matched, others = _parted(index, table, query, selection, baseline)
    conditioned = {condition.feature for condition in query.conditions if not condition.prev}
    tallies = [
        _tallies(index, table, names, days) for days in (matched, baseline, others) if days is not None
    ]
    return [
        FeatureView(
            index.catalogue.by_name[name],
            index.scale(name),
            tallies[0][i],
            tallies[1][i],
            tallies[2][i] if others is not None else None,
            name in conditioned,
            index.sessions(name),
        )
        for i, name in enumerate(names)
    ]


@dataclass(frozen=True, slots=True)
class Parted:
    """Matched and other days of a question, matched first: counts by slot (2, S), masks by session (2, N)."""

    counts: Counts
    masks: Mask


def parted(index: SnapshotIndex, table: CountTable, query: FilterQuery, selection: Selection) -> Parted:
    """The two sides of a question with a condition; `selection` is `index.select(query)`."""
    matched, others = _parted(index, table, query, selection, _baseline(index, table, query))
    masks = selection.mask(), others.mask if others.mask is not None else ~selection.mask()
    return Parted(np.stack((matched.counts, others.counts)), np.stack(masks))


def views_of(
    index: SnapshotIndex, table: CountTable, sides: Parted, query: FilterQuery, names: Sequence[str]
) -> list[FeatureView]:
    """`views` of some features of a table that was counted already, for a query with a condition."""
    conditioned = {condition.feature for condition in query.conditions if not condition.prev}
    baseline = None if query.whole else sides.masks[0] | sides.masks[1]
    days = [_Days(counts, mask) for counts, mask in zip(sides.counts, sides.masks, strict=True)]
    days.append(_Days(sides.counts[0] + sides.counts[1], baseline))
    places = [table.names.index(name) for name in names]
    parts = [table.split(each.counts) for each in days]
    return [
        FeatureView(
            definition=index.catalogue.by_name[name],
            scale=index.scale(name),
            matched=_tally(index, name, parts[0][place], days[0]),
            baseline=_tally(index, name, parts[2][place], days[2]),
            others=_tally(index, name, parts[1][place], days[1]),
            conditioned=name in conditioned,
            sessions=index.sessions(name),
        )
        for name, place in zip(names, places, strict=True)
    ]


def _tally(index: SnapshotIndex, name: str, counted: tuple[Counts, int], days: _Days) -> Tally:
    return Tally(*counted, index.sorted_values(name, days.mask), days.mask)


def _baseline(index: SnapshotIndex, table: CountTable, query: FilterQuery) -> _Days:
    if query.whole:
        return _Days(table.whole, None)
    low, high = index.ordinals(query.start, query.end)
    mask = np.zeros(index.n_sessions, dtype=np.bool_)
    mask[low:high] = True
    return _Days(table.count_span(low, high), mask)


def _parted(
    index: SnapshotIndex, table: CountTable, query: FilterQuery, selection: Selection, baseline: _Days
) -> tuple[_Days, _Days]:
    """Matched and other days; the smaller side is counted, the larger is what is left of the baseline."""
    rest = Selection(index.universe(query) & ~selection.words, index.n_sessions)
    if selection.count <= rest.count:
        matched = table.count_rows(selection.rows())
        others = baseline.counts - matched
    else:
        others = table.count_rows(rest.rows())
        matched = baseline.counts - others
    return _Days(matched, selection.mask()), _Days(others, rest.mask())


def _tallies(index: SnapshotIndex, table: CountTable, names: Sequence[str], days: _Days) -> list[Tally]:
    return [
        _tally(index, name, counted, days)
        for name, counted in zip(names, table.split(days.counts), strict=True)
    ]
