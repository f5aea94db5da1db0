"""What `compute` promises besides the algorithm: its arguments, bars without a prior bar, the off switch."""

from typing import Any

import numpy as np
import pytest

from core.signals.ama import AmaResult, compute
from core.signals.bar_values import Bars

Rows = list[tuple[float, float, float, float]]

RISING: Rows = [(100.0, 104.0, 99.0, 104.0), (104.0, 108.0, 103.0, 108.0), (108.0, 112.0, 107.0, 112.0)]
FALLING_AWAY: Rows = [(200.0, 204.0, 199.0, 204.0), (204.0, 208.0, 203.0, 208.0)]


def run(rows: Rows, config: dict[str, Any] | None, **options: Any) -> AmaResult:
    open_, high, low, close = np.array(rows).T
    number = options.pop("bar_number", np.arange(1, len(rows) + 1))
    session = options.pop("session_id", np.zeros(len(rows), dtype=np.int64))
    bars = Bars(open_, high, low, close, number, session, options.pop("no_prior", None))
    return compute(bars, config, **options)


def test_the_first_bar_of_all_has_no_signal_and_the_next_ones_follow() -> None:
    found = run(RISING, {})
    assert found.signal_type.tolist() == [0, 1, 10]
    assert found.ft_flag.tolist() == [0, 0, 1]


def test_a_bar_without_a_prior_bar_neither_breaks_out_nor_follows_and_ends_the_chain() -> None:
    alone = np.arange(5) == 3
    joined = run(RISING + FALLING_AWAY, {})
    apart = run(RISING + FALLING_AWAY, {}, no_prior=alone)
    assert joined.signal_type.tolist() == [0, 1, 10, 10, 10]
    assert apart.signal_type.tolist() == [0, 1, 10, 0, 1]
    assert (apart.bo_dir[3], apart.is_outside_bar[3], apart.is_inside_bar[3]) == (0, False, False)


def test_same_direction_alone_does_not_follow_across_a_missing_prior_bar() -> None:
    either = {"ft_bar_must_close_beyond": False, "ft_bar_must_bo": False}
    apart = run(RISING + FALLING_AWAY, either, no_prior=np.arange(5) == 3)
    assert apart.signal_type.tolist() == [0, 1, 10, 0, 1]


def test_windows_reach_across_a_bar_without_a_prior_bar() -> None:
    found = run(RISING + FALLING_AWAY, {"range_lookback": 4}, no_prior=np.arange(5) == 3)
    assert found.avg_range[3:].tolist() == [5.0, 5.0]


def test_bars_before_the_start_fill_windows_and_are_not_judged() -> None:
    found = run(RISING, {"range_lookback": 3}, start=2)
    assert found.signal_type.tolist() == [0, 0, 1]
    assert found.avg_range[2] == 5.0


@pytest.mark.parametrize("config", [None, {"enabled": False, "range_lookback": 1}])
def test_switched_off_there_are_values_by_the_default_windows_and_no_signal(
    config: dict[str, Any] | None,
) -> None:
    rows = [(100.0 + i, 104.0 + i, 99.0 + i, 104.0 + i) for i in range(12)]
    found = run(rows, config)
    assert not found.signal_type.any()
    assert not found.ft_flag.any()
    assert np.isnan(found.avg_range).sum() == 9
    assert found.bo_dir[1:].all()


def test_with_everything_hidden_all_bars_are_nothing() -> None:
    hidden = {"show_bull_breakouts": False, "show_bear_breakouts": False}
    assert not run(RISING + FALLING_AWAY, hidden).signal_type.any()


def test_follow_through_has_the_breakout_s_code_where_the_colour_is_the_same() -> None:
    found = run(RISING, {"ft_color_same_as_bo": True})
    assert (found.signal_type.tolist(), found.ft_flag.tolist()) == ([0, 1, 1], [0, 0, 1])


@pytest.mark.parametrize("by_bardir", [True, False])
def test_a_big_bar_against_its_own_follow_through_stays_follow_through(by_bardir: bool) -> None:
    # Closes beyond the bar before, but in the lower half of a range that is far above the average.
    last = (113.0, 140.0, 112.5, 114.0)
    big = {"show_big_breakouts": 1, "range_lookback": 3, "paint_bigbo_by_bardir": by_bardir}
    found = run([*RISING, last], big | {"br_signal_ibs": -1})
    assert (found.bar_dir[3], found.ft_flag[3]) == (-1, 1)
    assert found.signal_type[3] == (10 if by_bardir else 5)


def test_bars_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="have 3, 3, 3, 3, 2, 3 entries"):
        run(RISING, {}, bar_number=np.array([1, 2]))


def test_bar_numbers_that_do_not_ascend_are_refused() -> None:
    with pytest.raises(ValueError, match="does not ascend within its session at bar 2"):
        run(RISING, {}, bar_number=np.array([1, 3, 2]))
    assert len(run(RISING, {}, bar_number=np.array([1, 3, 1]), session_id=np.array([4, 4, 5])).ema) == 3


def test_no_bars_are_no_signals() -> None:
    none, numbers = np.zeros(0), np.zeros(0, dtype=int)
    assert len(compute(Bars(none, none, none, none, numbers, numbers), {}).signal_type) == 0


def test_the_ema_begins_at_the_first_close() -> None:
    assert run(RISING, {}).ema.tolist() == pytest.approx(
        [104.0, 104 + 8 / 21, 104 + 8 / 21 + 2 * (8 - 8 / 21) / 21]
    )
