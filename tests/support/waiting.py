"""Waiting for what another thread or process does: as long as a slow and busy machine needs."""

import time
from collections.abc import Callable

PATIENCE = 120.0


def eventually(
    claim: Callable[[], bool],
    what: Callable[[], str] = lambda: "it never happened",
    seconds: float = PATIENCE,
) -> None:
    """Return as soon as the claim holds; AssertionError with `what` where it never does."""
    deadline = time.monotonic() + seconds
    while not claim():
        if time.monotonic() > deadline:
            raise AssertionError(what())
        time.sleep(0.02)
