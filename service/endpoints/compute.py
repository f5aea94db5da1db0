"""The matching days and what they say: compute and probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

from core.contracts.answers import AnswerMetadata
from core.contracts.known_at import LAST_BAR
from core.contracts.requests import ComputeOptions, ComputeParts, ComputeRequest, ProbabilitiesRequest
from core.query.selection import Selection
from service.access.tiers import LIMITS
from service.answering import Question, applied_filters, parse_features, parse_question
from service.encode import Fragment, encode
from service.errors import timestamp
from service.exchange import Ask, Reply


@dataclass(frozen=True, slots=True)
class _Plan:
    """A checked compute request."""

    question: Question
    features: list[str]
    statistics: bool

    @property
    def key(self) -> str:
        parts = "statistics" if self.statistics else ""
        return f"compute|{self.question.key}|{parts}|{','.join(self.features)}"


def compute(ask: Ask) -> Reply:
    """POST /compute: the days and the parts asked for, from the cache where it knows them."""
    body = ask.body(ComputeRequest)
    plan = _plan(ask, body)
    ask.services.sessions.mark_data_loaded(ask.caller.session_id)
    kept = ask.services.cache.get(plan.key) if (body.options or ComputeOptions()).cache else None
    answer = _answer(ask, plan) if kept is None else kept
    if kept is None:
        lifetime = LIMITS[plan.question.tier].cache_ttl
        ask.services.cache.put(plan.key, answer, ask.caller.user.user_id, lifetime)
    return _stamped(ask, answer, from_cache=kept is not None)


def probabilities(ask: Ask) -> Reply:
    """POST /v2/probabilities: the same results as compute's statistics, keyed by feature."""
    body = ask.body(ProbabilitiesRequest)
    snapshot, tier = ask.snapshot(body.symbol), ask.tier()
    with ask.stopwatch.stretch("parse"):
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        names = parse_features(snapshot, tier, body.features, "features")
    statistics = _statistics(ask, question, _select(ask, question), names)
    return ask.reply(
        {
            "probabilities": statistics["features"],
            "metadata": statistics["metadata"],
            "snapshot": snapshot.id,
        }
    )


def _plan(ask: Ask, body: ComputeRequest) -> _Plan:
    with ask.stopwatch.stretch("parse"):
        snapshot, tier = ask.snapshot(body.symbol), ask.tier(body.profile)
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        features = parse_features(snapshot, tier, body.statistics_features, "statistics_features")
        return _Plan(question, features, _wants_statistics(body))


def _wants_statistics(body: ComputeRequest) -> bool:
    """Charts and navigation are null until the chart screen exists, asked for or not."""
    if isinstance(body.features, list):
        return "statistics" in body.features
    return (body.features or ComputeParts()).statistics


def _answer(ask: Ask, plan: _Plan) -> bytes:
    """Everything but the metadata, which tells of this very request."""
    question = plan.question
    selection = _select(ask, question)
    statistics = _statistics(ask, question, selection, plan.features) if plan.statistics else None
    with ask.stopwatch.stretch("encode"):
        return encode(
            {
                "total_days": selection.count,
                "total_rows": selection.count * LAST_BAR,
                "filters_applied": Fragment(orjson.dumps(applied_filters(question))),
                "data": {"charts": None, "navigation": None, "statistics": statistics},
                "snapshot": question.snapshot.id,
            }
        )


def _select(ask: Ask, question: Question) -> Selection:
    with ask.stopwatch.stretch("filter"):
        return question.select()


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
    return Reply(answer[:-1] + b',"metadata":' + encode(metadata) + b"}")
