"""The snapshots being served: their source, loaded whole, swapped by one reference, the last good kept."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeAlias

from core.contracts.errors import AlmanacError, DataError, InvalidRequest, NoSnapshot
from service.data.polling import beside
from service.data.snapshot import Snapshot, open_snapshot

logger = logging.getLogger(__name__)

NOTHING_PUBLISHED = "no snapshot is published yet; run `almanac build`, it is served without a restart."

Wait: TypeAlias = Callable[[float], Awaitable[None]]
"""Returns after so many seconds, or at once where a publication is announced."""


class SourceUnavailable(DataError, code="source_away"):
    """The source cannot be asked now; what is loaded is served on."""


class SnapshotSource(Protocol):
    """Publications by symbol, of a folder or of Redis; asking what is current is cheap, loading is not."""

    def symbols(self) -> list[str]:
        """Symbols that have a publication, ascending."""

    def current(self, symbol: str) -> str | None:
        """Id of the symbol's current snapshot, None where there is none."""

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """The whole snapshot; DataError where it is missing, half-written or of another version."""

    def copies(self, served: Collection[str]) -> list[Snapshot]:
        """What this machine kept of publications that cannot be had now, of symbols that are not served."""

    def listening(self) -> AbstractAsyncContextManager[Wait]:
        """Hear of publications as long as the block lasts."""


class DirectorySource:
    """Snapshots below `<warehouse>/snapshots/<SYMBOL>/`, the pointer a one-line file replaced by rename."""

    def __init__(self, warehouse: Path) -> None:
        self._folder = warehouse / "snapshots"

    def symbols(self) -> list[str]:
        """Symbols with a pointer."""
        return sorted(pointer.parent.name for pointer in self._folder.glob("*/CURRENT"))

    def current(self, symbol: str) -> str | None:
        """The pointer's line."""
        path = self._folder / symbol / "CURRENT"
        try:
            return path.read_text(encoding="utf-8", errors="replace").strip() or None
        except FileNotFoundError:
            return None

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """The snapshot in its folder."""
        return open_snapshot(self._folder / symbol / snapshot_id, symbol, snapshot_id)

    def copies(self, served: Collection[str]) -> list[Snapshot]:
        """None: the folder itself is all there is."""
        return []

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wait]:
        """Nothing announces a rename: one waits."""
        yield asyncio.sleep


class SnapshotStore:
    """Current snapshots by symbol; every request reads the mapping once."""

    def __init__(self, source: SnapshotSource, default_symbol: str) -> None:
        self._source = source
        self._default_symbol = default_symbol
        self._snapshots: Mapping[str, Snapshot] = MappingProxyType({})
        self._refused: dict[str, str] = {}
        self._copied: set[str] = set()
        self._is_away = False

    @property
    def snapshots(self) -> Mapping[str, Snapshot]:
        """All snapshots of this moment."""
        return self._snapshots

    @property
    def is_from_copies(self) -> bool:
        """Whether a symbol is served from a copy that its source has not named since the start."""
        return bool(self._copied)

    def snapshot(self, symbol: str | None = None) -> Snapshot:
        """The symbol's snapshot; without one the default's, or the first where that is not there.

        Raises:
            NoSnapshot: nothing is published yet.
            InvalidRequest: `unknown_symbol`.
        """
        snapshots = self._snapshots
        if not snapshots:
            raise NoSnapshot(NOTHING_PUBLISHED)
        if symbol is None:
            return snapshots.get(self._default_symbol) or next(iter(snapshots.values()))
        if symbol not in snapshots:
            detail = f"symbol: {symbol!r} is not served; known symbols: {', '.join(snapshots)}."
            raise InvalidRequest(detail, code="unknown_symbol")
        return snapshots[symbol]

    def refresh(self) -> None:
        """Load what is newly published; a broken publication is logged once and the old one stays."""
        newer = {symbol: self._newer(symbol) for symbol in self._source.symbols()}
        found = {symbol: snapshot for symbol, snapshot in newer.items() if snapshot is not None}
        if found:
            self._serve({**self._snapshots, **found})

    def _serve(self, snapshots: Mapping[str, Snapshot]) -> None:
        self._snapshots = MappingProxyType(dict(sorted(snapshots.items())))

    def _newer(self, symbol: str) -> Snapshot | None:
        """The published snapshot where it is another than the served one and can be loaded."""
        served = self._snapshots.get(symbol)
        wanted = self._source.current(symbol)
        if wanted is None:
            return None
        if served is not None and served.id == wanted:
            self._copied.discard(symbol)
            return None
        try:
            snapshot = self._source.load(symbol, wanted)
        except SourceUnavailable:
            raise
        except Exception as error:
            logger.debug("snapshot %s %s", symbol, wanted, exc_info=True)
            self._refuse(symbol, wanted, _reason(error))
            return None
        self._refused.pop(symbol, None)
        self._copied.discard(symbol)
        logger.info("serving %s %s, %d sessions", symbol, snapshot.id, snapshot.index.n_sessions)
        return snapshot

    def _refuse(self, symbol: str, wanted: str, reason: str) -> None:
        if self._refused.get(symbol) == wanted:
            return
        self._refused[symbol] = wanted
        served = self._snapshots.get(symbol)
        instead = f"still serving {served.id}" if served else "nothing is served for it"
        logger.error("snapshot %s %s was not loaded: %s; %s", symbol, wanted, reason, instead)

    @asynccontextmanager
    async def polling(self, interval: float) -> AsyncIterator[None]:
        """Load at once, then again at each announcement and every `interval` seconds until the block ends."""
        await asyncio.to_thread(self._refresh_safely)
        await asyncio.to_thread(self._serve_copies)
        if not self._snapshots:
            logger.warning(NOTHING_PUBLISHED)
        async with beside(self._poll(interval)):
            yield

    async def _poll(self, interval: float) -> None:
        async with self._source.listening() as wait:
            while True:
                await wait(interval)
                await asyncio.to_thread(self._refresh_safely)

    def _serve_copies(self) -> None:
        """Until the source names a snapshot, the last good copy of what could not be loaded."""
        try:
            copies = {copy.symbol: copy for copy in self._source.copies(self._snapshots)}
        except Exception as error:
            logger.error("copies of snapshots cannot be read: %s", _reason(error))
            return
        for symbol, copy in copies.items():
            logger.warning("serving %s %s from this machine's copy until one is published", symbol, copy.id)
        self._copied |= set(copies)
        self._serve({**copies, **self._snapshots})

    def _refresh_safely(self) -> None:
        """Whatever a source fails with, what is loaded is served on and the source asked again."""
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


def _reason(error: Exception) -> str:
    """Its sentence where it was written for a reader, else its kind too."""
    return error.detail if isinstance(error, AlmanacError) else repr(error)
