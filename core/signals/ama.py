"""The AMA signals of a stretch of bars (design/ama.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.signals import chain
from core.signals.ama_config import AmaConfig, normalise
from core.signals.bar_values import Bars, BarValues, FloatArray, IntArray, bar_values, ema
from core.signals.stages import CandidateSignals, Kind, classify_bars

Config = Mapping[str, Any] | AmaConfig | None


@dataclass(frozen=True, slots=True)
class Signals:
    """The signals of n bars.

    `signal_type` is 0 or, by side, 1 BO, 2 CX, 3 OB, 5 big, 10 follow-through; `ft_flag` is its side if the
    bar follows the one before.
    """

    signal_type: IntArray
    ft_flag: IntArray


@dataclass(frozen=True, slots=True)
class AmaResult(BarValues):
    """The signals of n bars, and the values behind them; `ema` is the EMA(20) of the closes."""

    signal_type: IntArray
    ft_flag: IntArray
    ema: FloatArray


class _ClassifiedBars(NamedTuple):
    """Bars with signals that depend only on earlier bars."""

    config: AmaConfig
    values: BarValues
    verdicts: CandidateSignals
    links: bytes


def compute(bars: Bars, config: Config, *, start: int = 0, line: FloatArray | None = None) -> AmaResult:
    """Signals and values of these bars.

    `config` is a request's ama_config: None or `enabled` false gives values and no signals. Bars before
    `start` only fill windows. `line` is their EMA if known; else it begins at the first close here.

    Raises:
        InvalidAmaConfig: see `core.signals.ama_config.normalise`.
        ValueError: the arrays differ in length, or a session's bar numbers do not ascend.
    """
    judged = _classified(bars, config)
    found = _signals(judged, chain.run(judged.links, start))
    found.signal_type[:start] = found.ft_flag[:start] = 0
    return AmaResult(
        signal_type=found.signal_type,
        ft_flag=found.ft_flag,
        ema=ema(bars.close) if line is None else line,
        **{each.name: getattr(judged.values, each.name) for each in fields(BarValues)},
    )


def compute_sessions(bars: Bars, config: Config) -> Signals:
    """The signals of a whole history, each session as on its own chart, from two sessions before.

    Differs from one run over everything only if a chain of follow-through spans a whole session.
    """
    judged = _classified(bars, config)
    starts = np.append(0, np.flatnonzero(np.diff(bars.session_id)) + 1).tolist()
    return _signals(judged, chain.run_sessions(judged.links, starts))


def _check(bars: Bars) -> None:
    lengths = [len(column) for column in bars[:6]]
    if len(set(lengths)) != 1:
        found = ", ".join(map(str, lengths))
        raise ValueError(f"bars: open, high, low, close, bar_number and session_id have {found} entries.")
    within = bars.session_id[1:] == bars.session_id[:-1]
    backwards = within & (bars.bar_number[1:] <= bars.bar_number[:-1])
    if backwards.any():
        at = int(backwards.argmax()) + 1
        raise ValueError(f"bars: bar_number does not ascend within its session at bar {at}.")


def _classified(bars: Bars, config: Config) -> _ClassifiedBars:
    _check(bars)
    known = config if isinstance(config, AmaConfig) else normalise(config)
    values = bar_values(bars, known)
    if not known.enabled:
        count = len(bars.close)
        return _ClassifiedBars(known, values, CandidateSignals.none(count), bytes(count))
    verdicts = classify_bars(bars, values, known)
    unasked = ~bars.has_prior
    if known.ignore_open_gap:
        unasked |= bars.bar_number == 1
    return _ClassifiedBars(known, values, verdicts, chain.links(verdicts, unasked, known))


def _signals(judged: _ClassifiedBars, rows: NDArray[np.uint8]) -> Signals:
    """Each bar's signal, given the signal before it."""
    config, at = judged.config, (rows, np.arange(len(rows)))
    kind, side, ft = (part[at] for part in (judged.verdicts.kind, judged.verdicts.side, judged.verdicts.ft))
    if config.ft_color_same_as_bo:
        kind = np.where(kind == Kind.FT, np.int8(Kind.BO), kind)
    return Signals(kind * side, ft)
