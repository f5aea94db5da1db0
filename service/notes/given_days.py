"""Days of the quiz: which day a token stands for, until it is guessed.

The page knows the token alone, a hundred and twenty-eight random bits; the store keeps its digest. A day is
answered once. It is kept for an hour after its hour is over, so that a late or second answer gets a reason.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from core.contracts.errors import AlmanacError, UnknownName
from service.database.record_store import RecordStore, change_to, removal, retry_on_conflict
from service.database.records import GivenDay, GivenDaysOf

OPEN_FOR = 60 * 60
"""Seconds in which a given day may be answered."""

REMEMBERED = 60 * 60
"""Seconds that a given day is kept after them."""

MOST_GIVEN = 100
"""Given days of a person that are kept at a time."""

_BYTES = 16


class DayClosed(AlmanacError, status=409):
    """A given day that cannot be answered any more: the code and the sentence say why."""

    def __init__(self, detail: str, sentence: str, *, code: str) -> None:
        super().__init__(detail, code=code)
        self.sentence = sentence


class GivenDays:
    """Begins and answers given days; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    def closes_at(self) -> int:
        """The end of a given day that begins now, in seconds since 1970."""
        return int(self._now()) + OPEN_FOR

    @retry_on_conflict
    async def begin(self, found: GivenDay) -> str:
        """Keep a new one: its token. Of too many the person's oldest goes."""
        token = secrets.token_urlsafe(_BYTES)
        text, known = await self._store.read(GivenDaysOf, found.person)
        made = (*(() if known is None else known.made), _digest(token))
        kept = GivenDaysOf(found.person, made[-MOST_GIVEN:], found.expires_at)
        forgotten = [removal(GivenDay, oldest) for oldest in made[:-MOST_GIVEN]]
        await self._store.put(
            change_to(_digest(token), found), change_to(found.person, kept, text), *forgotten
        )
        return token

    async def find(self, token: str, person: str) -> GivenDay:
        """The given day that a person may still answer.

        Raises:
            UnknownName: `quiz_token_unknown`, also of another's.
            DayClosed: `quiz_token_used`, `quiz_token_late`.
        """
        return self._open(await self._store.find(GivenDay, _digest(token)), person)

    @retry_on_conflict
    async def close(self, token: str, person: str) -> None:
        """Note that a given day is answered: of several at once one succeeds.

        Raises:
            UnknownName, DayClosed: see `find`.
        """
        text, found = await self._store.read(GivenDay, _digest(token))
        closed = replace(self._open(found, person), is_answered=True)
        await self._store.put(change_to(_digest(token), closed, text))

    def _open(self, found: GivenDay | None, person: str) -> GivenDay:
        if found is None or found.person != person:
            detail = "token: not one of yours, or long over; ask POST /v2/quiz/next for another day."
            raise UnknownName(detail, code="quiz_token_unknown")
        if found.is_answered:
            detail = "token: answered before; ask POST /v2/quiz/next for another day."
            raise DayClosed(detail, "This day is answered already.", code="quiz_token_used")
        if found.closes_at <= self._now():
            detail = "token: its hour is over; ask POST /v2/quiz/next for another day."
            raise DayClosed(detail, "The hour for this day is over.", code="quiz_token_late")
        return found


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
