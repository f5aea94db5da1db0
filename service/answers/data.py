"""The snapshot itself: its dates, its values, how many days match, and the matching days by the page."""

from math import isnan

from core.contracts.answers import (
    DateRangeAnswer,
    DaysAnswer,
    FilteredAnswer,
    FilteredData,
    SnapshotSummary,
    SummaryAnswer,
    ValuesAnswer,
)
from core.contracts.catalogue import base_name
from core.contracts.errors import Forbidden
from core.contracts.requests import DaysRequest, FilteredRequest
from core.question.filters import feature_named
from core.question.values import columns, values_of
from service.answers.catalogue import require_feature
from service.call import GAP_UP, READY, SNAPSHOT, SYMBOL, Calls, Parameter, question_of
from service.edge.request import ApiRequest
from service.snapshots.question import SESSION_DATE, parse_days

calls = Calls("data")
NAME_OR_TWIN = Parameter("name", "path", "Feature name; a trailing _prev or _prev2 to _prev5 is stripped.")


@calls.get("/v2/date-range", DateRangeAnswer, SYMBOL, SNAPSHOT, limit=READY)
async def date_range(request: ApiRequest) -> DateRangeAnswer:
    """First and last session."""
    snapshot = await request.snapshot()
    index = snapshot.index
    return DateRangeAnswer(str(index.first_date), str(index.last_date), index.n_sessions, snapshot.id)


@calls.get("/v2/summary", SummaryAnswer, SYMBOL, limit=READY)
async def summary(request: ApiRequest) -> SummaryAnswer:
    """The snapshot being served."""
    snapshot = await request.snapshot()
    index = snapshot.index
    adr10 = float(index.adr10[-1])
    _, *stated = SnapshotSummary.__struct_fields__
    return SummaryAnswer(
        totalDays=index.n_sessions,
        min_date=str(index.first_date),
        max_date=str(index.last_date),
        adr10_pts=None if isnan(adr10) else adr10,
        symbols=list(request.services.store.published),
        snapshot=SnapshotSummary(snapshot.id, *(getattr(snapshot.manifest, name) for name in stated)),
    )


@calls.get("/v2/features/{name}/values", ValuesAnswer, NAME_OR_TWIN, SYMBOL, limit=READY)
async def values(request: ApiRequest) -> ValuesAnswer:
    """Distinct values of a feature."""
    snapshot, given = await request.snapshot(), request.path_params["name"]
    name = given if given in snapshot.catalogue.by_name else base_name(given)
    require_feature(snapshot, name)
    tier = request.tier()
    feature_named("name", name, snapshot.catalogue, tier)
    if name != given and tier == "lite":
        detail = f"{given}: previous-day filters need the tier standard or pro; yours is lite."
        raise Forbidden(detail, code="prev_not_in_tier")
    return ValuesAnswer(name, list(values_of(snapshot.index, name)), snapshot.id)


@calls.post("/v2/filtered", FilteredRequest, FilteredAnswer, limit="compute", example=GAP_UP)
async def filtered(request: ApiRequest) -> FilteredAnswer:
    """How many days match.

    Filters that are not applied yet count too.
    """
    body = request.read(FilteredRequest)
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body)
    snapshot = question.snapshot
    with request.stopwatch.stretch("filter"):
        matched, total = question.select().count, snapshot.index.n_sessions
    percentage = 100 * matched / total if total else None
    return FilteredAnswer(FilteredData(matched), total, percentage, snapshot.id)


@calls.post("/v2/days", DaysRequest, DaysAnswer, limit="compute", example=GAP_UP)
async def days(request: ApiRequest) -> DaysAnswer:
    """The matching sessions.

    Ordered, and cut to what the tier may see; none past the last page.
    """
    body = request.read(DaysRequest)
    size = body.page_size
    with request.stopwatch.stretch("parse"):
        question = parse_days(await question_of(request, body), body, body.columns)
    snapshot = question.question.snapshot
    with request.stopwatch.stretch("filter"):
        asked = body.page, size
        page = question.page(*asked) if body.as_of is None else await request.in_turn(question.page, *asked)
    dates = [str(day) for day in snapshot.index.session_date[page.rows]]
    table = {SESSION_DATE: dates, **columns(snapshot.index, page.rows, question.columns)}
    return DaysAnswer(
        columns=[SESSION_DATE, *question.columns],
        rows=[dict(zip(table, record, strict=True)) for record in zip(*table.values(), strict=True)],
        total_days=page.total,
        page=body.page,
        page_size=size,
        pages=page.pages,
        limited_to=page.limited_to,
        snapshot=snapshot.id,
    )
