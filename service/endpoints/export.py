"""Matching days and open statistics as files, within what the tier may take along."""

from __future__ import annotations

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import Forbidden, InvalidRequest
from core.contracts.exports import MEDIA_TYPES, ExportFormat, ExportRequest
from service.access.tiers import LIMITS
from service.answering import parse_features, parse_question
from service.day_list import parse_days
from service.exchange import Ask, Elsewhere, Reply
from service.export.days import days_document
from service.export.document import Document
from service.export.statistics import statistics_document
from service.snapshot import Snapshot

LONGEST_TITLE = 120
MOST_PDF_COLUMNS = 24
"""Beyond these a sheet of paper is no table any more."""


def export(ask: Ask) -> Elsewhere:
    """POST /v2/export: the question is answered here, its file is written in another process."""
    body = ask.body(ExportRequest)
    snapshot, tier = ask.snapshot(body.symbol), ask.tier()
    _check_format(body.format, tier)
    title = _title(body.title)
    make = _days if body.kind == "days" else _statistics
    document = make(ask, snapshot, tier, body, title)
    return Elsewhere(lambda: _written(ask, document, body.format))


def exported_formats(tier: Tier) -> list[str]:
    """The formats a tier may take along."""
    allowed = LIMITS[tier].features.export
    if isinstance(allowed, list):
        return [name for name in MEDIA_TYPES if name in allowed]
    return list(MEDIA_TYPES) if allowed else []


def _check_format(wanted: ExportFormat, tier: Tier) -> None:
    own = exported_formats(tier)
    if wanted in own:
        return
    needed = next((each for each in TIERS if wanted in exported_formats(each)), TIERS[-1])
    allowed = " and ".join(own) or "nothing"
    detail = f"format: {wanted} needs the tier {needed}; yours is {tier}, which exports {allowed}."
    raise Forbidden(detail, code="export_not_in_tier")


def _title(text: str | None) -> str | None:
    title = (text or "").strip()
    if len(title) > LONGEST_TITLE:
        detail = f"title: {len(title)} characters found, at most {LONGEST_TITLE} are printed."
        raise InvalidRequest(detail, code="title_length")
    if not title.isprintable():
        raise InvalidRequest(
            "title: control characters found; write it in one plain line.", code="title_text"
        )
    return title or None


def _days(ask: Ask, snapshot: Snapshot, tier: Tier, body: ExportRequest, title: str | None) -> Document:
    if body.format == "pdf" and len(body.columns) > MOST_PDF_COLUMNS:
        found = f"columns: {len(body.columns)} found, at most {MOST_PDF_COLUMNS} fit a pdf; take csv or xlsx."
        raise InvalidRequest(found, code="too_many_columns")
    with ask.stopwatch.stretch("parse"):
        question = parse_days(snapshot, tier, body)
    with ask.stopwatch.stretch("filter"):
        return days_document(question, title)


def _statistics(ask: Ask, snapshot: Snapshot, tier: Tier, body: ExportRequest, title: str | None) -> Document:
    if not body.features:
        detail = "features: none found; name the features whose statistics are wanted."
        raise InvalidRequest(detail, code="missing_features")
    with ask.stopwatch.stretch("parse"):
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        names = parse_features(snapshot, tier, body.features, "features")
    with ask.stopwatch.stretch("statistics"):
        selection, answerer = question.select(), ask.services.answerer
        results = answerer.results(question, selection, names)
        metadata = answerer.metadata(question, selection, names)
        return statistics_document(question, results, metadata, title)


async def _written(ask: Ask, document: Document, file_format: ExportFormat) -> Reply:
    session, left = ask.caller.session_id, ask.stopwatch.left
    return Reply(
        await ask.services.exports.write(document, file_format, session, left),
        media_type=MEDIA_TYPES[file_format],
        file_name=f"{document.file_stem}.{file_format}",
    )
