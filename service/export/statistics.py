"""The open statistics as a document: one row per figure, with its days, interval, others, tests and grade."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from core.contracts.answers import StatisticsMetadata
from core.contracts.catalogue import FeatureDefinition
from core.statistics.kinds import KINDS
from service.answering import Question
from service.encode import Fragment, encode
from service.export.document import Cell, Column, Document, Fact, Share
from service.export.facts import file_stem, mark_facts, matched_fact, opening_facts
from service.export.figure import SHARE, Figure
from service.export.figures import figures_of

TITLE = "Session Almanac: statistics"
COLUMNS = (
    Column("Feature", "text"),
    Column("Module", "text"),
    Column("Figure", "text"),
    Column("Unit", "text"),
    Column("n", "whole"),
    Column("Value", "number"),
    Column("95% from", "number"),
    Column("95% to", "number"),
    Column("Others", "number"),
    Column("Difference", "number"),
    Column("Difference from", "number"),
    Column("Difference to", "number"),
    Column("p", "test"),
    Column("q (Holm)", "test"),
    Column("Grade", "text"),
    Column("Look-ahead", "text"),
    Column("Note", "text"),
)
LOOK_AHEAD = "a filter is known later than a figure below: its row names the filter"

Results = Mapping[str, Fragment]
Definitions = Mapping[str, FeatureDefinition]


def statistics_document(
    question: Question, results: Results, metadata: StatisticsMetadata, title: str | None
) -> Document:
    """Features in the order asked, modules and figures in their own."""
    answers: dict[str, Any] = orjson.loads(encode(dict(results)))
    return Document(
        file_stem=file_stem(question, "statistics"),
        title=title or TITLE,
        sheet="Statistics",
        facts=_facts(question, metadata),
        columns=COLUMNS,
        rows=[row for answer in answers.values() for row in _rows(question, answer)],
        keys=3,
    )


def _facts(question: Question, metadata: StatisticsMetadata) -> list[Fact]:
    return [
        *opening_facts(question),
        matched_fact(question, metadata.total_days),
        Fact("Others", f"{metadata.others_days} days of the same dates that do not match"),
        *mark_facts(question),
        *([Fact("Look-ahead", LOOK_AHEAD)] if metadata.look_ahead else []),
    ]


def _rows(question: Question, answer: Mapping[str, Any]) -> Iterator[Sequence[Cell]]:
    about, by_name = answer["metadata"], question.snapshot.catalogue.by_name
    unit = by_name[answer["feature"]].unit or _plain_unit(by_name[answer["feature"]].kind)
    late = _titles(about["look_ahead"], by_name) or None
    ending = (about["sample_size"]["grade"], late, _note(about, by_name))
    for kind, module in answer["modules"].items():
        if module["data"] is None:
            continue
        for side, data in _sides(module["data"]):
            for figure in figures_of(kind, data, unit, module["metadata"]["n"]):
                name = f"{side}{figure.name}"
                yield about["display_name"], KINDS[kind].display_name, name, *_numbers(figure), *ending


def _note(about: Mapping[str, Any], by_name: Definitions) -> str | None:
    """What filters have to do with the figures: "decided by Gap Up", "shares bars 1 to 12 with Gap Up"."""
    notes, shared = [], about["shared_bars"]
    if about["decided_by"]:
        notes.append(f"decided by {_titles(about['decided_by'], by_name)}")
    if shared is not None:
        first, last = shared["first_bar"], shared["last_bar"]
        bars = f"bar {first}" if first == last else f"bars {first} to {last}"
        notes.append(f"shares {bars} with {_titles(shared['filters'], by_name)}")
    return "; ".join(notes) or None


def _titles(names: Iterable[str], by_name: Definitions) -> str:
    return ", ".join(by_name[name].display_name for name in names)


def _plain_unit(kind: str) -> str:
    return "bar" if kind == "integer bar" else "count"


def _sides(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if not data.get("below"):
        yield "", data
        return
    yield "Above: ", data
    yield "Below: ", data["below"]


def _numbers(figure: Figure) -> Iterator[Cell]:
    limits, difference = figure.limits or {}, figure.difference or {}
    measured = (
        figure.value,
        limits.get("lower"),
        limits.get("upper"),
        figure.others,
        difference.get("value"),
        difference.get("lower"),
        difference.get("upper"),
    )
    yield figure.unit
    yield figure.n
    yield from map(_share, measured) if figure.unit == SHARE else measured
    yield figure.p
    yield figure.q


def _share(value: float | None) -> Cell:
    return None if value is None else Share(value)
