"""What an answer must show of coins: each figure, p-value and word, from the values of days and coin days."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np
import pytest

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.rates import CoinRate, CoinTiming, NoCoin, Occurrence, TimingAnalysis
from core.contracts.results.spreads import (
    CategoricalDistribution,
    CoinQuartiles,
    LabelDistribution,
    NumberDistribution,
)
from core.contracts.results.verdict import Verdict
from core.features.compute import FeatureColumn
from core.market.market import FloatArray, IntArray
from tests.oracles.own_coins import Found, against_coins, code_of, words_of
from tests.oracles.own_coins import expected as foreseen_after
from tests.property.coin_outcomes import (
    MEDIAN,
    OCCURRENCE,
    Key,
    Mask,
    Outcome,
    Weighed,
    above,
    at_risk,
    count_twins_of,
    has_median,
    holm,
    outcomes_of,
    twins_of,
    weighed,
)

DIRECTIONAL = {("close_above_open", OCCURRENCE), ("close_above_coy", OCCURRENCE)}
"""Besides the labels bull and bear, the outcomes that tell whether price rose."""

CLOSE = 2e-6
"""Twice the digits that an answer shows."""


@dataclass(frozen=True, eq=False)
class Book:
    """The values of features on the sessions and coin days of a market as of a bar, and their outcomes."""

    features: tuple[FeatureDefinition, ...]
    columns: Mapping[str, FeatureColumn]
    coin_columns: Mapping[str, FeatureColumn]
    bar: int | None = None

    @cached_property
    def real(self) -> dict[str, FloatArray]:
        return dict(at_risk(self.features, self.columns, self.bar))

    @cached_property
    def coin(self) -> dict[str, FloatArray]:
        return dict(at_risk(self.features, self.coin_columns, self.bar))

    @cached_property
    def outcomes(self) -> dict[Key, Outcome]:
        return outcomes_of(self.features, self.real, self.coin)

    @cached_property
    def twins(self) -> dict[Key, Key]:
        return twins_of(self.outcomes) | count_twins_of(self.features, self.real, self.coin)

    def above_coin(self, key: Key) -> float:
        """By how much an outcome's rate on all days exceeds its coin's."""
        outcome = self.outcomes[key]
        days, coin_days = np.ones_like(outcome.known), np.ones_like(outcome.coin_known)
        found = against_coins(outcome.days(days, coin_days, np.zeros(len(days), dtype=np.int64)))
        return 0.0 if found is None else found.difference

    @cached_property
    def by_name(self) -> dict[str, FeatureDefinition]:
        return {each.name: each for each in self.features}

    def name_of(self, key: Key) -> str:
        """What a card calls an outcome of another feature."""
        feature = self.by_name[key[0]]
        if key[1] in (OCCURRENCE, MEDIAN):
            return feature.display_name
        return f"{feature.display_name}: {feature.label_name(key[1])}"


@dataclass(frozen=True, eq=False)
class Expected:
    """One question: the sessions (N,) of its dates, those that match it, and the coin days that do.

    `years` (N,) are the sessions' calendar years; features without a coin have a reason.
    """

    book: Book
    years: IntArray
    dates: Mask
    matched: Mask
    coin_days: Mask
    reasons: Mapping[str, str]

    def numbers(self, name: str) -> Weighed:
        return weighed(self.book.real[name], self.book.coin[name], self.matched, self.coin_days)

    @cached_property
    def medians(self) -> dict[Key, Weighed]:
        names = (each.name for each in self.book.features if each.name not in self.reasons)
        return {(name, MEDIAN): self.numbers(name) for name in names if has_median(self.book.by_name[name])}

    @cached_property
    def found(self) -> dict[Key, Found | None]:
        """Every outcome that the answer compares with a coin."""
        outcomes = {key: each for key, each in self.book.outcomes.items() if key[0] not in self.reasons}
        for key, numbers in self.medians.items():
            median = numbers.quartiles()[1] if numbers.days else 0.0
            outcomes[key] = above(self.book.real[key[0]], self.book.coin[key[0]], median)
        return {
            key: against_coins(each.days(self.matched, self.coin_days, self.years))
            for key, each in outcomes.items()
        }

    @cached_property
    def adjusted(self) -> dict[Key, tuple[Key, float]]:
        return holm(self.found, self.book.twins)

    @cached_property
    def family_size(self) -> int:
        """The questions with a test, each once whatever its names."""
        tested = {key for key, each in self.found.items() if each is not None and not isnan(each.p)}
        return len({self.adjusted[key][0] for key in tested})

    def parts(self, feature: FeatureDefinition, data: Any) -> Iterator[tuple[str, Key, Any]]:
        """What one module shows of coins: a figure's kind, its outcome and what is served."""
        name = feature.name
        if isinstance(data, Occurrence):
            yield "rates", (name, OCCURRENCE), data.coin
        elif isinstance(data, LabelDistribution | CategoricalDistribution):
            yield from (("labels", (name, each.value), each.coin) for each in data.labels)
        elif isinstance(data, NumberDistribution):
            yield "quartiles", (name, MEDIAN), data.coin
        elif isinstance(data, TimingAnalysis):
            yield "timing", (name, OCCURRENCE), data.coin

    def check(self, kind: str, key: Key, served: Any) -> str | None:
        """Compare what is served of an outcome; the reason where there is no test."""
        reason = self.reasons.get(key[0])
        if reason is None and kind == "timing":
            return self._check_timing(key[0], served)
        if reason is not None or self.found[key] is None:
            assert isinstance(served, NoCoin), (key, served)
            return _check_untested(served.verdict, reason or "no_pair")
        return self._check_quartiles(key, served) if kind == "quartiles" else self._check_rate(key, served)

    def _check_rate(self, key: Key, served: CoinRate) -> str | None:
        found = self.found[key]
        assert found is not None
        assert (served.days, served.unpaired_days) == (found.days, found.unpaired_days), key
        interval = served.confidence_interval
        shown = served.occurrence, served.difference, interval.lower, interval.upper
        expected = found.coin_rate, found.difference, found.lower, found.upper
        assert shown == pytest.approx(expected, abs=CLOSE), key
        foreseen, (rate, low, high) = served.expect, foreseen_after(found, self.book.above_coin(key))
        assert foreseen.rate == pytest.approx(rate, abs=CLOSE), key
        assert foreseen.of == 10
        assert foreseen.low in low, (key, foreseen, low)
        assert foreseen.high in high, (key, foreseen, high)
        return self._check_verdict(key, served.verdict, found.difference, found.coin_rate, None)

    def _check_quartiles(self, key: Key, served: CoinQuartiles) -> str | None:
        found, quartiles = self.found[key], self.medians[key].quartiles()
        assert found is not None
        assert served.days == found.days == self.medians[key].days
        assert [served.q1, served.median, served.q3] == pytest.approx(quartiles, abs=CLOSE), key
        real = self.book.real[key[0]][self.matched]
        difference = float(np.median(real[~np.isnan(real)])) - quartiles[1]
        unit = self.book.by_name[key[0]].unit or ""
        return self._check_verdict(key, served.verdict, difference, quartiles[1], unit)

    def _check_timing(self, name: str, served: CoinTiming | NoCoin) -> str | None:
        numbers = self.numbers(name)
        if not numbers.days:
            assert isinstance(served, NoCoin), (name, served)
            return _check_untested(served.verdict, "no_pair")
        assert isinstance(served, CoinTiming)
        assert served.days == numbers.days
        assert served.by_bar == pytest.approx(numbers.by_bar(), abs=CLOSE), name
        return None

    def _check_verdict(
        self, key: Key, served: Verdict, difference: float, coin: float, unit: str | None
    ) -> str | None:
        found, (first, adjusted_p) = self.found[key], self.adjusted[key]
        assert found is not None
        if first[0] != key[0]:
            return _check_untested(served, "twin", f"The same question as {self.book.name_of(first)}.")
        if isnan(found.p):
            return _check_untested(served, "too_few" if found.days < 10 else "no_chance")
        assert (served.p, served.adjusted_p) == pytest.approx((found.p, adjusted_p), abs=CLOSE), key
        assert served.p is not None
        assert served.adjusted_p is not None
        assert served.family_size == self.family_size
        assert served.code == code_of(served.p, served.adjusted_p, difference, found.excess), key
        words = words_of(served.code, difference, coin, unit, self._all_days(key))
        assert served.words in words, (key, served, words)
        assert (served.against, served.reason) == ("coin", None)
        return None

    def _all_days(self, key: Key) -> float | None:
        """The rate on all days of the dates, of an outcome that tells whether price rose."""
        if key not in DIRECTIONAL and key[1] not in ("bull", "bear"):
            return None
        outcome = self.book.outcomes[key]
        return float(outcome.came[self.dates].sum() / outcome.known[self.dates].sum())


def reasons_of(
    features: tuple[FeatureDefinition, ...], decided: Mapping[str, Any], book: Book
) -> dict[str, str]:
    """Why features have no coin: no bar of the day decides them, they are known, or a filter fixes them."""
    found = {}
    for feature in features:
        about = decided[feature.name]
        if feature.name not in book.coin:
            found[feature.name] = "no_coin"
        elif about.known_by_then:
            found[feature.name] = "known_by_then"
        elif about.conditioned:
            found[feature.name] = "fixed_by_filter"
    return found


def _check_untested(served: Verdict, reason: str, words: str | None = None) -> str:
    assert (served.against, served.code, served.reason) == ("coin", "not_tested", reason), served
    assert (served.p, served.adjusted_p) == (None, None)
    assert words is None or served.words == words
    return reason
