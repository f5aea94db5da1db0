"""The bars that a simulated run brings in: seventeen sessions across a new year, each in three versions."""

from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np
import pandas as pd

from core.warehouse.bars import content_sha256
from tests.support.night_stage import bars_of_sessions
from tests.support.small_warehouse import small_bars

Versions = Mapping[str, int]
"""The version of each session's bars, by its date."""

_BARS = small_bars("2023-12-14", "2024-01-09", contract="ESH4")
SESSIONS = (
    *("2023-12-14", "2023-12-15", "2023-12-18", "2023-12-19", "2023-12-20", "2023-12-21"),
    *("2023-12-22", "2023-12-26", "2023-12-27", "2023-12-28", "2023-12-29", "2024-01-02"),
    *("2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"),
)
LATEST_VERSION = 2
LATE = "2023-12-20"
"""A session before the first night, with a file that comes later or never."""
FIRST_BARS: tuple[Versions, ...] = tuple(
    {date: 0 for date in SESSIONS[:count] if date != LATE} for count in (7, 8, 9, 10)
)
"""Bars of the snapshots that a run begins with, the last of them served: a new one has one to remove."""


@cache
def session_file(date: str, version: int) -> pd.DataFrame:
    """A session's bars; a later version corrects the high of one of them."""
    bars = bars_of_sessions(date, of=_BARS)
    bars["high"] += np.where(bars.index == 200, 10.0 * version, 0.0)
    return bars


def all_bars(versions: Versions) -> pd.DataFrame:
    return pd.concat([session_file(date, versions[date]) for date in sorted(versions)], ignore_index=True)


def with_files(versions: Versions, files: Iterable[tuple[str, int]]) -> Versions:
    """The versions after the import of some files, in their order."""
    return {**versions, **dict(files)}


@cache
def _digest(versions: tuple[tuple[str, int], ...]) -> str:
    return content_sha256(all_bars(dict(versions)))


def digest_of_bars(versions: Versions) -> str:
    return _digest(tuple(sorted(versions.items())))
