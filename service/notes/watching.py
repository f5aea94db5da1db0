"""Looks at every watch when a snapshot or a session so far changed, and sends what matches.

Every process looks; of those that find the same, one sends (`service.notes.watches`). A look does not wait
for what it sends: a receiver that hangs holds up neither the next look nor another receiver. Nothing is said
of a session that is over, and nothing of a half day: all statistics are of full sessions.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from math import inf

from core.contracts.catalogue import Tier
from core.contracts.errors import Forbidden, InvalidRequest, NoSnapshot, UnknownName
from core.contracts.next_session import SoFar
from service.database.records import ACCOUNT, StoreUnavailable, User, Watch
from service.members.accounts import Accounts
from service.members.codes import Codes
from service.notes.channels import Channels
from service.notes.known_day_lists import KnownDayLists
from service.notes.message import Match
from service.notes.watches import Watches, is_due
from service.observability.metrics import Metrics
from service.outgoing.failure import NotSent
from service.snapshots.next_session import NextDay, closes, next_day
from service.snapshots.polling import background_task
from service.snapshots.question import parse_question
from service.snapshots.snapshot import Snapshot
from service.snapshots.so_far import KnownSoFar
from service.snapshots.store import SnapshotStore

BATCH = 20
"""Watches that are answered in one go."""

PAUSE = 60.0
"""Seconds until watches of a snapshot that could not be loaded are looked at again."""

REST = 0.05
"""Seconds of peace that requests have after it."""

logger = logging.getLogger(__name__)

_LOST = "The account is disabled, or the code that gave its tier counts no more."


@dataclass(frozen=True, slots=True)
class Owned:
    """A watch, its user, and the tier that the user has now."""

    user_id: str
    watch: Watch
    tier: Tier | None = None


@dataclass(frozen=True, slots=True)
class Data:
    snapshots: SnapshotStore
    lists: KnownDayLists
    so_far: KnownSoFar
    next_day: Callable[[Snapshot, SoFar | None], NextDay] = next_day


class Watching:
    """Looks and sends; `now` gives seconds since 1970."""

    def __init__(
        self,
        data: Data,
        watches: Watches,
        accounts: Accounts,
        codes: Codes,
        channels: Channels,
        metrics: Metrics,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._data = data
        self._watches, self._accounts, self._codes = watches, accounts, codes
        self._channels, self._metrics = channels, metrics
        self._now = now
        self.sends: dict[tuple[str, str, str], asyncio.Task[None]] = {}
        """Alerts that are under way or wait for their turn, by user, watch and session."""
        self._seen: object = None
        self._again_at = inf
        self._is_away = False

    @asynccontextmanager
    async def polling(self, interval: float) -> AsyncIterator[None]:
        """Look every `interval` seconds until the block ends; never where nothing can be sent."""
        if not self._channels.are_any:
            yield
            return
        try:
            async with background_task(self._poll(interval)):
                yield
        finally:
            for task in (under_way := list(self.sends.values())):
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)

    async def _poll(self, interval: float) -> None:
        while True:
            await asyncio.sleep(interval)
            try:
                await self.look()
            except StoreUnavailable:
                if not self._is_away:
                    logger.error("watches cannot be read; alerts wait until they can")
                self._is_away = True
            else:
                self._is_away = False

    async def look(self) -> None:
        """Begin to send what is due, if anything changed since the last look or a try has had its pause.

        Raises:
            StoreUnavailable: part of it was not done; the next look does it.
        """
        published = self._data.snapshots.published
        so_far = {symbol: self._data.so_far.of(symbol) for symbol in published}
        seen = await self._watches.state(), {symbol: each.id for symbol, each in published.items()}, so_far
        if seen == self._seen and self._now() < self._again_at:
            return
        everyone = [Owned(of.user_id, each) for of in await self._watches.everyone() for each in of.watches]
        self._seen = seen
        self._again_at = inf
        for symbol in published:
            watched = [each for each in everyone if each.watch.request.symbol == symbol]
            try:
                await self._look_at(symbol, so_far[symbol], watched)
            except StoreUnavailable:
                self._seen = None
                raise
            except NoSnapshot as error:
                logger.error("the watches of %s wait: %s", symbol, error.detail)
                self._again_at = min(self._again_at, self._now() + PAUSE)
            except Exception:
                logger.exception("the watches of %s were not looked at", symbol)

    async def _look_at(self, symbol: str, so_far: SoFar | None, watched: Sequence[Owned]) -> None:
        """Begin to send the alerts of one symbol's next session."""
        if not watched:
            return
        snapshot = await self._data.snapshots.load_uncached(symbol)
        snapshot = replace(snapshot, lists=self._data.lists.dates.get(snapshot.symbol, {}))
        try:
            day = await asyncio.to_thread(self._data.next_day, snapshot, so_far)
        except UnknownName:
            return
        session_date = day.night.session_date
        if day.night.is_short or self._now() >= closes(day.night):
            return
        due = [each for each in watched if is_due(each.watch, session_date, self._now())]
        waiting = (each.watch.alert for each in watched if each not in due)
        tries = (each.next_at for each in waiting if each is not None and each.state == "trying")
        self._again_at = min((self._again_at, *tries))
        for at in range(0, len(due), BATCH):
            batch = [replace(each, tier=await self._tier(each.watch.user)) for each in due[at : at + BATCH]]
            found = await asyncio.to_thread(_found_of, day, snapshot, batch)
            for each, what in zip(batch, found, strict=True):
                if isinstance(what, str):
                    await self._watches.refuse(each.user_id, each.watch.id, session_date, what)
                elif what is not None:
                    self._begin(each.user_id, each.watch, what, closes(day.night))
            await asyncio.sleep(REST)

    async def _tier(self, user: User) -> Tier | None:
        """The tier that the user has now, as far as accounts and codes say; None where it has none."""
        if user.user_id.startswith(ACCOUNT):
            account = await self._accounts.of(user)
            if account is None or not account.active:
                return None
            return (await self._codes.applied(account.user())).tier
        if user.tier_source != "code":
            return user.tier
        now = await self._codes.applied(replace(user, tier_source="default"))
        return now.tier if now.tier_source == "code" else None

    def _begin(self, user_id: str, watch: Watch, match: Match, ends_at: float) -> None:
        """Send a match in a task of its own, unless one runs."""
        key = user_id, watch.id, match.session_date
        if key not in self.sends:
            self.sends[key] = task = asyncio.create_task(self._send(user_id, watch, match, ends_at))
            task.add_done_callback(lambda _: self.sends.pop(key))

    async def _send(self, user_id: str, watch: Watch, match: Match, ends_at: float) -> None:
        """Send a match once, in its turn, and note the outcome."""
        try:
            async with self._channels.turn(watch) as rest:
                if rest > 0:
                    self._again_at = min(self._again_at, self._now() + rest)
                elif self._now() < ends_at:
                    await self._send_now(user_id, watch, match)
        except StoreUnavailable:
            self._seen = None
        except Exception:
            logger.exception("an alert was not sent")

    async def _send_now(self, user_id: str, watch: Watch, match: Match) -> None:
        named, channel = (user_id, watch.id, match.session_date), watch.request.channel
        token = await self._watches.claim(*named)
        if token is None:
            return
        try:
            await self._channels.send(watch, match, token)
        except NotSent as error:
            logger.warning("an alert by %s did not leave: %s", channel, error.reason)
            self._metrics.alert(channel, is_sent=False)
            await self._watches.note_failed(*named, error)
        else:
            self._metrics.alert(channel, is_sent=True)
            await self._watches.note_sent(*named)


def _found_of(day: NextDay, snapshot: Snapshot, batch: Sequence[Owned]) -> list[Match | str | None]:
    return [_found(day, snapshot, each) for each in batch]


def _found(day: NextDay, snapshot: Snapshot, owned: Owned) -> Match | str | None:
    """The match, None where the session does not match or not certainly, or why it cannot be answered."""
    if owned.tier is None:
        return _LOST
    try:
        question = parse_question(owned.watch.request, snapshot, owned.tier)
        if not day.matches(question.query):
            return None
        days = question.select().count
    except (InvalidRequest, Forbidden) as error:
        return f"It cannot be asked any more: {error.detail}"
    return Match(question, owned.watch.request.name, day.night.session_date, day.as_of, days)
