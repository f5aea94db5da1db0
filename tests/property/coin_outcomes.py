"""The outcomes of a market's features on its sessions and coin days, and which of them are one question."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isnan, lcm
from typing import Any

import numpy as np
from statsmodels.stats.multitest import multipletests

from core.contracts.catalogue import FeatureDefinition
from core.features.compute import FeatureColumn
from core.market.market import FloatArray, IntArray
from tests.oracles.own_coins import Day, Found

Mask = np.ndarray[Any, np.dtype[np.bool_]]
Key = tuple[str, str]
"""A feature's name, and one of its labels, `OCCURRENCE` or `MEDIAN`."""

OCCURRENCE, MEDIAN = "occurrence", "median"
SHARED = 0.95
"""Of the sessions with a value of either of two twins, so many have one of both."""

WHOLE = lcm(*range(1, 105))
"""The weight of a session: a whole number for each of its coin days, of which it has at most 104."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """Whether it is known and came: on sessions (N,) and on their coin days (N * draws,)."""

    known: Mask
    came: Mask
    coin_known: Mask
    coin_came: Mask

    def days(self, matched: Mask, coin_days: Mask, years: IntArray) -> list[Day]:
        """The matched sessions with a value, each with its coin days that match and have one."""
        size = len(self.known)
        of, came = (
            (mask & coin_days).reshape(size, -1).sum(axis=1) for mask in (self.coin_known, self.coin_came)
        )
        rows = np.flatnonzero(matched & self.known)
        columns = years, self.came.astype(int), of, came
        return [Day(*each) for each in zip(*(column[rows].tolist() for column in columns), strict=True)]

    def is_twin_of(self, other: "Outcome") -> bool:
        """Equal or complementary wherever both have a value, and few sessions have a value of one alone."""
        both, either = (self.known & other.known).sum(), (self.known | other.known).sum()
        shared = self.coin_known & other.coin_known
        mine = self.coin_came[shared]
        if both < SHARED * either or not mine.any() or mine.all():
            return False
        unlike = np.concatenate(
            (
                (self.came ^ other.came)[self.known & other.known],
                (self.coin_came ^ other.coin_came)[shared],
            )
        )
        return bool(unlike.all() or not unlike.any())


def active(feature: FeatureDefinition, values: FloatArray) -> Mask:
    if feature.kind == "enum":
        neutral = feature.neutral_label
        code = -1 if neutral is None else feature.labels.index(neutral)
        return np.asarray(~np.isnan(values) & (values != code))
    return np.asarray(values > 0)


def outcomes_of(
    features: Sequence[FeatureDefinition], columns: Mapping[str, FloatArray], coin: Mapping[str, FloatArray]
) -> dict[Key, Outcome]:
    """Occurrences and labels of the features that a coin decides, in their order."""
    found: dict[Key, Outcome] = {}
    for feature in features:
        if feature.name not in coin:
            continue
        sides = columns[feature.name], coin[feature.name]
        known, coin_known = (~np.isnan(each) for each in sides)
        if "occurrence" in feature.modules:
            came, coin_came = (active(feature, each) for each in sides)
            found[feature.name, OCCURRENCE] = Outcome(known, came, coin_known, coin_came)
        if feature.kind == "enum" and {"basic_distribution", "categorical_distribution"} & {*feature.modules}:
            for code, label in enumerate(feature.labels):
                came, coin_came = (each == code for each in sides)
                found[feature.name, label] = Outcome(known, came, coin_known, coin_came)
    return found


def twins_of(outcomes: Mapping[Key, Outcome]) -> dict[Key, Key]:
    """By outcome the first one that is the same question."""
    found: dict[Key, Key] = {}
    for at, (key, outcome) in enumerate(outcomes.items()):
        earlier = (each for each in list(outcomes)[:at] if outcome.is_twin_of(outcomes[each]))
        twin = next(earlier, None)
        if twin is not None:
            found[key] = found.get(twin, twin)
    return found


def count_twins_of(
    features: Sequence[FeatureDefinition], columns: Mapping[str, FloatArray], coin: Mapping[str, FloatArray]
) -> dict[Key, Key]:
    """By the median of a count the first that counts the same, or the rest, on all days and coin days."""
    sides: dict[Key, list[FloatArray]] = {}
    found: dict[Key, Key] = {}
    for feature in features:
        if feature.name in coin and has_median(feature) and feature.kind != "numeric":
            values = np.concatenate((columns[feature.name], coin[feature.name]))
            if not np.isnan(values).all():
                own = [values - np.nanmin(values), np.nanmax(values) - values]
                equal = (
                    key
                    for key, other in sides.items()
                    if any(np.array_equal(own[0], side, equal_nan=True) for side in other)
                )
                key, twin = (feature.name, MEDIAN), next(equal, None)
                sides[key] = own
                if twin is not None:
                    found[key] = found.get(twin, twin)
    return found


def has_median(feature: FeatureDefinition) -> bool:
    """Whether a card shows the middle of its values."""
    return "basic_distribution" in feature.modules and feature.kind != "enum"


def holm(found: Mapping[Key, Found | None], twins: Mapping[Key, Key]) -> dict[Key, tuple[Key, float]]:
    """By outcome the first twin of its family, itself without, and the p that statsmodels adjusts."""
    first: dict[Key, Key] = {}
    own = {key: first.setdefault(twins.get(key, key), key) for key in found}
    p_values = {
        key: each.p
        for key, each in found.items()
        if own[key] == key and each is not None and not isnan(each.p)
    }
    adjusted = dict.fromkeys(found, float("nan"))
    if p_values:
        adjusted |= zip(p_values, multipletests(list(p_values.values()), method="holm")[1], strict=True)
    return {key: (own[key], adjusted[own[key]]) for key in found}


@dataclass(frozen=True, eq=False)
class Weighed:
    """A number's values on matching coin days; those of a session weigh one day together."""

    values: FloatArray
    weights: list[int]
    days: int

    def quartiles(self) -> list[float]:
        """The least values up to which a quarter, half and three quarters of the weight lie."""
        found, upto, place = list[float](), 0, np.argsort(self.values, kind="stable").tolist()
        for at in place:
            upto += self.weights[at]
            while len(found) < 3 and 4 * upto >= (len(found) + 1) * self.days * WHOLE:
                found.append(float(self.values[at]))
        return found

    def by_bar(self) -> list[float]:
        """The share of days with an event at or before each bar."""
        upto = dict.fromkeys(range(1, 82), 0)
        for value, weight in zip(self.values.tolist(), self.weights, strict=True):
            if value >= 1:
                upto[int(value)] += weight
        return [each / (self.days * WHOLE) for each in accumulate(upto.values())]


def weighed(real: FloatArray, coin: FloatArray, matched: Mask, coin_days: Mask) -> Weighed:
    """The values (N * draws,) of a number on the coin days of matched sessions that have a value (N,)."""
    draws = len(coin) // len(real)
    is_in = coin_days & ~np.isnan(coin) & np.repeat(matched & ~np.isnan(real), draws)
    of = is_in.reshape(-1, draws).sum(axis=1)
    weights = [WHOLE // each for each in np.repeat(of, draws)[is_in].tolist()]
    return Weighed(coin[is_in], weights, int((of > 0).sum()))


def above(real: FloatArray, coin: FloatArray, median: float) -> Outcome:
    """Whether a number is above the coin's median."""
    return Outcome(~np.isnan(real), real > median, ~np.isnan(coin), coin > median)


def at_risk(
    features: Sequence[FeatureDefinition], columns: Mapping[str, FeatureColumn], bar: int | None
) -> Iterator[tuple[str, FloatArray]]:
    """The values of features, null on days on which their event came by a bar."""
    for feature in features:
        column = columns.get(feature.name)
        if column is None:
            continue
        values = column.values
        if bar is not None and feature.by_bar_safe:
            happened = values if column.event_bar is None else column.event_bar
            values = np.where((happened >= 1) & (happened <= bar), np.nan, values)
        yield feature.name, values
