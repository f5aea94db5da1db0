"""The nightly recomputation agrees with what is served, and sees any closed form that goes wrong."""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from core.build.pack.build_pack import assemble_pack, with_coin
from core.contracts.results import FeatureResult
from core.contracts.results.rates import Occurrence
from core.evidence.compared import Compared
from core.evidence.recompute import REFERENCE_FILTERS, Recomputed, filtered_results, recompute
from core.features.coin_days import CoinDays, coin_days
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue, catalogue_of
from core.market.market import DateArray, Market
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, results_of
from core.warehouse.serving.load_index import load_index
from tests.property.markets import markets, random_market
from tests.support.sizes import examples


@dataclass(frozen=True)
class Made:
    """A market's columns and dates, and the index made of them."""

    columns: dict[str, FeatureColumn]
    dates: DateArray
    index: SnapshotIndex
    coin: CoinDays | None = None

    def baseline(self) -> dict[str, FeatureResult]:
        first, last = self.index.first_date, self.index.last_date
        query = parse_query(None, None, None, self.index.catalogue, first=first, last=last)
        names = [each.name for each in self.index.catalogue.features]
        return results_of(self.index, query, self.index.sessions.select(query), names, exact=True)

    def recomputed(self) -> Recomputed:
        return recompute(self.index, self.columns, self.dates, self.baseline(), self.coin)


def made(market: Market) -> Made:
    columns = compute_features(market)
    return Made(
        columns, market.session_date, load_index(assemble_pack(catalogue_of(market), market, columns))
    )


def made_with_coin(market: Market) -> Made:
    columns, catalogue, coin = compute_features(market), catalogue_of(market), coin_days(market)
    pack = with_coin(assemble_pack(catalogue, market, columns), catalogue, market, coin)
    return Made(columns, market.session_date, load_index(pack), coin)


@pytest.fixture(scope="module")
def whole() -> Made:
    return made(random_market(seed=3, sessions=400))


@settings(deadline=None, max_examples=examples(10))
@given(markets())
def test_any_market_is_served_as_statsmodels_and_scipy_compute_it(market: Market) -> None:
    assert [str(each) for each in made(market).recomputed().differing] == []


def test_every_kind_of_figure_is_compared(whole: Made) -> None:
    found = whole.recomputed()
    assert found.differing == ()
    with_years = sum("occurrence" in each.modules for each in catalogue().features)
    assert found.p_values == found.adjusted_p_values > len(REFERENCE_FILTERS) * with_years
    assert found.intervals > 5000


def test_the_reference_filters_are_booleans_of_the_catalogue() -> None:
    kinds = {each.name: each.kind for each in catalogue().features}
    assert {kinds[name] for name in REFERENCE_FILTERS} == {"boolean"}


def test_filtered_answers_hold_p_values_and_adjusted_p_values(whole: Made) -> None:
    occurrences = [
        result.modules["occurrence"].data
        for result in filtered_results(whole.index, "gap_up").values()
        if "occurrence" in result.modules
    ]
    tested = [data.others.verdict for data in occurrences if isinstance(data, Occurrence) and data.others]
    assert sum(each.adjusted_p is not None for each in tested) > 50


def test_figures_agree_to_nine_digits_and_null_agrees_with_null_alone() -> None:
    assert Compared("a", "lower", 0.25, 0.25 + 9e-10).agrees
    assert not Compared("a", "lower", 0.25, 0.25 + 9e-9).agrees
    assert Compared("a", "lower", None, None).agrees
    assert not Compared("a", "lower", None, 0.0).agrees
    assert not Compared("a", "lower", 0.0, None).agrees
    assert str(Compared("gap_up", "p", 0.1, None)) == "gap_up p: 0.1 answered, None expected"


Figure = Callable[..., Any]


def _wider(wilson: Figure) -> Figure:
    def planted(days: Any, n: Any) -> Any:
        lower, upper = wilson(days, n)
        return lower * (1 - 1e-7), upper

    return planted


def _wider_shares(shares: Figure) -> Figure:
    def planted(days: Any, n: Any, **how: Any) -> Any:
        share, lower, upper = np.moveaxis(np.array(shares(days, n, **how), dtype=np.float64), -1, 0)
        wider = np.stack((share, lower * (1 - 1e-7), upper), axis=-1)
        return np.where(np.isnan(wider), None, wider).tolist()  # type: ignore[call-overload]

    return planted


def _upside_down(compare: Figure) -> Figure:
    def planted(days: Any, n: Any) -> Any:
        lift, value, lower, upper = compare(days, n)
        return np.stack((lift, value, -upper, -lower))

    return planted


def _one_rank_in(interval: Figure) -> Figure:
    low = np.eye(7)[5][:, None, None]
    return lambda *asked: interval(*asked) + low


def _one_sided(p_values: Figure) -> Figure:
    return lambda *asked: p_values(*asked) / 2


def _of_one_year(by_year: Figure) -> Figure:
    """All years together."""

    def planted(*asked: Any) -> Any:
        days = by_year(*asked)
        return replace(days, **{name: each.sum(axis=0)[None] for name, each in vars(days).items()})

    return planted


def _of_both_ratios(lifts: Figure) -> Figure:
    return lambda *counts: lifts(*counts[2:], *counts[:2])


def _uncorrected(holm: Figure) -> Figure:
    return lambda p_values: holm(p_values) * 1.0001


def _with_yates(chi_square: Figure) -> Figure:
    return lambda here, there: np.sqrt(chi_square(here, there))


def _one_code_on(moved: Figure) -> Figure:
    """Every rate counts the days of the codes next to its own."""
    return lambda cells, starts: moved(cells, starts) + (cells[0].shape[1] == 4)


def _a_day_short(days: int) -> int:
    """The last 249 days."""
    return days - 1


def _others(results: Figure) -> Figure:
    """The other days for the matched ones."""

    def planted(engine: Any, asked: Any, names: Any, **how: Any) -> Any:
        turned = replace(asked, matched=asked.others, others=asked.matched)
        return results(engine, turned, names, **how)

    return planted


PLANTED = [
    ("core.figures.counting", "wilson", _wider, "confidence_interval.lower"),
    ("core.figures.other_days", "compare", _upside_down, "others.lower"),
    ("core.figures.counting", "order_statistics", _one_rank_in, "median_interval.lower"),
    ("core.figures.counting", "_moved", _one_code_on, "confidence_interval.lower"),
    ("core.figures.held", "shares_of", _wider_shares, "occurrence.years.2"),
    ("core.figures.held", "heterogeneity", _with_yates, "occurrence.years.p_value"),
    ("core.figures.held", "RECENT_DAYS", _a_day_short, "recent.difference.value"),
    ("core.figures.other_days_question", "days_by_year", _of_one_year, "others.difference"),
    ("core.figures.other_days", "normal_p", _one_sided, "occurrence.others.p_value"),
    ("core.figures.other_days", "mid_p", _one_sided, "others.p_value"),
    ("core.figures.other_days", "_lifts", _of_both_ratios, "others.lift_lower"),
    ("core.figures.outcomes", "holm", _uncorrected, "others.adjusted_p"),
    ("core.figures.answer.Engine", "results", _others, "confidence_interval.lower"),
]


@pytest.mark.filterwarnings("ignore:invalid value encountered in sqrt")
@pytest.mark.parametrize(
    ("module", "name", "plant", "seen_in"), PLANTED, ids=[f"{row[1]} {row[3]}" for row in PLANTED]
)
def test_a_planted_mistake_is_seen_where_it_stands(
    whole: Made, monkeypatch: pytest.MonkeyPatch, module: str, name: str, plant: Any, seen_in: str
) -> None:
    place = pkgutil.resolve_name(module)
    monkeypatch.setattr(place, name, plant(getattr(place, name)))
    assert any(seen_in in each.figure for each in whole.recomputed().differing)


@pytest.fixture(scope="module")
def tossed() -> Made:
    return made_with_coin(random_market(seed=3, sessions=330, step=4))


def test_every_figure_against_a_coin_is_compared(tossed: Made) -> None:
    found = tossed.recomputed()
    assert [str(each) for each in found.differing] == []
    assert found.coin_figures > 20_000
    assert found.intervals > 5000


def _of_the_session_before(matching: Figure) -> Figure:
    return lambda *asked: np.roll(matching(*asked), 1, axis=0)


def _without_the_real_day(chances: Any) -> Any:
    def planted(days: Any) -> Any:
        return np.where(days.is_compared, days.coin_came / np.maximum(days.coin_days, 1), 0.0)

    return property(planted)


def _of_both_signs(limits: Figure) -> Figure:
    return lambda sums, rate: tuple(reversed(limits(sums, rate)))


def _of_all_coin_days(pairs: Any) -> Any:
    """Not those that match alone."""

    def planted(question: Any, names: Any) -> Any:
        question._coin_days = question._coin_days.layout.every_day
        return pairs(question, names)

    return planted


def _twins_apart(twin_of: Any) -> Any:
    return property(lambda coin: {})


def _unscaled(p_values: Figure) -> Figure:
    """The residuals spread as the coin says."""

    def planted(years: Any) -> Any:
        total = years.variances.sum(axis=1) + years.residuals.sum(axis=1) ** 2 / years.n.sum(axis=1)
        squares = np.zeros_like(years.squares)
        squares[:, 0] = total
        return p_values(years._replace(squares=squares))

    return planted


def _narrower(differences: Figure) -> Figure:
    return lambda *asked: differences(*asked) * np.array([[1.0], [0.99], [1.0]])


def _pooled(weights: Any) -> Any:
    """Every coin day weighs the same."""

    def planted(numbers: Any) -> Any:
        is_counted = np.repeat(numbers._is_compared, numbers.matching.of_session)
        days = np.bincount(numbers._codes, is_counted, minlength=len(numbers._values) + 1)[:-1]
        return days * numbers.days / days.sum()

    return property(planted)


def _one_more(least: float) -> float:
    return least * 1000


PLANTED_IN_COINS = [
    ("core.figures.bitmap.Layout", "by_group", _of_the_session_before, "occurrence.coin.occurrence"),
    ("core.figures.own_coins.PairedDays", "chances", _without_the_real_day, "coin.p_value"),
    ("core.figures.own_coins.Sums", "limits", _of_both_signs, "coin.lower"),
    ("core.figures.own_coins", "NORMAL_VARIANCE", _one_more, "coin.p_value"),
    ("core.figures.own_coins", "PRIOR_DAYS", _one_more, "coin.upper"),
    ("core.figures.own_coins", "LEAST_DAYS", _one_more, "coin.p_value"),
    ("core.figures.coin_question.CoinQuestion", "_pairs", _of_all_coin_days, "coin.difference"),
    ("core.figures.coin_numbers.CoinNumbers", "_weights", _pooled, "coin.by_bar"),
    ("core.figures.outcomes", "holm", _uncorrected, "coin.adjusted_p"),
    ("core.figures.outcomes", "holm", _uncorrected, "occurrence.years.adjusted_p"),
    ("core.figures.held", "years_p_values", _unscaled, "occurrence.years.p_value"),
    ("core.figures.residuals", "LEAST_OF_YEAR", _one_more, "occurrence.years.p_value"),
    ("core.figures.held", "last_days_differences", _narrower, "recent.difference.lower"),
    ("core.figures.residuals", "LEAST_OF_PART", _one_more, "recent.difference.value"),
    ("core.figures.coin.Coin", "twin_of", _twins_apart, "coin.adjusted_p"),
]


@pytest.mark.parametrize(("module", "name", "plant", "seen_in"), PLANTED_IN_COINS)
def test_a_mistake_planted_in_coins_is_seen_where_it_stands(
    monkeypatch: pytest.MonkeyPatch, tossed: Made, module: str, name: str, plant: Any, seen_in: str
) -> None:
    place = pkgutil.resolve_name(module)
    monkeypatch.setattr(place, name, plant(getattr(place, name)))
    monkeypatch.setattr("core.evidence.recompute.REFERENCE_FILTERS", ("gap_fill_by_b12",))
    fresh = replace(tossed, index=replace(tossed.index))
    assert any(seen_in in each.figure for each in fresh.recomputed().differing)


def test_coin_days_that_the_index_lost_are_seen(tossed: Made) -> None:
    assert tossed.coin is not None
    name = "close_above_open"
    column = tossed.coin.columns[name]
    changed = {**tossed.coin.columns, name: replace(column, values=1 - column.values)}
    other = replace(tossed, coin=replace(tossed.coin, columns=changed))
    assert {each.feature for each in other.recomputed().differing} >= {name}


def test_days_that_the_index_lost_are_seen(whole: Made) -> None:
    name = "gap_up"
    values = whole.columns[name].values.copy()
    values[np.flatnonzero(values == 1)[0]] = 0.0
    changed = replace(whole, columns={**whole.columns, name: replace(whole.columns[name], values=values)})
    assert {each.feature for each in changed.recomputed().differing} >= {name}
