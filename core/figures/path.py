"""How far days were from their open after each bar, in ADR10: quantiles of days and of coin days.

Source: design/beyond.md, section 7. Prices are whole ticks, ADR10 is in tenths of ticks. Days are
columns, so that one bar of all days is one row.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from core.figures.excursion import Rows, Ticks
from core.figures.formulas import Floats

SHARES = np.array((0.1, 0.25, 0.5, 0.75, 0.9))


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
