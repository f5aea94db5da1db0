"""What every export says of its question: which data, which days, which filters, which marks."""

from datetime import UTC, datetime

from core.query.conditions import DATE_RANGE
from core.query.marks import hindsight
from service.answering import Question, applied_filters
from service.export.document import Fact

UNKNOWN_ROLLS = "the bars do not say their contract, so gaps may hold contract changes"
SAMPLE_DATA = "made by this program, not by a market"
HINDSIGHT = "a filter is known only after the close: for study, not for decisions"


def opening_facts(question: Question) -> list[Fact]:
    """The data, the moment of writing, and the question: dates and filters, each with its sentence."""
    snapshot, query = question.snapshot, question.query
    sentences = [each.sentence for each in applied_filters(question) if each.feature != DATE_RANGE]
    return [
        Fact("Symbol", snapshot.symbol),
        Fact("Snapshot", snapshot.id),
        Fact("Made", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        Fact("Dates", f"{query.start.isoformat()} to {query.end.isoformat()}"),
        *[Fact("Filter", sentence) for sentence in sentences or ["none"]],
    ]


def matched_fact(question: Question, days: int) -> Fact:
    """How many days match, of all the snapshot has."""
    return Fact("Matched", f"{days} of {question.snapshot.index.n_sessions} sessions")


def mark_facts(question: Question) -> list[Fact]:
    """What nobody may miss about the figures below."""
    manifest = question.snapshot.manifest
    marks = [
        Fact("Sample data", SAMPLE_DATA) if manifest.sample_data else None,
        Fact("Unknown rolls", UNKNOWN_ROLLS) if manifest.roll_state == "unknown" else None,
        Fact("Hindsight", HINDSIGHT) if hindsight(question.query, question.snapshot.catalogue) else None,
    ]
    return [mark for mark in marks if mark is not None]


def file_stem(question: Question, kind: str) -> str:
    """`cad-es-2026-03-27-days`: the symbol and the last session of the question's dates."""
    symbol = "".join(letter for letter in question.snapshot.symbol.lower() if letter.isalnum())
    return f"cad-{symbol}-{question.query.end.isoformat()}-{kind}"
