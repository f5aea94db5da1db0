"""The matching days and what they say: compute and probabilities."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import orjson
from msgspec.structs import asdict
from orjson import Fragment

from core.contracts.answers import AnswerMetadata, ComputeAnswer, ProbabilitiesAnswer
from core.contracts.known_at import LAST_BAR
from core.contracts.requests import ComputeOptions, ComputeParts, ComputeRequest, ProbabilitiesRequest
from core.figures.bitmap import Bitmap
from core.signals.ama_config import normalise
from service.answers.charts import drawn
from service.call import GAP_UP, Calls, question_of, selected
from service.edge.request import WEIGHT_ONE, ApiRequest
from service.encoding import encode, timestamp
from service.members.tiers import require_part
from service.snapshots.chart import DayChart, chosen_day, matching_days, navigation, selected_day
from service.snapshots.question import Question, applied_filters, metadata, parse_features, results

calls = Calls("data")

MOST_ON_THE_LOOP = WEIGHT_ONE
"""Features of an answer that is made on the event loop, in some five milliseconds."""

NO_DAY_PARTS: dict[str, object] = {"charts": None, "navigation": None}


@dataclass(frozen=True, slots=True)
class _CheckedRequest:
    """A checked compute request; `chart` is None where no day is selected."""

    question: Question
    parts: ComputeParts
    features: list[str]
    chart: DayChart


@calls.post(
    "/compute",
    ComputeRequest,
    ComputeAnswer,
    limit="compute",
    example=GAP_UP | {"features": ["statistics"], "statistics_features": ["gap_fill_bar"]},
)
async def compute(request: ApiRequest) -> bytes:
    """Matching days and their statistics."""
    return await computed(request, request.read(ComputeRequest))


async def computed(request: ApiRequest, body: ComputeRequest) -> bytes:
    """The answer as `ComputeAnswer`, from the cache where it is kept.

    The metadata is of this request alone: it is appended inside the closing brace.
    """
    options = body.options or ComputeOptions()
    with request.stopwatch.stretch("parse"):
        checked = await _check(request, body, options)
    question, features = checked.question, checked.features
    key = f"compute|{question.key}|{checked.parts}|{','.join(features)}|{checked.chart.key}"
    await request.services.sessions.mark_data_loaded(request.caller.session_id)
    is_cached = True

    async def answer() -> bytes:
        nonlocal is_cached
        is_cached = False
        selection = selected(request, question)
        has_day_parts = checked.parts.charts or checked.parts.navigation
        day_parts = await _day_parts(request, checked, selection) if has_day_parts else NO_DAY_PARTS
        work = partial(_answer, request, checked, selection, day_parts)
        return await _in_turn_if_long(request, question, features, work)

    made = await request.cached(key, question.tier, answer, is_fresh=not options.cache)
    about = AnswerMetadata(is_cached, timestamp(), request.stopwatch.elapsed_ms)
    return b"".join((memoryview(made)[:-1], b',"metadata":', encode(about), b"}"))


@calls.post(
    "/v2/probabilities",
    ProbabilitiesRequest,
    ProbabilitiesAnswer,
    limit="compute",
    example=GAP_UP | {"features": ["gap_fill_bar"]},
)
async def probabilities(request: ApiRequest) -> bytes:
    """Statistics of features."""
    body = request.read(ProbabilitiesRequest)
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body)
        names = parse_features(question.snapshot, question.tier, body.features, "features")
    selection = selected(request, question)

    def answer() -> bytes:
        statistics = _statistics(request, question, selection, names)
        parts = {"probabilities": statistics["features"], "metadata": statistics["metadata"]}
        with request.stopwatch.stretch("encode"):
            return encode(parts | {"snapshot": question.snapshot.id})

    return await _in_turn_if_long(request, question, names, answer)


async def _in_turn_if_long(
    request: ApiRequest, question: Question, names: list[str], work: Callable[[], bytes]
) -> bytes:
    """The answer, in the caller's turn where it takes long enough to delay another visitor's count.

    As of a bar it may first make an engine, in about a tenth of a second.
    """
    is_long = len(names) > MOST_ON_THE_LOOP or question.query.as_of is not None
    return await request.in_turn(work, parts=len(names)) if is_long else work()


async def _check(request: ApiRequest, body: ComputeRequest, options: ComputeOptions) -> _CheckedRequest:
    tier = request.tier(body.profile)
    parts = ComputeParts() if body.features is None else body.features
    if isinstance(parts, list):
        parts = ComputeParts("statistics" in parts, "charts" in parts, "navigation" in parts)
    question = await question_of(request, body, tier)
    features = parse_features(question.snapshot, tier, body.statistics_features, "statistics_features")
    if parts.charts:
        require_part(tier, "charts")
    if parts.navigation:
        require_part(tier, "navigation")
    selected = selected_day(options.selected_date, "options.selected_date")
    chart = DayChart(question.snapshot, selected, normalise(body.ama_config), options.include_previous_day)
    return _CheckedRequest(question, parts, features if parts.statistics else [], chart)


def _answer(
    request: ApiRequest, checked: _CheckedRequest, selection: Bitmap, day_parts: dict[str, object]
) -> bytes:
    """Everything but the metadata, which is of this request alone."""
    question, statistics = checked.question, None
    if checked.parts.statistics:
        statistics = _statistics(request, question, selection, checked.features)
    with request.stopwatch.stretch("encode"):
        return encode(
            {
                "total_days": selection.count,
                "total_rows": selection.count * LAST_BAR,
                "filters_applied": Fragment(orjson.dumps(applied_filters(question), default=asdict)),
                "data": {**day_parts, "statistics": statistics},
                "snapshot": question.snapshot.id,
            }
        )


async def _day_parts(request: ApiRequest, checked: _CheckedRequest, selection: Bitmap) -> dict[str, object]:
    """The chart and the navigation part, each None where not requested."""
    parts, snapshot = checked.parts, checked.question.snapshot
    days = matching_days(snapshot, selection)
    chart = replace(checked.chart, day=chosen_day(snapshot, days, checked.chart.day))
    return {
        "charts": Fragment(await drawn(request, chart, checked.question.tier)) if parts.charts else None,
        "navigation": navigation(days, chart.day) if parts.navigation else None,
    }


def _statistics(
    request: ApiRequest, question: Question, selection: Bitmap, names: list[str]
) -> dict[str, object]:
    with request.stopwatch.stretch("statistics"):
        features = results(question, selection, names)
        return {"features": features, "metadata": metadata(question, selection, names)}
