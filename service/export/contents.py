"""What a file says: facts about its question, then the matching days or the open statistics as a table."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

import orjson
from orjson import Fragment

from core.contracts.answers import StatisticsMetadata
from core.contracts.catalogue import FeatureDefinition, Kind, base_name
from core.figures.kinds import KINDS
from core.question.conditions import DAY_LIST, LISTED, as_of_words, sentence
from core.question.look_ahead import hindsight
from core.question.values import columns
from core.views.excursion import cell_sentence
from service.encoding import encode, rounded
from service.export.document import Cell, CellKind, Column, Document, Fact, Share
from service.export.figure import SHARE, Figure
from service.export.figures import figures_of
from service.snapshots.question import DaysQuestion, Question

UNKNOWN_ROLLS = "the bars do not say their contract, so gaps may hold contract changes"
SAMPLE_DATA = "made by this program, not by a market"
HINDSIGHT = "a filter is known only after the close: for study, not for decisions"
LOOK_AHEAD = "a filter is known later than a figure below: its row names the filter"

_KINDS: dict[Kind, CellKind] = {
    "boolean": "flag",
    "enum": "text",
    "integer bar": "whole",
    "integer count": "whole",
    "numeric": "number",
    "date": "date",
}
_COLUMNS: dict[str, CellKind] = {
    "Feature": "text",
    "Module": "text",
    "Figure": "text",
    "Unit": "text",
    "n": "whole",
    "Value": "number",
    "95% from": "number",
    "95% to": "number",
    "Others": "number",
    "Difference": "number",
    "Difference from": "number",
    "Difference to": "number",
    "p": "test",
    "Adjusted p": "test",
    "Adjusted for": "whole",
    "Verdict": "text",
    "Grade": "text",
    "Look-ahead": "text",
    "Note": "text",
}
"""The columns of statistics: a row is one figure of a feature's module."""


def days_document(wanted: DaysQuestion, title: str | None) -> Document:
    """The matching days in the requested order; a fact says where the tier's limit cut them."""
    rows, by_name = wanted.rows(), wanted.question.snapshot.catalogue.by_name
    visible = rows[: wanted.limit]
    definitions = [by_name[name] for name in wanted.columns]
    table = columns(wanted.index, visible, wanted.columns)
    cells = [[_cell(value, each) for value in rounded(table[each.name])] for each in definitions]
    days: list[date] = wanted.index.session_date[visible].tolist()
    facts = []
    if wanted.part is not None:
        module, name = KINDS[wanted.part.module].display_name, by_name[wanted.part.feature].display_name
        facts.append(Fact("Bar", f"{name}, {module}: {wanted.part.place}"))
    if wanted.excursion is not None:
        facts.append(Fact("Target before stop", cell_sentence(wanted.excursion)))
    if wanted.dates is not None:
        facts.append(Fact("Narrowed", f"to {len(wanted.dates)} given dates"))
    facts.append(_matched(wanted.question, len(rows)))
    if len(visible) < len(rows):
        facts.append(Fact("Cut", f"to the first {len(visible)} days, as many as the tier sees"))
    return Document(
        file_stem=_file_stem(wanted.question, "days"),
        title=title or "Session Almanac: matching days",
        sheet="Days",
        facts=[*_opening(wanted.question), *facts, *_caveats(wanted.question)],
        columns=[Column("Date", "date"), *map(column_of, definitions)],
        rows=list(zip(days, *cells, strict=True)),
    )


def column_of(definition: FeatureDefinition) -> Column:
    """A feature's column, headed by its name and, where the name does not say it, its unit."""
    name, unit = definition.display_name, definition.unit
    title = f"{name} [{unit}]" if unit and unit not in name else name
    return Column(title, "percent" if unit == "%" else _KINDS[definition.kind])


def statistics_document(
    question: Question, results: Mapping[str, Fragment], metadata: StatisticsMetadata, title: str | None
) -> Document:
    """The open statistics: features in the requested order, modules and figures in their own."""
    answers: dict[str, Any] = orjson.loads(encode(dict(results)))
    facts = [
        _matched(question, metadata.total_days),
        Fact("Others", f"{metadata.others_days} days of the same dates that do not match"),
        *_caveats(question),
        *([Fact("Look-ahead", LOOK_AHEAD)] if metadata.look_ahead else []),
    ]
    return Document(
        file_stem=_file_stem(question, "statistics"),
        title=title or "Session Almanac: statistics",
        sheet="Statistics",
        facts=[*_opening(question), *facts],
        columns=[Column(*each) for each in _COLUMNS.items()],
        rows=[tuple(row) for answer in answers.values() for row in _rows(question, answer)],
        keys=3,
    )


def _opening(question: Question) -> list[Fact]:
    """The data, the moment of writing, and the question: dates and filters, each with its sentence."""
    snapshot, query = question.snapshot, question.query
    sentences = [sentence(each, snapshot.catalogue) for each in query.filters]
    return [
        Fact("Symbol", snapshot.symbol),
        Fact("Snapshot", snapshot.id),
        Fact("Made", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        Fact("Dates", f"{query.start.isoformat()} to {query.end.isoformat()}"),
        *([] if query.as_of is None else [Fact("As of", as_of_words(query.as_of))]),
        *[Fact("Filter", sentence) for sentence in sentences or ["none"]],
    ]


def _matched(question: Question, days: int) -> Fact:
    return Fact("Matched", f"{days} of {question.snapshot.index.n_sessions} sessions")


def _caveats(question: Question) -> list[Fact]:
    manifest, caveats = question.snapshot.manifest, []
    if manifest.sample_data:
        caveats.append(Fact("Sample data", SAMPLE_DATA))
    if manifest.roll_state == "unknown":
        caveats.append(Fact("Unknown rolls", UNKNOWN_ROLLS))
    if hindsight(question.query, question.snapshot.catalogue):
        caveats.append(Fact("Hindsight", HINDSIGHT))
    return caveats


def _file_stem(question: Question, kind: str) -> str:
    """`cad-es-2026-03-27-days`: the symbol and the last session of the question's dates."""
    symbol = "".join(letter for letter in question.snapshot.symbol.lower() if letter.isalnum())
    return f"cad-{symbol}-{question.query.end.isoformat()}-{kind}"


def _cell(value: Any, definition: FeatureDefinition) -> Cell:
    if value is not None and definition.kind == "date":
        return date.fromisoformat(value)
    return definition.label_name(value) if value is not None and definition.kind == "enum" else value


def _rows(question: Question, answer: Mapping[str, Any]) -> Iterator[Iterable[Cell]]:
    about, catalogue = answer["metadata"], question.snapshot.catalogue
    definition = catalogue.by_name[answer["feature"]]
    unit = definition.unit or ("bar" if definition.kind == "integer bar" else "count")

    def titles(names: Iterable[str]) -> str:
        asked = (LISTED if name == DAY_LIST else catalogue.by_name[base_name(name)] for name in names)
        return ", ".join(dict.fromkeys(each.display_name for each in asked))

    notes, shared = [], about["shared_bars"]
    if about["decided_by"]:
        notes.append(f"decided by {titles(about['decided_by'])}")
    if shared is not None:
        first, last = shared["first_bar"], shared["last_bar"]
        bars = f"bar {first}" if first == last else f"bars {first} to {last}"
        notes.append(f"shares {bars} with {titles(shared['filters'])}")
    ending = (about["sample_size"]["grade"], titles(about["look_ahead"]) or None, "; ".join(notes) or None)
    for kind, module in answer["modules"].items():
        data, n = module["data"], module["metadata"]["n"]
        if data is None:
            continue
        sides = {"Above: ": data, "Below: ": data["below"]} if data.get("below") else {"": data}
        for side, part in sides.items():
            for figure in figures_of(kind, part, unit, n):
                keys = (about["display_name"], KINDS[kind].display_name, f"{side}{figure.name}")
                yield *keys, *_numbers(figure), *ending


def _numbers(figure: Figure) -> Iterator[Cell]:
    limits, difference = figure.limits or {}, figure.difference or {}
    measured = [figure.value, limits.get("lower"), limits.get("upper"), figure.others]
    measured += [difference.get(name) for name in ("value", "lower", "upper")]
    yield figure.unit
    yield figure.n
    for value in measured:
        yield Share(value) if value is not None and figure.unit == SHARE else value
    yield figure.p
    yield figure.adjusted_p
    yield figure.family_size
    yield figure.verdict
