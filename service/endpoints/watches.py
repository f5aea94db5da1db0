"""Presets that are watched: an alert when the next session matches."""

from core.contracts.next_answers import Watch, WatchesAnswer, WatchRemoved
from service.http.request import ApiRequest


async def watches(request: ApiRequest) -> WatchesAnswer:
    """GET /v2/watches: the caller's own."""
    raise NotImplementedError


async def add_watch(request: ApiRequest) -> Watch:
    """POST /v2/watches."""
    raise NotImplementedError


async def remove_watch(request: ApiRequest) -> WatchRemoved:
    """DELETE /v2/watches/{id}."""
    raise NotImplementedError


async def watch_off(request: ApiRequest) -> WatchRemoved:
    """POST /v2/watches/off: by the link of an alert, whoever opens it."""
    raise NotImplementedError
