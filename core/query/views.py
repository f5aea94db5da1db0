"""What the modules read: features on the matched days, the other days and all of the date range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE
from core.modules.activity import first_active
from core.modules.feature_view import FeatureView, Part, Tally
from core.query.bitmaps import Mask
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.selection import Selection
from core.query.tables import Counts, CountTable


def deciding(index: SnapshotIndex, query: FilterQuery) -> dict[str, list[str]]:
    """By conditioned feature the filters that name or decide it."""
    found: dict[str, list[str]] = {}
    for condition in query.conditions:
        named = () if condition.prev else (condition.feature,)
        for name in {*named, *index.decided(condition)}:
            found.setdefault(name, []).append(condition.name)
    return found


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
    dates is filtered. A feature is conditioned when a filter names it, not when one names its `_prev` twin,
    and when one decides it.
    """
    if not names:
        return []
    table = index.table(tuple(names))
    baseline = _baseline(index, table, query)
    matched, others = baseline, None
    if query.conditions:
        matched, others = _parted(index, table, query, selection, baseline)
    conditioned = deciding(index, query)
    sets = [days for days in (matched, baseline, others) if days is not None]
    tallies = [_tallies(index, table, names, days) for days in sets]
    return [
        FeatureView(
            index.catalogue.by_name[name],
            index.scale(name),
            tallies[0][i],
            tallies[1][i],
            tallies[2][i] if others is not None else None,
            name in conditioned,
            index.sessions(name),
            _parts(index, name, matched, others),
        )
        for i, name in enumerate(names)
    ]


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
        Tally(*counted, index.sorted_values(name, days.mask), days.mask)
        for name, counted in zip(names, table.split(days.counts), strict=True)
    ]


def _parts(index: SnapshotIndex, name: str, matched: _Days, others: _Days | None) -> tuple[Part, ...]:
    """A numeric's values where the event that splits it happened, then where it did not."""
    event = index.catalogue.by_name[name].split_by
    if event is None:
        return ()
    codes = index.codes(event)
    active = first_active(index.catalogue.by_name[event], index.scale(event))
    happened = (codes >= active) & (codes != NULL_CODE)
    parts = (True, happened), (False, ~happened & (codes != NULL_CODE))
    return tuple(
        Part(
            is_so,
            _values(index, name, matched, chosen),
            None if others is None else _values(index, name, others, chosen),
        )
        for is_so, chosen in parts
    )


def _values(index: SnapshotIndex, name: str, days: _Days, chosen: Mask) -> NDArray[np.float64]:
    values = index.sorted_values(name, chosen if days.mask is None else chosen & days.mask)
    return np.zeros(0) if values is None else values
