"""The coin's figures again: counted in the columns of days and coin days, tested by scipy and statsmodels.

Each matched day is compared with its own session's coin days that match as well (truth.md, section 1).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR
from core.contracts.results import FeatureResult
from core.contracts.results.rates import CoinRate, CoinTiming, Occurrence, TimingAnalysis
from core.contracts.results.spreads import (
    CategoricalDistribution,
    CoinQuartiles,
    LabelDistribution,
    NumberDistribution,
)
from core.evidence import reference
from core.evidence.compared import Compared
from core.evidence.days import DISTRIBUTION, OCCURRENCE, outcomes_of
from core.features.coin_days import CoinDays
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, FloatArray, IntArray

LEAST_DAYS, LEAST_VARIANCE = 10, 1.0
SHARED = 0.95
"""Of the sessions with a value of either of two twins, so many have one of both."""

FIRST_DAYS = 2000
"""Days that tell most outcomes apart."""

ROUNDING = 1e-10
MEDIAN = "median"


class Key(NamedTuple):
    """A feature, and one of its labels, `OCCURRENCE` or `MEDIAN`."""

    feature: str
    outcome: str


class Outcome(NamedTuple):
    """The sessions (N,) and coin days (N * draws,) with a value, and those on which it came."""

    known: BoolArray
    came: BoolArray
    coin_known: BoolArray
    coin_came: BoolArray


@dataclass(frozen=True, eq=False)
class CoinColumns:
    """The features that a coin decides: definitions, columns of sessions and of coin days."""

    features: Sequence[FeatureDefinition]
    columns: Mapping[str, FeatureColumn]
    coin: CoinDays

    @cached_property
    def outcomes(self) -> dict[Key, Outcome]:
        """Occurrences and labels, in the order of the features."""
        found = {}
        for feature in self.features:
            sides = self.values(feature.name)
            known, coin_known = (~np.isnan(each) for each in sides)
            came, coin_came = (outcomes_of(feature, each) for each in sides)
            for name in came:
                found[Key(feature.name, name)] = Outcome(known, came[name], coin_known, coin_came[name])
        return found

    @cached_property
    def above_coin(self) -> dict[Key, float]:
        """By how much each outcome's rate on all days exceeds its coin's."""
        found = {key: self._on_all_days(each) for key, each in self.outcomes.items()}
        return {key: 0.0 if math.isnan(each.difference) else each.difference for key, each in found.items()}

    def _on_all_days(self, outcome: Outcome) -> "Found":
        days, coin_days = np.ones_like(outcome.known), np.ones_like(outcome.coin_known)
        return CoinOf(self, days, coin_days, frozenset()).against_coins(outcome)

    @property
    def numbers(self) -> list[FeatureDefinition]:
        """The features with a median."""
        return [each for each in self.features if DISTRIBUTION in each.modules and each.kind != "enum"]

    def values(self, name: str) -> tuple[FloatArray, FloatArray]:
        """A feature on sessions and on coin days."""
        return self.columns[name].values, self.coin.columns[name].values

    @cached_property
    def twins(self) -> dict[Key, Key]:
        """By outcome the first one that asks the same."""
        return self._twins_of_outcomes() | self._twins_of_counts()

    def _twins_of_outcomes(self) -> dict[Key, Key]:
        """Equal or complementary on all days and coin days on which both have a value."""
        keys, outcomes = list(self.outcomes), list(self.outcomes.values())
        known, came = (
            np.array([np.concatenate((each[side], each[side + 2])) for each in outcomes]) for side in (0, 1)
        )
        sessions = len(outcomes[0].known) if outcomes else 0
        found: dict[Key, Key] = {}
        for row in range(len(keys)):
            earlier = np.arange(row)
            for days in (slice(FIRST_DAYS), slice(None)):
                both = known[earlier, days] & known[row, days]
                unlike = (came[earlier, days] ^ came[row, days]) & both
                earlier = earlier[~unlike.any(axis=1) | (unlike == both).all(axis=1)]
            both, either = known[earlier] & known[row], known[earlier] | known[row]
            shared = both[:, :sessions].sum(axis=1) >= SHARED * either[:, :sessions].sum(axis=1)
            both = both[:, sessions:]
            mixed = (both & came[row, sessions:]).any(axis=1) & (both & ~came[row, sessions:]).any(axis=1)
            for each in earlier[shared & mixed][:1]:
                found[keys[row]] = found.get(keys[each], keys[each])
        return found

    def _twins_of_counts(self) -> dict[Key, Key]:
        """The same count, or what is left of it, on every day and coin day."""
        counts = [each.name for each in self.numbers if each.kind != "numeric"]
        values = {name: np.concatenate(self.values(name)) for name in counts}
        values = {name: each for name, each in values.items() if not np.isnan(each).all()}
        first: dict[bytes, Key] = {}
        found: dict[Key, Key] = {}
        for name, each in values.items():
            sides = each - np.nanmin(each), np.nanmax(each) - each
            key = Key(name, MEDIAN)
            for side in sides:
                twin = first.setdefault(np.nan_to_num(side, nan=-1.0).tobytes(), key)
                if twin != key:
                    found[key] = twin
        return found


@dataclass(frozen=True, eq=False)
class CoinOf:
    """One answer's matched sessions (N,) and matching coin days (N * draws,), for the compared features."""

    columns: CoinColumns
    matched: BoolArray
    coin_days: BoolArray
    names: frozenset[str]

    def figures(self, results: Mapping[str, FeatureResult]) -> Iterator[Compared]:
        """Every figure against a coin of some answers, with what is found for it."""
        for name in self.names & results.keys():
            for module, answer in results[name].modules.items():
                for where, key, answered in _parts(name, answer.data):
                    for figure, value, expected in self._compare(key, answered):
                        yield Compared(name, f"{module}.{where}{figure}", value, expected)

    def _compare(self, key: Key, answered: Any) -> Iterator[tuple[str, float | None, float | None]]:
        if isinstance(answered, CoinTiming):
            days, by_bar = self._timing(key.feature)
            yield "days", answered.days, days
            for bar, (share, expected) in enumerate(zip(answered.by_bar, by_bar, strict=True), start=1):
                yield f"by_bar.{bar}", share, expected
            return
        if not isinstance(answered, CoinRate | CoinQuartiles):
            days = self._found[key].n if key in self._found else self._weighed(key.feature).days
            yield "days", None, days or None
            return
        found = self._found[key]
        yield "days", answered.days, found.n
        if isinstance(answered, CoinQuartiles):
            quartiles = answered.q1, answered.median, answered.q3
            expected_quartiles = self._weighed(key.feature).quartiles()
            yield from zip(("q1", "median", "q3"), quartiles, expected_quartiles, strict=True)
        else:
            interval = answered.confidence_interval
            yield "unpaired_days", answered.unpaired_days, found.unpaired
            yield "occurrence", answered.occurrence, found.coin_rate
            yield "difference", answered.difference, found.difference
            yield "lower", interval.lower, found.lower
            yield "upper", interval.upper, found.upper
            foreseen = answered.expect
            shown = foreseen.rate, foreseen.low, foreseen.high
            wanted = reference.expected(found.n, found.came, found.coin_rate + self.columns.above_coin[key])
            yield from zip(("expect.rate", "expect.low", "expect.high"), shown, wanted, strict=True)
        yield "p_value", answered.verdict.p, self._tests[key][0]
        yield "adjusted_p", answered.verdict.adjusted_p, self._tests[key][1]

    @cached_property
    def _found(self) -> dict[Key, "Found"]:
        outcomes = {key: each for key, each in self.columns.outcomes.items() if key.feature in self.names}
        for feature in self.columns.numbers:
            if feature.name in self.names:
                median, sides = self._weighed(feature.name).quartiles()[1], self.columns.values(feature.name)
                known, came = [~np.isnan(each) for each in sides], [each > median for each in sides]
                outcomes[Key(feature.name, MEDIAN)] = Outcome(known[0], came[0], known[1], came[1])
        return {key: self.against_coins(each) for key, each in outcomes.items()}

    @cached_property
    def _tests(self) -> dict[Key, tuple[float | None, float | None]]:
        """The p-value and the adjusted one; none of a twin of another feature."""
        first: dict[Key, Key] = {}
        own = {key: first.setdefault(self.columns.twins.get(key, key), key) for key in self._found}
        p_values = {str(key): each.p for key, each in self._found.items() if own[key] == key}
        adjusted = reference.holm(p_values)
        return {
            key: (each.p, None if each.p is None else adjusted[str(own[key])])
            if own[key].feature == key.feature
            else (None, None)
            for key, each in self._found.items()
        }

    def occurrences(self) -> dict[str, "Paired"]:
        """By feature how often it occurs, on the days that are compared."""
        outcomes = self.columns.outcomes
        return {name: self._paired(outcomes[key]) for name, key in self._occurrence_keys()}

    def first_twins(self) -> dict[str, str]:
        """By feature the first one whose occurrence asks the same, itself without another."""
        first: dict[Key, str] = {}
        twins = self.columns.twins
        return {name: first.setdefault(twins.get(key, key), name) for name, key in self._occurrence_keys()}

    def _occurrence_keys(self) -> list[tuple[str, Key]]:
        keys = self.columns.outcomes
        return [(key.feature, key) for key in keys if key.outcome == OCCURRENCE and key.feature in self.names]

    def _paired(self, outcome: Outcome) -> "Paired":
        of, came = (self._by_session(each) for each in (outcome.coin_known, outcome.coin_came))
        counted = np.flatnonzero(self.matched & outcome.known)
        days = counted[of[counted] > 0]
        real, share = outcome.came[days].astype(np.float64), came[days] / of[days]
        return Paired(counted, days, real, share, (came[days] + real) / (of[days] + 1))

    def against_coins(self, outcome: Outcome) -> "Found":
        """An outcome against the coins of its days."""
        paired = self._paired(outcome)
        n, real = len(paired.days), paired.came
        if n == 0:
            return Found(0, len(paired.counted))
        rate, coin_rate = float(real.mean()), paired.coin_rate
        lower, upper = reference.wilson_of_clustered(rate, paired.residuals)
        variance = float((paired.chances * (1 - paired.chances)).sum())
        is_tested = n >= LEAST_DAYS and variance >= LEAST_VARIANCE
        p = reference.poisson_binomial(int(real.sum()), paired.chances) if is_tested else None
        figures = coin_rate, rate - coin_rate, lower - coin_rate, upper - coin_rate
        return Found(n, len(paired.counted) - n, *figures, p, came=int(real.sum()))

    def _by_session(self, which: BoolArray) -> FloatArray:
        """How many of each session's matching coin days are among some (N,)."""
        return np.asarray((which & self.coin_days).reshape(len(self.matched), -1).sum(axis=1))

    def _weighed(self, name: str) -> "Weighed":
        real, coin = self.columns.values(name)
        pairs = self.matched & ~np.isnan(real)
        which = self.coin_days & ~np.isnan(coin) & np.repeat(pairs, self.columns.coin.draws)
        of = which.reshape(len(real), -1).sum(axis=1)
        weights = 1 / np.repeat(of, self.columns.coin.draws)[which]
        order = np.argsort(coin[which], kind="stable")
        return Weighed(coin[which][order], np.cumsum(weights[order]), int(np.count_nonzero(of)))

    def _timing(self, name: str) -> tuple[int, list[float]]:
        found = self._weighed(name)
        return found.days, [found.upto(bar) - found.upto(0) for bar in range(1, LAST_BAR + 1)]


@dataclass(frozen=True, eq=False)
class Paired:
    """The sessions of an outcome that count, and those `days` of them (n,) that have a matching coin day.

    By day whether it `came`, its `share` of the coin days, and its chance with the real day among them.
    """

    counted: IntArray
    days: IntArray
    came: FloatArray
    share: FloatArray
    chances: FloatArray

    @property
    def residuals(self) -> FloatArray:
        return self.came - self.share

    @property
    def coin_rate(self) -> float:
        return float(self.share.mean())


@dataclass(frozen=True, slots=True)
class Found:
    """One outcome against its days' own coin days; `p` is None without a test."""

    n: int
    unpaired: int
    coin_rate: float = math.nan
    difference: float = math.nan
    lower: float = math.nan
    upper: float = math.nan
    p: float | None = None
    came: int = 0


@dataclass(frozen=True, eq=False)
class Weighed:
    """Ascending values of coin days, and the sums of their weights; those of each session weigh 1."""

    values: FloatArray
    weights: FloatArray
    days: int

    def quartiles(self) -> list[float]:
        """The least values up to which a quarter, half and three quarters of the weight lie."""
        if not self.days:
            return [math.nan] * 3
        shares = np.array((0.25, 0.5, 0.75)) - ROUNDING
        return [float(each) for each in self.values[np.searchsorted(self.weights, shares * self.days)]]

    def upto(self, value: float) -> float:
        """The share of the weight up to a value."""
        place = int(np.searchsorted(self.values, value, "right"))
        return float(self.weights[place - 1]) / self.days if place else 0.0


def _parts(name: str, data: Any) -> Iterator[tuple[str, Key, Any]]:
    """What one module shows of coins: its path, the outcome and the answered figures."""
    if isinstance(data, Occurrence | TimingAnalysis):
        yield "coin.", Key(name, OCCURRENCE), data.coin
    elif isinstance(data, NumberDistribution):
        yield "coin.", Key(name, MEDIAN), data.coin
    elif isinstance(data, LabelDistribution | CategoricalDistribution):
        yield from ((f"labels.{each.value}.coin.", Key(name, each.value), each.coin) for each in data.labels)
