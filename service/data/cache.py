"""Answers kept for a while: least recently used first out, within a byte budget; shared where Redis is."""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.contracts.answers import CacheStats

if TYPE_CHECKING:
    from service.data.shared_answers import (
        SharedAnswers,  # a service without Redis does not import its client
    )

_ENTRY_OVERHEAD = 200
_NOBODY = ""
"""Owner of an answer that another service shared."""


@dataclass(frozen=True, slots=True)
class _Entry:
    answer: bytes
    owner: str
    expires: float
    size: int


class AnswerCache:
    """Encoded answers by key; an entry belongs to the user whose request made it.

    `byte_budget` 0 keeps nothing. Keys hold the snapshot's id, so no answer outlives its snapshot's turn, and
    all that the answer depends on, so that whoever has the right to ask may have anybody's answer. With
    `shared` an answer that is not here is looked for there, and one put here is put there.
    """

    def __init__(
        self,
        byte_budget: int,
        clock: Callable[[], float] = time.monotonic,
        shared: "SharedAnswers | None" = None,
    ) -> None:
        self._budget = byte_budget
        self._shared = shared
        self._clock = clock
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._bytes = 0
        self._hits = 0
        self._misses = 0

    async def get(self, key: str) -> bytes | None:
        """The answer, None where there is none or it is too old."""
        answer = self._get_kept(key)
        if answer is None and self._shared is not None and self._budget:
            found = await self._shared.get(key)
            if found is not None:
                answer = found[0]
                self._keep(key, answer, _NOBODY, found[1])
        self._hits += answer is not None
        self._misses += answer is None
        return answer

    async def put(self, key: str, answer: bytes, owner: str, lifetime: float) -> None:
        """Keep an answer for `lifetime` seconds; one that exceeds the whole budget is not kept."""
        self._keep(key, answer, owner, lifetime)
        if self._shared is not None and self._budget:
            await self._shared.put(key, answer, lifetime)

    def _get_kept(self, key: str) -> bytes | None:
        entry = self._entries.get(key)
        if entry is None:
            return None
        if entry.expires <= self._clock():
            self._drop(key)
            return None
        self._entries.move_to_end(key)
        return entry.answer

    def _keep(self, key: str, answer: bytes, owner: str, lifetime: float) -> None:
        size = len(answer) + len(key) + _ENTRY_OVERHEAD
        self._drop(key)
        if size > self._budget:
            return
        self._entries[key] = _Entry(answer, owner, self._clock() + lifetime, size)
        self._bytes += size
        while self._bytes > self._budget:
            self._drop(next(iter(self._entries)))

    async def clear(self, owner: str | None = None) -> int:
        """Forget the owner's answers, or all of them, shared ones too; how many were forgotten here."""
        keys = [key for key, entry in self._entries.items() if owner is None or entry.owner == owner]
        for key in keys:
            self._drop(key)
        if self._shared is not None:
            await (self._shared.forget_all() if owner is None else self._shared.forget(keys))
        return len(keys)

    def sharing(self) -> AbstractAsyncContextManager[None]:
        """Share answers as long as the block lasts; nothing where nobody shares."""
        return nullcontext() if self._shared is None else self._shared.kept_open()

    def stats(self) -> CacheStats:
        """Size and luck since the start."""
        asked = self._hits + self._misses
        ratio = self._hits / asked if asked else None
        return CacheStats(len(self._entries), self._bytes, self._hits, self._misses, ratio)

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry.size
