"""Which filters to leave out of a question for more days.

A day that fails one filter alone matches without it; one that fails two alone matches without both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.comparison import GroupRate
from core.figures.formulas import Counts, Mask
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex
from core.views.compare import group_rates

SINGLES = 2
FEW_DAYS = 30
"""Below so many matching days without the best filter, the best two are offered too."""


@dataclass(frozen=True, eq=False)
class Widening:
    """The sessions of a question by the filters that they fail: `fails` (F, N), in canonical order.

    The first `kept` filters are never left out.
    """

    fails: Mask
    kept: int = 0

    @cached_property
    def _failed(self) -> Counts:
        return np.asarray(self.fails.sum(axis=0))

    def without(self, removed: Sequence[int]) -> Mask:
        """The sessions (N,) that match without some filters."""
        return np.asarray(self._failed == self.fails[list(removed)].sum(axis=0))

    def removals(self) -> list[tuple[int, ...]]:
        """The filters to leave out, those with the most matching sessions first."""
        matched = int(np.count_nonzero(self._failed == 0))
        alone = matched + np.count_nonzero(self.fails & (self._failed == 1), axis=1)
        alone[: self.kept] = matched
        best = [at for at in np.argsort(-alone, kind="stable")[:SINGLES].tolist() if alone[at] > matched]
        singles: list[tuple[int, ...]] = [(at,) for at in best]
        most = int(alone.max(initial=matched))
        return singles if most >= FEW_DAYS else [*singles, *self._best_pair(alone, matched, most)]

    def _best_pair(self, alone: Counts, matched: int, most: int) -> list[tuple[int, ...]]:
        """The two filters to leave out for the most matching sessions, if these are more than `most`."""
        both = self.fails[:, self._failed == 2].astype(np.int64)
        pairs = alone[:, None] + alone - matched + both @ both.T
        pairs[: self.kept] = matched
        first, second = np.triu_indices(len(alone), 1)
        found = pairs[first, second]
        if found.max(initial=most) == most:
            return []
        best = int(found.argmax())
        return [(int(first[best]), int(second[best]))]


def widening_of(index: SnapshotIndex, query: FilterQuery, *, keep_dates: bool = False) -> Widening:
    """Limiting dates are the first filter, which `keep_dates` keeps."""
    dates = [] if query.whole else [index.universe(query)]
    passing = [*dates, *map(index.sessions.passing, query.filters)]
    fails = ~np.array([each.mask for each in passing], dtype=np.bool_).reshape(-1, index.n_sessions)
    return Widening(fails, len(dates) if keep_dates else 0)


def rates_of(
    index: SnapshotIndex,
    query: FilterQuery,
    outcome: FeatureDefinition,
    label: str | None,
    masks: Sequence[Mask],
) -> list[GroupRate]:
    """The rate of the outcome, or of one label, on some sessions; as of a bar on those at risk."""
    flags = index.engine_of(query).columns.flags
    row = flags.row_of[outcome.name]
    place = flags.active[row] if label is None else flags.outcomes[row, outcome.labels.index(label)]
    counts: NDArray[np.int64] = np.stack([flags.count(flags.layout.bitmap(mask)) for mask in masks])
    return group_rates(counts[:, place], counts[:, flags.known[row]])
