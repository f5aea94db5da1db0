"""Where a request's time goes, and when it has used up its budget."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from service.errors import BudgetExceeded


class Stopwatch:
    """Named stretches of one request; each begins by asking whether there is time left."""

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

    @contextmanager
    def stretch(self, name: str) -> Iterator[None]:
        """Count the time of a `with` block under a name.

        Raises:
            BudgetExceeded: as the block begins, where the budget was spent before.
        """
        began = time.perf_counter()
        if began - self._start > self._budget:
            raise BudgetExceeded(f"the answer took longer than {self._budget:g} s; ask with fewer features.")
        try:
            yield
        finally:
            self._stretches[name] = self._stretches.get(name, 0.0) + time.perf_counter() - began

    def server_timing(self) -> str:
        """The Server-Timing header's value, milliseconds per stretch."""
        return ", ".join(f"{name};dur={spent * 1000:.3f}" for name, spent in self._stretches.items())
