"""Proves that what the pack says session by session is what the feature's own column says."""

from collections.abc import Iterator

import numpy as np

from core.contracts.errors import DataError
from core.contracts.pack import FINAL_BAR, AllTimeHigh, EmaRun
from core.market.market import DateArray, FloatArray
from core.statistics.columns import FeatureDays


def verify_sessions(sessions: FeatureDays, values: FloatArray, days: DateArray) -> int:
    """Compare the column (N,) with every entry it can be told from; how many values were compared.

    The day regime can not: its entries hold more than its labels.

    Raises:
        DataError: the first session on which an entry says another value.
    """
    present = ~np.isnan(values)
    compared = 0
    for entry, told in _told(sessions):
        differs = np.flatnonzero(present & ~np.equal(told, values))
        if len(differs):
            row = differs[0]
            raise DataError(
                f"serving pack, feature {sessions.definition.name}, {entry} of session {days[row]}: "
                f"{told[row]:g} found, {values[row]:g} expected. Build it again."
            )
        compared += int(present.sum())
    return compared


def _told(sessions: FeatureDays) -> Iterator[tuple[str, FloatArray]]:
    """The feature's values (N,) as its entries tell them."""
    feature = sessions.definition
    if sessions.extremes is not None:
        of_periods = sessions.extremes[:, :FINAL_BAR].sum(axis=1, dtype=np.float64)
        is_count = feature.kind == "integer count"
        yield "extremes", of_periods if is_count else sessions.extremes[:, FINAL_BAR].astype(np.float64)
    if sessions.ema_runs is not None and feature.kind == "integer count":
        runs = sessions.ema_runs.astype(np.float64)
        one_sided = len(runs) == 1
        tails = runs[0, :, EmaRun.TAIL] - runs[-1, :, EmaRun.TAIL]
        yield "ema_runs", runs[0, :, EmaRun.BARS] if one_sided else tails
    if sessions.all_time_highs is not None:
        first = sessions.all_time_highs[:, AllTimeHigh.FIRST_BAR]
        yield "all_time_highs", (first > 0).astype(np.float64) if feature.kind == "boolean" else first
