"""The answer cache."""

from msgspec.structs import asdict
from starlette.responses import Response

from core.contracts.answers import CachesAnswer
from service.endpoints.steps import cleared
from service.http.request import ApiRequest
from service.http.responses import answered


async def clear_cache(request: ApiRequest) -> Response:
    """POST /cache/clear."""
    return cleared(request, request.services.cache)


async def cache_stats(request: ApiRequest) -> Response:
    """GET /cache/stats: size and hits, the charts' own beside them."""
    answers, charts = request.services.cache.stats(), request.services.charts.stats()
    return answered(request, CachesAnswer(**asdict(answers), charts=charts))
