"""A day's signals from the pack: the stored ones, any others, and nothing that depends on what is shown."""

from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.build.pack.bar_entries import server_signals
from core.build.pack.build_pack import assemble_pack, with_bars
from core.contracts.errors import DataError
from core.contracts.pack import BAR_STARTS, DRAWN, SIGNALS
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.market.session_bars import SessionBars
from core.signals.ama import AmaResult, compute
from core.signals.ama_config import OFF, AmaConfig, normalise
from core.signals.bar_values import Bars
from core.warehouse.serving.bar_book import BarBook, day_signals, shown_bars
from core.warehouse.serving.pack import Pack
from tests.property.ama_bars import configs
from tests.property.markets import random_market
from tests.support.session_bars import KEPT_OF_QUARANTINED, bars_of
from tests.support.sizes import examples

ALL = AmaConfig(show_climax=True, show_outside_bars=True, show_big_breakouts=2, zscore_lookback=50)


@cache
def made(seed: int, sessions: int, step: int, tick: float) -> tuple[SessionBars, Pack]:
    """A small market with every second roll of unknown difference, and its pack."""
    market = random_market(seed, sessions, step, tick)
    bars = bars_of(market)
    follows = bars.follows & (np.arange(len(bars.follows)) % 3 != 2)
    bars = replace(bars, follows=follows)
    pack = assemble_pack(catalogue_of(market), market, compute_features(market))
    return bars, with_bars(pack, bars, server_signals(bars))


def packed(bars: SessionBars) -> BarBook:
    """The book of other bars on the pack of a small market."""
    return BarBook(with_bars(made(1, 8, 2, 0.25)[1], bars, server_signals(bars)))


def book_of(seed: int = 1, sessions: int = 8, step: int = 2, tick: float = 0.25) -> BarBook:
    return BarBook(made(seed, sessions, step, tick)[1])


def columns(found: AmaResult, shown: slice = slice(None)) -> dict[str, Any]:
    return {each.name: getattr(found, each.name)[shown] for each in fields(AmaResult)}


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name, values in one.items():
        assert np.allclose(values, other[name], rtol=0, atol=1e-9, equal_nan=True), name


books = st.builds(
    book_of,
    seed=st.integers(0, 5),
    sessions=st.just(8),
    step=st.sampled_from([0, 1, 3]),
    tick=st.sampled_from([0.25, 0.1, 1.0]),
)


@settings(max_examples=examples(60), deadline=None)
@given(books, st.integers(0, 7), configs())
def test_a_day_is_what_the_whole_history_says_of_it(book: BarBook, index: int, sent: dict[str, Any]) -> None:
    config = normalise(sent)
    found = day_signals(book, index, config, with_previous=True)
    shown = shown_bars(book, index, with_previous=True)
    start = book.bars_of(max(0, index - 2)).start
    until = slice(0, shown.stop)
    open_, high, low, close = book.in_ticks(until)
    labels = book.bar_number[until], book.session_of_bar[until], book.no_prior[until]
    whole = compute(Bars(open_, high, low, close, *labels), config, start=start)
    expected = columns(whole, shown)
    for name in ("bar_range", "body", "avg_range"):
        expected[name] = expected[name] * book.tick
    assert_same(columns(found), expected | {"ema": book.ema[shown]})


def test_a_direction_is_handed_on_over_days_that_stand_still() -> None:
    bars = bars_of(random_market(1, 8, 0))
    flat = np.full(len(bars.close), 5000.0)
    fallen = np.where(np.arange(len(flat)) == 3, 4999.0, flat)
    still = replace(bars, open=flat, high=flat, low=fallen, close=fallen)
    found = day_signals(packed(still), 6, ALL)
    assert set(found.bar_dir.tolist()) == {-1}


def test_windows_reach_back_over_a_half_day_two_sessions_before() -> None:
    bars = bars_of(random_market(1, 8, first=np.datetime64("2024-06-28")))
    half = int(np.flatnonzero(~bars.is_full[: bars.counted])[0])
    found = day_signals(packed(bars), half + 2, ALL)
    assert not np.isnan(found.z_score_full).any()


@settings(max_examples=examples(60), deadline=None)
@given(books, st.integers(1, 7), configs())
def test_what_is_shown_changes_nothing_of_the_day(book: BarBook, index: int, sent: dict[str, Any]) -> None:
    config = normalise(sent)
    both = day_signals(book, index, config, with_previous=True)
    alone = day_signals(book, index, config, with_previous=False)
    own = book.bars_of(index)
    assert_same(columns(both, slice(own.start - own.stop, None)), columns(alone))


def test_at_the_server_s_defaults_the_stored_signals_are_the_computed_ones() -> None:
    book = book_of(sessions=20)
    for index in range(book.counted):
        stored = day_signals(book, index, AmaConfig())
        # A switch that changes no signal, and is not the default, is computed.
        computed = day_signals(book, index, AmaConfig(climax_factor=2.0))
        assert_same(columns(stored), columns(computed))


def test_switched_off_a_day_has_values_and_no_signal() -> None:
    found = day_signals(book_of(), 5, OFF)
    assert not found.signal_type.any()
    assert not np.isnan(found.avg_range).any()


@pytest.mark.parametrize(("index", "bars"), [(0, 81), (1, 162)])
def test_the_first_sessions_show_what_there_is(index: int, bars: int) -> None:
    found = day_signals(book_of(), index, ALL)
    assert len(found.signal_type) == bars
    assert (found.signal_type[0], found.bo_dir[0]) == (0, 0)


def test_a_quarantined_session_stands_alone() -> None:
    book = book_of()
    index = len(book.sessions) - 1
    found = day_signals(book, index, ALL)
    assert index >= book.counted
    assert len(found.ibs) == len(KEPT_OF_QUARANTINED)
    assert not found.signal_type.any()
    assert np.isnan(found.ema).all()
    assert book.previous(index) is None


def test_every_day_is_found_by_its_date_and_no_other_is() -> None:
    book = book_of()
    assert [book.session_index(each.session_date) for each in book.sessions] == list(
        range(len(book.sessions))
    )
    assert book.session_index("2024-01-01") is None


@pytest.mark.parametrize("entry", [SIGNALS, BAR_STARTS])
def test_a_pack_whose_entries_do_not_fit_is_refused(entry: str) -> None:
    pack = made(1, 8, 2, 0.25)[1]
    shorter = pack.arrays[entry][..., :-1]
    with pytest.raises(DataError, match=f"entry {entry}: shape .* found, .* expected"):
        BarBook(replace(pack, arrays={**pack.arrays, entry: shorter}))
    without = {name: document for name, document in pack.documents.items() if name != DRAWN}
    with pytest.raises(DataError, match="document drawn is missing"):
        BarBook(replace(pack, documents=without))
