"""Answers kept for a while: least recently used first out, within a byte budget."""

import time
from collections.abc import Callable
from typing import NamedTuple

from cachetools import Cache, TLRUCache

from core.contracts.answers import CacheStats

_ENTRY_OVERHEAD = 200


class _Entry(NamedTuple):
    answer: bytes
    owner: str
    lifetime: float
    size: int


class AnswerCache:
    """Encoded answers by key; an entry belongs to the user whose request made it.

    `byte_budget` 0 keeps nothing. A key holds the snapshot's id, so no answer outlives its snapshot's turn.
    It holds all that the answer depends on, so every caller with the right to ask shares the answer.
    """

    def __init__(self, byte_budget: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._entries = TLRUCache[str, _Entry](
            byte_budget, lambda _, entry, now: now + entry.lifetime, clock, lambda entry: entry.size
        )
        self._hits = self._misses = 0

    def get(self, key: str) -> bytes | None:
        entry = self._entries.get(key)
        if entry is None:
            self._misses += 1
            return None
        self._hits += 1
        return entry.answer

    def put(self, key: str, answer: bytes, owner: str, lifetime: float) -> None:
        """Keep an answer for `lifetime` seconds; one that exceeds the whole budget is not kept."""
        entry = _Entry(answer, owner, lifetime, len(answer) + len(key) + _ENTRY_OVERHEAD)
        self._entries.pop(key, None)
        if entry.size <= self._entries.maxsize:
            self._entries[key] = entry

    def clear(self, owner: str | None = None) -> int:
        """Remove the owner's answers, or all of them; returns how many there were."""
        looked_at = ((key, Cache.__getitem__(self._entries, key)) for key in [*self._entries])  # not used
        keys = [key for key, entry in looked_at if owner in (None, entry.owner)]
        for key in keys:
            self._entries.pop(key, None)
        return len(keys)

    def stats(self) -> CacheStats:
        asked = self._hits + self._misses
        ratio = self._hits / asked if asked else None
        return CacheStats(len(self._entries), int(self._entries.currsize), self._hits, self._misses, ratio)
