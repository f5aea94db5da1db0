"""What a module may read of one feature on one selection."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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

    `mask` (N,) marks the days among the sessions of `FeatureView.sessions`, None is all of them. `n` is the
    number of days with a value.
    """

    counts: NDArray[np.int64]
    missing: int
    values: NDArray[np.float64] | None = None
    mask: NDArray[np.bool_] | None = None
    n: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", int(np.add.reduce(self.counts)))


@dataclass(frozen=True, slots=True)
class Sessions:
    """One feature session by session, for what its counts by code cannot tell; every session is a row.

    `codes` (N,) hold NULL_CODE where there is no value, `streak_previous` (N,) the row a streak goes on from
    or -1. `extremes` (N, 4), `ema_runs` (S, N, 9) and `all_time_highs` (N, 4) are the pack's entries
    (core.contracts.pack), None where the feature's modules do not read them. `kept` is each module's answer
    on every session, which no filter changes.
    """

    codes: NDArray[np.uint8]
    streak_previous: NDArray[np.int32]
    extremes: NDArray[np.uint8] | None = None
    ema_runs: NDArray[np.uint8] | None = None
    all_time_highs: NDArray[np.float64] | None = None
    kept: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """A numeric's sorted values on the days on which the event that splits it happened, or did not."""

    happened: bool
    matched: NDArray[np.float64]
    others: NDArray[np.float64] | None


@dataclass(frozen=True, slots=True)
class FeatureView:
    """One feature on the matched days, the other days of the date range, and all of them.

    `others` is None when nothing is filtered. `conditioned` marks a feature that a filter names: it has no
    tests. `by_bar` and `_prev` never appear here: modules read the feature itself. `sessions` is what the
    tallies were counted from; modules that read no order and no bars do without it. `parts` are there where
    an event splits what the number means.
    """

    definition: FeatureDefinition
    scale: Scale
    matched: Tally
    baseline: Tally
    others: Tally | None
    conditioned: bool = False
    sessions: Sessions | None = None
    parts: tuple[Part, ...] = ()
