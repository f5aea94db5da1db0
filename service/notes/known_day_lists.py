"""The lists of days in memory, as the store had them last: a question does not wait for a store."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType

from core.question.filters import DayLists as Dates
from service.database.records import DayList, StoreUnavailable
from service.notes.day_lists import DayLists
from service.snapshots.polling import background_task, repeated

logger = logging.getLogger(__name__)


class KnownDayLists:
    """Every symbol's lists; read again when the state in the store shows a change.

    `dates` has by symbol, then by list name, the dates.
    """

    def __init__(self, day_lists: DayLists) -> None:
        self._day_lists = day_lists
        self._state: str | None = None
        self._lists: tuple[DayList, ...] = ()
        self.dates: Mapping[str, Dates] = MappingProxyType({})
        self._turn = asyncio.Lock()
        self._is_away = False

    def of(self, symbol: str) -> list[DayList]:
        """A symbol's lists, by name."""
        return [each for each in self._lists if each.symbol == symbol]

    async def refresh(self) -> None:
        """Read what changed; where the store does not answer, the lists stay as they were known last."""
        try:
            async with self._turn:
                await self._read()
        except StoreUnavailable:
            if not self._is_away:
                logger.error("lists of days cannot be read; those read last stay")
            self._is_away = True
        else:
            self._is_away = False

    async def _read(self) -> None:
        state = await self._day_lists.state()
        if state == self._state:
            return
        lists = tuple(await self._day_lists.every())
        dates: dict[str, dict[str, frozenset[str]]] = {}
        for each in lists:
            dates.setdefault(each.symbol, {})[each.name] = frozenset(day.date for day in each.days)
        self._state, self._lists, self.dates = state, lists, MappingProxyType(dates)

    @asynccontextmanager
    async def polling(self, interval: float) -> AsyncIterator[None]:
        """Read at once, then look again every `interval` seconds until the block ends."""
        await self.refresh()
        async with background_task(repeated(self.refresh, interval)):
            yield
