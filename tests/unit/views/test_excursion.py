"""What a coin gives for target before stop: the pack's coins against coin days made whole by the build."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, get_args

import numpy as np
import pytest

from core.build.pack.bar_entries import server_signals
from core.build.pack.build_pack import assemble_pack, with_bars, with_coin
from core.contracts.errors import DataError
from core.contracts.requests import ExcursionRequest, FirstTraded
from core.contracts.results.excursion import ExcursionCell, ExcursionCoin
from core.contracts.results.rates import NoCoin
from core.evidence.verify_pack import verify_coin
from core.features.coin_days import all_coins, coin_days, coin_market
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.features.ticks import in_ticks
from core.figures.excursion import Days, Rows, Ticks, outcomes
from core.figures.verdict import untested
from core.market.market import Market
from core.question.filters import parse_query
from core.question.index import SnapshotIndex
from core.views.excursion import excursion_days, excursion_of
from core.warehouse.serving.bar_book import BarBook
from core.warehouse.serving.load_index import load_index
from tests.oracles.proportions import newcombe
from tests.property.markets import random_market
from tests.support.session_bars import bars_of

SESSIONS = 30
FIRST = get_args(FirstTraded)
HIT, STOPPED = FIRST.index("target_first"), FIRST.index("stop_first")


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


def _from(prices: Ticks) -> Callable[[Rows], Ticks]:
    return lambda rows: prices[..., rows]


def first_of_coin_days(found: Any) -> np.ndarray[Any, Any]:
    """What came first on every coin day, from the bars that the build makes of it."""
    market, index, _ = snapshot()
    assert index.coin is not None
    draws, ticks = index.coin.draws, in_ticks(market)
    kept = all_coins(market.session_date, draws).reshape(SESSIONS, draws, -1)
    first = np.empty((SESSIONS, draws), dtype=np.uint8)
    for draw in range(draws):
        tossed = coin_market(ticks, kept[:, draw])
        rows = (tossed.open, tossed.high, tossed.low, tossed.close)
        prices = np.stack([each.T for each in rows]).astype(np.int32)
        days = Days(_from(prices), found.days.adr10, found.days.from_bar)
        first[:, draw] = outcomes(days, np.arange(SESSIONS), found.table)
    return first.ravel()


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
def test_a_coin_s_rate_is_that_of_the_matching_coin_days(
    filters: dict[str, Any], body: dict[str, Any], side: str
) -> None:
    index, query, (cell,), found = asked(filters, **{"from_bar": 0, "side": side} | body)
    first, matched = first_of_coin_days(found), index.coin_days(query)
    assert index.coin is not None
    assert matched is not None
    mask = matched.mask
    if found.excursion.in_adr:
        mask = mask & np.repeat(found.days.adr10 > 0, index.coin.draws)
    hit, stopped = (int(np.count_nonzero(first[mask] == code)) for code in (HIT, STOPPED))
    n = cell.target_first_days + cell.stop_first_days
    assert n >= 10
    assert isinstance(cell.coin, ExcursionCoin)
    assert (cell.coin.days, cell.coin.target_first_days) == (hit + stopped, hit)
    assert cell.coin.rate == pytest.approx(hit / (hit + stopped), abs=1e-6)
    limits = newcombe(cell.target_first_days, n, hit, hit + stopped)
    difference = cell.coin.difference
    assert (difference.value, difference.lower, difference.upper) == pytest.approx(
        (limits["value"], limits["lower"], limits["upper"]), abs=1e-6
    )


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
    assert cell.coin == NoCoin(untested("coin", "too_few"))
    _, _, (cell,), _ = asked({}, **body | {"targets": [16_000], "stops": [16_000]})
    assert (cell.rate, cell.coin) == (None, NoCoin(untested("coin", "too_few")))


def test_a_snapshot_without_coin_days_has_no_coin() -> None:
    _, index, book = snapshot()
    index = replace(index, coin=None)
    query = parse_query({}, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    excursion = excursion_of(ExcursionRequest(from_bar=0, side="up", targets=[20], stops=[20]), 4)
    found = excursion_days(
        index, query, index.sessions.select(query).rows(), excursion, book.full_sessions, 4
    )
    assert [cell.coin for cell in found.cells()] == [None]
