"""Short links to what the page shows."""

from core.contracts.next_answers import MadeView, SharedView
from service.http.request import ApiRequest


async def make_view(request: ApiRequest) -> MadeView:
    """POST /v2/views: keep what the page shows, with its figures."""
    raise NotImplementedError


async def shared_view(request: ApiRequest) -> SharedView:
    """GET /v2/views/{id}: the address, with the figures then and now."""
    raise NotImplementedError
