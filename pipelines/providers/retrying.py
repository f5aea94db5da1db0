"""Asking again, later and a bounded number of times."""

from collections.abc import Callable
from pathlib import Path

from pipelines.providers.provider import Outage

PAUSES = (2.0, 10.0, 30.0)
"""Seconds before the second, third and fourth question."""

LONGEST_PAUSE = 120.0
"""The most that a vendor's own Retry-After is heeded."""


class Interrupted(Exception):
    """One question failed in a way that may pass; `retry_after` seconds were asked for by the vendor."""

    def __init__(self, text: str, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.retry_after = retry_after


def retrying(ask: Callable[[], Path], sleep: Callable[[float], None]) -> Path:
    """The first answer of up to four questions; Outage names what the last one met."""
    for pause in PAUSES:
        try:
            return ask()
        except Interrupted as error:
            asked_for = 0.0 if error.retry_after is None else error.retry_after
            sleep(min(max(pause, asked_for), LONGEST_PAUSE))
    try:
        return ask()
    except Interrupted as error:
        raise Outage(f"{error} (asked {len(PAUSES) + 1} times)") from error
