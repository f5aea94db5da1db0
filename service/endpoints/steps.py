"""Steps that calls share: the question of a body, its days, and what a tier or a path must have."""

from typing import Literal

from starlette.responses import Response

from core.contracts.answers import Cleared
from core.contracts.catalogue import Tier
from core.contracts.errors import Forbidden, UnknownName
from core.contracts.requests import (
    ChartRequest,
    ComputeRequest,
    FilteredRequest,
    NavigateRequest,
    ProbabilitiesRequest,
)
from core.query.filters import parse_date
from service.access.tiers import LIMITS, MAINTAIN
from service.data.cache import AnswerCache
from service.data.chart import matching_days
from service.data.question import Question, parse_question
from service.data.snapshot import Snapshot
from service.http.request import ApiRequest
from service.http.responses import answered

Asking = ChartRequest | ComputeRequest | FilteredRequest | NavigateRequest | ProbabilitiesRequest


def asked(request: ApiRequest, body: Asking, tier: Tier) -> Question:
    """The filters and dates of a body as a question to the snapshot it names; call it in the stretch `parse`.

    Raises:
        NoSnapshot, InvalidRequest, Forbidden: see `parse_question`.
    """
    return parse_question(request.snapshot(body.symbol), tier, body.filters, body.start_date, body.end_date)


def days_of(request: ApiRequest, question: Question) -> list[str]:
    """The matching sessions' dates."""
    with request.stopwatch.stretch("filter"):
        return matching_days(question.snapshot, question.select())


def selected_day(text: str | None, field: str = "selected_date") -> str | None:
    """A request's selected date in ISO form; InvalidRequest `date_format` where it is none."""
    return None if text is None else parse_date(field, text).isoformat()


def require_part(tier: Tier, part: Literal["charts", "navigation"]) -> None:
    """Nothing where the tier has the part; Forbidden `charts_not_in_tier`, `navigation_not_in_tier` else."""
    if not getattr(LIMITS[tier].features, part):
        raise Forbidden(f"{part}: not part of the tier {tier}.", code=f"{part}_not_in_tier")


def require_feature(snapshot: Snapshot, name: str) -> None:
    """Nothing where a path names a feature; UnknownName `unknown_feature` else."""
    if name not in snapshot.catalogue.by_name:
        detail = f"{name!r} is not a feature; GET /api/features lists the names."
        raise UnknownName(detail, code="unknown_feature")


def cleared(request: ApiRequest, cache: AnswerCache) -> Response:
    """Forget the caller's own answers in a cache, or everyone's with the permission `maintain`."""
    user = request.caller.user
    return answered(request, Cleared(cache.clear(None if MAINTAIN in user.permissions else user.user_id)))
