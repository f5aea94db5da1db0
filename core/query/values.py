"""Feature values as people read them: what a feature can be, and what it was on given sessions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE
from core.query.index import SnapshotIndex
from core.query.loading import decoded

Cell = bool | int | float | str | None
"""True or false, a catalogue label, a bar or count, a number, an ISO date; None is null."""


def values_of(index: SnapshotIndex, feature: str) -> list[Cell]:
    """The distinct values of a feature on the snapshot's days, ascending; an enum's in its own order."""
    definition = index.catalogue.by_name[feature]
    if definition.kind == "date":
        return [str(day) for day in index.session_date]
    if definition.kind == "numeric":
        numbers = index.numbers(feature)
        return list(np.unique(numbers[~np.isnan(numbers)]).tolist())
    codes = np.unique(index.codes(feature))
    cells = decoded(definition)
    return [cells[code] for code in codes[codes != NULL_CODE]]


def columns(index: SnapshotIndex, rows: NDArray[np.intp], names: Sequence[str]) -> dict[str, list[Cell]]:
    """Values of some sessions by feature name, in the order of `rows` (ordinals)."""
    return {name: _column(index, rows, name) for name in names}


def _column(index: SnapshotIndex, rows: NDArray[np.intp], name: str) -> list[Cell]:
    definition = index.catalogue.by_name[name]
    if definition.kind == "date":
        return [str(day) for day in index.session_date[rows]]
    if definition.kind == "numeric":
        numbers = index.numbers(name)[rows]
        return [
            None if missing else number
            for number, missing in zip(numbers.tolist(), np.isnan(numbers), strict=True)
        ]
    cells = [*decoded(definition), None]
    return [cells[code] for code in np.minimum(index.codes(name)[rows], len(cells) - 1).tolist()]
