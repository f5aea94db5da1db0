"""Each matched day against its own coin days, by loops over days, scipy and statsmodels.

Coin days are chosen here by the columns of the build and one comparison a condition; previous days, dates and
what is known before the open by the real day's.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack, with_coin
from core.contracts.catalogue import FeatureDefinition
from core.contracts.operators import operators_of
from core.features.by_bar import value_by_bar
from core.features.coin_days import CoinDays, coin_days
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue_of
from core.market.market import FloatArray, Market
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, results_of
from core.warehouse.serving.load_index import load_index
from tests.property.coin_judge import Book, Expected, reasons_of
from tests.property.coin_outcomes import Mask
from tests.property.markets import random_market

QUESTIONS = 12
PARTS = ("rates", "labels", "quartiles", "timing")
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, eq=False)
class Snap:
    """A made-up market with its columns, real and coin, and the index that answers."""

    market: Market
    columns: Mapping[str, FeatureColumn]
    coin: CoinDays
    index: SnapshotIndex

    @property
    def features(self) -> tuple[FeatureDefinition, ...]:
        """All features but dates."""
        return tuple(each for each in self.index.catalogue.features if each.kind != "date")

    @cached_property
    def book(self) -> Book:
        return Book(self.features, self.columns, self.coin.columns)

    def values(self, name: str, by_bar: int | None = None) -> FloatArray:
        """A feature on every coin day."""
        definition = self.index.catalogue.by_name[name]
        if name not in self.coin.columns:
            return np.repeat(self.columns[name].values, self.coin.draws)
        if by_bar is None:
            return self.coin.columns[name].values
        return value_by_bar(definition, self.coin.columns, by_bar)


@lru_cache(maxsize=4)
def snap(seed: int, sessions: int = 130, draws: int | None = None) -> Snap:
    """A market of so many sessions; with `draws`, only the first of each session's."""
    return snap_of(random_market(seed, sessions=sessions, step=4), draws)


def snap_of(market: Market, draws: int | None = None) -> Snap:
    columns, catalogue, coin = compute_features(market), catalogue_of(market), coin_days(market)
    if draws is not None:
        kept = np.tile(np.arange(coin.draws) < draws, len(market))
        columns_kept = {name: taken(column, kept) for name, column in coin.columns.items()}
        coin = CoinDays(draws, columns_kept, coin.tosses[kept])
    pack = with_coin(assemble_pack(catalogue, market, columns), catalogue, market, coin)
    return Snap(market, columns, coin, load_index(pack, snapshot_id="2024-01-01-000000000000"))


def taken(column: FeatureColumn, kept: Mask) -> FeatureColumn:
    return FeatureColumn(column.values[kept], None if column.event_bar is None else column.event_bar[kept])


def random_condition(made: Snap, rng: np.random.Generator) -> dict[str, Any]:
    """A condition on a value that some coin day has, in the API's spelling."""
    coded = [each for each in made.index.catalogue.features if each.kind != "date"]
    feature = coded[rng.integers(len(coded))]
    known = made.values(feature.name)
    known = known[~np.isnan(known)]
    value = float(known[rng.integers(len(known))]) if len(known) else 0.0
    choices = [each for each in operators_of(feature.kind) if each in COMPARE]
    condition: dict[str, Any] = {"feature": feature.name, "operator": choices[rng.integers(len(choices))]}
    if feature.has_prev_twin and rng.random() < 0.2:
        condition["feature"] += "_prev"
    elif feature.by_bar_safe and rng.random() < 0.5:
        condition["by_bar"] = int(rng.integers(1, 82))
    return condition | {"value": in_words(feature, value)}


def in_words(feature: FeatureDefinition, value: float) -> Any:
    if feature.kind == "boolean":
        return value == 1
    if feature.kind == "enum":
        return feature.labels[int(value)]
    return value if feature.kind == "numeric" else int(value)


def passing(made: Snap, condition: Mapping[str, Any]) -> Mask:
    """The coin days that pass a condition, by one comparison of numbers."""
    name, prev = str(condition["feature"]).removesuffix("_prev"), condition["feature"].endswith("_prev")
    feature = made.index.catalogue.by_name[name]
    asked = condition["value"]
    number = feature.labels.index(asked) if feature.kind == "enum" else float(asked)
    if prev:
        before = np.append(made.columns[name].values, np.nan)[made.market.previous_row]
        values = np.repeat(before, made.coin.draws)
    else:
        values = made.values(name, condition.get("by_bar"))
    found = COMPARE[condition["operator"]](values, number)
    if feature.is_event_bar and condition["operator"] != "=":
        found &= values > 0
    return np.asarray(found)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.large)])
def test_matched_days_are_compared_with_their_own_coin_days(seed: int) -> None:
    made, rng = snap(seed), np.random.default_rng(seed)
    seen, reasons = dict.fromkeys(PARTS, 0), set[str]()
    for _ in range(QUESTIONS):
        filters = [random_condition(made, rng) for _ in range(rng.integers(0, 3))]
        first = made.market.session_date[rng.integers(0, 30)]
        reasons |= judge(made, filters, str(first.astype("datetime64[D]")), seen)
    assert reasons >= {"no_coin", "fixed_by_filter", "no_pair", "too_few", "no_chance", "twin"}, reasons
    assert min(seen.values()) > QUESTIONS, seen


@pytest.mark.parametrize("bar", [0, 12, 54])
def test_as_of_a_bar_days_at_risk_are_compared(bar: int) -> None:
    made, seen = snap(1), dict.fromkeys(PARTS, 0)
    first = str(made.market.session_date[0].astype("datetime64[D]"))
    filters = [{"feature": "gap_up", "operator": "=", "value": True}]
    assert ("known_by_then" in judge(made, filters, first, seen, as_of=bar)) == (bar > 0)
    assert seen["rates"] > 10


@pytest.mark.parametrize(("sessions", "tested"), [(9, False), (15, True)])
def test_fewer_than_ten_days_are_not_tested(sessions: int, tested: bool) -> None:
    made, seen = snap(3, sessions), dict.fromkeys(PARTS, 0)
    reasons = judge(made, [], str(made.market.session_date[0].astype("datetime64[D]")), seen)
    assert "too_few" in reasons
    assert bool(seen["rates"]) == tested


def judge(
    made: Snap,
    filters: list[dict[str, Any]],
    first: str,
    seen: dict[str, int],
    coin_days_of: Callable[[Snap, dict[str, Any]], Mask] = passing,
    as_of: int | None = None,
) -> set[str]:
    """Check every figure against coins; counts tests in `seen`, returns why others are none."""
    index = made.index
    days = index.first_date, index.last_date
    query = parse_query(filters, first, None, index.catalogue, first=days[0], last=days[1], as_of=as_of)
    selection = index.sessions.select(query)
    answers = results_of(index, query, selection, [each.name for each in made.features])
    is_in = made.market.session_date >= np.datetime64(first)
    coin_days = np.repeat(is_in, made.coin.draws)
    for condition in filters:
        coin_days &= coin_days_of(made, condition)
    book = made.book if as_of is None else Book(made.features, made.columns, made.coin.columns, as_of)
    about = {name: answer.metadata for name, answer in answers.items()}
    years = made.market.session_date.astype("datetime64[Y]").astype(int)
    without = reasons_of(made.features, about, book)
    expected = Expected(book, years, is_in, selection.mask, coin_days, without)
    reasons = set[str]()
    for name, answer in answers.items():
        for module in answer.modules.values():
            assert module.status == "success", name
            for kind, key, served in expected.parts(made.index.catalogue.by_name[name], module.data):
                reason = expected.check(kind, key, served)
                reasons |= {reason} if reason else set()
                seen[kind] += not reason
    return reasons
