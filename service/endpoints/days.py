"""The matching sessions themselves, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.answers import DaysAnswer
from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest
from core.contracts.pack import NULL_CODE
from core.contracts.requests import DaysRequest, DaysSort
from core.query.index import SnapshotIndex
from core.query.values import columns
from service.access.tiers import LIMITS
from service.answering import parse_features, parse_question
from service.exchange import Ask, Reply
from service.snapshot import Snapshot

SESSION_DATE = "session_date"
LARGEST_PAGE = 500

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Page:
    number: int
    size: int

    def of(self, rows: Rows) -> Rows:
        """The rows on this page; none past the last page."""
        start = (self.number - 1) * self.size
        return rows[start : start + self.size]


def days(ask: Ask) -> Reply:
    """POST /v2/days: sessions that match, ordered, cut to what the tier may see."""
    body = ask.body(DaysRequest)
    snapshot, tier = ask.snapshot(body.symbol), ask.tier()
    with ask.stopwatch.stretch("parse"):
        page = _page(body)
        names = parse_features(snapshot, tier, body.columns, "columns")
        order = _order(snapshot, tier, body.sort or DaysSort())
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        dates = _dates(body.dates)
    with ask.stopwatch.stretch("filter"):
        rows = _on_dates(question.select().rows(), snapshot.index, dates)
        ordered = _sorted(rows, snapshot.index, order)
    return ask.reply(_answer(snapshot, ordered, names, page, LIMITS[tier].max_rows))


def _answer(snapshot: Snapshot, rows: Rows, names: list[str], page: _Page, limit: int | None) -> DaysAnswer:
    visible = rows if limit is None else rows[:limit]
    shown = page.of(visible)
    return DaysAnswer(
        columns=[SESSION_DATE, *names],
        rows=_records(snapshot.index, shown, names),
        total_days=len(rows),
        page=page.number,
        page_size=page.size,
        pages=-(-len(visible) // page.size),
        limited_to=limit if len(visible) < len(rows) else None,
        snapshot=snapshot.id,
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


def _order(snapshot: Snapshot, tier: Tier, sort: DaysSort) -> DaysSort:
    if sort.column != SESSION_DATE:
        parse_features(snapshot, tier, [sort.column], "sort.column")
    return sort


def _dates(texts: list[str] | None) -> list[np.datetime64] | None:
    return None if texts is None else [_date(text, place) for place, text in enumerate(texts)]


def _date(text: str, place: int) -> np.datetime64:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        detail = f"dates[{place}]: {text!r} is not a date; write it as YYYY-MM-DD."
        raise InvalidRequest(detail, code="date_format") from error
    return np.datetime64(day, "D")


def _on_dates(rows: Rows, index: SnapshotIndex, dates: list[np.datetime64] | None) -> Rows:
    if dates is None:
        return rows
    return rows[np.isin(index.session_date[rows], np.array(dates, dtype="datetime64[D]"))]


def _sorted(rows: Rows, index: SnapshotIndex, sort: DaysSort) -> Rows:
    """Rows in order: nulls last either way, equal values by date ascending."""
    keys = _keys(index, sort.column)[rows]
    order = np.argsort(-keys if sort.descending else keys, kind="stable")
    return rows[order]


def _keys(index: SnapshotIndex, column: str) -> NDArray[np.float64]:
    """Numbers (N,) that order a column, NaN for null: argsort puts those last."""
    if column == SESSION_DATE or index.catalogue.by_name[column].kind == "date":
        return np.arange(index.n_sessions, dtype=np.float64)
    if index.catalogue.by_name[column].kind == "numeric":
        return index.numbers(column)
    codes = index.codes(column)
    return np.where(codes == NULL_CODE, np.nan, codes.astype(np.float64))
