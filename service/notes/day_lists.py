"""Lists of days: a class's own choice of a symbol's days, named, with a note to each.

A list is written whole, by a maintainer. What its days are in a snapshot does not matter to it: a date that
is no session may become one, and a half day has a note to show.
"""

import time
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from core.contracts.errors import AlmanacError, InvalidRequest, UnknownName
from core.contracts.view_requests import ListedDayRequest
from core.question.filters import parse_date
from service.database.kinds import KINDS
from service.database.record_store import Change, RecordStore, change_to, next_state, retry_on_conflict
from service.database.records import DayList

LONGEST_NAME, LONGEST_NOTE = 60, 280
MOST_DAYS, MOST_LISTS = 2000, 200
"""Days of a list, and lists of a symbol."""
MOST_LISTED = 20_000
"""Days of a symbol's lists together: all of them are one answer, in every service's memory."""

Places = Callable[[int], str]
"""What a day is called in a refusal, by its place among those given."""


class ListChanged(AlmanacError, status=409, code="list_changed"):
    """The list is not the one that was read."""

    def __init__(self, name: str, now: DayList | None) -> None:
        found = "there is none" if now is None else f"its updated_at is {now.updated_at}"
        remedy = "read the lists, and write again over what is there"
        super().__init__(f"replaces: the list {name!r} is not as it was read, {found}; {remedy}.")
        self.sentence = f"The list {name} was changed meanwhile. Read it again before you save."


class DayLists:
    """Reads, writes and removes lists of days; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def of(self, symbol: str) -> list[DayList]:
        """A symbol's lists, by name."""
        return [each for each in await self.every() if each.symbol == symbol]

    async def every(self) -> list[DayList]:
        """Every list of days, by symbol and name."""
        lists = await self._store.every(DayList)
        return sorted(lists, key=lambda each: (each.symbol, each.name.casefold()))

    async def state(self) -> str | None:
        """A text that differs after every change of a list; None before the first."""
        return await self._store.state(DayList)

    async def find(self, symbol: str, name: str) -> DayList:
        """The list of that name.

        Raises:
            UnknownName: `unknown_list`.
        """
        found = await self._store.find(DayList, _key(symbol, name))
        return await self._unknown(symbol, name) if found is None else found

    @retry_on_conflict
    async def put(
        self,
        symbol: str,
        name: str,
        days: Sequence[ListedDayRequest],
        by: str,
        replaces: int | None = None,
        places: Places = "days[{}]".format,
    ) -> DayList:
        """Write a whole list, in place of the one of its name if there is one.

        `replaces` is the `updated_at` of the one that was read, 0 of none; None writes in any case. `places`
        says in a refusal which day is meant.

        Raises:
            InvalidRequest: `list_name`, `list_days`, `too_many_lists`, `date_format`, `duplicate_day` or
                `list_note`.
            ListChanged: `replaces` is another one's.
        """
        name, kept_days = checked_name(name), checked_days(days, places)
        state = await self.state()
        text, before = await self._store.read(DayList, _key(symbol, name))
        last = 0 if before is None else before.updated_at
        if replaces not in (None, last):
            raise ListChanged(name, before)
        _require_room(symbol, await self.of(symbol), before, kept_days)
        made = DayList(symbol, name, kept_days, max(int(self._now()), last + 1), by)
        await self._store.put(change_to(_key(symbol, name), made, text), _next_state(state))
        return made

    @retry_on_conflict
    async def remove(self, symbol: str, name: str) -> DayList:
        """Forget the list of that name.

        Raises:
            UnknownName: `unknown_list`.
        """
        state = await self.state()
        text, found = await self._store.read(DayList, _key(symbol, name))
        if found is None:
            return await self._unknown(symbol, name)
        forgotten = replace(change_to(_key(symbol, name), found, text), text=None)
        await self._store.put(forgotten, _next_state(state))
        return found

    async def _unknown(self, symbol: str, name: str) -> DayList:
        names = ", ".join(each.name for each in await self.of(symbol)) or "none yet"
        raise UnknownName(f"{symbol} has no list {name!r}; its lists: {names}.", code="unknown_list")


def _require_room(
    symbol: str, lists: Sequence[DayList], before: DayList | None, days: Sequence[ListedDayRequest]
) -> None:
    """Check that a symbol has room for these days in place of `before`; a list that does not grow has."""
    if before is None and len(lists) >= MOST_LISTS:
        detail = f"name: {symbol} has {MOST_LISTS} lists, and no more are kept; remove one first."
        raise InvalidRequest(detail, code="too_many_lists")
    gone = 0 if before is None else len(before.days)
    found = sum(len(each.days) for each in lists) - gone + len(days)
    if found > MOST_LISTED and len(days) > gone:
        detail = (
            f"days: {symbol}'s lists would have {found:,} days, at most {MOST_LISTED:,} are kept together"
        )
        raise InvalidRequest(f"{detail}; remove a list first.", code="list_days")


def checked_name(text: str) -> str:
    """A list's name as it is kept, without space around it.

    Raises:
        InvalidRequest: `list_name`.
    """
    name = unicodedata.normalize("NFC", text.strip())
    is_fit = 0 < len(name) <= LONGEST_NAME and name.isprintable() and "/" not in name
    if not is_fit or set(name) == {"."}:
        expected = f"expected 1 to {LONGEST_NAME} characters that print, without / and not dots alone"
        raise InvalidRequest(f"name: {expected}, found {text[: LONGEST_NAME + 20]!r}.", code="list_name")
    return name


def checked_days(days: Sequence[ListedDayRequest], places: Places) -> tuple[ListedDayRequest, ...]:
    """A list's days as they are kept, by date, each note in one line.

    Raises:
        InvalidRequest: `list_days`, `date_format`, `duplicate_day` or `list_note`.
    """
    if len(days) > MOST_DAYS:
        detail = f"days: {len(days):,} found, at most {MOST_DAYS:,} are kept in a list; make two of it."
        raise InvalidRequest(detail, code="list_days")
    kept, found = list[ListedDayRequest](), dict[str, int]()
    for at, each in enumerate(days):
        day = parse_date(places(at), each.date).isoformat()
        if (first := found.setdefault(day, at)) != at:
            detail = f"{places(at)}: {day} is there already, as {places(first)}; leave one of them out."
            raise InvalidRequest(detail, code="duplicate_day")
        kept.append(ListedDayRequest(day, _checked_note(places(at), each.note)))
    return tuple(sorted(kept, key=lambda each: each.date))


def _checked_note(place: str, text: str) -> str:
    note = " ".join(text.split())
    wrong = next((letter for letter in note if unicodedata.category(letter) in ("Cc", "Cs")), None)
    if len(note) > LONGEST_NOTE or wrong is not None:
        found = f"{len(note)}" if wrong is None else f"U+{ord(wrong):04X}"
        detail = f"a note has up to {LONGEST_NOTE} characters and no control characters, found {found}"
        raise InvalidRequest(f"{place}: {detail}.", code="list_note")
    return note


def _next_state(state: str | None) -> Change:
    """The change of the lists' state, which conflicts where another list was changed meanwhile."""
    return next_state(KINDS[DayList], state, overwrite=False)


def _key(symbol: str, name: str) -> str:
    """The key in the store: names that differ in capital letters alone are one."""
    return f"{symbol}/{unicodedata.normalize('NFC', name.strip()).casefold()}"
