"""The ways in which an alert leaves, who may use which, and where it goes."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from core.contracts.errors import InvalidRequest
from core.contracts.view_requests import Channel, WatchRequest
from service.database.records import User, Watch
from service.notes.message import Match, body, links_of, subject, text
from service.outgoing.hook import Hooks
from service.outgoing.mail import MailServer
from service.settings import Settings

_SENDERS = 4
"""Mails that are handed over at the same time."""


class Channels:
    """Mail and hooks, as far as the settings allow them; `now` gives seconds since 1970."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._public_url = settings.public_url or ""
        self._mail = MailServer(settings)
        self._hooks = Hooks(settings.watch_hosts, now)
        self._senders = ThreadPoolExecutor(max_workers=_SENDERS, thread_name_prefix="alert")
        self._mail_turns = asyncio.Semaphore(_SENDERS)

    @property
    def are_any(self) -> bool:
        """Whether the service can send alerts at all; without PUBLIC_URL they would have no links."""
        return bool(self._public_url) and (self._mail.is_known or self._hooks.are_allowed)

    def of(self, user: User) -> tuple[list[Channel], str | None]:
        """The channels that a user may use; without any, what is missing."""
        if not self.are_any:
            missing = "a mail server (SMTP_HOST, MAIL_FROM) or hosts of hooks (WATCH_HOSTS)"
            return (
                [],
                f"This service sends no alerts: {missing if self._public_url else 'PUBLIC_URL'} is not set.",
            )
        if user.is_generic:
            return [], "This sign-in is the whole course's. Enter as yourself to watch a preset."
        channels: list[Channel] = []
        if self._mail.is_known and user.email:
            channels.append("email")
        if self._hooks.are_allowed:
            channels.append("webhook")
        return channels, None if channels else "Your sign-in has no e-mail address to send alerts to."

    async def checked(self, user: User, request: WatchRequest) -> str:
        """Where a watch's alerts go.

        Raises:
            InvalidRequest: `watch_channel`, `watch_url`.
        """
        channels, why = self.of(user)
        if request.channel not in channels:
            expected = f"expected {' or '.join(channels)}, found {request.channel}."
            raise InvalidRequest(f"channel: {why or expected}", code="watch_channel")
        if request.channel == "email":
            return user.email or ""
        if request.url is None:
            raise InvalidRequest("url: missing; send where alerts are to be posted.", code="watch_url")
        await self._hooks.check(request.url)
        return request.url

    @asynccontextmanager
    async def turn(self, watch: Watch) -> AsyncIterator[float]:
        """Wait until an alert of the watch may leave; yields the seconds its receiver wants none for."""
        if watch.request.channel == "webhook":
            async with self._hooks.turn(watch.to) as rest:
                yield rest
        else:
            async with self._mail_turns:
                yield 0.0

    async def send(self, watch: Watch, match: Match, token: str) -> None:
        """Send an alert; its link bears the token.

        Raises:
            NotSent: see `MailServer.send`, `Hooks.post`.
        """
        links = links_of(self._public_url, match, token)
        if watch.request.channel == "webhook":
            await self._hooks.post(watch.to, body(match, links, watch.id), watch.secret)
            return
        headers = {"List-Unsubscribe": f"<{links.off}>"}
        if links.off.startswith("https:"):  # RFC 8058 allows no other
            headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail = watch.to, subject(match), text(match, links), headers
        await asyncio.get_running_loop().run_in_executor(self._senders, self._mail.send, *mail)

    async def close(self) -> None:
        await self._hooks.close()
        self._senders.shutdown(wait=False, cancel_futures=True)


def shown(watch: Watch) -> str:
    """Where alerts go, enough to know it: `a...@example.com`, `https://hooks.example/...`."""
    if watch.request.channel == "email":
        name, _, host = watch.to.rpartition("@")
        return f"{name[:1]}...@{host}"
    parts = urlsplit(watch.to)
    return f"{parts.scheme}://{parts.netloc}/..."
