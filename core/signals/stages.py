"""Stages A to G of the signal pipeline (design/ama.md section 5), for all bars at once.

Only follow-through depends on the bar before: on whether it has an upward, a downward or no signal to
follow. So each bar is classified three times, once for each, and the chain of bars picks one.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Self

import numpy as np

from core.signals.ama_config import BIG_BY_RANGE, BIG_BY_Z_SCORE, AmaConfig
from core.signals.bar_values import TOLERANCE, Bars, BarValues, BoolArray, FloatArray, IntArray


class Kind(IntEnum):
    """The kind of a signal; its code on the wire without the side."""

    NONE = 0
    BO = 1
    CX = 2
    OB = 3
    BIG = 5
    FT = 10


FOLLOWED = np.array([[0], [1], [-1]], dtype=np.int8)
"""The signal before a bar: none to follow, an upward one, a downward one."""


@dataclass(slots=True)
class CandidateSignals:
    """Kind, side and follow-through of each bar (3, n), one row per possible signal before it."""

    kind: IntArray
    side: IntArray
    ft: IntArray

    @classmethod
    def none(cls, bars: int) -> Self:
        kind, side, ft = np.zeros((3, len(FOLLOWED), bars), dtype=np.int8)
        return cls(kind, side, ft)

    def remove(self, where: BoolArray) -> None:
        for part in (self.kind, self.side, self.ft):
            np.putmask(part, where, 0)


def classify_bars(bars: Bars, values: BarValues, config: AmaConfig) -> CandidateSignals:
    """The candidate signals of every bar, for each possible signal before it."""
    kind, side = _on_its_own(bars, values, config)
    found = CandidateSignals(
        np.tile(kind, (3, 1)), np.tile(side, (3, 1)), np.zeros((3, len(kind)), dtype=np.int8)
    )
    _follow_through(found, bars, values, config)
    _range_filter(found, values, config)
    _big_breakout(found, values, config)
    _ibs_filter(found, values, config)
    return found


def _on_its_own(bars: Bars, values: BarValues, config: AmaConfig) -> tuple[IntArray, IntArray]:
    """Stages A to C: kind and side (n,) from the bar and the one before."""
    shown = (0, config.show_bull_breakouts, config.show_bear_breakouts)
    side = values.bo_dir * np.array(shown, dtype=np.int8)[values.bo_dir]
    kind = np.abs(side) * Kind.BO
    if config.show_climax:
        climax = _is_climax(bars, values, config.climax_factor)
        kind, side = np.where(climax, Kind.CX, kind), np.where(climax, values.bo_dir, side)
    if config.show_outside_bars:
        ob_side = _outside_side(bars, values)
        kind, side = np.where(ob_side != 0, Kind.OB, kind), np.where(ob_side != 0, ob_side, side)
    return kind.astype(np.int8), side.astype(np.int8)


def _is_climax(bars: Bars, values: BarValues, factor: float) -> BoolArray:
    """A breakout `factor` times as far beyond the bar before as the other end stays inside it.

    It closes beyond that bar in its own direction; that bar is not an inside bar.
    """
    above, below = _beyond(bars)
    is_far_up, is_far_down = above > factor * -below + TOLERANCE, below > factor * -above + TOLERANCE
    up = (values.bo_dir > 0) & is_far_up & (bars.close > bars.before(bars.high))
    down = (values.bo_dir < 0) & is_far_down & (bars.close < bars.before(bars.low))
    after_inside_bar = np.append(False, values.is_inside_bar[:-1])
    same_direction = np.append(False, values.bar_dir[1:] == values.bar_dir[:-1])
    return np.asarray((up | down) & ~after_inside_bar & same_direction)


def _beyond(bars: Bars) -> tuple[FloatArray, FloatArray]:
    """How far a bar's high is above that of the bar before, and its low below; negative inside."""
    return bars.high - bars.before(bars.high), bars.before(bars.low) - bars.low


def _outside_side(bars: Bars, values: BarValues) -> IntArray:
    """The side that went further; if equal, the bar's direction or 0; 0 on other bars."""
    above, below = _beyond(bars)
    neutral = (bars.close == bars.open) & (values.ibs == 50.0)
    even = np.where(neutral, 0, values.bar_dir)
    side = np.select([~values.is_outside_bar, above > below, below > above], [0, 1, -1], default=even)
    return side.astype(np.int8)


def _follow_through(found: CandidateSignals, bars: Bars, values: BarValues, config: AmaConfig) -> None:
    """Stage D, on the rows with a signal before."""
    follows = (FOLLOWED != 0) & _goes_on(found, bars, values, config)
    same_leg = (values.bar_dir == FOLLOWED) | (values.bo_dir == FOLLOWED)
    found.remove((FOLLOWED != 0) & ~follows & (found.kind != Kind.OB) & same_leg)
    found.kind[follows] = Kind.FT
    found.side[follows] = found.ft[follows] = np.broadcast_to(FOLLOWED, follows.shape)[follows]


def _goes_on(found: CandidateSignals, bars: Bars, values: BarValues, config: AmaConfig) -> BoolArray:
    if config.ft_bar_must_close_beyond:
        above, below = bars.close > bars.before(bars.high), bars.close < bars.before(bars.low)
        return np.where(FOLLOWED > 0, above, below)
    if config.ft_bar_must_bo:
        return np.asarray(values.bo_dir == FOLLOWED)
    return np.asarray((values.bar_dir == FOLLOWED) & (found.kind != Kind.OB))


def _range_filter(found: CandidateSignals, values: BarValues, config: AmaConfig) -> None:
    """Stage E: a bar that is small against the average has no signal."""
    if config.range_filter <= 0:
        return
    small = values.bar_range < config.range_filter * values.avg_range - TOLERANCE
    exempt = (found.kind == Kind.OB) & config.do_not_range_limit_ob
    exempt |= (found.ft != 0) & config.ft_bar_not_range_limited
    found.remove(small & ~exempt)


def _big_breakout(found: CandidateSignals, values: BarValues, config: AmaConfig) -> None:
    """Stage F: a signal on a big bar, except outside bars."""
    if config.show_big_breakouts == 0:
        return
    side = found.side
    if config.paint_bigbo_by_bardir:
        side = np.tile(values.bar_dir, (3, 1))
    shown = np.where(side > 0, config.show_bull_breakouts, config.show_bear_breakouts)
    big = (found.kind != Kind.NONE) & ~values.is_outside_bar & _is_big(values, config)
    big &= shown & ((found.ft == 0) | (found.ft == side))
    found.kind[big] = Kind.BIG
    found.side[big] = side[big]


def _is_big(values: BarValues, config: AmaConfig) -> BoolArray:
    if config.show_big_breakouts == BIG_BY_RANGE:
        least: FloatArray = config.big_breakout_range_factor * values.avg_range
        return np.asarray(values.bar_range >= least - TOLERANCE)
    assert config.show_big_breakouts == BIG_BY_Z_SCORE
    z_score = values.z_score_body if config.compare_body2body else values.z_score_full
    return np.asarray(z_score >= config.zscore_threshold - TOLERANCE)


def _ibs_filter(found: CandidateSignals, values: BarValues, config: AmaConfig) -> None:
    """Stage G: an upward signal needs a high close, a downward one a low close."""
    ft = found.ft != 0
    least = np.where(ft, config.bl_ft_bar_ibs, config.bl_signal_ibs)
    most = np.where(ft, config.br_ft_bar_ibs, config.br_signal_ibs)
    weak = (found.side > 0) & (least >= 0) & (values.ibs < least)
    weak |= (found.side < 0) & (most >= 0) & (values.ibs > most)
    found.remove(weak & ~((found.kind == Kind.OB) & config.do_not_ibs_filter_ob))
