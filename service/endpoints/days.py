"""The matching sessions themselves, a page at a time."""

from starlette.responses import Response

from core.contracts.answers import DaysAnswer
from core.contracts.errors import InvalidRequest
from core.contracts.requests import DaysRequest
from core.query.values import columns
from service.data.question import SESSION_DATE, parse_days
from service.http.request import ApiRequest
from service.http.responses import answered

LARGEST_PAGE = 500


async def days(request: ApiRequest) -> Response:
    """POST /v2/days: sessions that match, ordered, cut to what the tier may see; none past the last page."""
    body = request.read(DaysRequest)
    snapshot, tier, size = request.snapshot(body.symbol), request.tier(), body.page_size
    with request.stopwatch.stretch("parse"):
        if body.page < 1:
            raise InvalidRequest(f"page: {body.page} found; pages count from 1.", code="page_range")
        if not 1 <= size <= LARGEST_PAGE:
            detail = f"page_size: {size} found; 1 to {LARGEST_PAGE} expected."
            raise InvalidRequest(detail, code="page_size_range")
        question = parse_days(snapshot, tier, body)
    with request.stopwatch.stretch("filter"):
        rows = question.rows()
    visible = rows[: question.limit]
    shown = visible[(body.page - 1) * size : body.page * size]
    dates = [str(day) for day in snapshot.index.session_date[shown]]
    table = {SESSION_DATE: dates, **columns(snapshot.index, shown, question.columns)}
    answer = DaysAnswer(
        columns=[SESSION_DATE, *question.columns],
        rows=[dict(zip(table, record, strict=True)) for record in zip(*table.values(), strict=True)],
        total_days=len(rows),
        page=body.page,
        page_size=size,
        pages=-(-len(visible) // size),
        limited_to=question.limit if len(visible) < len(rows) else None,
        snapshot=snapshot.id,
    )
    return answered(request, answer)
