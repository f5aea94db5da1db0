"""The AMA signals of a stretch of bars (design/ama.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.signals import chain
from core.signals.ama_config import AmaConfig, normalise
from core.signals.bar_values import Bars, BarValues, BoolArray, FloatArray, IntArray, bar_values, ema
from core.signals.stages import CandidateSignals, Kind, classify_bars

Config = Mapping[str, Any] | AmaConfig | None
Ordinals = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class AmaResult(BarValues):
    """The signals of n bars and what they were made from.

    `signal_type` is 0 or, by side, 1 BO, 2 CX, 3 OB, 5 big, 10 follow-through; `ft_flag` is its side where
    the bar follows the one before. `ema` is the EMA(20) of the closes.
    """

    signal_type: IntArray
    ft_flag: IntArray
    ema: FloatArray


class _ClassifiedBars(NamedTuple):
    """Bars whose signals depend on nothing but what stands before each of them."""

    config: AmaConfig
    close: FloatArray
    values: BarValues
    verdicts: CandidateSignals
    links: bytes


def compute(
    open: FloatArray,
    high: FloatArray,
    low: FloatArray,
    close: FloatArray,
    bar_number: Ordinals,
    session_id: Ordinals,
    config: Config,
    *,
    no_prior: BoolArray | None = None,
    start: int = 0,
    line: FloatArray | None = None,
) -> AmaResult:
    """Signals and values of RTH bars (n,) in time order, sessions joined end to end.

    `session_id` is one number per session, `bar_number` counts from 1 in each. `config` is a request's
    ama_config: None or `enabled` false gives values and no signals. `no_prior` marks bars that cannot be
    compared with the one before: bar 1 of a roll session whose contract has no bars for yesterday (ruling 4).
    They have no signal, as the first of all has none. Bars before `start` fill windows and are not judged.
    `line` is their EMA where it is known; else it begins at the first close here.

    Raises:
        InvalidAmaConfig: see `core.signals.ama_config.normalise`.
        ValueError: the arrays differ in length, or a session's bar numbers do not ascend.
    """
    _check((open, high, low, close, bar_number), session_id)
    judged = _classified(_bars(open, high, low, close, no_prior), bar_number, config)
    found = _result(judged, chain.run(judged.links, start), line)
    found.signal_type[:start] = found.ft_flag[:start] = 0
    return found


def compute_sessions(
    open: FloatArray,
    high: FloatArray,
    low: FloatArray,
    close: FloatArray,
    bar_number: Ordinals,
    session_id: Ordinals,
    config: Config,
    *,
    no_prior: BoolArray | None = None,
    line: FloatArray | None = None,
) -> AmaResult:
    """As `compute`, on a whole history: every session as its own chart has it, from two sessions before.

    Differs from one run over everything only where a chain of follow-through spans a whole session.
    """
    _check((open, high, low, close, bar_number), session_id)
    judged = _classified(_bars(open, high, low, close, no_prior), bar_number, config)
    starts = np.append(0, np.flatnonzero(np.diff(session_id)) + 1).tolist()
    return _result(judged, chain.run_sessions(judged.links, starts), line)


def _check(columns: tuple[NDArray[Any], ...], session_id: Ordinals) -> None:
    lengths = [len(column) for column in (*columns, session_id)]
    if len(set(lengths)) != 1:
        found = ", ".join(map(str, lengths))
        raise ValueError(f"bars: open, high, low, close, bar_number and session_id have {found} entries.")
    within = session_id[1:] == session_id[:-1]
    backwards = within & (columns[-1][1:] <= columns[-1][:-1])
    if backwards.any():
        at = int(backwards.argmax()) + 1
        raise ValueError(f"bars: bar_number does not ascend within its session at bar {at}.")


def _bars(
    open: FloatArray, high: FloatArray, low: FloatArray, close: FloatArray, no_prior: BoolArray | None
) -> Bars:
    has_prior = np.ones(len(close), dtype=np.bool_) if no_prior is None else ~no_prior
    has_prior[:1] = False
    return Bars(open, high, low, close, has_prior)


def _classified(bars: Bars, bar_number: Ordinals, config: Config) -> _ClassifiedBars:
    known = config if isinstance(config, AmaConfig) else normalise(config)
    values = bar_values(bars, known)
    if not known.enabled:
        return _ClassifiedBars(
            known, bars.close, values, CandidateSignals.none(len(bars.close)), bytes(len(bars.close))
        )
    verdicts = classify_bars(bars, values, known)
    unasked = ~bars.has_prior
    if known.ignore_open_gap:
        unasked |= bar_number == 1
    return _ClassifiedBars(known, bars.close, values, verdicts, chain.links(verdicts, unasked, known))


def _result(judged: _ClassifiedBars, rows: NDArray[np.uint8], line: FloatArray | None) -> AmaResult:
    """What each bar is after the signal that stands before it."""
    config, at = judged.config, (rows, np.arange(len(rows)))
    kind, side, ft = (part[at] for part in (judged.verdicts.kind, judged.verdicts.side, judged.verdicts.ft))
    if config.ft_color_same_as_bo:
        kind = np.where(kind == Kind.FT, np.int8(Kind.BO), kind)
    return AmaResult(
        signal_type=kind * side,
        ft_flag=ft,
        ema=ema(judged.close) if line is None else line,
        **{each.name: getattr(judged.values, each.name) for each in fields(BarValues)},
    )
