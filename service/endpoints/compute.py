"""The matching days and what they say: compute and probabilities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from core.contracts.answers import AnswerMetadata
from core.contracts.charts import Navigation
from core.contracts.known_at import LAST_BAR
from core.contracts.requests import ComputeOptions, ComputeParts, ComputeRequest, ProbabilitiesRequest
from core.query.selection import Selection
from core.signals.ama_config import AmaConfig, normalise
from service.access.tiers import LIMITS
from service.answering import Question, applied_filters, parse_features, parse_question
from service.charting import DayChart
from service.encode import Fragment, encode
from service.endpoints.charts import drawn, require_charts, require_navigation, selected_day
from service.errors import timestamp
from service.exchange import Ask, Later, Reply
from service.navigation import chosen_day, matching_days, navigation

MOST_ON_THE_LOOP = 20
"""Features of a filtered answer that is made on the event loop, in about ten milliseconds."""


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


async def compute(ask: Ask) -> Reply | Later:
    """POST /compute: the days and the parts asked for, from the cache where it knows them."""
    services = ask.services
    plan: _Plan = ask.known(services.computes, lambda: _plan(ask, ask.body(ComputeRequest)))
    await services.sessions.mark_data_loaded(ask.caller.session_id)
    kept = services.cache.get(plan.key) if plan.may_be_kept else None
    if kept is not None:
        return _stamped(ask, kept, from_cache=True)
    selection = _select(ask, plan.question)
    asked = plan.features if plan.parts.statistics else []
    return _in_turn(plan.question, asked, lambda: _computed(ask, plan, selection))


def probabilities(ask: Ask) -> Reply | Later:
    """POST /v2/probabilities: the same results as compute's statistics, keyed by feature."""
    body = ask.body(ProbabilitiesRequest)
    snapshot, tier = ask.snapshot(body.symbol), ask.tier()
    with ask.stopwatch.stretch("parse"):
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        names = parse_features(snapshot, tier, body.features, "features")
    selection = _select(ask, question)
    return _in_turn(question, names, lambda: _probabilities(ask, question, selection, names))


def _in_turn(question: Question, names: list[str], answer: Callable[[], Reply]) -> Reply | Later:
    """The answer now or, where it takes long enough to hold up another visitor's count, beside the loop."""
    is_long = len(names) > MOST_ON_THE_LOOP and not question.unfiltered
    return Later(answer) if is_long else answer()


def _computed(ask: Ask, plan: _Plan, selection: Selection) -> Reply:
    """The answer, kept for whoever asks it next."""
    answer = _answer(ask, plan, selection)
    lifetime = LIMITS[plan.question.tier].cache_ttl
    ask.services.cache.put(plan.key, answer, ask.caller.user.user_id, lifetime)
    return _stamped(ask, answer, from_cache=False)


def _probabilities(ask: Ask, question: Question, selection: Selection, names: list[str]) -> Reply:
    statistics = _statistics(ask, question, selection, names)
    return ask.reply(
        {
            "probabilities": statistics["features"],
            "metadata": statistics["metadata"],
            "snapshot": question.snapshot.id,
        }
    )


def _plan(ask: Ask, body: ComputeRequest) -> _Plan:
    with ask.stopwatch.stretch("parse"):
        snapshot, tier = ask.snapshot(body.symbol), ask.tier(body.profile)
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        features = parse_features(snapshot, tier, body.statistics_features, "statistics_features")
        options, parts = body.options or ComputeOptions(), _parts(body)
        if parts.charts:
            require_charts(tier)
        if parts.navigation:
            require_navigation(tier)
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


def _answer(ask: Ask, plan: _Plan, selection: Selection) -> bytes:
    """Everything but the metadata, which tells of this very request."""
    question = plan.question
    statistics = _statistics(ask, question, selection, plan.features) if plan.parts.statistics else None
    chart, beside = _day(ask, plan, selection)
    with ask.stopwatch.stretch("encode"):
        return encode(
            {
                "total_days": selection.count,
                "total_rows": selection.count * LAST_BAR,
                "filters_applied": Fragment(orjson.dumps(applied_filters(question))),
                "data": {"charts": chart, "navigation": beside, "statistics": statistics},
                "snapshot": question.snapshot.id,
            }
        )


def _day(ask: Ask, plan: _Plan, selection: Selection) -> tuple[Fragment | None, Navigation | None]:
    """The chart and the navigation part, each None where it was not asked for."""
    if not (plan.parts.charts or plan.parts.navigation):
        return None, None
    snapshot, tier = plan.question.snapshot, plan.question.tier
    days = matching_days(snapshot, selection)
    day = chosen_day(snapshot, days, plan.selected)
    asked = DayChart(snapshot, day, plan.config, plan.with_previous)
    chart = Fragment(drawn(ask, asked, tier)) if plan.parts.charts else None
    return chart, navigation(days, day) if plan.parts.navigation else None


def _select(ask: Ask, question: Question) -> Selection:
    with ask.stopwatch.stretch("filter"):
        selection = question.select()
    ask.services.metrics.selected(selection.count)
    return selection


def _statistics(ask: Ask, question: Question, selection: Selection, names: list[str]) -> dict[str, Any]:
    answerer = ask.services.answerer
    with ask.stopwatch.stretch("statistics"):
        return {
            "features": answerer.results(question, selection, names),
            "metadata": answerer.metadata(question, selection, names),
        }


def _stamped(ask: Ask, answer: bytes, *, from_cache: bool) -> Reply:
    """The answer with its metadata appended inside the closing brace."""
    metadata = AnswerMetadata(from_cache, timestamp(), ask.stopwatch.elapsed_ms)
    return Reply(b"".join((memoryview(answer)[:-1], b',"metadata":', encode(metadata), b"}")))
