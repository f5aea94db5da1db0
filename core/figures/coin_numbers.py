"""The values of a number on the coin days of a question: quartiles, and the days above the median."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.figures.bitmap import Bitmap
from core.figures.coin import Coin
from core.figures.columns import VALUE
from core.figures.formulas import Counts, Floats, Mask
from core.figures.own_coins import PairedDays

QUARTILES = np.array([0.25, 0.5, 0.75])

ROUNDING = 1e-12
"""Relative error of a sum of weights."""


class MatchingCoinDays:
    """The coin days (C,) of a question, those of each of its matched sessions (M,) in a row."""

    def __init__(self, days: Bitmap, coin_days: Bitmap, draws: int) -> None:
        rows = coin_days.rows()
        is_matched = days.mask[rows // draws]
        self.sessions, self.rows = days.rows(), rows[is_matched]
        self._bounds = self.rows.searchsorted(np.append(self.sessions, days.layout.days) * draws)
        self.of_session = np.diff(self._bounds)

    def by_session(self, which: Mask) -> Counts:
        """How many of each session (M,) are among `which` (C,)."""
        upto = np.append(0, np.cumsum(which))
        return np.asarray(np.diff(upto[self._bounds]))


@dataclass(frozen=True, eq=False)
class CoinNumbers:
    """The values of one feature on the coin days of a question, each session's weighing one day together."""

    coin: Coin
    matching: MatchingCoinDays
    name: str

    @cached_property
    def _codes(self) -> NDArray[np.int64]:
        return np.asarray(self.coin.columns.columns[self.name].codes[self.matching.rows])

    @cached_property
    def _values(self) -> Floats:
        return self.coin.columns.columns[self.name].values

    @cached_property
    def _own(self) -> Floats:
        """The sessions' own values (M,)."""
        return self.coin.sessions.sheets[self.name].columns[VALUE].numbers[self.matching.sessions]

    @cached_property
    def _coin_days(self) -> Counts:
        """The coin days of each session (M,) with a value."""
        is_known = self._codes < len(self._values)
        return self.matching.of_session if is_known.all() else self.matching.by_session(is_known)

    @cached_property
    def _is_compared(self) -> Mask:
        return np.asarray(~np.isnan(self._own) & (self._coin_days > 0))

    @property
    def days(self) -> int:
        """The matched days that have a value and a coin day with one."""
        return int(np.count_nonzero(self._is_compared))

    @cached_property
    def _weights(self) -> Floats:
        """By value the sum of the weights of its coin days."""
        of_session = np.where(self._is_compared, 1 / np.maximum(self._coin_days, 1), 0.0)
        of_day = np.repeat(of_session, self.matching.of_session)
        weights = np.bincount(self._codes, of_day, minlength=len(self._values) + 1)
        return np.asarray(weights[:-1], dtype=np.float64)

    @cached_property
    def quartiles(self) -> Floats:
        """The least values that a quarter, half and three quarters of the weight do not exceed."""
        upto = np.cumsum(self._weights)
        return np.asarray(self._values[upto.searchsorted(QUARTILES * upto[-1] * (1 - ROUNDING))])

    def shares_by(self, bars: Counts) -> Floats:
        """The shares of the weight with an event, a value above 0, at or before each bar."""
        upto: Floats = np.append(0.0, np.cumsum(self._weights)) / self.days
        ends, start = (self._values.searchsorted(each, "right") for each in (bars, 0))
        return np.asarray(upto[ends] - upto[start])

    @cached_property
    def pairs(self) -> PairedDays:
        """Whether a matched session's value is above the coin's median; one outcome without its axis."""
        is_counted = ~np.isnan(self._own)
        if not self.days:
            none = np.zeros(len(is_counted), dtype=np.int64)
            return PairedDays(is_counted, np.zeros(len(none), dtype=np.bool_), none, none)
        median = self.quartiles[1]
        last = len(self._values) - 1
        first = self._values.searchsorted(median, "right")
        above = self.matching.by_session((self._codes >= first) & (self._codes <= last))
        return PairedDays(is_counted, self._own > median, self._coin_days, above)
