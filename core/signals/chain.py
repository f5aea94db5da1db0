"""The chain from bar to bar: the signal before each one."""

from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from core.signals.ama_config import AmaConfig
from core.signals.bar_values import BoolArray
from core.signals.stages import CandidateSignals, Kind

_AFTER = list(product(range(3), repeat=3))
"""What follows a bar, by what came before it (rows of FOLLOWED), for each of the 27 kinds of bar."""

_PLACES = np.array([9, 3, 1], dtype=np.uint8)[:, np.newaxis]


def links(found: CandidateSignals, unasked: BoolArray, config: AmaConfig) -> bytes:
    """Per bar a number of `_AFTER`; `unasked` (n,) marks bars that depend on no signal before them."""
    if not config.paint_ft_bar:
        return bytes(found.kind.shape[1])
    after = np.where(found.side > 0, 1, np.where(found.side < 0, 2, 0))
    if not config.ft_after_ob:
        after[found.kind == Kind.OB] = 0
    if not config.ft_after_cx:
        after[found.kind == Kind.CX] = 0
    after[:, :-1][:, unasked[1:]] = 0
    numbers: NDArray[np.uint8] = (after.astype(np.uint8) * _PLACES).sum(axis=0, dtype=np.uint8)
    return numbers.tobytes()


def run(chain: bytes, start: int = 0) -> NDArray[np.uint8]:
    """The row of FOLLOWED before each bar (n,), no signal before bar `start` and earlier."""
    rows = bytearray(len(chain))
    row = 0
    for bar in range(start, len(chain)):
        rows[bar] = row
        row = _AFTER[chain[bar]][row]
    return np.frombuffer(rows, dtype=np.uint8)


def run_sessions(chain: bytes, starts: list[int]) -> NDArray[np.uint8]:
    """As `run`, but each session as in a run that begins two sessions before it.

    `starts` are the sessions' first bars. Two runs that agree at a bar agree from there on, so that a
    session's own run ends where it meets the run over everything.
    """
    whole = run(chain)
    rows = whole.copy()
    for begin, (first, end) in zip(starts, pairwise([*starts[2:], len(chain)]), strict=False):
        bar, row = begin, 0
        while bar < end and row != whole[bar]:
            if bar >= first:
                rows[bar] = row
            row = _AFTER[chain[bar]][row]
            bar += 1
    return rows
