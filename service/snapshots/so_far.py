"""The sessions so far in memory, as the warehouse's folder or Redis had them last."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol

from core.contracts.errors import DataError
from core.contracts.next_session import SO_FAR_FOLDER, SoFar, so_far_from_json
from service.settings import Settings
from service.snapshots.polling import background_task, repeated

logger = logging.getLogger(__name__)


class SoFarAway(DataError, code="source_away"):
    """The source of sessions so far does not answer."""


class SoFarSource(Protocol):
    async def contents(self) -> Mapping[str, bytes]:
        """The contents by symbol; SoFarAway where the source does not answer."""

    async def close(self) -> None:
        """Close the connections."""


class SoFarFolder:
    """`<warehouse>/today/ES.json`, each replaced by rename."""

    def __init__(self, warehouse: Path) -> None:
        self._folder = warehouse / SO_FAR_FOLDER

    async def contents(self) -> Mapping[str, bytes]:
        return await asyncio.to_thread(self._read)

    def _read(self) -> Mapping[str, bytes]:
        found = {}
        try:
            for path in self._folder.glob("[!.]*.json"):
                with suppress(FileNotFoundError):  # removed since it was listed
                    found[path.stem] = path.read_bytes()
        except OSError as error:
            raise SoFarAway(f"{self._folder}: {error.strerror}") from error
        return found

    async def close(self) -> None:
        """Nothing is held."""


class KnownSoFar:
    """Every symbol's session so far; read again where it changed."""

    def __init__(self, settings: Settings) -> None:
        self._source = _source(settings)
        self._contents: Mapping[str, bytes] = {}
        self._sessions: dict[str, SoFar] = {}
        self._is_away = False

    def of(self, symbol: str) -> SoFar | None:
        return self._sessions.get(symbol)

    async def refresh(self) -> None:
        """Read what changed; what is damaged or away stays as it was read last."""
        try:
            contents = await self._source.contents()
        except SoFarAway as error:
            if not self._is_away:
                logger.error("sessions so far cannot be read; those read last stay: %s", error.detail)
            self._is_away = True
            return
        self._is_away = False
        sessions = {symbol: known for symbol, known in self._sessions.items() if symbol in contents}
        for symbol, content in contents.items():
            if content != self._contents.get(symbol):
                try:
                    sessions[symbol] = so_far_from_json(content, symbol, f"session so far of {symbol}")
                except DataError as error:
                    logger.error("%s The one read before stays.", error.detail)
        self._contents, self._sessions = contents, sessions

    @asynccontextmanager
    async def polling(self, interval: float) -> AsyncIterator[None]:
        """Read at once, then look again every `interval` seconds until the block ends."""
        await self.refresh()
        try:
            async with background_task(repeated(self.refresh, interval)):
                yield
        finally:
            await self._source.close()


def _source(settings: Settings) -> SoFarSource:
    if settings.redis_url is None:
        return SoFarFolder(settings.warehouse)
    from service.snapshots.redis_so_far import (
        RedisSoFar,  # a service without Redis does not import its client
    )

    return RedisSoFar(settings.redis_url)
