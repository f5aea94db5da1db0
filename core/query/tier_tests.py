"""The tests of a whole tier on one selection, from counts alone: planned once for a list of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from core.kernel.library import Length, Pointer, Real, function, place, pointer
from core.modules.chi_squares import chi_squares
from core.modules.closed_forms import log_factorials
from core.modules.feature_view import FeatureView
from core.modules.fisher import LOG_TIE, fisher_exact
from core.modules.selection_tests import FeatureTests, own_p_value, selection_tests
from core.modules.significance import adjust, holm
from core.query import bitmaps
from core.query.bitmaps import Mask, Words
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.selection import Selection
from core.query.tables import Counts
from core.query.tier_rows import TierRows

Places = NDArray[np.int64]
Floats = NDArray[np.float64]

ACTIVITY, ACTIVITY_Q, LABELS, LABELS_Q = range(4)
"""The rows of a tier's figures."""

_ROWS = Pointer, Length, Length, Pointer
_PLACES = Pointer, Length, Pointer, Length, Length
_ASKED = Pointer, Pointer, Pointer, Length
_TIER_TESTS = function("tier_tests", *_ROWS, *_PLACES, Pointer, Real, Pointer, Pointer, *_ASKED, Pointer)


@dataclass(frozen=True, slots=True)
class TierTests:
    """P-values and q-values (4, T) of a tier's features on a selection, NaN where one has no such test.

    The q-values are Holm's over one p-value of each, that of its labels for an enum and else that of its
    active days. `places` are the features' columns.
    """

    places: Mapping[str, int]
    figures: Floats

    @classmethod
    def none(cls) -> TierTests:
        """The tests of no feature."""
        return cls({}, np.empty((4, 0)))

    @classmethod
    def one_by_one(cls, views: Sequence[FeatureView]) -> TierTests:
        """The same as a plan's, feature by feature."""
        tests, names = selection_tests(views), [view.definition.name for view in views]
        q_values = adjust(
            {name: own_p_value(view, tests[name]) for name, view in zip(names, views, strict=True)}
        )
        own = [LABELS_Q if view.definition.kind == "enum" else ACTIVITY_Q for view in views]
        figures = np.full((4, len(views)), nan)
        figures[ACTIVITY] = [tests[name].activity for name in names]
        figures[LABELS] = [tests[name].labels for name in names]
        figures[own, range(len(views))] = [q_values[name] for name in names]
        return cls({name: column for column, name in enumerate(names)}, figures)

    def of(self, name: str) -> FeatureTests:
        """One feature's tests."""
        return FeatureTests(self._figure(name, ACTIVITY), self._figure(name, LABELS))

    def table(self, names: Sequence[str]) -> Floats:
        """The figures (4, F) of some features, in their order."""
        return self.figures.take([self.places[name] for name in names], axis=1)

    @property
    def q_values(self) -> dict[str, float | None]:
        """The q-value of each feature's own test."""
        own = np.where(np.isnan(self.figures[ACTIVITY_Q]), self.figures[LABELS_Q], self.figures[ACTIVITY_Q])
        return {name: None if isnan(q) else q for name, q in zip(self.places, own.tolist(), strict=True)}

    def _figure(self, name: str, row: int) -> float | None:
        column = self.places.get(name)
        figure = nan if column is None else float(self.figures[row, column])
        return None if isnan(figure) else figure


class TierPlan:
    """The active days, the days with a value and the days of each label, as bitmaps of all features.

    The days of a selection are one popcount over all of them, whether it is narrow or broad.
    """

    def __init__(self, index: SnapshotIndex, names: tuple[str, ...]) -> None:
        self._places = {name: column for column, name in enumerate(names)}
        self._rows = TierRows.of(index, names)
        self._whole = bitmaps.counts(self._rows.words)
        self._factorials = log_factorials(index.n_sessions.bit_length())
        self._bound = self._arguments()

    def tests(self, index: SnapshotIndex, query: FilterQuery, selection: Selection) -> TierTests:
        """The tests on a selection; a feature that a filter names has none."""
        universe = None if query.whole else index.universe(query)
        is_free = np.ones(len(self._places), dtype=np.bool_)
        named = [each.feature for each in query.conditions if not each.prev]
        is_free[[self._places[name] for name in named if name in self._places]] = False
        if _TIER_TESTS is None:
            return TierTests(self._places, self._by_numpy(selection.words, universe, is_free))
        figures = np.empty((4, len(is_free)))
        days = place(selection.words), None if universe is None else place(universe)
        _TIER_TESTS(*self._bound, *days, place(is_free), len(is_free), place(figures))
        return TierTests(self._places, figures)

    def _arguments(self) -> tuple[object, ...]:
        """What the kernel is told at every call alike, its work space at the end."""
        rows, (k, w) = self._rows, self._rows.words.shape
        s, (e, columns) = len(rows.shown), rows.enums.shape
        days = np.empty(2 * k + 7 * s + 2 * e * columns, dtype=np.int64)
        chances = np.empty(3 * (s + e))
        return (
            *(pointer(rows.words, bitmaps.WORD, (k, w)), k, w, pointer(self._whole, np.int64, (k,))),
            *(pointer(rows.shown, np.int64, (s, 4)), s),
            *(pointer(rows.enums, np.int64, (e, columns)), e, columns - 1),
            *(pointer(self._factorials, np.float64, self._factorials.shape), LOG_TIE),
            *(pointer(days, np.int64, days.shape), pointer(chances, np.float64, chances.shape)),
        )

    def _by_numpy(self, words: Words, universe: Words | None, is_free: Mask) -> Floats:
        """The figures without the kernel."""
        figures = np.full((4, len(is_free)), nan)
        matched = bitmaps.counts(self._rows.words & words)
        every = self._whole if universe is None else bitmaps.counts(self._rows.words & universe)
        sides = matched, every - matched
        at, activity = self._activity(sides, is_free)
        enums, labels = self._labels(sides, is_free)
        shown, is_own = self._rows.shown[at, 2], self._rows.shown[at, 3] == 0
        figures[ACTIVITY, shown], figures[LABELS, enums] = activity, labels
        q_values = holm(np.concatenate((activity[is_own], labels)))
        figures[ACTIVITY_Q, shown[is_own]], figures[LABELS_Q, enums] = np.split(q_values, [is_own.sum()])
        return figures

    def _activity(self, sides: tuple[Counts, Counts], is_free: Mask) -> tuple[Places, Floats]:
        """Which of the features that show an occurrence are tested, and their p-values."""
        active, known, columns, _ = self._rows.shown.T
        (days, n), (other_days, other_n) = ((side[active], side[known]) for side in sides)
        at = np.flatnonzero(is_free[columns] & (n > 0) & (other_n > 0))
        tables = (each[at] for each in (days, n, other_days, other_n))
        return at, fisher_exact(*tables)

    def _labels(self, sides: tuple[Counts, Counts], is_free: Mask) -> tuple[Places, Floats]:
        """Columns of the enums that are tested, and their p-values."""
        columns, rows = self._rows.enums[:, 0], self._rows.enums[:, 1:]
        p_values = chi_squares(*(side[rows] for side in sides))
        at = np.flatnonzero(is_free[columns] & ~np.isnan(p_values))
        return columns[at], p_values[at]
