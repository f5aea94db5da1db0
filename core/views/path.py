"""The typical path of a question's days: how far they had gone from their open after each bar.

Close minus open in ADR10, of the matched days, of the dates' other days, and of the coin days that match.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from core.contracts.day_answers import PathQuantiles
from core.contracts.results.rates import NoCoin
from core.figures.bitmap import Bitmap
from core.figures.coin import too_few
from core.figures.excursion import Rows, Ticks
from core.figures.path import gone_from_open, gone_on_coin_days, quantiles
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex
from core.views.excursion import adr10_tenths


@dataclass(frozen=True, eq=False)
class PathDays:
    """The days of a question that have ADR10: those with `adr10` (N,) above 0.

    `matched` pass the filters; `prices` gives open to close (4, 81, n) of some days in ticks, `adr10` are
    tenths of ticks.
    """

    index: SnapshotIndex
    query: FilterQuery
    matched: Bitmap
    prices: Callable[[Rows], Ticks]
    adr10: Ticks

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
            return NoCoin(reason)
        days, columns = np.unique(rows // coin.draws, return_inverse=True)
        gone = gone_from_open(self.prices(days))
        return _bands(gone_on_coin_days(gone, columns, coin.tosses[rows]), self.adr10[days][columns])

    def _of(self, days: Bitmap) -> PathQuantiles | None:
        rows = np.flatnonzero(days.mask & (self.adr10 > 0))
        return _bands(gone_from_open(self.prices(rows)), self.adr10[rows]) if len(rows) else None


def path_days(
    index: SnapshotIndex, query: FilterQuery, matched: Bitmap, prices: Callable[[Rows], Ticks], per_point: int
) -> PathDays:
    """The days of a query, of which `matched` pass its filters; `per_point` are ticks."""
    return PathDays(index, query, matched, prices, adr10_tenths(index, per_point))


def _bands(gone: Iterable[Ticks], adr10: Ticks) -> PathQuantiles:
    return PathQuantiles(len(adr10), *quantiles(gone, adr10).tolist())
