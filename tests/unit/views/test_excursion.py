"""What a coin gives for target before stop: the pack's coins against coin days made whole by the build."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from core.build.pack.bar_entries import server_signals
from core.build.pack.build_pack import assemble_pack, with_bars, with_coin
from core.contracts.errors import DataError
from core.contracts.requests import ExcursionRequest
from core.contracts.results.excursion import ExcursionCell, ExcursionCoin
from core.contracts.results.rates import Interval, NoCoin
from core.evidence.verify_pack import verify_coin
from core.features.coin_days import all_coins, coin_days, coin_market
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.features.ticks import in_ticks
from core.figures.verdict import untested
from core.market.market import Market
from core.question.filters import parse_query
from core.question.index import SnapshotIndex
from core.views.excursion import ExcursionDays, excursion_days, excursion_of
from core.warehouse.serving.bar_book import BarBook
from core.warehouse.serving.load_index import load_index
from tests.oracles.days import Bar
from tests.oracles.excursion import distances, means, result
from tests.property.markets import random_market
from tests.support.session_bars import bars_of

SESSIONS, PER_POINT = 30, 4


@cache
def snapshot() -> tuple[Market, SnapshotIndex, BarBook]:
    market = random_market(5, SESSIONS)
    bars, catalogue = bars_of(market), catalogue_of(market)
    pack = assemble_pack(catalogue, market, compute_features(market))
    pack = with_coin(pack, catalogue, market, coin_days(market))
    pack = with_bars(pack, bars, server_signals(bars))
    return market, load_index(pack), BarBook(pack)


def asked(filters: dict[str, Any], **body: Any) -> tuple[SnapshotIndex, Any, list[ExcursionCell], Any]:
    _, index, book = snapshot()
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    excursion = excursion_of(ExcursionRequest(**body), book.ticks_per_point)
    rows = index.sessions.select(query).rows()
    found = excursion_days(index, query, rows, excursion, book.full_sessions, book.ticks_per_point)
    return index, query, found.cells(), found


def results_of_coin_days(found: ExcursionDays) -> list[list[Fraction | None]]:
    """By session what each coin day comes to in ticks after costs, from bars that the build makes of it."""
    market, index, _ = snapshot()
    assert index.coin is not None
    draws, ticks = index.coin.draws, in_ticks(market)
    kept = all_coins(market.session_date, draws).reshape(SESSIONS, draws, -1)
    of_draws = [results_of(found, coin_market(ticks, kept[:, draw])) for draw in range(draws)]
    return [list(of_session) for of_session in zip(*of_draws, strict=True)]


def results_of(found: ExcursionDays, ticks: Market) -> list[Fraction | None]:
    """Each session's result in ticks after costs; None without ADR10 where it is needed."""
    asked, tenths = found.excursion, found.days.adr10.tolist()
    rows = (ticks.open, ticks.high, ticks.low, ticks.close)
    bars = np.stack([np.rint(each) for each in rows]).astype(np.int64).transpose(1, 2, 0).tolist()
    told = [
        distances(asked.unit, str(asked.targets[0]), str(asked.stops[0]), Fraction(each, 10), PER_POINT)
        for each in tenths
    ]
    return [
        each and result([Bar(*bar) for bar in day], asked.from_bar, asked.side, *each) - Fraction(asked.costs)
        for day, each in zip(bars, told, strict=True)
    ]


def in_unit(found: ExcursionDays, row: int, ticks: Fraction) -> float:
    """A result of a session in the unit that is asked."""
    asked = found.excursion
    if asked.unit == "points":
        return float(ticks / PER_POINT)
    share = ticks / Fraction(int(found.days.adr10[row]), 10) * 100
    return float(share if asked.unit == "adr" else share / Fraction(asked.stops[0]))


@pytest.mark.parametrize(
    ("filters", "body"),
    [
        ({}, {"unit": "points", "targets": [2], "stops": [1.5]}),
        ({"gap_up": {"operator": "=", "value": True}}, {"unit": "points", "targets": [1], "stops": [1]}),
        (
            {"or12_dir": {"operator": "in", "value": ["bull", "bear"]}},
            {"targets": [40], "stops": [25], "from_bar": 12},
        ),
        (
            {"bar1_range_pct_adr": {"operator": ">", "value": 3}},
            {"unit": "r", "targets": [1.5], "stops": [15]},
        ),
    ],
)
@pytest.mark.parametrize("side", ["up", "down"])
@pytest.mark.parametrize("costs", [0, 1.5])
def test_each_day_is_held_against_its_own_coin_days(
    filters: dict[str, Any], body: dict[str, Any], side: str, costs: float
) -> None:
    index, query, (cell,), found = asked(filters, **{"from_bar": 0, "side": side, "costs": costs} | body)
    matched = index.coin_days(query)
    assert matched is not None
    matches = matched.mask.reshape(SESSIONS, -1)
    real, coins = results_of(found, in_ticks(snapshot()[0])), results_of_coin_days(found)
    days = [
        (
            in_unit(found, row, own),
            [
                in_unit(found, row, each)
                for each, fits in zip(coins[row], matches[row], strict=True)
                if fits and each is not None
            ],
        )
        for row in found.rows.tolist()
        if (own := real[row]) is not None
    ]
    assert len(days) >= 10
    expected = means(days)
    mean = {"adr": cell.mean_adr_pct, "points": cell.mean_points, "r": cell.mean_r}[found.excursion.unit]
    assert near(
        [mean, cell.mean_interval.lower, cell.mean_interval.upper],
        [expected.mean, expected.mean_lower, expected.mean_upper],
    )
    coin = cell.coin
    assert isinstance(coin, ExcursionCoin)
    assert (coin.days, coin.unpaired_days) == (expected.days, expected.unpaired_days)
    figures = expected.coin_mean, expected.difference, expected.lower, expected.upper, expected.p
    assert near([coin.mean, *compared(coin)], [*figures])


def compared(coin: ExcursionCoin) -> list[float | None]:
    interval = coin.confidence_interval
    return [coin.difference, interval.lower, interval.upper, coin.verdict.p]


def near(found: Any, expected: Any) -> bool:
    return bool(found == pytest.approx(expected, abs=2e-6, rel=1e-6))


def test_cells_are_one_family() -> None:
    _, _, cells, _ = asked({}, from_bar=0, side="up", targets=[20, 40, 60], stops=[20, 50])
    verdicts = [cell.coin.verdict for cell in cells if isinstance(cell.coin, ExcursionCoin)]
    p = [each.p for each in verdicts]
    adjusted = multipletests(p, method="holm")[1]
    assert [each.adjusted_p for each in verdicts] == pytest.approx(adjusted, abs=6e-6)
    assert len(verdicts) == 6


def test_costs_move_means_and_leave_the_comparison() -> None:
    body: dict[str, Any] = {"from_bar": 6, "side": "down", "unit": "r", "targets": [1, 2], "stops": [20, 40]}
    _, _, free, found = asked({}, **body)
    _, _, paid, _ = asked({}, **body | {"costs": 2})
    for before, after in zip(free, paid, strict=True):
        assert isinstance(before.coin, ExcursionCoin)
        assert isinstance(after.coin, ExcursionCoin)
        tenths = found.days.adr10[found.rows].tolist()
        cost = sum(2 / (each / 10 * before.stop / 100) for each in tenths) / len(tenths)
        moved = [(before.mean_r or 0) - cost, before.coin.mean - cost]
        assert near([after.mean_r, after.coin.mean], moved)
        assert near(compared(after.coin), compared(before.coin))


def test_a_coin_that_was_not_tossed_so_is_refused() -> None:
    market, index, _ = snapshot()
    assert index.coin is not None
    made = coin_days(market)
    assert verify_coin(index, made) == len(made.columns)
    tosses = index.coin.tosses.copy()
    tosses[20 * made.draws, 0] ^= 128
    other = replace(index, coin=replace(index.coin, tosses=tosses))
    with pytest.raises(DataError, match="coins"):
        verify_coin(other, made)


def test_few_days_are_not_held_against_a_coin() -> None:
    body = {"from_bar": 0, "side": "up", "unit": "points", "targets": [1], "stops": [1]}
    dates = {"Date_Range": {"operator": "range", "value": ["2024-01-02", "2024-01-09"]}}
    _, _, (cell,), _ = asked(dates, **body)
    assert isinstance(cell.coin, ExcursionCoin)
    assert cell.coin.verdict == untested("coin", "too_few")
    assert cell.coin.confidence_interval == cell.mean_interval == Interval(None, None)
    never = {"gap_size_pts": {"operator": ">", "value": 1e9}}
    _, _, (cell,), _ = asked(never, **body)
    assert (cell.mean_points, cell.ended) == (None, None)
    assert cell.coin == NoCoin(untested("coin", "too_few"))


def test_a_snapshot_without_coin_days_has_no_coin() -> None:
    _, index, book = snapshot()
    index = replace(index, coin=None)
    query = parse_query({}, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    excursion = excursion_of(ExcursionRequest(from_bar=0, side="up", targets=[20], stops=[20]), 4)
    found = excursion_days(
        index, query, index.sessions.select(query).rows(), excursion, book.full_sessions, 4
    )
    (cell,) = found.cells()
    assert cell.coin is None
    assert cell.mean_r is not None
