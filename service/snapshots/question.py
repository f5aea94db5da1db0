"""From a request to its days and results: the one path of compute, probabilities, days and export."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from msgspec.json import Encoder
from numpy.typing import NDArray
from orjson import Fragment

from core.contracts.answers import AppliedCondition, AppliedFilter, AppliedGroup, StatisticsMetadata
from core.contracts.catalogue import OWN_PREFIX, FeatureDefinition, Tier, base_name
from core.contracts.errors import InvalidRequest
from core.contracts.requests import (
    DayPart,
    DaysSort,
    ExcursionPart,
    OrderedDaysRequest,
    QuestionRequest,
)
from core.contracts.view_requests import AlikeRequest
from core.figures.bitmap import Bitmap
from core.question.conditions import FilterQuery, date_sentence, sentence
from core.question.filters import feature_named, parse_date, parse_query
from core.question.index import SnapshotIndex, results_of
from core.question.look_ahead import hindsight, looks_ahead
from core.question.values import part_mask
from core.views.alike import Alike, AlikeDays, alike_of
from core.views.excursion import Excursion, ExcursionDays, excursion_days, excursion_of_part, part_of
from service.members.tiers import LIMITS, require_part
from service.snapshots.chart import why_without_session
from service.snapshots.snapshot import Snapshot

SESSION_DATE = "session_date"
NEWEST_FIRST = DaysSort()
OLDEST_FIRST = DaysSort(descending=False)
Rows = NDArray[np.intp]

_ENCODER = Encoder()


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question to one snapshot, as one tier may ask it."""

    snapshot: Snapshot
    tier: Tier
    query: FilterQuery

    @property
    def key(self) -> str:
        """Equal exactly for questions with the same days, tests and rights."""
        return f"{self.snapshot.symbol}|{self.snapshot.id}|{self.tier}|{self.query.key()}"

    def select(self) -> Bitmap:
        return self.snapshot.index.sessions.select(self.query)


def parse_question(body: QuestionRequest, snapshot: Snapshot, tier: Tier) -> Question:
    """The filters and dates of a request, checked against catalogue, tier and the bar that is reached.

    Raises:
        InvalidRequest, Forbidden: see `core.question.filters.parse_query`; `as_of_not_in_tier`.
    """
    if body.as_of is not None:
        require_part(tier, "as_of")
    query = parse_query(
        *(body.filters, body.start_date, body.end_date, snapshot.catalogue),
        first=snapshot.index.first_date,
        last=snapshot.index.last_date,
        tier=tier,
        as_of=body.as_of,
        lists=snapshot.lists,
    )
    return Question(snapshot, tier, query)


def parse_features(snapshot: Snapshot, tier: Tier, names: Sequence[str], field: str) -> list[str]:
    """The features a request names, each once, in its order, within the tier's limit.

    Raises:
        InvalidRequest: `unknown_feature`, `prev_not_supported`, `too_many_features`.
        Forbidden: `feature_not_in_tier`.
    """
    places = dict[str, int]()
    for at, name in enumerate(names):
        places.setdefault(name, at)
    limit, of_product = LIMITS[tier].max_features, sum(not name.startswith(OWN_PREFIX) for name in places)
    if of_product > limit:
        detail = f"{field}: {of_product} features found, at most {limit} are answered on {tier}."
        raise InvalidRequest(detail, code="too_many_features")
    for name, at in places.items():
        parse_feature(snapshot, tier, name, f"{field}[{at}]")
    return list(places)


def parse_feature(snapshot: Snapshot, tier: Tier, name: str, field: str) -> FeatureDefinition:
    """The feature that a field of a request names.

    Raises:
        InvalidRequest: `unknown_feature`, `prev_not_supported`.
        Forbidden: `feature_not_in_tier`.
    """
    if name not in snapshot.catalogue.by_name and base_name(name) != name:
        base = feature_named(field, base_name(name), snapshot.catalogue, tier)
        detail = f"{field}: {name} can only be asked in a filter; read {base.name} instead."
        raise InvalidRequest(detail, code="prev_not_supported")
    return feature_named(field, name, snapshot.catalogue, tier)


def applied_filters(question: Question) -> list[AppliedFilter]:
    """The filters in canonical order, each with its sentence."""
    query = question.query
    sentences = [sentence(each, question.snapshot.catalogue) for each in query.filters]
    if not query.whole:
        sentences.insert(0, date_sentence(query.start, query.end))
    return [
        AppliedCondition(**{"by_bar": None, "first_in": None} | each, sentence=words)
        if "feature" in each
        else AppliedGroup(**each, sentence=words)
        for each, words in zip(query.canonical(), sentences, strict=True)
    ]


def results(question: Question, selection: Bitmap, names: Sequence[str]) -> dict[str, Fragment]:
    """Results by feature, encoded; adjusted p-values range over those of `names`."""
    answered = results_of(question.snapshot.index, question.query, selection, names)
    return {name: Fragment(_ENCODER.encode(result)) for name, result in answered.items()}


def metadata(question: Question, selection: Bitmap, names: Sequence[str]) -> StatisticsMetadata:
    catalogue = question.snapshot.catalogue
    universe = question.snapshot.index.universe(question.query).count
    return StatisticsMetadata(
        total_days=selection.count,
        baseline_days=universe,
        others_days=universe - selection.count,
        look_ahead=looks_ahead((catalogue.by_name[name] for name in names), question.query, catalogue),
        hindsight=hindsight(question.query, catalogue),
        as_of=question.query.as_of,
    )


def traded(question: Question, selection: Bitmap, excursion: Excursion) -> ExcursionDays:
    """What the matching sessions traded first, target or stop."""
    snapshot = question.snapshot
    index, book = snapshot.index, snapshot.book
    asked = index, question.query, selection.rows(), excursion
    return excursion_days(*asked, book.full_sessions, book.ticks_per_point, book.minutes)


@dataclass(frozen=True, slots=True)
class DaysPage:
    """One page of a question's days: `rows` are their ordinals, none past the last page.

    `total` days match; `limited_to` is what the tier sees of them, None where that is all.
    """

    rows: Rows
    total: int
    pages: int
    limited_to: int | None


@dataclass(frozen=True, slots=True)
class DaysQuestion:
    """A checked question for the days themselves; `columns` are features the tier sees."""

    question: Question
    columns: list[str]
    sort: DaysSort
    dates: list[date] | None
    part: DayPart | None
    excursion: ExcursionPart | None
    like: Alike | None

    @property
    def index(self) -> SnapshotIndex:
        return self.question.snapshot.index

    @property
    def limit(self) -> int | None:
        """The most rows the tier sees, None for all."""
        return LIMITS[self.question.tier].max_rows

    def page(self, number: int, size: int) -> DaysPage:
        """A page of the days in order, cut to what the tier may see; raises as `rows`."""
        rows = self.rows()
        visible = rows[: self.limit]
        shown, pages = visible[(number - 1) * size : number * size], -(-len(visible) // size)
        return DaysPage(shown, len(rows), pages, self.limit if len(visible) < len(rows) else None)

    def rows(self) -> Rows:
        """Ordinals of the days in order: nulls last either way, equal values by date ascending.

        The days most like a day are nearest first.

        Raises:
            InvalidRequest: the part names no bar of its module, or a distance that is not asked.
        """
        selection = self.question.select()
        like = self.like
        rows = selection.rows() if like is None else AlikeDays(self.index, like, selection).rows
        if self.part is not None:
            rows = rows[part_mask(self.index, self.question.query, selection, self.part)[rows]]
        if self.excursion is not None:
            cell = excursion_of_part(self.excursion, self.question.snapshot.book.ticks_per_point)
            found = part_of(traded(self.question, selection, cell), self.excursion.first)
            rows = rows[np.isin(rows, found)]
        if self.dates is not None:
            rows = rows[np.isin(self.index.session_date[rows], np.array(self.dates, dtype="datetime64[D]"))]
        if like is not None:
            return rows
        keys = _sort_keys(self.index, self.sort.column)[rows]
        return rows[np.argsort(-keys if self.sort.descending else keys, kind="stable")]


def parse_days(
    question: Question,
    body: OrderedDaysRequest,
    columns: Sequence[str] = (),
    unsorted: DaysSort = NEWEST_FIRST,
) -> DaysQuestion:
    """A question for the days themselves, checked against catalogue and tier; `unsorted` without a sort.

    Raises:
        InvalidRequest, Forbidden: it names what there is not or what the tier does not see.
    """
    snapshot, tier = question.snapshot, question.tier
    shown = parse_features(snapshot, tier, columns, "columns")
    sort = body.sort or unsorted
    if sort.column != SESSION_DATE:
        parse_feature(snapshot, tier, sort.column, "sort.column")
    if body.part is not None:
        parse_feature(snapshot, tier, body.part.feature, "part.feature")
    if body.excursion is not None:
        require_part(tier, "excursion")
    dates = [parse_date(f"dates[{at}]", text) for at, text in enumerate(body.dates or [])]
    chosen = None if body.dates is None else dates
    return DaysQuestion(question, shown, sort, chosen, body.part, body.excursion, _parse_like(question, body))


def _parse_like(question: Question, body: OrderedDaysRequest) -> Alike | None:
    """The day that others are most like, checked.

    Raises:
        InvalidRequest: `sort_and_like`, `date_format`, `date_not_full_session`, see `alike_of`.
        Forbidden: the tier has no days alike, or not a feature.
    """
    like, snapshot, tier = body.like, question.snapshot, question.tier
    if like is None:
        return None
    if body.sort is not None:
        raise InvalidRequest(
            "sort, like: both found; send the one that orders the days.", code="sort_and_like"
        )
    require_part(tier, "alike")
    field = "like.leave_out"
    parse_features(snapshot, tier, like.leave_out, field)
    asked = AlikeRequest(as_of=body.as_of, date=like.date, leave_out=like.leave_out, n=like.n)
    row = full_session(snapshot, like.date, "like.date")
    return alike_of(asked, row, snapshot.catalogue.visible(tier), leave_out=field)


def full_session(snapshot: Snapshot, text: str | None, field: str) -> int:
    """The row of the full session that a field of a request names.

    Raises:
        InvalidRequest: `date_format`; `date_not_full_session`, with why it is none, and the nearest that are.
    """
    day = parse_date(field, text).isoformat()
    at = bisect_left(snapshot.days, day)
    if snapshot.days[at : at + 1] == [day]:
        return at
    nearest = ", ".join(snapshot.days[max(0, at - 1) : at + 1])
    index = snapshot.book.session_index(day)
    if index is None:
        why = why_without_session(snapshot, day)
    else:
        is_short = snapshot.book.sessions[index].kind == "short"
        why = " is a half day" if is_short else " is quarantined: its bars are not whole"
    detail = f"{field}: {day}{why}; a full session is expected, nearest: {nearest}."
    raise InvalidRequest(detail, code="date_not_full_session")


def _sort_keys(index: SnapshotIndex, column: str) -> NDArray[np.float64]:
    """Numbers (N,) that order a column, NaN for null: argsort puts those last."""
    kind = "date" if column == SESSION_DATE else index.catalogue.by_name[column].kind
    if kind == "date":
        return np.arange(index.n_sessions, dtype=np.float64)
    return index.columns[column].numbers
