"""As of bar N: days still open counted one by one, and no later bar moves what is known by then."""

from dataclasses import dataclass
from math import isnan
from typing import Any, Self

import msgspec
import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack
from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue_of
from core.market.market import Market
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, engine_as_of, results_of
from core.question.look_ahead import is_known
from core.warehouse.serving.load_index import load_index
from tests.oracles.other_days import Year, compared
from tests.oracles.own_coins import Day, Found, against_coins, last_days, years_p_value
from tests.oracles.proportions import wilson
from tests.property.coin_outcomes import Mask, Outcome
from tests.property.grouped import coin_days_passing, random_question
from tests.property.markets import random_market, with_other_future
from tests.property.test_coin_answers import Snap, random_condition, snap

BARS = (-1, 0, 1, 6, 12, 17, 18, 27, 54, 80)


def filters_as_of(
    made: Snap, rng: np.random.Generator, bar: int, *, yesterday: bool = True
) -> list[dict[str, Any]]:
    """Up to two conditions that are certain by a bar, an event by_bar; `yesterday` allows the day before."""
    found: list[dict[str, Any]] = []
    while len(found) < rng.integers(0, 3):
        condition = random_condition(made, rng)
        name = condition["feature"]
        prev = name.endswith("_prev")
        feature = made.index.catalogue.by_name[name.removesuffix("_prev")]
        if feature.by_bar_safe and not prev:
            condition["by_bar"] = int(rng.integers(1, max(bar, 1) + 1))
        if (prev and yesterday) or (not prev and is_known(feature, bar, condition.get("by_bar"))):
            found.append(condition)
    return found


def grouped_as_of(
    made: Snap, rng: np.random.Generator, bar: int, *, yesterday: bool = True
) -> list[dict[str, Any]]:
    """Groups of conditions that are certain by a bar, and such conditions beside them."""

    def condition() -> dict[str, Any]:
        while True:
            for found in filters_as_of(made, rng, bar, yesterday=yesterday):
                return found

    return random_question(made, rng, condition)


def ask(index: SnapshotIndex, filters: list[dict[str, Any]], bar: int | None) -> tuple[Mask, Any]:
    first, last = index.first_date, index.last_date
    query = parse_query(filters, None, None, index.catalogue, first=first, last=last, as_of=bar)
    names = [each.name for each in index.catalogue.features if each.kind != "date"]
    selection = index.sessions.select(query)
    return selection.mask, msgspec.to_builtins(results_of(index, query, selection, names))


@dataclass(frozen=True, eq=False)
class AtRisk:
    """An event as of a bar: the days (N,) it had come by then, is still open on, and comes on later."""

    done: Mask
    at_risk: Mask
    active: Mask

    @classmethod
    def of(cls, feature: FeatureDefinition, column: FeatureColumn, bar: int) -> Self:
        known = ~np.isnan(column.values)
        bars = column.values if column.event_bar is None else column.event_bar
        done = known & (bars > 0) & (bars <= bar)
        neutral = feature.neutral_label
        nothing = feature.labels.index(neutral) if feature.kind == "enum" and neutral is not None else 0
        at_risk = known & ~done
        return cls(done, at_risk, at_risk & (column.values != nothing))

    def count(self, group: Mask) -> tuple[int, int]:
        """Days that had it, of a group's open days."""
        return int(np.count_nonzero(self.active & group)), int(np.count_nonzero(self.at_risk & group))

    def by_year(self, matched: Mask, years: Any) -> list[Year]:
        """The same of matched and other days, of each year with an open day."""
        of = [years == year for year in np.unique(years[self.at_risk])]
        return [Year(*self.count(matched & each), *self.count(~matched & each)) for each in of]


def assert_rates(data: Any, days: AtRisk, matched: Mask) -> None:
    x, n = days.count(matched)
    assert data["already_days"] == np.count_nonzero(matched & days.done)
    assert (data["at_risk_days"], data["total_days"], data["occurrence_days"]) == (n, n, x)
    assert data["occurrence"] == (pytest.approx(x / n, abs=2e-6) if n else None)
    assert data["confidence_interval"] == pytest.approx(wilson(x, n), abs=2e-6)


def assert_others(data: Any, days: AtRisk, matched: Mask, years: Any, *, tested: bool) -> None:
    if days.count(matched)[1] and days.count(~matched)[1]:
        assert_beside(data["others"], compared(days.by_year(matched, years)), tested=tested)


def assert_beside(others: Any, expected: Any, *, tested: bool) -> None:
    for figure in ("occurrence_days", "total_days", "difference", "confidence_interval", "lift"):
        assert others[figure] == pytest.approx(expected[figure], abs=2e-6), figure
    verdict = others["verdict"]
    if tested and verdict["reason"] != "twin":
        assert verdict["p"] == pytest.approx(expected["verdict"]["p"], abs=2e-6)
        assert verdict["reason"] == expected["verdict"]["reason"]


def assert_years(data: Any, days: AtRisk, matched: Mask, years: Any, *, tested: bool) -> None:
    counts = [days.count(matched & (years == year)) for year in np.unique(years)]
    assert [(each["occurrence_days"], each["days"]) for each in data["years"]] == counts
    if not tested:
        assert data["years_verdict"]["reason"] == "fixed_by_filter"


def assert_held(data: Any, days: list[Day]) -> None:
    """The years and the last days beside the coin; a twin of another event has no test of its years."""
    p = years_p_value(days)
    if data["years_verdict"]["reason"] != "twin":
        assert data["years_verdict"]["p"] == (None if isnan(p) else pytest.approx(p, abs=2e-6))
    expected = last_days(days) if data["recent"] else None
    if expected is not None:
        assert [*data["recent"]["difference"].values()] == pytest.approx(expected, abs=2e-6)


def assert_coin(data: Any, expected: Found | None) -> None:
    if expected is None:
        assert data["verdict"]["reason"] == "no_pair"
        return
    assert (data["days"], data["unpaired_days"]) == (expected.days, expected.unpaired_days)
    shown = data["occurrence"], data["difference"], *data["confidence_interval"].values()
    figures = expected.coin_rate, expected.difference, expected.lower, expected.upper
    assert shown == pytest.approx(figures, abs=2e-6)
    verdict = data["verdict"]
    if verdict["reason"] != "twin":
        assert verdict["p"] == (None if np.isnan(expected.p) else pytest.approx(expected.p, abs=2e-6))


def assert_events(made: Snap, filters: list[dict[str, Any]], bar: int) -> int:
    """Every event of a question; how many were asked."""
    matched, found = ask(made.index, filters, bar)
    all_coin_days = np.ones(len(matched) * made.coin.draws, dtype=bool)
    coin_days = np.logical_and.reduce([all_coin_days, *(coin_days_passing(made, each) for each in filters)])
    years = made.index.session_date.astype("datetime64[Y]")
    events = [each for each in made.index.catalogue.features if each.by_bar_safe]
    events = [each for each in events if "occurrence" in found[each.name]["modules"]]
    for feature in events:
        told, days = found[feature.name], AtRisk.of(feature, made.columns[feature.name], bar)
        data, decided = told["modules"]["occurrence"]["data"], bool(told["metadata"]["decided_by"])
        assert_rates(data, days, matched)
        if filters:
            assert_others(data, days, matched, years, tested=not decided)
        assert_years(data, days, matched, years, tested=not decided)
        if not decided:
            coin = AtRisk.of(feature, made.coin.columns[feature.name], bar)
            outcome = Outcome(days.at_risk, days.active, coin.at_risk, coin.active)
            pairs = outcome.days(matched, coin_days, years.astype(int))
            assert_coin(data["coin"], against_coins(pairs))
            assert_held(data, pairs)
        timing = told["modules"].get("timing_analysis")
        assert timing is None or not any(timing["data"]["by_bar_days"][: max(bar, 0)])
    return len(events)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.large) for seed in (1, 2))])
def test_an_event_is_asked_of_the_days_at_risk(seed: int) -> None:
    """Every event of every question against counting, statsmodels, scipy and exact whole numbers."""
    made, rng = snap(seed), np.random.default_rng(seed)
    asked = 0
    for _ in range(12):
        bar = int(rng.choice(BARS))
        asked += assert_events(made, filters_as_of(made, rng, bar), bar)
    assert asked > 200


def test_an_event_is_asked_of_the_days_at_risk_of_groups() -> None:
    made, rng = snap(3), np.random.default_rng(3)
    asked = 0
    for bar in BARS:
        asked += assert_events(made, grouped_as_of(made, rng, bar), bar)
    assert asked > 150


@pytest.mark.parametrize(
    "filters", [[], [{"feature": "gap_up_prev", "operator": "=", "value": True}]], ids=["all", "filtered"]
)
@pytest.mark.parametrize("bar", BARS)
def test_what_is_certain_by_then_is_no_outcome(bar: int, filters: list[dict[str, Any]]) -> None:
    made = snap(1)
    matched, found = ask(made.index, filters, bar)
    tested = 0
    for name, result in found.items():
        feature = made.index.catalogue.by_name[name]
        certain = feature.known_at == KnownAt.PRE if bar < 0 else feature.known_at_bar() <= bar
        assert result["metadata"]["known_by_then"] == certain
        beside = [each["data"].get("others") or {} for each in result["modules"].values()]
        p_values = [each["verdict"]["p"] for each in beside if "verdict" in each]
        assert not (certain and any(p_value is not None for p_value in p_values)), name
        tested += any(p_value is not None for p_value in p_values)
        data = result["modules"].get("occurrence", {}).get("data")
        if data is not None and certain:
            assert data["coin"]["verdict"]["reason"] in ("known_by_then", "no_coin")
    assert np.count_nonzero(matched) > 0
    assert (tested > 10) == bool(filters)


def test_a_filter_that_is_known_by_then_neither_looks_ahead_nor_decides_what_is_at_risk() -> None:
    """A range known at 10:30, and an event that had not come by then: what comes later is an outcome."""
    made = snap(1)
    filters = [
        {"feature": "or12_range_pct_adr", "operator": ">", "value": 5.0},
        {"feature": "gap_fill_bar", "operator": "=", "value": 0, "by_bar": 12},
    ]
    _, whole = ask(made.index, filters, None)
    matched, found = ask(made.index, filters, 12)
    assert whole["hoy_bo_bar"]["metadata"]["look_ahead"]
    assert whole["gap_fill_bar"]["metadata"]["conditioned"]
    for name, result in found.items():
        about = result["metadata"]
        assert about["look_ahead"] == []
        if made.index.catalogue.by_name[name].by_bar_safe:
            assert about["shared_bars"] is None
    fills = found["gap_fill_bar"]
    assert not fills["metadata"]["conditioned"]
    data = fills["modules"]["occurrence"]["data"]
    days = AtRisk.of(made.index.catalogue.by_name["gap_fill_bar"], made.columns["gap_fill_bar"], 12)
    assert 0 < days.count(matched)[0] < days.count(matched)[1]
    years = made.index.session_date.astype("datetime64[Y]")
    assert_beside(data["others"], compared(days.by_year(matched, years)), tested=True)
    assert data["coin"]["verdict"]["p"] is not None


def test_before_the_first_bar_the_days_are_the_whole_day_s() -> None:
    made = snap(2)
    _, whole = ask(made.index, [], None)
    _, found = ask(made.index, [], 0)
    for name, result in found.items():
        data, own = (each[name]["modules"].get("occurrence", {}).get("data") for each in (found, whole))
        if data is not None and not result["metadata"]["known_by_then"]:
            assert data["already_days"] == 0
            assert data["at_risk_days"] == own["total_days"]
            assert (own["already_days"], own["at_risk_days"]) == (None, None)
            same = [key for key in data if key not in ("already_days", "at_risk_days", "coin")]
            assert [data[key] for key in same] == [own[key] for key in same]


def index_of(market: Market) -> SnapshotIndex:
    return load_index(assemble_pack(catalogue_of(market), market, compute_features(market)))


def shown_as_of(index: SnapshotIndex, filters: list[dict[str, Any]], bar: int) -> dict[str, Any]:
    """The matched days, what had happened on them, and all that is certain by the bar."""
    matched, found = ask(index, filters, bar)
    shown: dict[str, Any] = {"matched": matched.tolist()}
    for name, result in found.items():
        feature, data = index.catalogue.by_name[name], result["modules"].get("occurrence", {}).get("data")
        if result["metadata"]["known_by_then"]:
            shown[name] = result["modules"]
        elif data is not None:
            shown[name] = data["already_days"]
            if feature.by_bar_safe and feature.applies_from is None and bar >= feature.first_bar:
                shown[name] = data["already_days"], data["at_risk_days"]
    return shown


def assert_unmoved(markets: tuple[Market, Market], bar: int, rng: np.random.Generator, made: Snap) -> None:
    one, other = map(index_of, markets)
    for make in (filters_as_of, filters_as_of, grouped_as_of, grouped_as_of):
        filters = make(made, rng, bar, yesterday=False)
        here, there = (shown_as_of(index, filters, bar) for index in (one, other))
        moved = [name for name in here if here[name] != there[name]]
        assert not moved, f"as of {bar} {moved} move with later bars, filters {filters}"


@pytest.mark.parametrize("bar", BARS)
def test_no_later_bar_moves_what_is_shown_but_outcomes(bar: int) -> None:
    rng = np.random.default_rng(bar + 1)
    market = random_market(7, sessions=60, step=4)
    other = with_other_future(market, max(bar, 0), seed=3)
    assert_unmoved((market, other), bar, rng, snap(1))


def test_an_engine_that_reads_a_later_bar_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: events leave the days still open two bars late."""

    def late(features: Any, sessions: Any, coin: Any, coin_days: Any, bar: int) -> Any:
        return engine_as_of(features, sessions, coin, coin_days, bar + 2)

    market = random_market(7, sessions=60, step=4)
    other = with_other_future(market, 12, seed=3)
    monkeypatch.setattr("core.question.index.engine_as_of", late)
    with pytest.raises(AssertionError, match="as of 12"):
        assert_unmoved((market, other), 12, np.random.default_rng(1), snap(1))


def test_every_class_of_known_at_is_met() -> None:
    catalogue = snap(1).index.catalogue
    open_by_bar = {bar: sum(not is_known(each, bar) for each in catalogue.features) for bar in BARS}
    assert list(open_by_bar.values()) == sorted(open_by_bar.values(), reverse=True)
    assert open_by_bar[-1] > open_by_bar[0] > open_by_bar[12] > open_by_bar[18] == open_by_bar[80]
    assert max(BARS) == LAST_BAR - 1
