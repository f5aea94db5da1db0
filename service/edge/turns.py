"""A queue for computations: few run at once, and callers who wait take turns.

Threads share one interpreter lock with the event loop. Were every computation to run as it came, one visitor
with many connections would hold up everybody's short answers.
"""

from asyncio import Future, get_running_loop
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """At most `at_once` blocks run; a caller who waits gets a turn before another gets a second one."""

    def __init__(self, at_once: int = 1) -> None:
        self._free = at_once
        self._waiting: OrderedDict[str | None, deque[Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, caller: str | None) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            await self._wait(caller)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, caller: str | None) -> None:
        turn: Future[None] = get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the caller who has waited longest; a cancelled request is passed over."""
        while self._waiting:
            caller, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[caller] = turns
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._free += 1
