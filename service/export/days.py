"""The matching days as a document: one row per session, one column per feature."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np

from core.contracts.catalogue import FeatureDefinition, Kind
from core.contracts.day_parts import DayPart
from core.query.values import columns
from core.statistics.kinds import KINDS
from service.day_list import DaysQuestion, Rows
from service.encode import rounded
from service.export.document import Cell, CellKind, Column, Document, Fact
from service.export.facts import file_stem, mark_facts, matched_fact, opening_facts

TITLE = "Session Almanac: matching days"
_KINDS: dict[Kind, CellKind] = {
    "boolean": "flag",
    "enum": "text",
    "integer bar": "whole",
    "integer count": "whole",
    "numeric": "number",
    "date": "date",
}


def days_document(asked: DaysQuestion, title: str | None) -> Document:
    """The days in the order asked, cut to what the tier may see, which a fact then says."""
    rows = asked.rows()
    visible = rows if asked.limit is None else rows[: asked.limit]
    definitions = [asked.question.snapshot.catalogue.by_name[name] for name in asked.columns]
    return Document(
        file_stem=file_stem(asked.question, "days"),
        title=title or TITLE,
        sheet="Days",
        facts=_facts(asked, len(rows), len(visible)),
        columns=[Column("Date", "date"), *map(column_of, definitions)],
        rows=_records(asked, visible, definitions),
    )


def _facts(asked: DaysQuestion, matched: int, visible: int) -> list[Fact]:
    part, cut = asked.part, visible < matched
    narrowed = [
        _bar_fact(asked, part) if part else None,
        Fact("Narrowed", f"to {len(asked.dates)} given dates") if asked.dates is not None else None,
        matched_fact(asked.question, matched),
        Fact("Cut", f"to the first {visible} days, as many as the tier sees") if cut else None,
    ]
    return [
        *opening_facts(asked.question),
        *[fact for fact in narrowed if fact is not None],
        *mark_facts(asked.question),
    ]


def _bar_fact(asked: DaysQuestion, part: DayPart) -> Fact:
    name = asked.question.snapshot.catalogue.by_name[part.feature].display_name
    return Fact("Bar", f"{name}, {KINDS[part.module].display_name}: {part.place}")


def column_of(definition: FeatureDefinition) -> Column:
    """A feature's column, headed by its name and, where the name does not say it, its unit."""
    name, unit = definition.display_name, definition.unit
    title = f"{name} [{unit}]" if unit and unit not in name else name
    return Column(title, "percent" if unit == "%" else _KINDS[definition.kind])


def _records(
    asked: DaysQuestion, rows: Rows, definitions: Sequence[FeatureDefinition]
) -> list[tuple[Cell, ...]]:
    table = columns(asked.index, rows, asked.columns)
    cells = [[_cell(value, each) for value in rounded(table[each.name])] for each in definitions]
    return list(zip(_dates(asked.index.session_date[rows]), *cells, strict=True))


def _dates(days: np.ndarray[Any, np.dtype[np.datetime64]]) -> list[Cell]:
    return [datetime.combine(day, datetime.min.time()).date() for day in days.tolist()]


def _cell(value: Any, definition: FeatureDefinition) -> Cell:
    if value is None:
        return None
    if definition.kind == "date":
        return datetime.fromisoformat(value).date()
    return definition.label_name(value) if definition.kind == "enum" else value
