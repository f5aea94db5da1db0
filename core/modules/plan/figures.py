"""Every figure of a plan as look-ups in one running sum, made for all features at once.

The running sum goes over two sides, the matched days and the others: first the days by code of every feature
and track, then each numeric's days in ascending order of value, 1 where the day is on the side. The days
between two places are a difference of two entries, the value of a rank is found by bisection. After it come
the codes again, their days times what the code is worth: there a difference is a total. The arithmetic is
that of the modules, operation by operation, so that both ways give the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.modules.order_statistics import median_rank
from core.modules.plan.template import Figure, Hole
from core.modules.proportions import wilson_limits

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Running = NDArray[np.int32]

Count = int
"""Place of a number of days among the counts."""


@dataclass(slots=True)
class Wanted:
    """What a plan's shapes ask for, each once, by kind."""

    kinds: dict[str, dict[tuple[float, ...], int]] = field(default_factory=dict)

    def hole(self, kind: str, *what: float) -> Figure:
        """The hole for a figure of that kind."""
        return Hole(kind, self.place(kind, *what))

    def place(self, kind: str, *what: float) -> int:
        """The figure's place among those of its kind."""
        known = self.kinds.setdefault(kind, {})
        return known.setdefault(what, len(known))

    def table(self, kind: str, width: int) -> Ints:
        """What was asked for of a kind, (M, width), without fractions."""
        return np.asarray(list(self.kinds.get(kind, {})), dtype=np.int64).reshape(-1, width)


class Figures:
    """Fills every kind that one running sum can; those a plan makes feature by feature it does not know."""

    def __init__(self, wanted: Wanted, worth: Floats) -> None:
        """`worth` (L,) is the value each place of the running sum stands for, totals apart."""
        self._worth = worth
        self._from, self._to = wanted.table("count", 2).T
        self._both, self._share_of_both = wanted.table("both", 2).T, wanted.table("share of both", 2).T
        self._spread = wanted.table("spread", 2).T
        self._share, self._pct = wanted.table("share", 2).T, wanted.table("pct", 3).T
        self._wilson = wanted.table("wilson", 2).T
        self._compared = wanted.table("compared", 2).T
        self._edge, self._top = wanted.table("edge", 1).T[0], wanted.table("top", 1).T[0]
        quantiles = list(wanted.kinds.get("quantile", {}))
        self._ranked = np.array([what[0] for what in quantiles], dtype=np.int64)
        self._probability = np.array([what[1] for what in quantiles])

    def days(self, running: Running) -> Ints:
        """Days (M,), the kind count."""
        return np.asarray(running[self._to] - running[self._from], dtype=np.int64)

    def both(self, days: Ints) -> Ints:
        """Days of two sides together, the kind both."""
        return np.asarray(days[self._both[0]] + days[self._both[1]])

    def tops(self, running: Running, days: Ints) -> Ints:
        """The largest whole numbers, the kind top; of no days whatever comes before them."""
        return self._value(running, self._from[self._top], days[self._top] - 1).astype(np.int64)

    def floats(self, running: Running, days: Ints) -> dict[str, Floats]:
        """Every other kind, NaN for nothing."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self._floats(running, days, self.both(days))

    def _floats(self, running: Running, days: Ints, both: Ints) -> dict[str, Floats]:
        lower, upper = wilson_limits(*days[self._wilson])
        low_edge, high_edge = self._edges(running, days)
        quantiles = self._quantiles(running, days)
        return {
            "share": days[self._share[0]] / days[self._share[1]],
            "pct": 100 * days[self._pct[0]] / (days[self._pct[1]] * self._pct[2]),
            "lower": lower,
            "upper": upper,
            **self._comparisons(days, lower, upper),
            "share of both": both[self._share_of_both[0]] / both[self._share_of_both[1]],
            "quantile": quantiles,
            "spread": quantiles[self._spread[1]] - quantiles[self._spread[0]],
            "low edge": low_edge,
            "high edge": high_edge,
        }

    def _comparisons(self, days: Ints, lower: Floats, upper: Floats) -> dict[str, Floats]:
        """Shares beside those of the other side; `lower` and `upper` are of all Wilson intervals."""
        (active, other_active), (n, other_n) = days[self._wilson[:, self._compared]]
        (lower, other_lower), (upper, other_upper) = lower[self._compared], upper[self._compared]
        share, other_share = active / n, other_active / other_n
        return {
            "lift": np.where(other_share == 0, np.nan, share / other_share),
            "difference": share - other_share,
            "least": share - other_share - _hypotenuse(share - lower, other_upper - other_share),
            "most": share - other_share + _hypotenuse(upper - share, other_share - other_lower),
        }

    def _value(self, running: Running, start: Ints, rank: Ints) -> Floats:
        """The value with `rank` smaller-or-equal ones before it, of the days from place `start` on."""
        target = (running[start] + rank).astype(np.int32)
        place = np.searchsorted(running[: len(self._worth) + 1], target, side="right") - 1
        return self._worth[np.minimum(place, len(self._worth) - 1)]

    def _quantiles(self, running: Running, days: Ints) -> Floats:
        start, n = self._from[self._ranked], days[self._ranked]
        position = (n - 1) * self._probability
        rank = np.maximum(position.astype(np.int64), 0)
        rest = position - rank
        low = self._value(running, start, rank)
        high = self._value(running, start, np.minimum(rank + 1, np.maximum(n - 1, 0)))
        between = np.where(rest >= 0.5, high - (high - low) * (1 - rest), low + (high - low) * rest)
        return np.where(n == 0, np.nan, np.where(rest == 0, low, between))

    def _edges(self, running: Running, days: Ints) -> tuple[Floats, Floats]:
        """The two ends of the median's interval."""
        start, n = self._from[self._edge], days[self._edge]
        rank = np.array([median_rank(size) for size in n.tolist()], dtype=np.int64)
        low = self._value(running, start, np.maximum(rank - 1, 0))
        high = self._value(running, start, np.maximum(n - rank, 0))
        return np.where(rank == 0, np.nan, low), np.where(rank == 0, np.nan, high)


def _hypotenuse(first: Floats, second: Floats) -> Floats:
    return np.sqrt(first * first + second * second)
