"""The tests of a whole tier on one selection, from counts alone: planned once for a list of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.modules.activity import active_codes
from core.modules.chi_squares import chi_squares
from core.modules.feature_view import FeatureView
from core.modules.fisher import fisher_exact
from core.modules.selection_tests import FeatureTests, own_p_value, selection_tests
from core.modules.significance import adjust
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.selection import Selection
from core.query.tables import Counts, CountTable
from core.query.views import parted

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TierTests:
    """P-values by feature, None where one has no such test; `q_values` are Holm's over one of each."""

    activity: Mapping[str, float | None]
    labels: Mapping[str, float | None]
    q_values: Mapping[str, float | None]

    @classmethod
    def one_by_one(cls, views: Sequence[FeatureView]) -> TierTests:
        """The same, feature by feature."""
        tests = selection_tests(views)
        own = {view.definition.name: own_p_value(view, tests[view.definition.name]) for view in views}
        activity = {name: each.activity for name, each in tests.items()}
        return cls(activity, {name: each.labels for name, each in tests.items()}, adjust(own))

    def of(self, name: str) -> FeatureTests:
        """One feature's tests."""
        return FeatureTests(self.activity.get(name), self.labels.get(name))


class TierPlan:
    """Where each feature's active days and labels stand in the counts by slot."""

    def __init__(self, index: SnapshotIndex, names: tuple[str, ...]) -> None:
        self._table: CountTable = index.table(names)
        definitions = [index.catalogue.by_name[name] for name in names]
        starts = self._table.starts.tolist()
        shown = [place for place, each in enumerate(definitions) if "occurrence" in each.modules]
        enums = [place for place, each in enumerate(definitions) if each.kind == "enum"]
        spans = [
            _active(definitions[place], index.scale(names[place]).first, starts[place], starts[place + 1] - 1)
            for place in shown
        ]
        self._names, self._place = names, {name: place for place, name in enumerate(names)}
        self._enums, self._shown = np.array(enums, dtype=np.int64), np.array(shown, dtype=np.int64)
        self._from, self._to = np.array(spans, dtype=np.int64).reshape(-1, 2).T
        self._labels = _label_places([(starts[place], starts[place + 1] - 1) for place in enums], starts[-1])

    def tests(self, index: SnapshotIndex, query: FilterQuery, selection: Selection) -> TierTests:
        """The tests on a selection; a feature that a filter names has none."""
        sides = parted(index, self._table, query, selection).counts
        matched, others = map(self._table.present, sides)
        asked = (matched > 0) & (others > 0)
        asked[self._conditioned(query)] = False
        activity = self._activity(sides, (matched, others), asked)
        labels = self._label_tests(sides, asked)
        own = dict.fromkeys(self._names) | activity | dict.fromkeys(self._of(self._enums)) | labels
        return TierTests(activity, labels, adjust(own))

    def _conditioned(self, query: FilterQuery) -> list[int]:
        """Places of the features that a filter names."""
        named = {each.feature for each in query.conditions if not each.prev}
        return [self._place[name] for name in named if name in self._place]

    def _of(self, places: Places) -> list[str]:
        """The names at some places."""
        return [self._names[place] for place in places.tolist()]

    def _activity(
        self, sides: tuple[Counts, Counts], present: tuple[Counts, Counts], asked: NDArray[np.bool_]
    ) -> dict[str, float | None]:
        chosen = asked[self._shown]
        names = self._shown[chosen]
        days = [self._days(counts)[chosen] for counts in sides]
        p_values = fisher_exact(days[0], present[0][names], days[1], present[1][names])
        return dict(zip(self._of(names), p_values.tolist(), strict=True))

    def _days(self, counts: Counts) -> Counts:
        """Active days of the features that show an occurrence."""
        running = np.concatenate(([0], np.cumsum(counts)))
        return np.asarray(running[self._to] - running[self._from])

    def _label_tests(self, sides: tuple[Counts, Counts], asked: NDArray[np.bool_]) -> dict[str, float | None]:
        matched, others = (np.append(counts, 0)[self._labels] for counts in sides)
        p_values = chi_squares(matched, others)
        tested = asked[self._enums] & ~np.isnan(p_values)
        return dict(zip(self._of(self._enums[tested]), p_values[tested].tolist(), strict=True))


def _active(definition: FeatureDefinition, first: int, start: int, stop: int) -> tuple[int, int]:
    """The slots of a feature's active days."""
    low, high = active_codes(definition, first, stop - start)
    return start + low, start + high


def _label_places(spans: list[tuple[int, int]], nothing: int) -> Places:
    """Slots (E, K) of enums' labels, filled up with the slot `nothing`."""
    width = max((stop - start for start, stop in spans), default=1)
    rows = [[*range(start, stop), *[nothing] * (width - stop + start)] for start, stop in spans]
    return np.array(rows, dtype=np.int64).reshape(len(spans), width)
