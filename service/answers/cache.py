"""The answer cache."""

from msgspec.structs import asdict

from core.contracts.answers import CachesAnswer, Cleared
from service.call import READY, Calls
from service.edge.request import ApiRequest
from service.members.tiers import MAINTAIN
from service.snapshots.cache import AnswerCache

calls = Calls("cache")


@calls.post("/cache/clear", None, Cleared, is_write=True, limit=READY)
async def clear_cache(request: ApiRequest) -> Cleared:
    """Forget the caller's answers."""
    return cleared(request, request.services.cache)


@calls.get("/cache/stats", CachesAnswer, limit=READY)
async def cache_stats(request: ApiRequest) -> CachesAnswer:
    """The answer cache."""
    answers, charts = request.services.cache.stats(), request.services.charts.stats()
    return CachesAnswer(**asdict(answers), charts=charts)


def cleared(request: ApiRequest, cache: AnswerCache) -> Cleared:
    """Forget the caller's answers in a cache, or everyone's with the permission `maintain`."""
    user = request.caller.user
    return Cleared(cache.clear(None if MAINTAIN in user.permissions else user.user_id))
