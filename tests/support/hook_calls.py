"""Calls of hooks in a test, each on an event loop of its own."""

import asyncio
from collections.abc import Awaitable

import pytest

from core.contracts.errors import InvalidRequest
from service.outgoing.failure import NotSent
from service.outgoing.hook import Hooks

LOCAL = "127.0.0.1"
NOT_PUBLIC = "the hook's host has an address that is not a public one and not in WATCH_HOSTS"
NOT_ALLOWED = "the hook may not be posted to any more"


async def used(hooks: Hooks, work: Awaitable[None]) -> None:
    """Do the work, then close the resolver."""
    try:
        await work
    finally:
        await hooks.close()


def check(hooks: Hooks, url: str) -> None:
    asyncio.run(used(hooks, hooks.check(url)))


def post(hooks: Hooks, url: str, body: bytes = b"{}", secret: str | None = None) -> None:
    asyncio.run(used(hooks, hooks.post(url, body, secret)))


def failure(hooks: Hooks, url: str) -> tuple[str, bool]:
    """Why a message was not sent, and whether that is certain."""
    with pytest.raises(NotSent) as found:
        post(hooks, url)
    return found.value.reason, found.value.is_certain


def refusal(hooks: Hooks, url: str) -> str:
    with pytest.raises(InvalidRequest) as found:
        check(hooks, url)
    assert found.value.code == "watch_url"
    return found.value.detail
