"""Which days one bar of a module's display counts: those with its codes, as the module itself counts."""

from core.contracts.day_parts import DayPart
from core.contracts.errors import InvalidRequest
from core.query.index import SnapshotIndex
from core.statistics.bitmaps import Mask
from core.statistics.columns import Columns, Sheet
from core.statistics.kinds import BELOW, KINDS
from core.statistics.order import in_streaks


def part_mask(index: SnapshotIndex, matched: Mask, part: DayPart) -> Mask:
    """The days (N,) of the matched ones that the bar counts; `part.feature` is a coded feature.

    Raises:
        InvalidRequest: `unknown_module`, `unknown_place`.
    """
    definition, columns = index.catalogue.by_name[part.feature], index.engine.columns
    if part.module not in definition.modules:
        known = ", ".join(definition.modules) or "none: it has no statistics"
        detail = f"part.module: {part.feature} has no {part.module}; expected one of {known}."
        raise InvalidRequest(detail, code="unknown_module")
    sheet, place = columns.sheets[part.feature], _number(part.place)
    if part.module == "streak_analysis" and place:
        return in_streaks(sheet.days, matched, place, int(part.side == "below"))
    found = _days_of(columns, sheet, part)
    if found is None:
        detail = f"part.place: {part.place[:40]!r} is no bar of {part.module} of {part.feature}."
        raise InvalidRequest(detail, code="unknown_place")
    return found & matched


def _number(place: str) -> int:
    """The place as a whole number above 0; 0 where it is none."""
    return int(place) if place.isdecimal() and len(place) < 6 else 0


def _days_of(columns: Columns, sheet: Sheet, part: DayPart) -> Mask | None:
    """The days with a code of the place; the side below is the only one of a one-sided feature."""
    bars = KINDS[part.module].bars
    sides = [f"{bar}{BELOW}" for bar in bars] if part.side == "below" else []
    span = next(
        (
            found
            for name in (*sides, *bars)
            if name in sheet.parts
            for found in [sheet.parts[name].spans.get(part.place)]
            if found
        ),
        None,
    )
    return None if span is None else sheet.days_of(span)
