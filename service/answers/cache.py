"""The answer cache."""

from msgspec.structs import asdict

from core.contracts.answers import CachesAnswer, Cleared
from service.answers.common import cleared
from service.edge.request import ApiRequest


async def clear_cache(request: ApiRequest) -> Cleared:
    """POST /cache/clear."""
    return cleared(request, request.services.cache)


async def cache_stats(request: ApiRequest) -> CachesAnswer:
    """GET /cache/stats: size and hits, the charts' own beside them."""
    answers, charts = request.services.cache.stats(), request.services.charts.stats()
    return CachesAnswer(**asdict(answers), charts=charts)
