"""What several calls do: the question of a body, and what a tier or a path must have."""

from core.contracts.answers import Cleared
from core.contracts.catalogue import Tier
from core.contracts.errors import UnknownName
from core.contracts.requests import QuestionRequest
from core.question.filters import parse_date
from service.access.tiers import MAINTAIN
from service.edge.request import ApiRequest
from service.snapshots.cache import AnswerCache
from service.snapshots.question import Question, question_in
from service.snapshots.snapshot import Snapshot


async def question_of(request: ApiRequest, body: QuestionRequest, tier: Tier) -> Question:
    """The filters and dates of a body as a question to the snapshot it names.

    Raises:
        NoSnapshot, InvalidRequest, Forbidden: see `service.snapshots.question.parse_question`.
    """
    return question_in(body, await request.snapshot(body.symbol), tier)


def selected_day(text: str | None, field: str = "selected_date") -> str | None:
    """A request's selected date in ISO form; InvalidRequest `date_format` where it is none."""
    return None if text is None else parse_date(field, text).isoformat()


def require_feature(snapshot: Snapshot, name: str) -> None:
    """Nothing where a path names a feature; UnknownName `unknown_feature` else."""
    if name not in snapshot.catalogue.by_name:
        detail = f"name: {name!r} is not a feature; GET /api/features lists the names."
        raise UnknownName(detail, code="unknown_feature")


def cleared(request: ApiRequest, cache: AnswerCache) -> Cleared:
    """Forget the caller's own answers in a cache, or everyone's with the permission `maintain`."""
    user = request.caller.user
    return Cleared(cache.clear(None if MAINTAIN in user.permissions else user.user_id))
