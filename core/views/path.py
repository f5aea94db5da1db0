"""The typical path of a question's days: how far they had gone from their open after each bar.

Close minus open in ADR10, of the matched days, of the dates' other days, and of the coin days that match
(design/beyond.md, section 7). Prices are whole ticks, ADR10 is in tenths of ticks. Days are columns, so that
one bar of all days is one row.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.contracts.day_answers import PathQuantiles
from core.contracts.results.rates import NoCoin
from core.figures.bitmap import Bitmap
from core.figures.coin import too_few
from core.figures.excursion import Rows, Ticks
from core.figures.formulas import Floats
from core.figures.verdict import untested
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex
from core.views.excursion import adr10_tenths

SHARES = np.array((0.1, 0.25, 0.5, 0.75, 0.9))


@dataclass(frozen=True, eq=False)
class PathDays:
    """The days of a question that have ADR10; `matched` pass the filters.

    `prices` gives open to close (4, 81, n) of some days in ticks, `per_point` are ticks.
    """

    index: SnapshotIndex
    query: FilterQuery
    matched: Bitmap
    prices: Callable[[Rows], Ticks]
    per_point: int

    @cached_property
    def adr10(self) -> Ticks:
        return adr10_tenths(self.index, self.per_point)

    def of_matched(self) -> PathQuantiles | None:
        """The matched days; None without one."""
        return self._of(self.matched)

    def of_others(self) -> PathQuantiles | None:
        """The days of the dates that do not match; None without one."""
        return self._of(self.index.universe(self.query) & ~self.matched)

    def of_coin(self) -> PathQuantiles | NoCoin | None:
        """The coin days that match by their own values, or why not; None if the pack has none."""
        coin, matched = self.index.coin, self.index.coin_days(self.query)
        if coin is None or matched is None:
            return None
        rows = matched.rows()
        rows = rows[self.adr10[rows // coin.draws] > 0]
        if reason := too_few(int(np.count_nonzero(self.matched.mask & (self.adr10 > 0))), len(rows)):
            return NoCoin(untested("coin", reason))
        days, columns = np.unique(rows // coin.draws, return_inverse=True)
        gone = gone_from_open(self.prices(days))
        return _bands(gone_on_coin_days(gone, columns, coin.tosses[rows]), self.adr10[days][columns])

    def _of(self, days: Bitmap) -> PathQuantiles | None:
        rows = np.flatnonzero(days.mask & (self.adr10 > 0))
        return _bands(gone_from_open(self.prices(rows)), self.adr10[rows]) if len(rows) else None


def _bands(gone: Iterable[Ticks], adr10: Ticks) -> PathQuantiles:
    return PathQuantiles(len(adr10), *quantiles(gone, adr10).tolist())


def gone_from_open(prices: Ticks) -> Ticks:
    """Close minus open (B, n) after each bar, of open, high, low and close (4, B, n)."""
    return np.asarray(prices[3] - prices[0, 0])


def gone_on_coin_days(gone: Ticks, days: Rows, tosses: NDArray[np.uint8]) -> Iterator[Ticks]:
    """Distance of each of D coin days from its open (D,), bar after bar; yields the same array each time.

    `gone` (B, n) are real days, `days` (D,) the column of each coin day's, `tosses` (D, 11) its coins as
    bits, bar 1 first: 1 keeps a bar's step, 0 mirrors it.
    """
    steps = np.diff(gone, axis=0, prepend=0)
    coins = np.ascontiguousarray(tosses.T)
    at = np.zeros(len(days), dtype=np.int32)
    for bar, step in enumerate(steps):
        is_kept = coins[bar // 8] >> (7 - bar % 8) & 1
        at += np.stack((-step, step))[is_kept, days]
        yield at


def quantiles(gone: Iterable[Ticks], adr10: Ticks) -> Floats:
    """The `SHARES` quantiles (5, B), in ADR10, of n days' distances (n,) after each bar; n is not 0.

    They are numpy's linear ones, between the days at either side of (n - 1) * share.
    """
    places = np.arange(len(adr10))
    asked = SHARES * (len(adr10) - 1)
    return np.stack([np.interp(asked, places, np.sort(10 * ticks / adr10)) for ticks in gone], axis=1)
