"""What a coin gives on the matched days, from a peer's rows: numpy, scipy and statsmodels, all at once."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm, poisson_binom
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from qa.bench.peers import CoinGroup
from qa.bench.table import Table

Figures = dict[str, Any]
Floats = NDArray[np.float64]
LEAST_DAYS, LEAST_VARIANCE, NORMAL_VARIANCE, PRIOR_DAYS = 10, 1, 10, 10
LEVEL = 0.05
LAST_BAR = 81
QUARTILES = np.array((0.25, 0.5, 0.75))
ROUNDING = 1e-12


class Coin:
    """Each outcome, and whether a number is above the coin's median, against the day's own coin days."""

    def __init__(self, table: Table, group: CoinGroup) -> None:
        self._table, self._group, self._sessions = table, group, len(group.days["session"])
        place = np.full(len(table.frame), -1)
        place[group.days["session"].astype(np.int64)] = np.arange(self._sessions)
        self._place = place
        self._numbers = {name: _Number(*self._of_number(name)) for name in table.coin_numbers()}
        medians = [name for name in self._numbers if "basic_distribution" in table.modules(name)]
        self._row = {name: row for row, name in enumerate([*table.outcomes.columns, *medians])}
        self._known = self._rows(
            lambda name: ~np.isnan(group.days[name]), lambda each: ~np.isnan(each.own), medians
        )
        self._came = self._rows(
            lambda name: group.days[name] == 1, lambda each: each.own > each.quartiles[1], medians
        )
        self._days = self._rows(lambda name: self._by_session(group.known[name]), _Number.coin_days, medians)
        self._active = self._rows(lambda name: self._by_session(group.came[name]), _Number.above, medians)
        self._figures = self._compared()

    def _rows(self, of_outcome: Any, of_number: Any, medians: list[str]) -> NDArray[Any]:
        outcomes = [of_outcome(name) for name in self._table.outcomes.columns]
        return np.vstack([*outcomes, *(of_number(self._numbers[name]) for name in medians)])

    def _by_session(self, counts: NDArray[Any]) -> NDArray[Any]:
        """Counts of the peer's sessions on the matched ones, 0 where the peer has none."""
        place, found = self._place[self._group.known["session"].astype(np.int64)], np.zeros(self._sessions)
        found[place[place >= 0]] = counts[place >= 0]
        return found

    def _of_number(self, name: str) -> tuple[Floats, NDArray[np.intp], Floats]:
        place = self._place[self._group.numbers["session"].astype(np.int64)]
        values = self._group.numbers[name]
        kept = (place >= 0) & ~np.isnan(values)
        return self._group.days[name], place[kept], values[kept]

    def _compared(self) -> Mapping[str, Any]:
        with np.errstate(divide="ignore", invalid="ignore"):
            compared = self._known & (self._days > 0)
            share = np.where(compared, self._active / self._days, 0.0)
            chance = np.where(compared, (self._active + self._came) / (self._days + 1), 0.0)
            n, came = compared.sum(axis=1), (self._came & compared).sum(axis=1)
            residuals = np.where(compared, self._came - share, 0.0)
            rate, difference = came / n, residuals.sum(axis=1) / n
            spread = (residuals**2).sum(axis=1) - n * difference**2
            binomial, coin = rate * (1 - rate), rate - difference
            ratio = (PRIOR_DAYS + spread / binomial) / (PRIOR_DAYS + n)
            effective = n / np.where(binomial > 0, ratio, 1.0)
            lower, upper = proportion_confint(rate * effective, effective, method="wilson")
        lower, upper = np.where(came == 0, 0.0, lower) - coin, np.where(came == n, 1.0, upper) - coin
        p = self._p_values(compared, chance, n, came)
        figures = {"n": n, "unpaired": self._known.sum(axis=1) - n, "coin": coin, "difference": difference}
        excess = came - chance.sum(axis=1)
        return figures | {"lower": lower, "upper": upper, "excess": excess, "p": p, "adjusted": self._holm(p)}

    def _p_values(self, compared: NDArray[Any], chance: Floats, n: Floats, came: Floats) -> Floats:
        variance = (chance * (1 - chance)).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * norm.sf(np.abs(came - chance.sum(axis=1)) / np.sqrt(variance))
        for row in np.flatnonzero(variance < NORMAL_VARIANCE):
            drawn = poisson_binom(chance[row, compared[row]])
            half = drawn.pmf(came[row]) / 2
            sides = drawn.cdf(came[row] - 1) + half, drawn.sf(came[row]) + half
            p[row] = min(1.0, 2 * min(sides))
        return np.asarray(np.where((n < LEAST_DAYS) | (variance < LEAST_VARIANCE), np.nan, p))

    def _holm(self, p: Floats) -> Floats:
        """The p-values adjusted; no two of the twenty features have the same outcome."""
        adjusted, is_tested = np.full(len(p), np.nan), ~np.isnan(p)
        adjusted[is_tested] = multipletests(p[is_tested], method="holm")[1]
        return adjusted

    def rate(self, outcome: str) -> Figures:
        """What a coin gives of `NAME__came` or `NAME__LABEL`, or why nothing."""
        figures = self._of(outcome)
        if not figures:
            return self._without(outcome.split("__")[0])
        names = {"days": "n", "unpaired_days": "unpaired", "occurrence": "coin", "difference": "difference"}
        found = {name: figures[key] for name, key in names.items()}
        limits = {name: figures[name] for name in ("lower", "upper")}
        return found | {
            "confidence_interval": limits,
            "verdict": self._verdict(outcome, figures["difference"]),
        }

    def quartiles(self, name: str, median: float) -> Figures:
        """The middle of a number on coin days; `median` is that of the matched days."""
        figures = self._of(name)
        if not figures:
            return self._without(name)
        q1, middle, q3 = self._numbers[name].quartiles.tolist()
        verdict = self._verdict(name, median - middle)
        return {"days": figures["n"], "q1": q1, "median": middle, "q3": q3, "verdict": verdict}

    def timing(self, name: str) -> Figures:
        """The share of days with an event at or before each bar."""
        number = self._numbers.get(name)
        if number is None or not number.is_compared.any():
            return self._without(name)
        return {"days": int(number.is_compared.sum()), "by_bar": number.by_bar().tolist()}

    def _of(self, name: str) -> Figures:
        row = self._row.get(name)
        if row is None or not self._figures["n"][row]:
            return {}
        return {key: each[row].item() for key, each in self._figures.items()}

    def _without(self, name: str) -> Figures:
        decided = "fixed_by_filter" if name in self._table.decided else "no_pair"
        return {"verdict": _untested("no_coin" if name not in self._table.tossed else decided)}

    def _verdict(self, name: str, difference: float) -> Figures:
        """The code of a verdict and its p-values; its words are left out."""
        figures = self._of(name)
        p, adjusted = figures["p"], figures["adjusted"]
        if np.isnan(p):
            return _untested("too_few" if figures["n"] < LEAST_DAYS else "no_chance")
        code = "looks_different" if p < LEVEL else "could_be_chance"
        if adjusted < LEVEL and difference * figures["excess"] > 0:
            code = "more" if difference > 0 else "fewer"
        return {"code": code, "reason": None, "p": p, "adjusted_p": adjusted}


def _untested(reason: str) -> Figures:
    return {"code": "not_tested", "reason": reason, "p": None, "adjusted_p": None}


class _Number:
    """A number's values on the matched sessions, and on their coin days by the session's place."""

    def __init__(self, own: Floats, place: NDArray[np.intp], values: Floats) -> None:
        self.own, self._place, self._values = own, place, values
        self._coin_days = np.bincount(place, minlength=len(own))
        self.is_compared = ~np.isnan(own) & (self._coin_days > 0)
        self._weights = (self.is_compared / np.maximum(self._coin_days, 1))[place]

    def coin_days(self) -> NDArray[np.int64]:
        return self._coin_days

    @cached_property
    def quartiles(self) -> Floats:
        """The least values that a quarter, half and three quarters of the weight do not exceed."""
        order = np.argsort(self._values)
        upto = np.cumsum(self._weights[order])
        if not self.is_compared.any():
            return np.full(3, np.nan)
        return np.asarray(self._values[order][np.searchsorted(upto, QUARTILES * upto[-1] * (1 - ROUNDING))])

    def above(self) -> NDArray[np.int64]:
        """The coin days of each session above the median."""
        return np.bincount(self._place[self._values > self.quartiles[1]], minlength=len(self.own))

    def by_bar(self) -> Floats:
        """The weight of each bar and those before it, 0 apart, of all days."""
        bars = np.bincount(self._values.astype(np.int64), self._weights, minlength=LAST_BAR + 1)
        return np.asarray(np.cumsum(bars[1:]) / self.is_compared.sum())
