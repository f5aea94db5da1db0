"""What lives as long as the service does, made from its settings."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from service.database.records import StoreUnavailable
from service.database.store import store_at
from service.edge.turns import Turns
from service.export.pool import ExportPool
from service.members.accounts import Accounts
from service.members.audit import Audit
from service.members.authenticator import Authenticator
from service.members.codes import Codes
from service.members.entry.authenticator import entry_authenticator
from service.members.erasure import Erasures
from service.members.one_time import OneTime
from service.members.personal_tokens import PersonalTokens
from service.members.rate_limits import Throttle
from service.members.sessions import Sessions
from service.members.tokens import AccessTokens, signing_keys
from service.notes.channels import Channels
from service.notes.day_lists import DayLists
from service.notes.given_days import GivenDays
from service.notes.known_day_lists import KnownDayLists
from service.notes.views import Views
from service.notes.watches import Watches
from service.notes.watching import Data, Watching
from service.observability.metrics import Metrics
from service.settings import Settings, entry_warning
from service.snapshots.cache import AnswerCache
from service.snapshots.polling import background_task, repeated
from service.snapshots.so_far import KnownSoFar
from service.snapshots.source import SnapshotSource
from service.snapshots.store import SnapshotStore

logger = logging.getLogger("service.app")


class Services:
    """Handed to every request; the snapshots come from `source`.

    Raises:
        DataError: the state folder cannot be used.
    """

    def __init__(self, settings: Settings, source: SnapshotSource) -> None:
        keys = signing_keys(settings.state, settings.signing_keys)
        self.settings = settings
        megabytes = settings.loaded_memory
        self.store = SnapshotStore(source, settings.default_symbol, megabytes and megabytes * 1_000_000)
        self.records = records = store_at(settings.state, settings.redis_url)
        self.day_lists = DayLists(records)
        self.lists = KnownDayLists(self.day_lists)
        self.so_far = KnownSoFar(settings)
        self.sessions = Sessions(records)
        self.authenticator = Authenticator(self.sessions, AccessTokens(keys), state=settings.state)
        self.personal_tokens = PersonalTokens(records)
        self.one_time = OneTime(records, settings.state)
        self.entries = entry_authenticator(settings, records.tries, self.one_time, keys[0])
        self.accounts = Accounts(records)
        self.codes = Codes(records, settings.redeem_codes)
        self.given_days = GivenDays(records)
        self.views = Views(records)
        self.watches = Watches(records)
        self.channels = Channels(settings)
        data = Data(self.store, self.lists, self.so_far)
        self.erasures = Erasures(records, settings.state)
        self.metrics = Metrics()
        self.watching = Watching(data, self.watches, self.accounts, self.codes, self.channels, self.metrics)
        self.cache = AnswerCache(settings.cache_bytes)
        self.charts = AnswerCache(settings.chart_cache_bytes)
        self.audit = Audit(settings.state, settings.audit_bytes)
        self.throttle = Throttle(settings, records.tries)
        self.turns = Turns()
        self.exports = ExportPool()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve what is new, and send alerts, until the block ends."""
        if warning := entry_warning(self.settings):
            logger.warning(warning)
        for warning in await self.records.warnings():
            logger.warning(warning)
        interval = self.settings.poll_interval
        await self._settle_with_store()
        async with (
            self.store.polling(interval),
            self.lists.polling(interval),
            self.so_far.polling(interval),
            self.watching.polling(interval),
            background_task(repeated(self._settle_with_store, interval)),
        ):
            yield
        await self.channels.close()
        await self.records.close()

    async def _settle_with_store(self) -> None:
        """Tell the store what it missed while it was away, and notice where it lost its memory."""
        with suppress(StoreUnavailable):
            await self.authenticator.carry_out_sign_outs()
            await self.one_time.look()
