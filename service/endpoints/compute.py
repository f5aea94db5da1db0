"""The matching days and what they say: compute and probabilities."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson
from msgspec.structs import asdict
from orjson import Fragment
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from core.contracts.answers import AnswerMetadata, Navigation
from core.contracts.known_at import LAST_BAR
from core.contracts.requests import ComputeOptions, ComputeParts, ComputeRequest, ProbabilitiesRequest
from core.query.index import Selection
from core.signals.ama_config import AmaConfig, normalise
from service.access.tiers import LIMITS
from service.data.chart import DayChart, chosen_day, matching_days, navigation
from service.data.question import Question, applied_filters, metadata, parse_features, results
from service.endpoints.charts import drawn
from service.endpoints.steps import asked, require_part, selected_day
from service.http.encoding import encode
from service.http.errors import timestamp
from service.http.request import ApiRequest
from service.http.responses import answered, json_response

MOST_ON_THE_LOOP = 20
"""Features of an answer that is made on the event loop, in some five milliseconds."""

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class _Plan:
    """A checked compute request: `selected` and `config` are of its chart and navigation parts.

    `key` is the answer's in the cache, where `may_be_kept` allows to look for it.
    """

    question: Question
    features: list[str]
    parts: ComputeParts
    selected: str | None
    with_previous: bool
    config: AmaConfig
    may_be_kept: bool
    key: str


async def compute(request: ApiRequest) -> Response:
    """POST /compute: the days and the parts asked for, from the cache where it knows them."""
    services = request.services
    plan = _plan(request, request.read(ComputeRequest))
    await services.sessions.mark_data_loaded(request.caller.session_id)
    kept = services.cache.get(plan.key) if plan.may_be_kept else None
    if kept is not None:
        return _stamped(request, kept, from_cache=True)
    selection = _select(request, plan.question)
    chart, beside = await _day(request, plan, selection)
    asked = plan.features if plan.parts.statistics else []
    answer = await _in_turn(asked, lambda: _answer(request, plan, selection, chart, beside))
    lifetime = LIMITS[plan.question.tier].cache_ttl
    services.cache.put(plan.key, answer, request.caller.user.user_id, lifetime)
    return _stamped(request, answer, from_cache=False)


async def probabilities(request: ApiRequest) -> Response:
    """POST /v2/probabilities: the same results as compute's statistics, keyed by feature."""
    body = request.read(ProbabilitiesRequest)
    with request.stopwatch.stretch("parse"):
        question = asked(request, body, request.tier())
        names = parse_features(question.snapshot, question.tier, body.features, "features")
    selection = _select(request, question)

    def answer() -> Response:
        parts = _statistics(request, question, selection, names)
        about, served = parts["metadata"], question.snapshot.id
        answer = {"probabilities": parts["features"], "metadata": about, "snapshot": served}
        return answered(request, answer)

    return await _in_turn(names, answer)


async def _in_turn(names: list[str], answer: Callable[[], Made]) -> Made:
    """The answer, made in a thread where it takes long enough to hold up another visitor's count."""
    return await run_in_threadpool(answer) if len(names) > MOST_ON_THE_LOOP else answer()


def _plan(request: ApiRequest, body: ComputeRequest) -> _Plan:
    with request.stopwatch.stretch("parse"):
        tier = request.tier(body.profile)
        question = asked(request, body, tier)
        features = parse_features(question.snapshot, tier, body.statistics_features, "statistics_features")
        options, parts = body.options or ComputeOptions(), _parts(body)
        if parts.charts:
            require_part(tier, "charts")
        if parts.navigation:
            require_part(tier, "navigation")
        selected = selected_day(options.selected_date, "options.selected_date")
        config, previous = normalise(body.ama_config), options.include_previous_day
        day = f"{selected}|{previous}|{config.key()}"
        key = f"compute|{question.key}|{parts}|{','.join(features)}|{day}"
        return _Plan(question, features, parts, selected, previous, config, options.cache, key)


def _parts(body: ComputeRequest) -> ComputeParts:
    if isinstance(body.features, list):
        names = ("statistics", "charts", "navigation")
        return ComputeParts(**{name: name in body.features for name in names})
    return body.features or ComputeParts()


def _answer(
    request: ApiRequest, plan: _Plan, selection: Selection, chart: Fragment | None, beside: Navigation | None
) -> bytes:
    """Everything but the metadata, which tells of this very request."""
    question = plan.question
    statistics = _statistics(request, question, selection, plan.features) if plan.parts.statistics else None
    with request.stopwatch.stretch("encode"):
        return encode(
            {
                "total_days": selection.count,
                "total_rows": selection.count * LAST_BAR,
                "filters_applied": Fragment(orjson.dumps(applied_filters(question), default=asdict)),
                "data": {"charts": chart, "navigation": beside, "statistics": statistics},
                "snapshot": question.snapshot.id,
            }
        )


async def _day(
    request: ApiRequest, plan: _Plan, selection: Selection
) -> tuple[Fragment | None, Navigation | None]:
    """The chart and the navigation part, each None where it was not asked for."""
    if not (plan.parts.charts or plan.parts.navigation):
        return None, None
    snapshot, tier = plan.question.snapshot, plan.question.tier
    days = matching_days(snapshot, selection)
    day = chosen_day(snapshot, days, plan.selected)
    asked = DayChart(snapshot, day, plan.config, plan.with_previous)
    chart = Fragment(await drawn(request, asked, tier)) if plan.parts.charts else None
    return chart, navigation(days, day) if plan.parts.navigation else None


def _select(request: ApiRequest, question: Question) -> Selection:
    with request.stopwatch.stretch("filter"):
        selection = question.select()
    request.services.metrics.selected(selection.count)
    return selection


def _statistics(
    request: ApiRequest, question: Question, selection: Selection, names: list[str]
) -> dict[str, Any]:
    with request.stopwatch.stretch("statistics"):
        features = results(question, selection, names)
        return {"features": features, "metadata": metadata(question, selection, names)}


def _stamped(request: ApiRequest, answer: bytes, *, from_cache: bool) -> Response:
    """The answer with its metadata appended inside the closing brace."""
    about = AnswerMetadata(from_cache, timestamp(), request.stopwatch.elapsed_ms)
    return json_response(b"".join((memoryview(answer)[:-1], b',"metadata":', encode(about), b"}")))
