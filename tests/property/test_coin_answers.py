"""What a coin gives beside a question's days, against plain counting, scipy and statsmodels.

Coin days are chosen here by the columns of the build and one comparison a condition; previous days, dates and
what is known before the open by the real day's.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import pytest
from scipy.stats import hypergeom
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep

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
from tests.property.markets import random_market

QUESTIONS = 30
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Mask = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, eq=False)
class Snap:
    """A made-up market with its columns, real and coin, and the index that answers."""

    market: Market
    columns: Mapping[str, FeatureColumn]
    coin: CoinDays
    index: SnapshotIndex

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


def active(feature: FeatureDefinition, values: FloatArray) -> Mask:
    if feature.kind == "enum":
        neutral = feature.neutral_label
        code = -1 if neutral is None else feature.labels.index(neutral)
        return np.asarray(~np.isnan(values) & (values != code))
    return np.asarray(values > 0)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.large)])
def test_coin_days_answer_as_plain_counting_scipy_and_statsmodels(seed: int) -> None:
    made, rng = snap(seed), np.random.default_rng(seed)
    seen, reasons = dict.fromkeys(("rates", "labels", "quartiles", "timing"), 0), set[str]()
    for _ in range(QUESTIONS):
        filters = [random_condition(made, rng) for _ in range(rng.integers(0, 3))]
        first = made.market.session_date[rng.integers(0, 30)]
        reasons |= judge(made, filters, str(first.astype("datetime64[D]")), seen)
    assert reasons >= {"known_before_open", "few_days", "decided_by_filters"}
    assert min(seen.values()) > QUESTIONS, seen


@pytest.mark.parametrize(
    ("sessions", "draws", "expected"),
    [(15, 10, "few_coin_days"), (1, None, "few_days"), (9, None, "few_days")],
)
def test_too_few_days_say_so(sessions: int, draws: int | None, expected: str) -> None:
    made = snap(3, sessions, draws)
    names = dict.fromkeys(("rates", "labels", "quartiles", "timing"), 0)
    reasons = judge(made, [], str(made.market.session_date[0].astype("datetime64[D]")), names)
    assert expected in reasons
    assert not any(names.values())


def judge(
    made: Snap,
    filters: list[dict[str, Any]],
    first: str,
    seen: dict[str, int],
    coin_days_of: Callable[[Snap, dict[str, Any]], Mask] = passing,
) -> set[str]:
    """Hold every figure against the book's, counted in `seen`; the reasons there were."""
    index, reasons = made.index, set[str]()
    query = parse_query(filters, first, None, index.catalogue, first=index.first_date, last=index.last_date)
    names = [each.name for each in index.catalogue.features if each.kind != "date"]
    selection = index.sessions.select(query)
    answers = results_of(index, query, selection, names)
    days = np.repeat(made.market.session_date >= np.datetime64(first), made.coin.draws)
    for condition in filters:
        days &= coin_days_of(made, condition)
    p_values: dict[str, float] = {}
    for name, result in answers.items():
        feature, modules = index.catalogue.by_name[name], msgspec.to_builtins(result)["modules"]
        real = made.columns[name].values[selection.mask]
        real = real[~np.isnan(real)]
        coin = made.values(name)[days]
        coin = coin[~np.isnan(coin)]
        reason = reason_of(made, name, result.metadata.conditioned, len(real), len(coin))
        parts = [module["data"]["coin"] for module in modules.values() if "coin" in module["data"]]
        if reason is not None:
            reasons.add(reason)
            assert all(part in (None, {"reason": reason}) for part in parts), (filters, name, parts)
            continue
        if "occurrence" in modules:
            rate = modules["occurrence"]["data"]["coin"]
            p_values[name] = judge_rate(rate, active(feature, real), active(feature, coin))
            seen["rates"] += 1
        for module in modules.values():
            judge_parts(feature, module["data"], coin, seen)
    if p_values:
        adjusted = multipletests(list(p_values.values()), method="holm")[1]
        for name, expected in zip(p_values, adjusted, strict=True):
            found = answers[name].modules["occurrence"].data.coin.q_value  # type: ignore[union-attr]
            assert found == pytest.approx(expected, abs=2e-6), (filters, name)
    return reasons


def reason_of(made: Snap, name: str, is_decided: bool, n: int, coin_n: int) -> str | None:
    if name not in made.coin.columns:
        return "known_before_open"
    if is_decided:
        return "decided_by_filters"
    if n < 10:
        return "few_days"
    return "few_coin_days" if coin_n < 200 else None


def judge_rate(rate: Mapping[str, Any], real: Mask, coin: Mask) -> float:
    """The figures of one occurrence; its p-value before Holm."""
    a, n, b, m = int(real.sum()), len(real), int(coin.sum()), len(coin)
    assert (rate["days"], rate["occurrence_days"]) == (m, b)
    assert rate["occurrence"] == pytest.approx(b / m, abs=1e-6)
    p_value = fisher(a, n, b, m)
    assert rate["p_value"] == pytest.approx(p_value, abs=2e-6)
    assert rate["difference"]["value"] == pytest.approx(a / n - b / m, abs=1e-6)
    limits = confint_proportions_2indep(a, n, b, m, method="newcomb", compare="diff")
    assert rate["difference"]["lower"] == pytest.approx(limits[0], abs=2e-6)
    assert rate["difference"]["upper"] == pytest.approx(limits[1], abs=2e-6)
    return p_value


def fisher(a: int, n: int, b: int, m: int) -> float:
    """Fisher's exact p of two sides. scipy's own asks for 1e-14, so that it misses a tie of so many days."""
    tables = np.exp(hypergeom(n + m, a + b, n).logpmf(np.arange(n + 1)))
    return float(tables[tables <= tables[a] * (1 + 1e-7)].sum())


def judge_parts(
    feature: FeatureDefinition, data: Mapping[str, Any], coin: FloatArray, seen: dict[str, int]
) -> None:
    for label in data.get("labels", []):
        days = int((coin == feature.labels.index(label["value"])).sum())
        assert label["coin"] == {"days": days, "share": pytest.approx(days / len(coin), abs=1e-6)}
        seen["labels"] += 1
    if "median_interval" in data:
        found = [data["coin"][each] for each in ("q1", "median", "q3")]
        assert found == pytest.approx(np.quantile(coin, (0.25, 0.5, 0.75)).tolist(), abs=2e-6)
        assert data["coin"]["days"] == len(coin)
        seen["quartiles"] += 1
    if "by_bar_days" in data:
        events = np.sort(coin[coin >= 1])
        expected = np.searchsorted(events, range(1, 82), side="right").tolist()
        assert data["coin"] == {"days": len(coin), "by_bar_days": expected}
        seen["timing"] += 1
