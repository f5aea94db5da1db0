"""What is served: snapshots, loaded on first use, swapped by one reference, the last good kept."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from itertools import count
from threading import BoundedSemaphore, Lock
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from core.contracts.errors import AlmanacError, InvalidRequest, NoSnapshot
from core.contracts.manifest import Manifest
from service.snapshots.memory import resident_bytes
from service.snapshots.polling import background_task
from service.snapshots.snapshot import Snapshot
from service.snapshots.source import SnapshotSource, SourceUnavailable

T = TypeVar("T")
logger = logging.getLogger(__name__)

NOTHING_PUBLISHED = "no snapshot is published yet; run `almanac build`, it is served without a restart."
LOADS_AT_ONCE = 3
"""Snapshots that are loaded at the same time: a load takes more memory than what stays."""


class Published(NamedTuple):
    """What is served of a symbol, loaded or not; `built_at` in seconds since 1970, `sessions` full ones."""

    id: str
    built_at: float
    sessions: int


class SnapshotStore:
    """What is published, by symbol.

    The default symbol's is loaded at the start, any other on first use; it stays. Where `limit` is given and
    more bytes are `measured`, the least recently used is dropped. A caller that holds a dropped snapshot may
    go on using it: it is immutable. Different symbols are loaded at the same time, one symbol once.
    """

    def __init__(
        self,
        source: SnapshotSource,
        default_symbol: str,
        limit: int | None = None,
        measured: Callable[[], int] = resident_bytes,
    ) -> None:
        self._source = source
        self._default_symbol = default_symbol
        self._limit = limit
        self._measured = measured
        self._published: Mapping[str, Published] = MappingProxyType({})
        self._snapshots: Mapping[str, Snapshot] = MappingProxyType({})
        self._before: dict[str, str] = {}
        self._wanted: dict[str, str] = {}
        self._refused: dict[str, str] = {}
        self._copied: set[str] = set()
        self._is_away = False
        self._used_at: dict[str, int] = {}
        self._clock = count(1)
        self._changing = Lock()
        self._turns: dict[str, Lock] = {}
        self._room = BoundedSemaphore(LOADS_AT_ONCE)
        self._loaders = ThreadPoolExecutor(LOADS_AT_ONCE, thread_name_prefix="snapshot")
        self._loading: dict[str, asyncio.Future[Snapshot]] = {}
        self.loads = 0

    @property
    def published(self) -> Mapping[str, Published]:
        """What is served now, by symbol, ascending."""
        return self._published

    @property
    def snapshots(self) -> Mapping[str, Snapshot]:
        """The loaded snapshots, by symbol, ascending."""
        return self._snapshots

    @property
    def is_from_copies(self) -> bool:
        """Whether a symbol is served from a copy that its source has not named since the start."""
        return bool(self._copied)

    def snapshot(self, symbol: str | None = None) -> Snapshot:
        """The symbol's snapshot; without one the default's, or the first where that is not there.

        It takes as long as loading where it is not loaded.

        Raises:
            NoSnapshot: nothing is published yet, or the symbol's cannot be loaded now.
            InvalidRequest: `unknown_symbol`.
        """
        name, found = self._used(symbol)
        if found is None:
            with self._turn(name):
                found = self._snapshots.get(name) or self._keep(self._loaded(name))
        return found

    async def load(self, symbol: str | None = None) -> Snapshot:
        """As `snapshot`; a load runs in a thread, once for all its callers, and other requests go on."""
        name, found = self._used(symbol)
        if found is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = asyncio.get_running_loop().run_in_executor(self._loaders, self.snapshot, name)
                self._loading[name] = loading
                loading.add_done_callback(lambda _: self._loading.pop(name, None))
            found = await asyncio.shield(loading)
        return found

    def _turn(self, symbol: str) -> Lock:
        return self._turns.setdefault(symbol, Lock())

    async def load_uncached(self, symbol: str) -> Snapshot:
        """As `load`, for background work: where there is a limit, the snapshot is not kept."""
        if self._limit is None:
            return await self.load(symbol)
        found = self._snapshots.get(symbol)
        return await asyncio.to_thread(self._loaded, symbol) if found is None else found

    def _used(self, symbol: str | None) -> tuple[str, Snapshot | None]:
        """The symbol, by default the default one, and its snapshot where it is loaded; notes the use."""
        published = self._published
        if not published:
            raise NoSnapshot(NOTHING_PUBLISHED)
        if symbol is None:
            symbol = self._default(published)
        if symbol not in published:
            detail = f"symbol: {symbol!r} is not served; known symbols: {', '.join(published)}."
            raise InvalidRequest(detail, code="unknown_symbol")
        self._used_at[symbol] = next(self._clock)
        return symbol, self._snapshots.get(symbol)

    def _default(self, symbols: Collection[str]) -> str:
        return self._default_symbol if self._default_symbol in symbols else min(symbols)

    def refresh(self) -> None:
        """Load what is newly published of loaded symbols; of the others note it.

        A broken publication is logged once and the old one stays.
        """
        self._wanted = self._source.current()
        for symbol in sorted(self._wanted, key=lambda each: (each != self._default_symbol, each)):
            with self._turn(symbol):
                self._look_at(
                    symbol, self._wanted[symbol], loads=symbol == self._loaded_at_once(self._wanted)
                )
        self._let_go()

    def _loaded_at_once(self, symbols: Collection[str]) -> str | None:
        """The symbol that is loaded before its first use, if any is known."""
        every = {*self._published, *symbols}
        return self._default(every) if every else None

    def _look_at(self, symbol: str, wanted: str, *, loads: bool) -> None:
        known = self._snapshots.get(symbol) or self._published.get(symbol)
        if known is not None and known.id == wanted:
            self._copied.discard(symbol)
        elif symbol in self._snapshots or (known is None and loads):
            if snapshot := self._tried(symbol, wanted):
                self._keep(snapshot)
        elif known is None or self._refused.get(symbol) != wanted:
            self._note(symbol, wanted)

    def _note(self, symbol: str, wanted: str) -> None:
        """Serve what is newly published, from its first use on."""
        try:
            manifest = self._source.manifest(symbol, wanted)
        except SourceUnavailable:
            raise
        except Exception as error:
            self._refuse(symbol, wanted, _reason(error))
        else:
            self._publish(manifest)
            self._copied.discard(symbol)

    def _loaded(self, symbol: str) -> Snapshot:
        """What is published of the symbol, else the latest before it that loads.

        Raises:
            NoSnapshot: none can.
        """
        for each in self._candidates(symbol):
            with suppress(SourceUnavailable):
                if snapshot := self._tried(symbol, each):
                    return snapshot
        raise NoSnapshot(f"{symbol}: what is published of it cannot be loaded now; ask again in a moment.")

    def _candidates(self, symbol: str) -> Iterator[str]:
        served = self._published[symbol].id
        known = (self._wanted.get(symbol, served), served, self._before.get(symbol, served))
        likely = dict.fromkeys(known)
        yield from likely
        yield from (each for each in self._source.earlier(symbol, served) if each not in likely)

    def _tried(self, symbol: str, snapshot_id: str) -> Snapshot | None:
        """The snapshot where it can be loaded; SourceUnavailable where its source does not answer."""
        with self._changing:
            self.loads += 1
        try:
            with self._room:
                snapshot = self._source.load(symbol, snapshot_id)
        except SourceUnavailable:
            raise
        except Exception as error:
            logger.debug("snapshot %s %s", symbol, snapshot_id, exc_info=True)
            if snapshot_id == self._wanted.get(symbol):
                self._refuse(symbol, snapshot_id, _reason(error))
            return None
        if snapshot_id == self._wanted.get(symbol):
            self._refused.pop(symbol, None)
            self._copied.discard(symbol)
        logger.info("serving %s %s, %d sessions", symbol, snapshot.id, snapshot.index.n_sessions)
        return snapshot

    def _keep(self, snapshot: Snapshot) -> Snapshot:
        """Keep the snapshot in memory, and drop others over the limit."""
        self._publish(snapshot.manifest)
        with self._changing:
            self._snapshots = _ascending({**self._snapshots, snapshot.symbol: snapshot})
        self._let_go(snapshot.symbol)
        return snapshot

    def _let_go(self, kept: str | None = None) -> None:
        """Drop the least recently used, but `kept`, while memory is over the limit and as long as that helps.

        It does not help where a caller still holds it; the next refresh goes on.
        """
        if self._limit is None:
            return
        with self._changing:
            before, now = None, self._measured()
            while now > self._limit and (before is None or now < before):
                if len(self._snapshots) < 2:
                    return
                others = (symbol for symbol in self._snapshots if symbol != kept)
                coldest = min(others, key=lambda each: self._used_at.get(each, 0))
                left = {symbol: self._snapshots[symbol] for symbol in self._snapshots if symbol != coldest}
                self._snapshots = _ascending(left)
                before, now = now, self._measured()

    def _publish(self, manifest: Manifest) -> None:
        symbol = manifest.symbol
        with self._changing:
            known = self._published.get(symbol)
            if known is not None and known.id != manifest.snapshot_id:
                self._before[symbol] = known.id
            self._published = _ascending({**self._published, symbol: _published(manifest)})

    def _refuse(self, symbol: str, wanted: str, reason: str) -> None:
        if self._refused.get(symbol) == wanted:
            return
        self._refused[symbol] = wanted
        served = self._snapshots.get(symbol)
        instead = f"still serving {served.id}" if served else "nothing is loaded of it"
        logger.error("snapshot %s %s was not loaded: %s; %s", symbol, wanted, reason, instead)

    @asynccontextmanager
    async def polling(self, interval: float) -> AsyncIterator[None]:
        """Load at once, then again at each announcement and every `interval` seconds until the block ends."""
        await asyncio.to_thread(self._refresh_safely)
        await asyncio.to_thread(self._serve_copies)
        if not self._published:
            logger.warning(NOTHING_PUBLISHED)
        async with background_task(self._poll(interval)):
            yield

    async def _poll(self, interval: float) -> None:
        async with self._source.listening() as wait:
            while True:
                await wait(interval)
                await asyncio.to_thread(self._refresh_safely)

    def _serve_copies(self) -> None:
        """Serve the last good copy of what could not be loaded, until the source names a snapshot."""
        try:
            copies = self._source.copies(self._published)
        except Exception as error:
            logger.error("copies of snapshots cannot be read: %s", _reason(error))
            return
        at_once = self._loaded_at_once(copies)
        for symbol, manifest in copies.items():
            before = self._published
            self._publish(manifest)
            try:
                served = self.snapshot(symbol).id if symbol == at_once else manifest.snapshot_id
            except NoSnapshot:
                self._published = before
                continue
            self._copied.add(symbol)
            logger.warning("serving %s %s from this machine's copy until one is published", symbol, served)

    def _refresh_safely(self) -> None:
        """Refresh; whatever a source fails with, what is loaded stays and the source is tried again."""
        try:
            self.refresh()
        except Exception as error:
            if not self._is_away:
                logger.error("snapshots cannot be read: %s; still serving what is loaded", _reason(error))
            self._is_away = True
        else:
            if self._is_away:
                logger.info("snapshots can be read again")
            self._is_away = False


def _published(manifest: Manifest) -> Published:
    built_at = datetime.fromisoformat(manifest.built_at).timestamp()
    return Published(manifest.snapshot_id, built_at, manifest.full_sessions)


def _ascending(by_symbol: Mapping[str, T]) -> Mapping[str, T]:
    return MappingProxyType(dict(sorted(by_symbol.items())))


def _reason(error: Exception) -> str:
    """The sentence of an error that was written for a reader, else its repr."""
    return error.detail if isinstance(error, AlmanacError) else repr(error)
