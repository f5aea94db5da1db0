"""Where a request's time goes, and when it has used up its budget."""

from __future__ import annotations

import time
from types import TracebackType

from service.errors import BudgetExceeded


class Stopwatch:
    """Named stretches of one request; each begins by asking whether there is time left."""

    __slots__ = ("_budget", "_start", "_stretches")

    def __init__(self, budget: float) -> None:
        self._start = time.perf_counter()
        self._budget = budget
        self._stretches: dict[str, float] = {}

    @property
    def elapsed_ms(self) -> float:
        """Milliseconds since the request came in."""
        return (time.perf_counter() - self._start) * 1000

    @property
    def left(self) -> float:
        """Seconds of the budget that are left, 0 at least."""
        return max(0.0, self._budget - (time.perf_counter() - self._start))

    def stretch(self, name: str) -> Stretch:
        """Count the time of a `with` block under a name.

        Raises:
            BudgetExceeded: as the block begins, where the budget was spent before.
        """
        return Stretch(self, name)

    def begin(self) -> float:
        """Now, where there is time left.

        Raises:
            BudgetExceeded: the budget is spent.
        """
        now = time.perf_counter()
        if now - self._start > self._budget:
            raise BudgetExceeded(f"the answer took longer than {self._budget:g} s; ask with fewer features.")
        return now

    def end(self, name: str, began: float) -> None:
        """Count the time since `began` under a name."""
        spent = time.perf_counter() - began
        self._stretches[name] = self._stretches.get(name, 0.0) + spent

    def server_timing(self) -> str:
        """The Server-Timing header's value, milliseconds per stretch."""
        return ", ".join(f"{name};dur={spent * 1000:.3f}" for name, spent in self._stretches.items())


class Stretch:
    """One stretch of a stopwatch: a class, as a generator takes five times as long to enter and leave."""

    __slots__ = ("_began", "_name", "_stopwatch")

    def __init__(self, stopwatch: Stopwatch, name: str) -> None:
        self._stopwatch = stopwatch
        self._name = name

    def __enter__(self) -> None:
        self._began = self._stopwatch.begin()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopwatch.end(self._name, self._began)
