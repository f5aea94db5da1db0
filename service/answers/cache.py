"""The answer cache."""

from msgspec.structs import asdict

from core.contracts.answers import CachesAnswer, Cleared
from service.answers.common import cleared
from service.call import READY, Calls
from service.edge.request import ApiRequest

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
