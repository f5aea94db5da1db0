"""The snapshot itself: its dates, its values, and how many days match."""

from starlette.responses import Response

from core.contracts.answers import (
    DateRangeAnswer,
    FilteredAnswer,
    FilteredData,
    SnapshotSummary,
    SummaryAnswer,
    ValuesAnswer,
)
from core.contracts.catalogue import base_name
from core.contracts.errors import Forbidden
from core.contracts.requests import FilteredRequest
from core.query.filters import feature_named
from core.query.values import values_of
from service.data.snapshot import Snapshot
from service.endpoints.steps import asked, require_feature
from service.http.request import ApiRequest
from service.http.responses import answered


async def date_range(request: ApiRequest) -> Response:
    """GET /v2/date-range: first and last session of the whole snapshot."""
    snapshot = request.snapshot()
    index = snapshot.index
    return answered(
        request, DateRangeAnswer(str(index.first_date), str(index.last_date), index.n_sessions, snapshot.id)
    )


async def summary(request: ApiRequest) -> Response:
    """GET /v2/summary: what is served and what was left out."""
    snapshot = request.snapshot()
    index = snapshot.index
    return answered(
        request,
        SummaryAnswer(
            totalDays=index.n_sessions,
            min_date=str(index.first_date),
            max_date=str(index.last_date),
            symbols=list(request.services.store.snapshots),
            snapshot=_snapshot_summary(snapshot),
        ),
    )


async def values(request: ApiRequest) -> Response:
    """GET /v2/features/{name}/values: distinct values in the data; a trailing _prev is stripped."""
    snapshot, asked = request.snapshot(), request.path_params["name"]
    name = asked if asked in snapshot.catalogue.by_name else base_name(asked)
    require_feature(snapshot, name)
    tier = request.tier()
    feature_named(name, snapshot.catalogue, tier)
    if name != asked and tier == "lite":
        detail = f"{asked}: previous-day filters need the tier standard or pro; yours is lite."
        raise Forbidden(detail, code="prev_not_in_tier")
    return answered(request, ValuesAnswer(name, list(values_of(snapshot.index, name)), snapshot.id))


async def filtered(request: ApiRequest) -> Response:
    """POST /v2/filtered: how many days match, also for filters not applied yet."""
    body = request.read(FilteredRequest)
    with request.stopwatch.stretch("parse"):
        question = asked(request, body, request.tier())
    snapshot = question.snapshot
    with request.stopwatch.stretch("filter"):
        matched, total = question.select().count, snapshot.index.n_sessions
    percentage = 100 * matched / total if total else None
    return answered(request, FilteredAnswer(FilteredData(matched), total, percentage, snapshot.id))


def _snapshot_summary(snapshot: Snapshot) -> SnapshotSummary:
    _, *stated = SnapshotSummary.__struct_fields__
    return SnapshotSummary(snapshot.id, *(getattr(snapshot.manifest, name) for name in stated))
