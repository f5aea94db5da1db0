"""The matching sessions as a list: checked, narrowed, ordered and cut to what the tier may see."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Tier
from core.contracts.day_parts import DayPart
from core.contracts.pack import NULL_CODE
from core.contracts.requests import DaysSort, Filters
from core.query.filters import parse_date
from core.query.index import SnapshotIndex
from core.query.values import part_mask
from service.access.tiers import LIMITS
from service.answering import Question, parse_features, parse_question
from service.snapshot import Snapshot

SESSION_DATE = "session_date"

Rows = NDArray[np.intp]


class AsksDays(Protocol):
    """What a request for days and one for their export have in common."""

    @property
    def filters(self) -> Filters: ...
    @property
    def dates(self) -> list[str] | None: ...
    @property
    def part(self) -> DayPart | None: ...
    @property
    def columns(self) -> list[str]: ...
    @property
    def sort(self) -> DaysSort | None: ...
    @property
    def start_date(self) -> str | None: ...
    @property
    def end_date(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class DaysQuestion:
    """A checked question for days; `columns` are features the tier sees."""

    question: Question
    columns: list[str]
    sort: DaysSort
    dates: list[np.datetime64] | None
    part: DayPart | None

    @property
    def index(self) -> SnapshotIndex:
        """Where the days are."""
        return self.question.snapshot.index

    @property
    def limit(self) -> int | None:
        """The most rows the tier sees, None for all."""
        return LIMITS[self.question.tier].max_rows

    def rows(self) -> Rows:
        """Ordinals of the days, in order.

        Raises:
            InvalidRequest: the part names no bar of its module.
        """
        selection = self.question.select()
        rows = selection.rows()
        if self.part is not None:
            rows = rows[part_mask(self.index, selection.mask(), self.part)[rows]]
        return _sorted(_on_dates(rows, self.index, self.dates), self.index, self.sort)


def parse_days(snapshot: Snapshot, tier: Tier, body: AsksDays) -> DaysQuestion:
    """A request for days, checked against catalogue and tier.

    Raises:
        InvalidRequest, Forbidden: it names what there is not or what the tier does not see.
    """
    columns = parse_features(snapshot, tier, body.columns, "columns")
    sort = body.sort or DaysSort()
    if sort.column != SESSION_DATE:
        parse_features(snapshot, tier, [sort.column], "sort.column")
    if body.part is not None:
        parse_features(snapshot, tier, [body.part.feature], "part.feature")
    question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
    return DaysQuestion(question, columns, sort, _dates(body.dates), body.part)


def _dates(texts: list[str] | None) -> list[np.datetime64] | None:
    if texts is None:
        return None
    return [np.datetime64(parse_date(f"dates[{place}]", text), "D") for place, text in enumerate(texts)]


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
