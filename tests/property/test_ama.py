"""The AMA engine against the oracle, and what its signals may not depend on."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.signals.ama import AmaResult, Signals, compute_sessions
from tests.oracles.ama import evaluate
from tests.property.ama_bars import Stretch, configs, stretches
from tests.support.sizes import examples

VALUES = {
    "bar_range": "range",
    "body": "body",
    "ibs": "ibs",
    "bar_dir": "bar_dir",
    "bo_dir": "bo_dir",
    "is_outside_bar": "outside",
    "is_inside_bar": "inside",
    "avg_range": "avg",
    "z_score_full": "z_full",
    "z_score_body": "z_body",
    "ema": "ema",
}
MIRROR_FIELDS = {
    "show_bull_breakouts": "show_bear_breakouts",
    "bl_signal_ibs": "br_signal_ibs",
    "bl_ft_bar_ibs": "br_ft_bar_ibs",
}


def signals(found: AmaResult | Signals, bars: slice = slice(None)) -> list[tuple[int, int]]:
    return list(zip(found.signal_type[bars].tolist(), found.ft_flag[bars].tolist(), strict=True))


@settings(max_examples=examples(400), deadline=None)
@given(stretches(), configs(), st.data())
def test_signals_and_values_are_the_oracle_s(
    stretch: Stretch, config: dict[str, Any], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(stretch) // 2))
    found = stretch.compute(config, start=start)
    expected = evaluate(stretch.bars(), config, start)
    assert signals(found) == [(bar.signal_type, bar.ft_flag) for bar in expected]
    for name, theirs in VALUES.items():
        told = [getattr(bar, theirs) for bar in expected]
        written = [np.nan if each is None else float(each) for each in told]
        assert getattr(found, name).tolist() == pytest.approx(written, abs=1e-9, nan_ok=True), name


@settings(max_examples=examples(100), deadline=None)
@given(stretches(), configs(), st.data())
def test_later_bars_change_nothing(stretch: Stretch, config: dict[str, Any], data: st.DataObject) -> None:
    kept = slice(data.draw(st.integers(1, len(stretch))))
    whole, part = stretch.compute(config), stretch.cut(kept).compute(config)
    for name in (*VALUES, "signal_type", "ft_flag"):
        assert np.array_equal(getattr(whole, name)[kept], getattr(part, name), equal_nan=True), name


def test_a_single_window_is_rounded_as_one_of_many() -> None:
    for seed in range(50):
        ranges = np.random.default_rng(seed).integers(0, 40, 21).astype(np.float64)
        number = np.arange(1, 22)
        bars = Stretch(ranges * 0, ranges, ranges * 0, ranges, number, number * 0, number < 0)
        for name in ("avg_range", "z_score_full", "z_score_body"):
            among, alone = (getattr(each.compute({}), name)[19] for each in (bars, bars.cut(slice(20))))
            assert among == alone, (seed, name)


@settings(max_examples=examples(200), deadline=None)
@given(stretches(), configs())
def test_mirrored_prices_give_mirrored_signals(stretch: Stretch, config: dict[str, Any]) -> None:
    plain = directed(stretch).compute(config)
    other = directed(stretch).mirrored().compute(mirrored(config))
    for name in ("bar_dir", "bo_dir", "signal_type", "ft_flag"):
        assert getattr(plain, name).tolist() == (-getattr(other, name)).tolist(), name


def mirrored(config: dict[str, Any]) -> dict[str, Any]:
    """The settings with the sides' places changed and the closing thresholds measured from the other end."""
    changed = {"bl_signal_ibs": 69, "br_signal_ibs": 31} | config
    for bull, bear in MIRROR_FIELDS.items():
        default = True if bull.startswith("show") else -1
        pair = changed.get(bull, default), changed.get(bear, default)
        changed[bear], changed[bull] = (each if default is True else _from_the_top(each) for each in pair)
    return changed


def _from_the_top(threshold: int) -> int:
    return threshold if threshold == -1 else 100 - threshold


def directed(stretch: Stretch) -> Stretch:
    """Bars without one before them close above their open: the direction of one that stands still is +1 on
    either side of a mirror (section 3).
    """
    lift = (stretch.no_prior | (np.arange(len(stretch)) == 0)) & (stretch.close <= stretch.open)
    close = np.where(lift, stretch.open + 1, stretch.close)
    return replace(stretch, close=close, high=np.maximum(stretch.high, close))


@settings(max_examples=examples(200), deadline=None)
@given(stretches(8), configs())
def test_a_history_gives_every_session_as_its_own_run_from_two_sessions_before(
    stretch: Stretch, config: dict[str, Any]
) -> None:
    whole = by_sessions(stretch, config)
    for session in range(int(stretch.session_id[-1]) + 1):
        own = np.flatnonzero(stretch.session_id == session)
        start = int(np.flatnonzero(stretch.session_id == max(0, session - 2))[0])
        alone = stretch.cut(slice(own[-1] + 1)).compute(config, start=start)
        bars = slice(own[0], own[-1] + 1)
        assert signals(whole, bars) == signals(alone, bars)


def by_sessions(stretch: Stretch, config: dict[str, Any]) -> Signals:
    return compute_sessions(stretch.arrays(), config)


def test_only_a_chain_over_a_whole_session_tells_a_history_from_one_run() -> None:
    lengths = [2, 3, 3, 3]
    close = np.arange(100.0, 166.0, 6.0)
    # Every bar closes beyond the one before; from the third on too low within itself for a breakout.
    high = close + np.where(np.arange(len(close)) > 1, 4.0, 0.0)
    number = np.concatenate([np.arange(1, length + 1) for length in lengths])
    session = np.repeat(np.arange(len(lengths)), lengths)
    rising = Stretch(close - 1, high, close - 4, close, number, session, np.zeros(len(close), dtype=np.bool_))
    assert rising.compute({}).signal_type.tolist() == [0, 1, *[10] * 9]
    assert by_sessions(rising, {}).signal_type.tolist() == [0, 1, *[10] * 6, 0, 0, 0]
