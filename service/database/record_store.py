"""Records by kind and name: what either database keeps as texts, and how they are read, changed and counted.

A database reads a text, reads every text of a kind, and writes several in one piece, which happens only while
everything they replace is still as it was read; who loses that race reads again.
"""

import logging
import time
from abc import ABC, abstractmethod
from asyncio import AbstractEventLoop, Lock, get_running_loop
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import wraps
from math import ceil
from typing import Any, Literal, ParamSpec, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

import msgspec

from service.database import rate_limiter
from service.database.rate_limiter import RateLimiter
from service.database.records import (
    Account,
    Code,
    DamagedRecord,
    DayList,
    Grant,
    MadeViews,
    Marker,
    OffLink,
    PersonalToken,
    Round,
    RoundsOf,
    Session,
    StoreUnavailable,
    View,
    WatchesOf,
    Window,
)

logger = logging.getLogger(__name__)

KEPT_OVER = 400 * 24 * 60 * 60
"""Seconds that dated codes and grants stay, worth nothing: a clock that was ahead has forgotten none."""
MOST_ATTEMPTS = 100
"""Times that one step is tried while others are quicker."""
NOTE_PAUSE = 5
"""Seconds without notes after one could not be kept: a store that cannot be written holds up no answer."""

Kind = Literal[
    "session",
    "refresh",
    "name",
    "account",
    "code",
    "redeemed",
    "grant",
    "window",
    "round",
    "day_list",
    "day_lists",
    "view",
    "rounds_of",
    "views_of",
    "watches_of",
    "watches",
    "off_link",
    "token",
    "token_named",
    "marker",
]
Record = (
    Session
    | Account
    | Code
    | Grant
    | Window
    | Round
    | DayList
    | View
    | MadeViews
    | RoundsOf
    | WatchesOf
    | OffLink
    | PersonalToken
    | Marker
)
_KINDS: dict[type, Kind] = {
    Session: "session",
    Account: "account",
    Code: "code",
    Grant: "grant",
    Window: "window",
    Round: "round",
    DayList: "day_list",
    View: "view",
    MadeViews: "views_of",
    RoundsOf: "rounds_of",
    WatchesOf: "watches_of",
    OffLink: "off_link",
    PersonalToken: "token",
    Marker: "marker",
}
_R = TypeVar(
    "_R",
    Session,
    Account,
    Code,
    Grant,
    Window,
    Round,
    RoundsOf,
    DayList,
    View,
    MadeViews,
    WatchesOf,
    OffLink,
    PersonalToken,
    Marker,
)
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Overtaken(Exception):
    """Somebody else wrote what was to be replaced; nothing was changed."""


_QUEUES: WeakKeyDictionary[AbstractEventLoop, dict[object, Lock]] = WeakKeyDictionary()
"""Of each event loop, the queue of every step that was overtaken."""


def until_written(step: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """The step, begun again while it is overtaken.

    Whoever was overtaken waits in line: of many writes at once in this process one after the other is done.
    """

    @wraps(step)
    async def repeated(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return await step(*args, **kwargs)
        except Overtaken:
            queue = _QUEUES.setdefault(get_running_loop(), {}).setdefault(step, Lock())
        async with queue:
            for _ in range(MOST_ATTEMPTS):
                try:
                    return await step(*args, **kwargs)
                except Overtaken:
                    continue
        raise StoreUnavailable

    return repeated


@dataclass(frozen=True, slots=True)
class Change:
    """A text to keep (None: to forget) in place of `replaces` (None: of nothing), until a time if it has one.

    With `anyway` it is kept in place of whatever stands there. The time only cleans up: that a record is over
    says the record.
    """

    kind: Kind
    name: str
    text: str | None
    replaces: str | None = None
    until: int | None = None
    anyway: bool = False


def other_form(store: str, found: object, expected: object, remedy: str) -> str:
    """Why a store of another form is refused, and what to do."""
    return (
        f"{store}: is of form {found or 'unnamed'}, and this version of Session Almanac keeps form"
        f" {expected}. Use the version that wrote it, or {remedy}. Then add accounts, codes, tokens and lists"
        " again with `almanac accounts`, `codes`, `tokens` and `days`."
    )


def change_to(name: str, record: Record, replaces: str | None = None) -> Change:
    """The change that keeps a record under its name, in place of a text."""
    ends = getattr(record, "expires_at", None)
    if ends is not None and isinstance(record, Code | Grant):
        ends += KEPT_OVER
    text = msgspec.json.encode(record).decode()
    return Change(_KINDS[type(record)], name, text, replaces, None if ends is None else ceil(ends))


class RecordStore(ABC):
    """Raises `StoreUnavailable` where the database is away; a damaged record counts as none.

    `tries` counts in the store; `now` gives seconds since 1970.
    """

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self.tries = RateLimiter(StoredTries(self, now), now)
        self._now = now
        self._notes_from = 0.0

    async def warnings(self) -> list[str]:
        """What the log says at start about a place that may forget what it is given."""
        return []

    @abstractmethod
    async def ping(self) -> None:
        """Nothing, where the store answers."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of it."""

    @abstractmethod
    async def _get(self, kind: Kind, name: str) -> str | None:
        """The text of that kind and name; DamagedRecord where something else stands there."""

    @abstractmethod
    async def texts(self, kind: Kind) -> list[tuple[str, str]]:
        """Every text of a kind with its name; Redis has the names that strangers choose as digests."""

    @abstractmethod
    async def forget_traces(self) -> None:
        """Overwrite what removed records left on the disk, where the database is ours."""

    @abstractmethod
    async def _write(self, *changes: Change) -> bool:
        """All changes, or none of them where one replaces something else than what is kept."""

    @until_written
    async def note(self, record: type[_R], name: str, **fields: Any) -> None:
        """Change fields of a record, if there is one."""
        text, found = await self.read(record, name)
        if found is not None:
            await self.put(change_to(name, replace(found, **fields), text))

    async def noted(self, record: type[_R], name: str, **fields: int) -> bool:
        """Whether a note was kept that no answer depends on."""
        if 0 < self._notes_from - self._now() <= NOTE_PAUSE:
            return False
        try:
            await self.note(record, name, **fields)
        except StoreUnavailable:
            self._notes_from = self._now() + NOTE_PAUSE
            return False
        return True

    async def put(self, *changes: Change) -> None:
        """Write all changes, or raise Overtaken."""
        if not await self._write(*changes):
            raise Overtaken

    async def text(self, kind: Kind, name: str) -> str | None:
        """The text that is kept under a name; None also of a damaged one."""
        try:
            return await self._get(kind, name)
        except DamagedRecord:
            return None

    async def read(self, record: type[_R], name: str) -> tuple[str | None, _R | None]:
        """The text that is kept, and its record if it is one and not over."""
        text = await self.text(_KINDS[record], name)
        return text, None if text is None else self._decoded(text, record)

    async def find(self, record: type[_R], name: str) -> _R | None:
        """The record of that name, also an ended session or a revoked code; None of one that is over."""
        return (await self.read(record, name))[1]

    async def _all(self, record: type[_R]) -> list[_R]:
        found = [self._decoded(text, record) for _, text in await self.texts(_KINDS[record])]
        return [each for each in found if each is not None]

    def _decoded(self, text: str, record: type[_R]) -> _R | None:
        try:
            found = msgspec.json.decode(text, type=record)
        except (msgspec.MsgspecError, UnicodeError):
            logger.error("a record of the access store is damaged; it counts as none")
            return None
        ends = getattr(found, "expires_at", None)
        return None if ends is not None and ends <= self._now() else found


class StoredTries:
    """Counts of tries as records of a store, asked as a storage of `limits` is; its users share one clock."""

    def __init__(self, store: RecordStore, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count tries in the window that runs, or in a new one of `expiry` seconds; the count so far.

        A window that ends later than it can began while the clock was ahead, and is over. One try after the
        other in this process: a class that comes at once would overtake itself.
        """
        async with self._locks.setdefault(key, Lock()):
            return await self._count(key, expiry, amount)

    @until_written
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
        await self._store.put(Change("window", key, None, anyway=True))
