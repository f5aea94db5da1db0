"""What several calls check and do."""

from core.contracts.answers import Cleared
from core.contracts.errors import UnknownName
from service.edge.request import ApiRequest
from service.members.tiers import MAINTAIN
from service.snapshots.cache import AnswerCache
from service.snapshots.snapshot import Snapshot


def require_feature(snapshot: Snapshot, name: str) -> None:
    """Nothing where a path names a feature; UnknownName `unknown_feature` else."""
    if name not in snapshot.catalogue.by_name:
        detail = f"name: {name!r} is not a feature; GET /api/features lists the names."
        raise UnknownName(detail, code="unknown_feature")


def cleared(request: ApiRequest, cache: AnswerCache) -> Cleared:
    """Forget the caller's own answers in a cache, or everyone's with the permission `maintain`."""
    user = request.caller.user
    return Cleared(cache.clear(None if MAINTAIN in user.permissions else user.user_id))
