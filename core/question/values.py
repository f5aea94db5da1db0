"""Feature values as people read them, and the days that one bar of a display counts."""

from collections.abc import Sequence
from math import isnan

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import InvalidRequest
from core.contracts.pack import NULL_CODE
from core.contracts.requests import DayPart
from core.figures.bitmap import Bitmap
from core.figures.formulas import Mask
from core.figures.kinds import BELOW, KINDS
from core.figures.order import in_streaks
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex

Cell = bool | int | float | str | None
"""True or false, a catalogue label, a bar or count, a number, an ISO date; None is null."""


def cell_of(definition: FeatureDefinition, number: float) -> Cell:
    """A number of a coded feature's column as people read it."""
    if isnan(number):
        return None
    if definition.kind == "numeric":
        return number
    if definition.kind == "boolean":
        return bool(number)
    return definition.labels[int(number)] if definition.kind == "enum" else int(number)


def values_of(index: SnapshotIndex, feature: str) -> list[Cell]:
    """The distinct values of a feature on the snapshot's days, ascending; an enum's in its own order.

    Counted and sorted without np.unique, which would load the masked arrays into every worker.
    """
    definition = index.catalogue.by_name[feature]
    if definition.kind == "date":
        return [str(day) for day in index.session_date]
    if definition.kind == "numeric":
        numbers = index.columns[feature].numbers
        return sorted(set(numbers[~np.isnan(numbers)].tolist()))
    codes = np.flatnonzero(np.bincount(index.days[feature].codes))
    cells = definition.coded_values
    return [cells[code] for code in codes[codes != NULL_CODE]]


def columns(index: SnapshotIndex, rows: NDArray[np.intp], names: Sequence[str]) -> dict[str, list[Cell]]:
    """Values of some sessions by feature name, in the order of `rows` (ordinals)."""
    return {name: _column(index, rows, name) for name in names}


def _column(index: SnapshotIndex, rows: NDArray[np.intp], name: str) -> list[Cell]:
    definition = index.catalogue.by_name[name]
    if definition.kind == "date":
        return [str(day) for day in index.session_date[rows]]
    if definition.kind == "numeric":
        return [None if isnan(number) else number for number in index.columns[name].numbers[rows].tolist()]
    cells = [*definition.coded_values, None]
    return [cells[code] for code in np.minimum(index.days[name].codes[rows], len(cells) - 1).tolist()]


def part_mask(index: SnapshotIndex, query: FilterQuery, matched: Bitmap, part: DayPart) -> Mask:
    """The matched days (N,) that one bar of a module's display counts.

    `part.feature` is a coded feature; the side below is the only one of a one-sided feature.

    Raises:
        InvalidRequest: `unknown_module`, `unknown_place`.
    """
    definition, sheet = (
        index.catalogue.by_name[part.feature],
        index.engine_of(query).columns.sheets[part.feature],
    )
    if part.module not in definition.modules:
        known = ", ".join(definition.modules) or "none: it has no statistics"
        detail = f"part.module: {part.feature} has no {part.module}; expected one of {known}."
        raise InvalidRequest(detail, code="unknown_module")
    days = matched.mask
    number = int(part.place) if part.place.isdecimal() and len(part.place) < 6 else 0
    if part.module == "streak_analysis" and number:
        side = int(part.side == "below")
        has_side = side < len(sheet.sides)
        return in_streaks(sheet.sides[side], days, number) if has_side else np.zeros_like(days)
    bars = KINDS[part.module].bars
    sides = [f"{bar}{BELOW}" for bar in bars] if part.side == "below" else []
    for name in (*sides, *bars):
        if name in sheet.parts and part.place in sheet.parts[name].spans:
            return days & sheet.days_of(sheet.parts[name].spans[part.place])
    detail = f"part.place: {part.place[:40]!r} is no bar of {part.module} of {part.feature}."
    raise InvalidRequest(detail, code="unknown_place")
