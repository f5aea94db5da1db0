"""What a feature's modules read of every session besides its value, in columns counted like codes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import FINAL_BAR, NULL_CODE, RUN_THRESHOLDS, EmaRun
from core.modules.feature_view import Sessions
from core.modules.period_probability import PERIODS

Track = NDArray[np.uint8]

UPDATES = "updates"
FINAL = "final bar"
COUNTED_RUNS = (EmaRun.BARS, EmaRun.TAIL, EmaRun.LONGEST, EmaRun.RUNS, *RUN_THRESHOLDS.values())


def new_extremes(first: int, last: int) -> str:
    """The track of the updates on bars from first to last."""
    return f"updates {first}-{last}"


def runs_of(side: int, column: EmaRun) -> str:
    """The track of a column of the runs on one side of the EMA."""
    return f"{column.name} {side}"


def tracks_of(sessions: Sessions) -> dict[str, Track]:
    """A feature's tracks (N,) by name, NULL_CODE where it has no value."""
    known = sessions.codes != NULL_CODE
    columns = {**_extremes(sessions), **_runs(sessions)}
    return {name: np.where(known, column, np.uint8(NULL_CODE)) for name, column in columns.items()}


def _extremes(sessions: Sessions) -> dict[str, Track]:
    if sessions.extremes is None:
        return {}
    updates = sessions.extremes[:, :FINAL_BAR]
    by_period = {new_extremes(*span): updates[:, place] for place, span in enumerate(PERIODS.values())}
    of_day = updates.sum(axis=1, dtype=np.uint8)
    return {UPDATES: of_day, FINAL: sessions.extremes[:, FINAL_BAR], **by_period}


def _runs(sessions: Sessions) -> dict[str, Track]:
    runs = () if sessions.ema_runs is None else sessions.ema_runs
    return {
        runs_of(side, column): each[:, column] for side, each in enumerate(runs) for column in COUNTED_RUNS
    }
