"""The progress of a long import: steps for a line on the screen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


@contextmanager
def listen_to_progress(listener: Callable[[str], None]) -> Iterator[None]:
    """Send every reported step in the body to `listener`."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def report_progress(step: str) -> None:
    """Report an import step, such as `reading the volume, row 100,000 of 5,700,000`."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(step)
