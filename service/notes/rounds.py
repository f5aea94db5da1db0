"""Rounds of the quiz: which day a token stands for, until it is guessed.

The page knows the token alone, a hundred and twenty-eight random bits; the store keeps its digest. A round is
answered once. It is kept for an hour after its hour is over, so that a late or second answer gets a reason.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from core.contracts.errors import AlmanacError, UnknownName
from service.database.record_store import RecordStore, change_to, removal, retry_on_conflict
from service.database.records import Round, RoundsOf

OPEN_FOR = 60 * 60
"""Seconds in which a round may be answered."""

REMEMBERED = 60 * 60
"""Seconds that a round is kept after them."""

MOST_ROUNDS = 100
"""Rounds of a person that are kept at a time."""

_BYTES = 16


class RoundClosed(AlmanacError, status=409):
    """A round that cannot be answered any more: the code and the sentence say why."""

    def __init__(self, detail: str, sentence: str, *, code: str) -> None:
        super().__init__(detail, code=code)
        self.sentence = sentence


class Rounds:
    """Begins and answers rounds; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    def closes_at(self) -> int:
        """The end of a round that begins now, in seconds since 1970."""
        return int(self._now()) + OPEN_FOR

    @retry_on_conflict
    async def begin(self, found: Round) -> str:
        """Keep a new round: its token. Of too many rounds the person's oldest goes."""
        token = secrets.token_urlsafe(_BYTES)
        text, known = await self._store.read(RoundsOf, found.person)
        made = (*(() if known is None else known.made), _digest(token))
        kept = RoundsOf(found.person, made[-MOST_ROUNDS:], found.expires_at)
        forgotten = [removal(Round, oldest) for oldest in made[:-MOST_ROUNDS]]
        await self._store.put(
            change_to(_digest(token), found), change_to(found.person, kept, text), *forgotten
        )
        return token

    async def find(self, token: str, person: str) -> Round:
        """The round that a person may still answer.

        Raises:
            UnknownName: `quiz_token_unknown`, also of another's.
            RoundClosed: `quiz_token_used`, `quiz_token_late`.
        """
        return self._open(await self._store.find(Round, _digest(token)), person)

    @retry_on_conflict
    async def close(self, token: str, person: str) -> None:
        """Note that a round is answered: of several at once one succeeds.

        Raises:
            UnknownName, RoundClosed: see `find`.
        """
        text, found = await self._store.read(Round, _digest(token))
        closed = replace(self._open(found, person), is_answered=True)
        await self._store.put(change_to(_digest(token), closed, text))

    def _open(self, found: Round | None, person: str) -> Round:
        if found is None or found.person != person:
            detail = "token: not one of yours, or long over; ask POST /v2/quiz/next for another day."
            raise UnknownName(detail, code="quiz_token_unknown")
        if found.is_answered:
            detail = "token: answered before; ask POST /v2/quiz/next for another day."
            raise RoundClosed(detail, "This day is answered already.", code="quiz_token_used")
        if found.closes_at <= self._now():
            detail = "token: its hour is over; ask POST /v2/quiz/next for another day."
            raise RoundClosed(detail, "The hour for this day is over.", code="quiz_token_late")
        return found


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
