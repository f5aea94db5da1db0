"""Bars and signals in the pack: what is written is what the sessions have, and a difference is found."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.build.pack.bar_entries import bar_entries, server_signals
from core.build.pack.build_pack import assemble_pack, with_bars, write_pack
from core.contracts import pack as entries
from core.contracts.errors import DataError
from core.evidence.verify_pack import verify_bars, verify_signals
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.warehouse.serving.bar_book import BarBook
from core.warehouse.serving.pack import Pack
from tests.property.markets import random_market
from tests.support.session_bars import KEPT_OF_QUARANTINED, bars_of

MARKET = random_market(3, 30)
BARS = bars_of(MARKET)
SIGNALS = server_signals(BARS)
PACK = with_bars(assemble_pack(catalogue_of(MARKET), MARKET, compute_features(MARKET)), BARS, SIGNALS)


def spoiled(entry: str, at: int) -> BarBook:
    """The pack with one value of an entry changed."""
    array = PACK.arrays[entry].copy()
    array.flat[at] = array.flat[at] + 1
    return BarBook(replace(PACK, arrays={**PACK.arrays, entry: array}))


def test_a_pack_on_the_disk_has_the_bars_and_signals_it_was_made_from(tmp_path: Path) -> None:
    write_pack(tmp_path / "serving", PACK)
    book = BarBook(Pack.open(tmp_path / "serving"))
    assert verify_bars(book, BARS, SIGNALS) == len(BARS.bar_number)
    assert verify_signals(book) > 1
    assert PACK.arrays[entries.SIGNALS].dtype == "|i1"


@pytest.mark.parametrize(
    ("entry", "at", "what"),
    [
        (entries.BARS, 0, "open"),
        (entries.BARS, 5 * len(BARS.bar_number) - 1, "volume"),
        (entries.BAR_EMA, 30, "ema"),
        (entries.BAR_NUMBER, 7, "bar_number"),
        (entries.SIGNALS, 3, "signal_type"),
        (entries.SIGNALS, len(BARS.bar_number) + 3, "ft_flag"),
        (entries.SIGNALS, -1, "signals of quarantined sessions"),
    ],
)
def test_one_changed_value_is_found(entry: str, at: int, what: str) -> None:
    with pytest.raises(DataError, match=f"serving pack, {what}: not what the bars give"):
        verify_bars(spoiled(entry, at), BARS, SIGNALS)


def test_a_signal_that_a_chart_would_not_compute_is_found() -> None:
    with pytest.raises(DataError, match=f"signal_type of session {BARS.session_date[0]}"):
        verify_signals(spoiled(entries.SIGNALS, 3))


def test_signals_of_other_bars_are_not_packed() -> None:
    fewer = replace(SIGNALS, signal_type=SIGNALS.signal_type[1:])
    with pytest.raises(DataError, match=f"{BARS.counted_bars - 1} signals found, {BARS.counted_bars} exp"):
        bar_entries(BARS, fewer)


def test_the_drawn_sessions_say_what_is_known_of_each() -> None:
    drawn = PACK.document(entries.DRAWN)
    kinds = [each["kind"] for each in drawn["sessions"]]
    assert (drawn["tick"], drawn["counted"], len(kinds)) == (0.25, BARS.counted, BARS.counted + 1)
    assert kinds[:-1] == ["full" if full else "short" for full in BARS.is_full[:-1]]
    last = drawn["sessions"][-1]
    assert (last["kind"], last["reason"], last["hoy"]) == ("quarantined", "6 of 81 bars", None)
    assert drawn["sessions"][0]["opens_at"].endswith("T13:30:00Z")
    hoy = [each["hoy"] for each in drawn["sessions"]]
    assert [np.nan if each is None else each for each in hoy] == pytest.approx(BARS.hoy.tolist(), nan_ok=True)
    assert len(PACK.arrays[entries.BAR_NUMBER]) == BARS.counted_bars + len(KEPT_OF_QUARANTINED)
