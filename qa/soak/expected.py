"""What one whole snapshot says to a question: worked out beside the service, from the warehouse's files.

Statistics come from the modules, feature by feature, where the service answers from plans; days are matched
value by value as well and have to be the index's. Nothing is kept but a digest of each answer, and no cache,
plan, copy, Redis or HTTP of the service is in the way.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import orjson
from orjson import Fragment

from core.contracts.answers import DateRangeAnswer, FilteredAnswer, FilteredData
from core.contracts.catalogue import Tier
from core.contracts.chart_answers import NavigateAnswer
from core.contracts.errors import AlmanacError
from core.contracts.known_at import LAST_BAR
from core.contracts.requests import DaysRequest
from core.question.values import columns
from qa.soak.matched import Body, Matched
from qa.soak.questions import CallName, Question
from service.encoding import encode
from service.members.tiers import LIMITS
from service.snapshots.chart import chosen_day, draw, navigation, stepped
from service.snapshots.question import applied_filters, parse_days
from service.snapshots.snapshot import open_snapshot


@dataclass(frozen=True, slots=True)
class Expected:
    """An answer's status and the digest of its content; a refusal's content is its code and detail."""

    status: int
    digest: bytes


class Oracle:
    """Expected answers by snapshot, tier and question, each worked out once."""

    def __init__(self, folder: Path, symbol: str, ids: Sequence[str]) -> None:
        """Opens the snapshots of a warehouse; `folder` has one folder for each id."""
        self._snapshots = {each: open_snapshot(folder / each, symbol, each) for each in ids}
        self._known: dict[tuple[str, Tier, Question], Expected] = {}
        self._kept: dict[tuple[str, Tier, bytes], Matched] = {}

    @property
    def ids(self) -> list[str]:
        return list(self._snapshots)

    def _worked_out(self, snapshot_id: str, tier: Tier, question: Question) -> Expected:
        body: Body = orjson.loads(question.body) if question.body else {}
        try:
            found = self._matched(snapshot_id, tier, body.get("filters", []))
            return Expected(200, digest(_ANSWERS[question.call](found, body)))
        except AlmanacError as refused:
            return Expected(refused.status, digest(refusal_content(refused.code, refused.detail)))

    def _matched(self, snapshot_id: str, tier: Tier, filters: list[Body]) -> Matched:
        key = (snapshot_id, tier, orjson.dumps(filters))
        if key not in self._kept:
            self._kept[key] = Matched.of(self._snapshots[snapshot_id], tier, filters)
        return self._kept[key]

    def expected(self, snapshot_id: str, tier: Tier, question: Question) -> Expected:
        key = (snapshot_id, tier, question)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._worked_out(snapshot_id, tier, question)
        return known


def digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


def refusal_content(code: str, detail: str) -> bytes:
    """The content of a refusal, without its time."""
    return f"{code}\n{detail}".encode()


def _filtered(found: Matched, body: Body) -> bytes:
    matched, total = found.selection.count, found.snapshot.index.n_sessions
    return encode(FilteredAnswer(FilteredData(matched), total, 100 * matched / total, found.snapshot.id))


def _compute(found: Matched, body: Body) -> bytes:
    names, parts, chart = body["statistics_features"], body["features"], found.chart(body)
    features = found.results(names, "statistics_features")
    statistics = {"features": features, "metadata": found.metadata(names)}
    data = {
        "charts": Fragment(draw(chart)) if "charts" in parts else None,
        "navigation": navigation(found.days, chart.day) if "navigation" in parts else None,
        "statistics": statistics if "statistics" in parts else None,
    }
    matched = found.selection.count
    answer: Body = {"total_days": matched, "total_rows": matched * LAST_BAR}
    answer |= {
        "filters_applied": Fragment(
            orjson.dumps(applied_filters(found.asked), default=msgspec.structs.asdict)
        ),
        "data": data,
    }
    return encode(answer | {"snapshot": found.snapshot.id})


def _probabilities(found: Matched, body: Body) -> bytes:
    names = body["features"]
    answer = {"probabilities": found.results(names, "features"), "metadata": found.metadata(names)}
    return encode(answer | {"snapshot": found.snapshot.id})


def _days(found: Matched, body: Body) -> bytes:
    wanted = msgspec.convert(body, DaysRequest)
    asked = parse_days(found.asked, wanted, wanted.columns)
    rows, limit, size = asked.rows(), LIMITS[found.asked.tier].max_rows, body["page_size"]
    seen = rows if limit is None else rows[:limit]
    shown = seen[(body["page"] - 1) * size : body["page"] * size]
    table = columns(found.snapshot.index, shown, asked.columns)
    dates = [found.snapshot.days[row] for row in shown.tolist()]
    records = [
        {"session_date": day} | {name: table[name][place] for name in asked.columns}
        for place, day in enumerate(dates)
    ]
    answer = {"columns": ["session_date", *asked.columns], "rows": records, "total_days": len(rows)}
    answer |= {"page": body["page"], "page_size": size, "pages": -(-len(seen) // size)}
    return encode(
        answer | {"limited_to": limit if len(seen) < len(rows) else None, "snapshot": found.snapshot.id}
    )


def _chart(found: Matched, body: Body) -> bytes:
    shown = found.chart(body)
    rest = {"navigation": navigation(found.days, shown.day), "snapshot": found.snapshot.id}
    return draw(shown)[:-1] + b"," + encode(rest)[1:]


def _navigate(found: Matched, body: Body) -> bytes:
    days, selected, direction = found.days, body.get("selected_date"), body.get("direction")
    chosen = chosen_day(found.snapshot, days, selected) if direction is None else None
    day = chosen if direction is None else stepped(days, selected, direction)
    return encode(NavigateAnswer(navigation(days, day), found.snapshot.id))


def _range(found: Matched, body: Body) -> bytes:
    index = found.snapshot.index
    return encode(
        DateRangeAnswer(str(index.first_date), str(index.last_date), index.n_sessions, found.snapshot.id)
    )


_ANSWERS: dict[CallName, Callable[[Matched, Body], bytes]] = {
    "filtered": _filtered,
    "compute": _compute,
    "probabilities": _probabilities,
    "days": _days,
    "chart": _chart,
    "navigate": _navigate,
    "range": _range,
}
