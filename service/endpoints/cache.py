"""The answer cache."""

from dataclasses import asdict

from starlette.responses import Response

from core.contracts.answers import CachesAnswer, Cleared
from service.access.tiers import MAINTAIN
from service.http.request import ApiRequest
from service.http.responses import answered


async def clear_cache(request: ApiRequest) -> Response:
    """POST /cache/clear: the caller's own answers, or everyone's with the permission `maintain`."""
    user = request.caller.user
    owner = None if MAINTAIN in user.permissions else user.user_id
    return answered(request, Cleared(await request.services.cache.clear(owner)))


async def cache_stats(request: ApiRequest) -> Response:
    """GET /cache/stats: size and hits, the charts' own beside them."""
    answers, charts = request.services.cache.stats(), request.services.charts.stats()
    return answered(request, CachesAnswer(**asdict(answers), charts=charts))
