"""Matching days and open statistics as files, within what the tier may take along."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import Forbidden, InvalidRequest
from core.contracts.requests import MEDIA_TYPES, ExportFormat, ExportRequest
from service.call import GAP_UP, Calls
from service.edge.request import ApiRequest
from service.export.contents import days_document, statistics_document
from service.export.document import Document
from service.members.tiers import LIMITS
from service.snapshots.question import metadata, parse_days, parse_features, parse_question, results
from service.snapshots.snapshot import Snapshot

calls = Calls("data")

LONGEST_TITLE = 120
MOST_PDF_COLUMNS = 24
"""Beyond these a sheet of paper is no table any more."""


@calls.post(
    "/v2/export",
    ExportRequest,
    None,
    files=tuple(MEDIA_TYPES.values()),
    limit="export",
    example=GAP_UP | {"kind": "days", "format": "csv", "columns": ["gap_fill_bar"]},
)
async def export_file(request: ApiRequest) -> Response:
    """Matching days or statistics as a file.

    The question is answered here; another process writes its file.
    """
    body = request.read(ExportRequest)
    snapshot, tier = await request.snapshot(body.symbol, body.snapshot), request.tier()
    _check_format(body.format, tier)
    title = _title(body.title)
    make = _days if body.kind == "days" else _statistics
    document = await request.in_turn(make, request, snapshot, tier, body, title)
    session = request.caller.session_id
    with request.stopwatch.stretch("write"):
        work = request.services.exports.write(document, body.format, session, request.stopwatch.left)
        content = await _while_connected(request, work)
    disposition = {"Content-Disposition": f'attachment; filename="{document.file_stem}.{body.format}"'}
    return Response(content, headers=disposition, media_type=MEDIA_TYPES[body.format])


def exported_formats(tier: Tier) -> list[str]:
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


def _days(
    request: ApiRequest, snapshot: Snapshot, tier: Tier, body: ExportRequest, title: str | None
) -> Document:
    if body.format == "pdf" and len(body.columns) > MOST_PDF_COLUMNS:
        found = f"columns: {len(body.columns)} found, at most {MOST_PDF_COLUMNS} fit a pdf; take csv or xlsx."
        raise InvalidRequest(found, code="too_many_columns")
    with request.stopwatch.stretch("parse"):
        question = parse_days(parse_question(body, snapshot, tier), body, body.columns)
    with request.stopwatch.stretch("filter"):
        return days_document(question, title)


def _statistics(
    request: ApiRequest, snapshot: Snapshot, tier: Tier, body: ExportRequest, title: str | None
) -> Document:
    if not body.features:
        detail = "features: none found; name the features whose statistics are wanted."
        raise InvalidRequest(detail, code="missing_features")
    with request.stopwatch.stretch("parse"):
        question = parse_question(body, snapshot, tier)
        names = parse_features(snapshot, tier, body.features, "features")
    with request.stopwatch.stretch("statistics"):
        selection = question.select()
        answers, about = results(question, selection, names), metadata(question, selection, names)
        return statistics_document(question, answers, about, title)


async def _while_connected(request: ApiRequest, work: Coroutine[Any, Any, bytes]) -> bytes:
    """The result of the work, which ends when the caller leaves.

    Raises:
        ClientDisconnect: the caller left first.
    """
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(request: ApiRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
