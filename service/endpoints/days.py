"""The matching sessions themselves, a page at a time."""

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from core.contracts.answers import DaysAnswer
from core.contracts.errors import InvalidRequest
from core.contracts.requests import DaysRequest
from core.query.index import SnapshotIndex
from core.query.values import columns
from service.data.question import SESSION_DATE, DaysQuestion, Rows, parse_days
from service.http.request import ApiRequest
from service.http.responses import answered

LARGEST_PAGE = 500


@dataclass(frozen=True, slots=True)
class _Page:
    number: int
    size: int

    def of(self, rows: Rows) -> Rows:
        """The rows on this page; none past the last page."""
        start = (self.number - 1) * self.size
        return rows[start : start + self.size]


async def days(request: ApiRequest) -> Response:
    """POST /v2/days: sessions that match, ordered, cut to what the tier may see."""
    body = request.read(DaysRequest)
    snapshot, tier = request.snapshot(body.symbol), request.tier()
    with request.stopwatch.stretch("parse"):
        page = _page(body)
        question = parse_days(snapshot, tier, body)
    with request.stopwatch.stretch("filter"):
        rows = question.rows()
    return answered(request, _answer(question, rows, page))


def _answer(asked: DaysQuestion, rows: Rows, page: _Page) -> DaysAnswer:
    limit = asked.limit
    visible = rows if limit is None else rows[:limit]
    shown = page.of(visible)
    return DaysAnswer(
        columns=[SESSION_DATE, *asked.columns],
        rows=_records(asked.index, shown, asked.columns),
        total_days=len(rows),
        page=page.number,
        page_size=page.size,
        pages=-(-len(visible) // page.size),
        limited_to=limit if len(visible) < len(rows) else None,
        snapshot=asked.question.snapshot.id,
    )


def _records(index: SnapshotIndex, rows: Rows, names: list[str]) -> list[dict[str, Any]]:
    table = {SESSION_DATE: [str(day) for day in index.session_date[rows]], **columns(index, rows, names)}
    return [dict(zip(table, record, strict=True)) for record in zip(*table.values(), strict=True)]


def _page(body: DaysRequest) -> _Page:
    if body.page < 1:
        raise InvalidRequest(f"page: {body.page} found; pages count from 1.", code="page_range")
    if not 1 <= body.page_size <= LARGEST_PAGE:
        detail = f"page_size: {body.page_size} found; 1 to {LARGEST_PAGE} expected."
        raise InvalidRequest(detail, code="page_size_range")
    return _Page(body.page, body.page_size)
