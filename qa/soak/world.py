"""What the soak's processes know together: who is being disturbed, what was counted, when it ends."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.context import SpawnContext
from typing import Literal, get_args

from qa.soak.questions import PATHS

Count = Literal["checked", "wrong", "lost", "refused", "signed in again", "asked elsewhere", "refreshed"]
"""Questions answered rightly, wrongly and not at all; 503 with Retry-After; what students did besides."""

COUNTS: tuple[Count, ...] = get_args(Count)
CALL_NAMES = tuple(PATHS)
_ENDING, _EMPTIED, _FIRST_WORKER = range(3)


class World:
    """Written by the process that disturbs; every generator writes its own counts."""

    def __init__(self, context: SpawnContext, ports: Sequence[int], generators: int) -> None:
        self.ports = tuple(ports)
        self._state = context.RawArray("q", _FIRST_WORKER + len(ports))
        fields = len(COUNTS) + len(CALL_NAMES) + len(ports)
        self._counts = [context.RawArray("q", fields) for _ in range(generators)]

    @property
    def ending(self) -> bool:
        return bool(self._state[_ENDING])

    def end(self) -> None:
        """Let everybody finish the question that is asked."""
        self._state[_ENDING] = 1

    @property
    def emptied(self) -> int:
        """Grows whenever a Redis loses its sign-ins, before and after."""
        return int(self._state[_EMPTIED])

    def empty(self) -> None:
        """Say that sign-ins from before may be gone."""
        self._state[_EMPTIED] += 1

    def touched(self, worker: int) -> int:
        """Grows when a worker is disturbed and when that is over: odd while it lasts."""
        return int(self._state[_FIRST_WORKER + worker])

    @contextmanager
    def disturbing(self, worker: int) -> Iterator[None]:
        """A worker may hang up as long as the block lasts."""
        self._state[_FIRST_WORKER + worker] += 1
        try:
            yield
        finally:
            self._state[_FIRST_WORKER + worker] += 1

    def add(self, generator: int, count: Count) -> None:
        self._counts[generator][COUNTS.index(count)] += 1

    def add_checked(self, generator: int, call: str, worker: int) -> None:
        counts = self._counts[generator]
        counts[0] += 1
        counts[len(COUNTS) + CALL_NAMES.index(call)] += 1
        counts[len(COUNTS) + len(CALL_NAMES) + worker] += 1

    def total(self, count: Count) -> int:
        return self._sum(COUNTS.index(count))

    def by_call(self) -> dict[str, int]:
        return {name: self._sum(len(COUNTS) + place) for place, name in enumerate(CALL_NAMES)}

    def answered_by(self, worker: int) -> int:
        return self._sum(len(COUNTS) + len(CALL_NAMES) + worker)

    def _sum(self, place: int) -> int:
        return sum(int(counts[place]) for counts in self._counts)
