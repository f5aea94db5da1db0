"""The snapshot itself: its dates, its values, and how many days match."""

from __future__ import annotations

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
from service.answering import Question, parse_question
from service.endpoints.catalogue import require_feature
from service.exchange import Ask, Reply
from service.snapshot import Snapshot


def date_range(ask: Ask) -> Reply:
    """GET /v2/date-range: first and last session of the whole snapshot."""
    snapshot = ask.snapshot()
    index = snapshot.index
    return ask.reply(
        DateRangeAnswer(str(index.first_date), str(index.last_date), index.n_sessions, snapshot.id)
    )


def summary(ask: Ask) -> Reply:
    """GET /v2/summary: what is served and what was left out."""
    snapshot = ask.snapshot()
    index = snapshot.index
    return ask.reply(
        SummaryAnswer(
            totalDays=index.n_sessions,
            min_date=str(index.first_date),
            max_date=str(index.last_date),
            symbols=list(ask.services.store.snapshots),
            snapshot=_snapshot_summary(snapshot),
        )
    )


def values(ask: Ask) -> Reply:
    """GET /v2/features/{name}/values: distinct values in the data; a trailing _prev is stripped."""
    snapshot, asked = ask.snapshot(), ask.path["name"]
    name = asked if asked in snapshot.catalogue.by_name else base_name(asked)
    require_feature(snapshot, name)
    tier = ask.tier()
    feature_named(name, snapshot.catalogue, tier)
    if name != asked and tier == "lite":
        detail = f"{asked}: previous-day filters need the tier standard or pro; yours is lite."
        raise Forbidden(detail, code="prev_not_in_tier")
    return ask.reply(ValuesAnswer(name, list(values_of(snapshot.index, name)), snapshot.id))


def filtered(ask: Ask) -> Reply:
    """POST /v2/filtered: how many days match, also for filters not applied yet."""
    question = ask.known(ask.services.counts, lambda: _counted(ask))
    snapshot = question.snapshot
    with ask.stopwatch.stretch("filter"):
        matched, total = question.select().count, snapshot.index.n_sessions
    percentage = 100 * matched / total if total else None
    return ask.reply(FilteredAnswer(FilteredData(matched), total, percentage, snapshot.id))


def _counted(ask: Ask) -> Question:
    body = ask.body(FilteredRequest)
    snapshot = ask.snapshot(body.symbol)
    with ask.stopwatch.stretch("parse"):
        return parse_question(snapshot, ask.tier(), body.filters, body.start_date, body.end_date)


def _snapshot_summary(snapshot: Snapshot) -> SnapshotSummary:
    manifest = snapshot.manifest
    return SnapshotSummary(
        id=snapshot.id,
        symbol=snapshot.symbol,
        built_at=manifest.built_at,
        sample_data=manifest.sample_data,
        roll_state=manifest.roll_state,
        warnings=manifest.warnings,
        full_sessions=manifest.full_sessions,
        short_sessions=manifest.short_sessions,
        missing_sessions=manifest.missing_sessions,
        quarantined=manifest.quarantined,
        closed_days=manifest.closed_days,
    )
