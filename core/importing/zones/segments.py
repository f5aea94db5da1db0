"""Detects a file that changes its zone or label within: by the start of each trading day.

In the right reading, the first bar after a pause opens at 18:00 or 09:30 New York. If a run of days does not
begin so in the reading that suits most days, but does in another, two files were joined.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.importing.findings.defects import refuse_row
from core.importing.zones.probe import (
    PAUSE,
    ZONES,
    Reading,
    begins_day,
    candidates,
    opens,
    piece_starts,
    server_clock,
)
from core.importing.zones.stamps import Stamps
from core.market.market import BoolArray, IntArray
from core.market.session_clock import GLOBEX_OPEN_MINUTE, globex_close_minutes, minutes_of_day, new_york

_MINUTE = np.timedelta64(1, "m")
_LEAST_DAYS = 3
_SURE = 0.8


def refuse_mixed_zones(
    stamps: Stamps, rows: Sequence[int] | NDArray[np.int64], minutes: int, path: Path, stated: str | None
) -> None:
    """DataError `mixed_zones` with the first data row from which stamps fit another zone.

    `rows` are the stamps' positions in the file, `minutes` the bars' length, `stated` a zone to try as well.
    Days that all begin right by New York's clock plus some hours are not mixed.
    """
    starts = piece_starts(stamps.at)
    if len(starts) < 2 * _LEAST_DAYS:
        return
    zones = ZONES if stated is None else (stated, *ZONES)
    tried = [*candidates(Stamps(stamps.at[starts], stamps.form, stamps.zone), minutes, zones)]
    readings = [Reading(zone, label, 0.0) for zone, label, _ in tried]
    begins = np.array([begins_day(opened) for *_, opened in tried])
    if not readings or server_clock(stamps, minutes, begins.mean(axis=1).max()) is not None:
        return
    usual = int(begins.sum(axis=1).argmax())
    for first, last in _runs(~begins[usual]):
        other = _best(readings, begins[:, first:last], readings[usual])
        if not _suits(begins[other, first:last]):
            continue
        usual = _best(readings, begins == begins[usual], readings[other])
        is_first = first == 0 or _suits(begins[other, :first])
        before, after, at = (other, usual, last) if is_first else (usual, other, first)
        while at > 1 and not begins[before, at - 1]:
            at -= 1
        old, new = readings[before], readings[after]
        words = [f"--label {each.label}" for each in (old, new)]
        if stamps.zone is None:
            words = [f"--zone {each.zone} --label {each.label}" for each in (old, new)]
        problem = (
            f"the stamps read as {new} from here on and as {old} before it. Split the file there, each part "
            f"with the header: import the rows before with {words[0]}, the others with {words[1]} --source "
            "NAME, under a name of their own"
        )
        row = int(rows[_first_row_after(stamps, starts, at, (old, new), minutes)])
        refuse_row(path, row, problem, code="mixed_zones")


def _runs(wrong: BoolArray) -> list[tuple[int, int]]:
    """Long enough runs of true values: first, last + 1."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], wrong, [False]]).astype(np.int8)))
    runs = [(int(first), int(last)) for first, last in pairwise(edges) if wrong[first]]
    return [(first, last) for first, last in runs if last - first >= _LEAST_DAYS]


def _best(readings: list[Reading], suits: NDArray[np.bool_], other: Reading) -> int:
    """The reading that suits most days; of equals, one in the zone of the `other` part."""
    counts = suits.sum(axis=1)
    return max(range(len(readings)), key=lambda at: (counts[at], readings[at].zone == other.zone))


def _suits(begins: BoolArray) -> bool:
    """Whether nearly all days begin as they should; the day with the change may not."""
    return bool(begins.sum() >= max(_LEAST_DAYS, _SURE * (len(begins) - 1)))


def _first_row_after(
    stamps: Stamps, starts: IntArray, day: int, parts: tuple[Reading, Reading], minutes: int
) -> int:
    """The first row of the second part: where the day before `day` stops fitting the first part.

    `starts` are the rows at which days begin, `day` the first of them in the second part, `parts` both
    readings. If no row of the day before shows the change, that day belongs to the first part.
    """
    rows_of_days: list[int] = [0, *starts.tolist(), len(stamps.at)]
    first, last = rows_of_days[day], rows_of_days[day + 1]
    day_before = Stamps(stamps.at[first : last + 1], stamps.form, stamps.zone)
    old, new = (opens(day_before, reading, minutes) for reading in parts)
    if old is None or new is None:
        return last
    step, gap = minutes * _MINUTE, new[1:] - old[:-1]
    follows_as_new = (gap == step) | (begins_day(new[1:]) & (gap >= PAUSE))
    follows_as_old = np.diff(old) == step
    minute, close = minutes_of_day(new_york(old[1:])), globex_close_minutes(old[1:])
    is_shut_as_old = (minute >= close) & (minute < GLOBEX_OPEN_MINUTE)
    found = np.flatnonzero((follows_as_new & ~follows_as_old) | is_shut_as_old)
    return first + 1 + int(found[0]) if len(found) else last
