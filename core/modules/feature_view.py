"""What a module may read of one feature on one selection."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition


@dataclass(frozen=True, slots=True)
class Scale:
    """How a feature's values are coded.

    `first` is the value of code 0 of an integer feature (0 for booleans and enums). For a numeric, code k is
    the k-th range of `range_labels`, and `histogram_edges` (B+1,) cut its histogram, the outer bins open
    and the last edge closed; both were fixed on the whole universe, so no filter moves them.
    """

    first: int = 0
    range_labels: tuple[str, ...] = ()
    histogram_edges: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """One set of days: `counts` (K,) by code, days without a value, and a numeric's sorted values (n,).

    `n` is the number of days with a value.
    """

    counts: NDArray[np.int64]
    missing: int
    values: NDArray[np.float64] | None = None
    n: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", int(self.counts.sum()))


@dataclass(frozen=True, slots=True)
class FeatureView:
    """One feature on the matched days, the other days of the date range, and all of them.

    `others` is None when nothing is filtered. `conditioned` marks a feature that a filter names: it has no
    tests. `by_bar` and `_prev` never appear here: modules read the feature itself.
    """

    definition: FeatureDefinition
    scale: Scale
    matched: Tally
    baseline: Tally
    others: Tally | None
    conditioned: bool = False
