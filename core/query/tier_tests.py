"""The tests of a whole tier on one selection, from counts alone: planned once for a list of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.modules.activity import active_codes
from core.modules.chi_squares import chi_squares
from core.modules.feature_view import FeatureView
from core.modules.fisher import fisher_exact
from core.modules.selection_tests import FeatureTests, own_p_value, selection_tests
from core.modules.significance import adjust, holm
from core.query import bitmaps
from core.query.bitmaps import Mask, Words
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.loading import code_count
from core.query.selection import Selection
from core.query.tables import Counts

Places = NDArray[np.int64]
Floats = NDArray[np.float64]


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
    """The active days, the days with a value and the days of each label, as bitmaps of all features.

    The days of a selection are one popcount over all of them, whether it is narrow or broad.
    """

    def __init__(self, index: SnapshotIndex, names: tuple[str, ...]) -> None:
        definitions = [index.catalogue.by_name[name] for name in names]
        shown = [each for each in definitions if "occurrence" in each.modules]
        enums = [each for each in definitions if each.kind == "enum"]
        rows = _Rows()
        self._active = np.array([rows.add(_active(index, each)) for each in shown], dtype=np.int64)
        self._known = np.array([rows.add(index.valid(each.name)) for each in shown], dtype=np.int64)
        self._labels = _label_rows(rows, index, enums)
        self._words = np.stack([bitmaps.empty(index.n_sessions), *rows.words])
        self._whole = bitmaps.counts(self._words)
        self._shown = {each.name: place for place, each in enumerate(shown)}
        self._enums = {each.name: place for place, each in enumerate(enums)}
        self._listed = [*self._shown], [*self._enums]
        self._is_enum = np.array([each.kind == "enum" for each in shown], dtype=np.bool_)
        self._untested: dict[str, float | None] = dict.fromkeys(names)

    def tests(self, index: SnapshotIndex, query: FilterQuery, selection: Selection) -> TierTests:
        """The tests on a selection; a feature that a filter names has none."""
        matched = bitmaps.counts(self._words & selection.words)
        every = self._whole if query.whole else bitmaps.counts(self._words & index.universe(query))
        sides = matched, every - matched
        named = [each.feature for each in query.conditions if not each.prev]
        shown, activity = self._activity(sides, _without(self._shown, named))
        enums, labels = self._label_tests(sides, _without(self._enums, named))
        own = ~self._is_enum[shown]
        tested = chain(_at(self._listed[0], shown[own]), _at(self._listed[1], enums))
        q_values = holm(np.concatenate((activity[own], labels)))
        return TierTests(
            activity=dict(zip(_at(self._listed[0], shown), activity.tolist(), strict=True)),
            labels=dict(zip(_at(self._listed[1], enums), labels.tolist(), strict=True)),
            q_values=self._untested | dict(zip(tested, q_values.tolist(), strict=True)),
        )

    def _activity(self, sides: tuple[Counts, Counts], free: Mask) -> tuple[Places, Floats]:
        """Which of the features that show an occurrence are tested, and their p-values."""
        (days, n), (other_days, other_n) = ((side[self._active], side[self._known]) for side in sides)
        places = np.flatnonzero(free & (n > 0) & (other_n > 0))
        tables = (each[places] for each in (days, n, other_days, other_n))
        return places, fisher_exact(*tables)

    def _label_tests(self, sides: tuple[Counts, Counts], free: Mask) -> tuple[Places, Floats]:
        """Which of the enums are tested, and their p-values."""
        matched, others = (side[self._labels] for side in sides)
        p_values = chi_squares(matched, others)
        places = np.flatnonzero(free & ~np.isnan(p_values))
        return places, p_values[places]


class _Rows:
    """Bitmaps, each once; row 0 is left for that of no day."""

    def __init__(self) -> None:
        self.words: list[Words] = []
        self._at: dict[bytes, int] = {}

    def add(self, words: Words) -> int:
        """The row of a bitmap."""
        row = self._at.setdefault(words.tobytes(), len(self.words) + 1)
        if row > len(self.words):
            self.words.append(words)
        return row


def _active(index: SnapshotIndex, definition: FeatureDefinition) -> Words:
    """The days on which a feature was active."""
    low, high = active_codes(definition, index.scale(definition.name).first, code_count(definition))
    codes = index.codes(definition.name)
    return bitmaps.pack((codes >= low) & (codes < high))


def _label_rows(rows: _Rows, index: SnapshotIndex, enums: list[FeatureDefinition]) -> Places:
    """Rows (E, K) of enums' labels, filled up with row 0."""
    found = np.zeros((len(enums), max((len(each.labels) for each in enums), default=1)), dtype=np.int64)
    for place, each in enumerate(enums):
        codes = index.codes(each.name)
        for code in range(len(each.labels)):
            found[place, code] = rows.add(bitmaps.pack(codes == code))
    return found


def _at(names: Sequence[str], places: Places) -> list[str]:
    return [names[place] for place in places.tolist()]


def _without(places: Mapping[str, int], names: Sequence[str]) -> Mask:
    """Every place but those of some names."""
    free = np.ones(len(places), dtype=np.bool_)
    free[[places[name] for name in names if name in places]] = False
    return free
