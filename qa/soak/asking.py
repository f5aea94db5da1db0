"""A student's way to an answer: signed in, repeated where told to wait, sent elsewhere after a hang-up.

What may happen is narrow. A worker hangs up only while it is disturbed. A sign-in is forgotten only where
Redis was emptied. A refusal says when to come back. Everything else counts as wrong or lost.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import orjson

from core.contracts.catalogue import Tier
from qa.soak.checking import Checker
from qa.soak.connection import Answer, Connection, HungUp
from qa.soak.questions import Question
from qa.soak.world import Count, World

_WAIT = 0.2
"""Seconds a student stays away after a 503, in place of the five that Retry-After says."""
_FEWEST_TRIES = 5
"""A question is not lost before, however long they took on a busy machine."""
_AVOIDED = 0.5
"""Seconds that a worker which hung up is not asked."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds for one request, and for a question with all its repetitions."""

    request: float = 30.0
    question: float = 60.0


PATIENCE = Patience()


@dataclass(slots=True)
class _SignIn:
    access: str
    refresh: str
    emptied: int
    in_doubt: bool = False
    """Whether an earlier refresh may have been done without our hearing of it."""


class Asker:
    """Asks as one person of a tier, the workers in turn, as a proxy would."""

    def __init__(
        self,
        world: World,
        generator: int,
        person: str,
        tier: Tier,
        checker: Checker,
        tell: Callable[[str], None],
        patience: Patience,
    ) -> None:
        self._world, self._generator, self._checker = world, generator, checker
        self._person, self._tier, self._tell, self._patience = person, tier, tell, patience
        self._connections = [Connection(port) for port in world.ports]
        self._touched = [0] * len(world.ports)
        self._avoided = [0.0] * len(world.ports)
        self._worker = 0
        self._sign_in: _SignIn | None = None

    def close(self) -> None:
        for connection in self._connections:
            connection.close()

    async def ask(self, question: Question) -> bytes | None:
        """The body of the right answer; None where the question was lost or answered wrongly."""
        until, tries = time.monotonic() + self._patience.question, 0
        while time.monotonic() < until or tries < _FEWEST_TRIES:
            tries += 1
            sign_in = await self._signed_in(until)
            if sign_in is None:
                return None
            headers = {"Authorization": f"Bearer {sign_in.access}"}
            answer = await self._send(question.method, question.path, question.body, headers)
            if answer is None or await self._is_to_wait(answer):
                continue
            if answer.status == 401 and self._world.emptied > sign_in.emptied:
                self._sign_in = None
                self._count("signed in again")
                continue
            return self._judged(question, answer)
        self._lost(f"{question.call}: not answered within {self._patience.question:g} s")
        return None

    async def refresh(self) -> None:
        """Spend the refresh token; where that is refused for a reason we know, sign in again."""
        sign_in = self._sign_in
        if sign_in is None:
            return
        body = orjson.dumps({"refresh_token": sign_in.refresh})
        answer = await self._send("POST", "/api/auth/refresh", body, {})
        if answer is None or await self._is_to_wait(answer):
            sign_in.in_doubt = True
        elif answer.status == 200:
            self._sign_in = _signed(answer, sign_in.emptied)
            self._count("refreshed")
        elif answer.status == 401 and (sign_in.in_doubt or self._world.emptied > sign_in.emptied):
            self._sign_in = None
            self._count("signed in again")
        else:
            self._wrong(f"refresh: {answer.status} {answer.body[:200]!r}")

    def _judged(self, question: Question, answer: Answer) -> bytes | None:
        fault = self._checker.fault(self._tier, question, answer)
        if fault is not None:
            self._wrong(fault)
            return None
        self._world.add_checked(self._generator, question.call, self._worker)
        return answer.body

    async def _signed_in(self, until: float) -> _SignIn | None:
        tries = 0
        while self._sign_in is None:
            tries += 1
            if time.monotonic() > until and tries > _FEWEST_TRIES:
                self._lost(f"entry: not answered within {self._patience.question:g} s")
                return None
            await self._enter()
        return self._sign_in

    async def _enter(self) -> None:
        emptied = self._world.emptied
        visitor = {"user_id": self._person, "user_email": f"{self._person}@example.com"}
        body = orjson.dumps(visitor | {"course_id": "dev-cad-std", "profile": self._tier})
        answer = await self._send("POST", "/api/auth/entry", body, {})
        if answer is None or await self._is_to_wait(answer):
            return
        if answer.status == 200:
            self._sign_in = _signed(answer, emptied)
        else:
            self._wrong(f"entry: {answer.status} {answer.body[:200]!r}")
            await asyncio.sleep(_WAIT)

    async def _is_to_wait(self, answer: Answer) -> bool:
        """Whether the answer says to come back later; then some of that time has passed."""
        if answer.status != 503 or answer.retry_after is None:
            return False
        self._count("refused")
        await asyncio.sleep(_WAIT)
        return True

    async def _send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer | None:
        """One exchange; None where the worker hung up, and the other one is asked next."""
        worker = self._worker = self._next_worker()
        connection = self._connections[worker]
        opened, touched = connection.opened, self._world.touched(worker)
        try:
            return await connection.ask(method, path, body, headers, self._patience.request)
        except HungUp as error:
            since = self._touched[worker] if connection.opened == opened else touched
            if self._world.touched(worker) == since and since % 2 == 0:
                self._lost(f"{path}: worker {worker}, which nobody disturbed, hung up: {error}")
            self._avoided[worker] = time.monotonic() + _AVOIDED
            await asyncio.sleep(_WAIT / 10)
            self._count("asked elsewhere")
            return None
        finally:
            if connection.opened != opened:
                self._touched[worker] = touched

    def _next_worker(self) -> int:
        """The one after the last one asked, unless it hung up a moment ago and another did not."""
        places = [(self._worker + step) % len(self._avoided) for step in range(1, len(self._avoided) + 1)]
        now = time.monotonic()
        return next((each for each in places if self._avoided[each] <= now), places[0])

    def _count(self, count: Count) -> None:
        self._world.add(self._generator, count)

    def _wrong(self, fault: str) -> None:
        self._count("wrong")
        self._tell(f"wrong: {fault}")

    def _lost(self, fault: str) -> None:
        self._count("lost")
        self._tell(f"lost: {fault}")


def _signed(answer: Answer, emptied: int) -> _SignIn:
    told = orjson.loads(answer.body)
    return _SignIn(told["access_token"], told["refresh_token"], emptied)
