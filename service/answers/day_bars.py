"""The matching days with their bars, by the page."""

from collections.abc import Iterator

import numpy as np

from core.contracts.day_answers import DayBars, DayBarsAnswer
from core.contracts.day_requests import DayBarsRequest
from core.contracts.errors import InvalidRequest
from core.figures.formulas import listed
from core.question.values import columns
from service.access.tiers import LIMITS, require_part
from service.edge.encoding import encode
from service.edge.request import ApiRequest
from service.snapshots.question import DaysQuestion, Rows, parse_days, require_page
from service.snapshots.snapshot import Snapshot

LARGEST_PAGE = 60
MOST_COLUMNS = 3
_ADR10 = "adr10_pts"


async def day_bars(request: ApiRequest) -> bytes:
    """POST /v2/days/bars: a page of the days of POST /v2/days, from the cache where it knows the answer."""
    body, cache = request.read(DayBarsRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        require_page(body.page, body.page_size, LARGEST_PAGE)
        if len(body.columns) > MOST_COLUMNS:
            detail = f"columns: {len(body.columns)} features found; at most {MOST_COLUMNS} expected."
            raise InvalidRequest(detail, code="columns_count")
        asked = parse_days(await request.snapshot(body.symbol), request.tier(), body)
        require_part(asked.question.tier, "gallery")
    which = asked.columns, asked.sort, asked.dates, asked.part, asked.excursion
    key = f"day_bars|{asked.question.key}|{which}|{body.page}|{body.page_size}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(_answer, request, asked, body.page, body.page_size)
        cache.put(key, answer, request.caller.user.user_id, LIMITS[asked.question.tier].cache_ttl)
    return answer


def _answer(request: ApiRequest, asked: DaysQuestion, number: int, size: int) -> bytes:
    snapshot = asked.question.snapshot
    with request.stopwatch.stretch("filter"):
        page = asked.page(number, size)
    with request.stopwatch.stretch("encode"):
        return encode(
            DayBarsAnswer(
                total=page.total,
                page=number,
                page_size=size,
                pages=page.pages,
                limited_to=page.limited_to,
                days=list(_days(snapshot, page.rows, asked.columns)),
                snapshot=snapshot.id,
            )
        )


def _days(snapshot: Snapshot, rows: Rows, names: list[str]) -> Iterator[DayBars]:
    """Sessions by ordinal, in this order."""
    book = snapshot.book
    values = columns(snapshot.index, rows, names)
    points = snapshot.index.columns[_ADR10].numbers[rows]
    adr10 = listed(points, np.isnan(points), False)
    ticks = book.full_sessions(rows)
    o, h, l, c = (ticks - ticks[0, 0]).transpose(0, 2, 1).tolist()  # noqa: E741
    opens = (ticks[0, 0] / book.ticks_per_point).tolist()
    for at, row in enumerate(rows):
        drawn, own = book.full[row], {name: cells[at] for name, cells in values.items()}
        known = book.tick, opens[at], adr10[at], drawn.hoy, drawn.loy, drawn.coy
        yield DayBars(drawn.session_date, *known, o[at], h[at], l[at], c[at], own)
