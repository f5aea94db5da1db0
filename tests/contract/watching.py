"""What tests of watches and alerts share: a next session as the test says, and who looks at it."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from prometheus_client.parser import text_string_to_metric_families

from core.contracts.answers import CacheStats
from core.contracts.view_requests import WatchRequest
from core.question.conditions import FilterQuery
from service.database.record_store import RecordStore
from service.database.records import User, Watch
from service.database.redis_store import RedisStore
from service.database.sqlite_store import SqliteStore
from service.members.accounts import Accounts
from service.members.codes import Codes
from service.notes.channels import Channels
from service.notes.day_lists import DayLists
from service.notes.known_day_lists import KnownDayLists
from service.notes.watches import Watches
from service.notes.watching import Data, Watching
from service.observability.metrics import Metrics
from service.settings import Settings
from service.settings.values import LOOPBACK
from service.snapshots.source import DirectorySource
from service.snapshots.store import SnapshotStore
from tests.support import clock
from tests.support.hook_stand_in import Hook

FRIDAY, MONDAY = "2026-11-27", "2026-11-30"
THURSDAY_NIGHT = "2026-11-26 21:00"
SITE = "https://almanac.example"
ADA = User("7", "Ada", "standard", "course", email="ada@example.com")
GAP_UP = {"feature": "gap_up", "operator": "=", "value": True}


def moment(text: str) -> float:
    """Seconds since 1970 of a time in New York: `2026-11-27 09:30`."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("America/New_York")).timestamp()


@dataclass
class Coming:
    """The next session of every symbol, as a test sets it; `asked` are the queries it was asked."""

    session_date: str = FRIDAY
    is_short: bool = False
    as_of: int = -1
    matches: Callable[[FilterQuery], bool | None] = lambda query: True
    so_far: Any = None
    asked: list[FilterQuery] = field(default_factory=list)

    def next_day(self, snapshot: object, so_far: object) -> Any:
        """In place of `service.snapshots.next_session.next_day`."""
        night = SimpleNamespace(session_date=self.session_date, is_short=self.is_short)

        def matches(query: FilterQuery) -> bool | None:
            self.asked.append(query)
            return self.matches(query)

        return SimpleNamespace(night=night, as_of=self.as_of, matches=matches)

    def of(self, symbol: str) -> Any:
        """In place of the sessions so far in memory."""
        return self.so_far


class Process:
    """One process of a service that watches: its own connection to the store, its own memory."""

    def __init__(
        self,
        folder: Path,
        coming: Coming,
        now: Callable[[], float],
        next_day: Callable[..., Any] | None = None,
        **settings: Any,
    ) -> None:
        values = {"access_mode": "trusted_url", "public_url": SITE, "allowed_hosts": LOOPBACK} | settings
        made = Settings(folder / "warehouse", folder / "state", **values)
        url = made.redis_url
        self.access: RecordStore = SqliteStore(made.state, now) if url is None else RedisStore(url, now)
        self.watches = Watches(self.access, now)
        self.lists = KnownDayLists(DayLists(self.access, now))
        self.snapshots = SnapshotStore(DirectorySource(made.warehouse), "ES")
        data = Data(self.snapshots, self.lists, coming, next_day or coming.next_day)  # type: ignore[arg-type]
        self.channels = Channels(made, now)
        self.codes = Codes(self.access, made.redeem_codes, now)
        self.metrics = Metrics()
        self.watching = Watching(
            data, self.watches, Accounts(self.access, now), self.codes, self.channels, self.metrics, now
        )

    async def watch(
        self, name: str = "Gap and go", user: User = ADA, to: str = "ada@example.com", **asked: Any
    ) -> Watch:
        """A preset of the user."""
        values: dict[str, Any] = {"channel": "email", "filters": [GAP_UP], "symbol": "ES"} | asked
        return await self.watches.put(user, WatchRequest(name=name, **values), to)

    async def look(self) -> None:
        """What a poll does, and all that it sends."""
        await self.begin()
        while sends := self.watching.sends.values():
            await asyncio.wait(sends)

    async def begin(self) -> None:
        """What a poll does, which waits for nothing that it sends."""
        self.snapshots.refresh()
        await self.lists.refresh()
        await self.watching.look()

    def tries(self, channel: str) -> dict[str, float]:
        """How many alerts by a channel this process counted, by outcome."""
        none = CacheStats(0, 0, 0, 0, None)
        families = text_string_to_metric_families(self.metrics.render(none, none, self.snapshots).decode())
        samples = (each for family in families for each in family.samples)
        return {
            each.labels["outcome"]: each.value for each in samples if each.labels.get("channel") == channel
        }

    async def last(self, user: User = ADA) -> Any:
        """What became of the last alert of the user's only watch."""
        (watch,) = await self.watches.of(user.user_id)
        return watch.alert


class House:
    """Processes of one service on one folder; each call is another one, `settings` are what they are told."""

    def __init__(self, folder: Path, coming: Coming, now: Callable[[], float], **settings: Any) -> None:
        self._given = folder, coming, now
        self._settings = settings
        self._processes: list[Process] = []

    def __call__(self, **settings: Any) -> Process:
        made = Process(*self._given, **(self._settings | settings))
        self._processes.append(made)
        return made

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work, and let go of every store."""

        async def whole() -> None:
            try:
                await work
            finally:
                for each in self._processes:
                    await each.channels.close()
                    await each.access.close()

        asyncio.run(whole())


class Clock(clock.Clock):
    """The time of every process of a test."""

    def __init__(self) -> None:
        super().__init__(moment(THURSDAY_NIGHT))

    def at(self, text: str) -> None:
        """Make it that time in New York."""
        self.seconds = moment(text)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what happens on this loop or in a thread of the test."""
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


THURSDAY_NIGHT = "2026-11-26 21:00"


def watched_hook(hook: Hook) -> dict[str, Any]:
    """What a watch by that hook is asked with."""
    return {"channel": "webhook", "url": hook.url, "to": hook.url}
