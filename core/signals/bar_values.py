"""The values of each bar that signals use (design/ama.md section 3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.signals.ama_config import AmaConfig

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int8]
BoolArray = NDArray[np.bool_]
Ordinals = NDArray[np.integer[Any]]

EMA_LENGTH = 20
TOLERANCE = 1e-9
_BLOCK = 1 << 12
"""Windows per computation: a long history takes little memory, and they fit the processor's cache."""


class Bars(NamedTuple):
    """RTH bars (n,) in time order, sessions joined end to end.

    `session_id` is one number per session, `bar_number` counts from 1 in each. `no_prior` marks bars that
    are not comparable with the one before: bar 1 of a roll session with a contract that has no bars for
    yesterday (ruling 4). The first of all bars is not comparable either. They have no signal.
    """

    open: FloatArray
    high: FloatArray
    low: FloatArray
    close: FloatArray
    bar_number: Ordinals
    session_id: Ordinals
    no_prior: BoolArray | None = None

    @property
    def has_prior(self) -> BoolArray:
        has_prior = np.ones(len(self.close), dtype=np.bool_) if self.no_prior is None else ~self.no_prior
        has_prior[:1] = False
        return has_prior

    def before(self, values: FloatArray) -> FloatArray:
        """The prior bar's value, NaN without one: every comparison with it is false."""
        prior = np.full(len(values), np.nan)
        prior[1:] = values[:-1]
        prior[~self.has_prior] = np.nan
        return prior


@dataclass(frozen=True, slots=True)
class BarValues:
    """One entry per bar (n,), in the unit of the prices; NaN until a window is full.

    `ibs` is 0..100, `bar_dir` +1 or -1, `bo_dir` +1, -1 or 0.
    """

    bar_range: FloatArray
    body: FloatArray
    ibs: FloatArray
    bar_dir: IntArray
    bo_dir: IntArray
    is_outside_bar: BoolArray
    is_inside_bar: BoolArray
    avg_range: FloatArray
    z_score_full: FloatArray
    z_score_body: FloatArray


def bar_values(bars: Bars, config: AmaConfig) -> BarValues:
    """Every value except the EMA, by the settings' windows and kind of outside bar."""
    bar_range, body = bars.high - bars.low, np.abs(bars.close - bars.open)
    ibs = _ibs(bars, bar_range)
    above, below = bars.high - bars.before(bars.high), bars.before(bars.low) - bars.low
    outside = _outside(above, below, strict=config.strict_outside_bars)
    inside = (above <= 0) & (below <= 0) & ~((above == 0) & (below == 0))
    bo_dir = np.select([outside, above > 0, below > 0], [0, 1, -1], default=0)
    return BarValues(
        bar_range=bar_range,
        body=body,
        ibs=ibs,
        bar_dir=_bar_dir(bars, ibs),
        bo_dir=bo_dir.astype(np.int8),
        is_outside_bar=outside,
        is_inside_bar=inside,
        avg_range=_mean(bar_range, config.range_lookback),
        z_score_full=_z_score(bar_range, config.zscore_lookback),
        z_score_body=_z_score(body, config.zscore_lookback),
    )


def ema(close: FloatArray) -> FloatArray:
    """EMA(20) of the closes (n,), starting at the first close."""
    line = accumulate(close.tolist(), lambda before, price: before + 2 * (price - before) / (EMA_LENGTH + 1))
    return np.fromiter(line, np.float64, len(close))


def _ibs(bars: Bars, bar_range: FloatArray) -> FloatArray:
    flat = bar_range == 0
    # Multiplied first, divided once: 17.25 of 25 is exactly 69.
    return np.where(flat, 50.0, 100.0 * (bars.close - bars.low) / np.where(flat, 1.0, bar_range))


def _bar_dir(bars: Bars, ibs: FloatArray) -> IntArray:
    """The half of the range with the close, else the body's side, else the prior bar's; +1 without one."""
    own = np.where(ibs == 50.0, np.sign(bars.close - bars.open), np.sign(ibs - 50.0))
    own = np.where((own == 0) & ~bars.has_prior, 1, own)
    last = np.maximum.accumulate(np.where(own != 0, np.arange(len(own)), 0))
    return own[last].astype(np.int8)


def _outside(above: FloatArray, below: FloatArray, *, strict: bool) -> BoolArray:
    beyond_both = (above > 0) & (below > 0)
    if strict:
        return beyond_both
    return np.asarray(beyond_both | ((above > 0) & (below == 0)) | ((above == 0) & (below > 0)))


def _mean(values: FloatArray, lookback: int) -> FloatArray:
    mean: FloatArray = np.full(len(values), np.nan)
    for bars, windows in _windows(values, lookback):
        mean[bars] = _sum(windows) / lookback
    return mean


def _z_score(values: FloatArray, lookback: int) -> FloatArray:
    """Distance from the window's mean in sample deviations; 0 if the deviation is 0."""
    score: FloatArray = np.full(len(values), np.nan)
    for bars, windows in _windows(values, lookback):
        distance = windows - _sum(windows) / lookback
        deviation = np.sqrt(_sum(distance * distance) / (lookback - 1))
        still = deviation < TOLERANCE
        score[bars] = np.where(still, 0.0, distance[-1] / np.where(still, 1.0, deviation))
    return score


def _sum(windows: FloatArray) -> FloatArray:
    """Each column's sum, added bar by bar: `sum` adds a single column pairwise, which rounds differently."""
    total: FloatArray = reduce(np.add, windows)
    return total


def _windows(values: FloatArray, lookback: int) -> Iterator[tuple[slice, FloatArray]]:
    """Blocks of full windows (lookback, k), one per column, with the bars at which they end."""
    for begin in range(0, len(values) - lookback + 1, _BLOCK):
        part = values[begin : begin + _BLOCK + lookback - 1]
        windows = np.lib.stride_tricks.sliding_window_view(part, len(part) - lookback + 1)
        yield slice(begin + lookback - 1, begin + len(part)), windows
