"""Records by class and name: what either database keeps as texts, and how they are read, changed and counted.

A database reads a text, reads every text of a kind, and writes several in one transaction. It writes only
while everything they replace is still as it was read; a writer that loses that race reads again.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from abc import ABC, abstractmethod
from asyncio import AbstractEventLoop, Lock, get_running_loop
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import wraps
from math import ceil
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

import msgspec

from service.database import rate_limiter
from service.database.kinds import KINDS, Kind
from service.database.rate_limiter import RateLimiter
from service.database.records import State, StoreUnavailable, Window

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    R = TypeVar("R", bound=DataclassInstance)
else:
    R = TypeVar("R")

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 100
"""Times that one step is tried while others are quicker."""
NOTE_PAUSE = 5
"""Seconds without notes after one could not be kept: a store that cannot be written holds up no answer."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Conflict(Exception):
    """Another writer was first; nothing was changed."""


_QUEUES: WeakKeyDictionary[AbstractEventLoop, dict[object, Lock]] = WeakKeyDictionary()
"""Of each event loop, the queue of every step that met a conflict."""


def retry_on_conflict(step: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Repeat the step while it meets conflicts.

    After the first conflict the caller waits for a lock: in this process the others go one by one.
    """

    @wraps(step)
    async def repeated(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return await step(*args, **kwargs)
        except Conflict:
            queue = _QUEUES.setdefault(get_running_loop(), {}).setdefault(step, Lock())
        async with queue:
            for _ in range(MOST_ATTEMPTS):
                try:
                    return await step(*args, **kwargs)
                except Conflict:
                    continue
        raise StoreUnavailable

    return repeated


@dataclass(frozen=True, slots=True)
class Change:
    """A text to keep (None: to remove) in place of `replaces` (None: of nothing), until a time if it has one.

    With `overwrite` it replaces anything. The time only cleans up: the record itself says when it is over.
    """

    kind: Kind
    key: str
    text: str | None
    replaces: str | None = None
    until: int | None = None
    overwrite: bool = False


def other_form(store: str, found: object, expected: object, remedy: str) -> str:
    return (
        f"{store}: is of form {found or 'unnamed'}, and this version of Session Almanac keeps form"
        f" {expected}. Use the version that wrote it, or {remedy}. Then add accounts, codes, tokens and lists"
        " again with `almanac accounts`, `codes`, `tokens` and `days`."
    )


def _key(kind: Kind, name: str) -> str:
    """The key of a record; a digest where strangers choose the name."""
    return hashlib.sha256(name.encode()).hexdigest() if kind.is_hashed else name


def change_to(name: str, record: object, replaces: str | None = None, *, overwrite: bool = False) -> Change:
    """The change that keeps a record under its name, in place of the text `replaces`."""
    kind, ends = KINDS[type(record)], getattr(record, "expires_at", None)
    text = msgspec.json.encode(record).decode()
    until = None if ends is None else ceil(ends + kind.stays)
    return Change(kind, _key(kind, name), text, replaces, until, overwrite)


def removal(record: type, name: str) -> Change:
    """The change that removes the record of a name, whatever it holds."""
    kind = KINDS[record]
    return Change(kind, _key(kind, name), None, overwrite=True)


def next_state(kind: Kind, replaces: str | None = None, *, overwrite: bool = True) -> Change:
    """The change of a polled kind's state, after which its readers read again."""
    return change_to(kind.name, State(secrets.token_hex(8)), replaces, overwrite=overwrite)


class RecordStore(ABC):
    """Raises `StoreUnavailable` where the database is away; a damaged record counts as none.

    `tries` counts in the store; `now` gives seconds since 1970.
    """

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self.tries = RateLimiter(StoredTries(self, now), now)
        self._now = now
        self._notes_from = 0.0

    async def warnings(self) -> list[str]:
        """The warnings at start about a database that may lose records."""
        return []

    @abstractmethod
    async def ping(self) -> None:
        """Raise StoreUnavailable where the store does not answer."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections."""

    @abstractmethod
    async def get(self, kind: Kind, key: str) -> str | None:
        """The text of that kind and key, "" where it is no text."""

    @abstractmethod
    async def texts(self, kind: Kind) -> list[tuple[str, str]]:
        """Every text of a kind with its key."""

    @abstractmethod
    async def forget_traces(self) -> None:
        """Overwrite what removed records left on the disk, where the database is ours."""

    @abstractmethod
    async def write(self, *changes: Change) -> bool:
        """Write all changes, or none where one replaces another text than is kept; whether it wrote."""

    async def put(self, *changes: Change) -> None:
        """Write all changes, or raise Conflict."""
        if not await self.write(*changes):
            raise Conflict

    async def read(self, record: type[R], name: str) -> tuple[str | None, R | None]:
        """The text that is kept, and its record unless it is damaged or over."""
        kind = KINDS[record]
        text = await self.get(kind, _key(kind, name))
        return text, None if text is None else self.decode(text, record)

    async def find(self, record: type[R], name: str) -> R | None:
        """The record of that name, also an ended session or a revoked code; None of one that is over."""
        return (await self.read(record, name))[1]

    async def every(self, record: type[R]) -> list[R]:
        """Every record of a class that is not over."""
        found = [self.decode(text, record) for _, text in await self.texts(KINDS[record])]
        return [each for each in found if each is not None]

    async def state(self, record: type) -> str | None:
        """A text that differs after every change of a polled kind; None before the first."""
        return (await self.read(State, KINDS[record].name))[0]

    @retry_on_conflict
    async def note(self, record: type[R], name: str, **fields: Any) -> None:
        """Change fields of a record, if there is one."""
        text, found = await self.read(record, name)
        if found is not None:
            await self.put(change_to(name, replace(found, **fields), text))

    async def noted(self, record: type[R], name: str, **fields: int) -> bool:
        """Keep a note that no answer depends on; whether it was kept."""
        if 0 < self._notes_from - self._now() <= NOTE_PAUSE:
            return False
        try:
            await self.note(record, name, **fields)
        except StoreUnavailable:
            self._notes_from = self._now() + NOTE_PAUSE
            return False
        return True

    def decode(self, text: str, record: type[R], *, is_over_too: bool = False) -> R | None:
        """The record of a text; None of a damaged one, and unless `is_over_too` of one that is over."""
        try:
            found = msgspec.json.decode(text, type=record)
        except (msgspec.MsgspecError, UnicodeError):
            logger.error("a record of the store is damaged; it counts as none")
            return None
        ends = None if is_over_too else getattr(found, "expires_at", None)
        return None if ends is not None and ends <= self._now() else found


class StoredTries:
    """Counts of tries as records of a store, used as a storage of `limits` is; its users share one clock."""

    def __init__(self, store: RecordStore, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count tries in the window that runs, or in a new one of `expiry` seconds; the count so far.

        A window that ends later than it can began while the clock was ahead, and is over. In this process the
        tries go one by one: a class that comes at once would run into its own conflicts.
        """
        async with self._locks.setdefault(key, Lock()):
            return await self._count(key, expiry, amount)

    @retry_on_conflict
    async def _count(self, key: str, expiry: int, amount: int) -> int:
        text, window = await self._store.read(Window, key)
        if window is None or window.expires_at > self._now() + expiry + rate_limiter.AHEAD:
            window = Window(0, self._now() + expiry)
        counted = replace(window, count=window.count + amount)
        await self._store.put(change_to(key, counted, text))
        return counted.count

    async def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since 1970."""
        window = await self._store.find(Window, key)
        return 0 if window is None else window.expires_at

    async def clear(self, key: str) -> None:
        """Let the next try begin a window."""
        await self._store.put(removal(Window, key))
