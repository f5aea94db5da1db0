"""Random sessions and settings for the AMA tests, where equal prices, touches and chains are common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.signals.ama import AmaResult, compute
from core.signals.bar_values import Bars
from tests.oracles.ama import Bar, bar

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Stretch:
    """Sessions joined end to end, in ticks; `no_prior` marks first bars that follow nothing."""

    open: Floats
    high: Floats
    low: Floats
    close: Floats
    bar_number: NDArray[np.int64]
    session_id: NDArray[np.int64]
    no_prior: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.close)

    def cut(self, bars: slice) -> Stretch:
        """Some of the bars."""
        return Stretch(*(getattr(self, name)[bars] for name in self.__dataclass_fields__))

    def mirrored(self) -> Stretch:
        """Up for down."""
        top = 20_000.0
        high, low = top - self.low, top - self.high
        labels = (self.bar_number, self.session_id, self.no_prior)
        return Stretch(top - self.open, high, low, top - self.close, *labels)

    def compute(self, config: dict[str, Any] | None, **options: Any) -> AmaResult:
        """The product's signals."""
        return compute(self.arrays(), config, **options)

    def arrays(self) -> Bars:
        """The same bars for the product."""
        labels = self.bar_number, self.session_id, self.no_prior
        return Bars(self.open, self.high, self.low, self.close, *labels)

    def bars(self) -> list[Bar]:
        """The same bars for the oracle."""
        prices = zip(self.open, self.high, self.low, self.close, strict=True)
        return [
            bar(int(number), *(int(price) for price in row), first=bool(first))
            for row, number, first in zip(prices, self.bar_number, self.no_prior, strict=True)
        ]


def random_stretch(seed: int, lengths: list[int], step: int, trend: int = 0) -> Stretch:
    """A random walk of `step` ticks a bar with wicks as long, drifting by `trend`."""
    rng = np.random.default_rng(seed)
    count = sum(lengths)
    moves = rng.integers(-step, step + 1, count) + trend
    close = 8000 + np.cumsum(moves)
    opened = close - moves + rng.integers(-1, 2, count) * (rng.random(count) < 0.3)
    wicks = rng.integers(0, step + 1, (2, count)) * (rng.random((2, count)) < 0.6)
    still = rng.random(count) < 0.05
    opened = np.where(still, close, opened)
    high, low = np.maximum(opened, close) + wicks[0] * ~still, np.minimum(opened, close) - wicks[1] * ~still
    prices = np.array([opened, high, low, close], dtype=np.float64)
    number = np.concatenate([np.arange(1, length + 1) for length in lengths])
    no_prior = (number == 1) & (rng.random(count) < 0.2)
    session = np.repeat(np.arange(len(lengths)), lengths)
    return Stretch(prices[0], prices[1], prices[2], prices[3], number, session, no_prior)


def stretches(most: int = 12) -> st.SearchStrategy[Stretch]:
    """Three to five short sessions, from calm to wild, now and then with a trend that makes long chains."""
    return st.builds(
        random_stretch,
        seed=st.integers(0, 2**32 - 1),
        lengths=st.lists(st.integers(1, most), min_size=3, max_size=5),
        step=st.sampled_from([1, 2, 3, 8]),
        trend=st.sampled_from([0, 0, 0, 2, -2]),
    )


def configs() -> st.SearchStrategy[dict[str, Any]]:
    """Settings of every field, each left out now and then."""
    flag, ibs = st.booleans(), st.sampled_from([-1, 0, 31, 50, 69, 100])
    return st.fixed_dictionaries(
        {},
        optional={
            "show_bull_breakouts": flag,
            "show_bear_breakouts": flag,
            "show_climax": flag,
            "climax_factor": st.sampled_from([1.0, 1.5, 1.8, 3.0]),
            "show_outside_bars": flag,
            "strict_outside_bars": flag,
            "show_big_breakouts": st.integers(0, 2),
            "big_breakout_range_factor": st.sampled_from([1.0, 1.2, 1.8]),
            "zscore_lookback": st.sampled_from([5, 6, 20, 50]),
            "zscore_threshold": st.sampled_from([0.5, 1.05, 1.5]),
            "compare_body2body": flag,
            "paint_bigbo_by_bardir": flag,
            "bl_signal_ibs": ibs,
            "br_signal_ibs": ibs,
            "bl_ft_bar_ibs": ibs,
            "br_ft_bar_ibs": ibs,
            "do_not_ibs_filter_ob": flag,
            "range_filter": st.sampled_from([False, True, 0.5, 1.2]),
            "range_lookback": st.sampled_from([1, 2, 3, 10]),
            "do_not_range_limit_ob": flag,
            "paint_ft_bar": flag,
            "ft_bar_must_bo": flag,
            "ft_bar_must_close_beyond": flag,
            "ft_after_ob": flag,
            "ft_after_cx": flag,
            "ft_bar_not_range_limited": flag,
            "ft_color_same_as_bo": flag,
            "ignore_open_gap": flag,
        },
    )
