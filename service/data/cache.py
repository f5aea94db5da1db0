"""Answers kept for a while: least recently used first out, within a byte budget."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from core.contracts.answers import CacheStats

_ENTRY_OVERHEAD = 200


@dataclass(frozen=True, slots=True)
class _Entry:
    answer: bytes
    owner: str
    expires: float
    size: int


class AnswerCache:
    """Encoded answers by key; an entry belongs to the user whose request made it.

    `byte_budget` 0 keeps nothing. Keys hold the snapshot's id, so no answer outlives its snapshot's turn, and
    all that the answer depends on, so that whoever has the right to ask may have anybody's answer.
    """

    def __init__(self, byte_budget: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._budget = byte_budget
        self._clock = clock
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._bytes = 0
        self._hits = 0
        self._misses = 0

    def get(self, key: str) -> bytes | None:
        """The answer, None where there is none or it is too old."""
        entry = self._entries.get(key)
        if entry is None or entry.expires <= self._clock():
            self._drop(key)
            self._misses += 1
            return None
        self._entries.move_to_end(key)
        self._hits += 1
        return entry.answer

    def put(self, key: str, answer: bytes, owner: str, lifetime: float) -> None:
        """Keep an answer for `lifetime` seconds; one that exceeds the whole budget is not kept."""
        size = len(answer) + len(key) + _ENTRY_OVERHEAD
        self._drop(key)
        if size > self._budget:
            return
        self._entries[key] = _Entry(answer, owner, self._clock() + lifetime, size)
        self._bytes += size
        while self._bytes > self._budget:
            self._drop(next(iter(self._entries)))

    def clear(self, owner: str | None = None) -> int:
        """Forget the owner's answers, or all of them; how many there were."""
        keys = [key for key, entry in self._entries.items() if owner is None or entry.owner == owner]
        for key in keys:
            self._drop(key)
        return len(keys)

    def stats(self) -> CacheStats:
        """Size and luck since the start."""
        asked = self._hits + self._misses
        ratio = self._hits / asked if asked else None
        return CacheStats(len(self._entries), self._bytes, self._hits, self._misses, ratio)

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry.size
