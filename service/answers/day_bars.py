"""The matching days with their bars, by the page."""

from collections.abc import Iterator

import numpy as np

from core.contracts.day_answers import DayBars, DayBarsAnswer
from core.contracts.errors import InvalidRequest
from core.contracts.view_requests import DayBarsRequest
from core.figures.formulas import to_json_numbers
from core.question.values import columns
from service.call import GAP_UP, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import DaysQuestion, Question, Rows, parse_days
from service.snapshots.snapshot import Snapshot

calls = Calls("day_bars")

MOST_COLUMNS = 4


@calls.question("/v2/days/bars", DayBarsRequest, DayBarsAnswer, part="gallery", example=GAP_UP)
def day_bars(_request: ApiRequest, question: Question, body: DayBarsRequest) -> Prepared:
    """The matching sessions with their bars."""
    if len(body.columns) > MOST_COLUMNS:
        detail = f"columns: {len(body.columns)} features found; at most {MOST_COLUMNS} expected."
        raise InvalidRequest(detail, code="columns_count")
    days = parse_days(question, body, body.columns)
    return Prepared(lambda _selection: _answer(days, body.page, body.page_size))


def _answer(days: DaysQuestion, number: int, size: int) -> DayBarsAnswer:
    snapshot = days.question.snapshot
    page = days.page(number, size)
    return DayBarsAnswer(
        total=page.total,
        page=number,
        page_size=size,
        pages=page.pages,
        limited_to=page.limited_to,
        days=list(_days(snapshot, page.rows, days.columns)),
        snapshot=snapshot.id,
    )


def _days(snapshot: Snapshot, rows: Rows, names: list[str]) -> Iterator[DayBars]:
    book = snapshot.book
    values = columns(snapshot.index, rows, names)
    points = snapshot.index.adr10[rows]
    adr10 = to_json_numbers(points, np.isnan(points))
    ticks = book.full_sessions(rows)
    o, h, l, c = (ticks - ticks[0, 0]).transpose(0, 2, 1).tolist()  # noqa: E741
    opens = (ticks[0, 0] / book.ticks_per_point).tolist()
    for at, row in enumerate(rows):
        drawn, own = book.full[row], {name: cells[at] for name, cells in values.items()}
        known = book.tick, opens[at], adr10[at], drawn.hoy, drawn.loy, drawn.coy
        yield DayBars(drawn.session_date, *known, o[at], h[at], l[at], c[at], own)
