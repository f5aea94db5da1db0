"""Mutated code of what lives by the clock: see tests/faults/broken.py."""

import math
from typing import Any

from service.access import rate_limits, sessions, store
from service.access.tokens import VerifiedTokens, _digest
from tests.faults.broken import put


def windows_believed() -> None:
    """A window of tries ends when it says, however far ahead."""
    put(rate_limits, "AHEAD", math.inf)


def dates_believed() -> None:
    """Codes and grants are removed once their date is over."""
    put(store, "KEPT_OVER", 0)


def names_forgotten() -> None:
    """A spent name is removed at its end."""
    put(store, "NAME_KEPT", 0)


def sign_ins_believed() -> None:
    """A sign-in runs until its end, however far ahead."""
    put(sessions, "LONGEST", math.inf)


def tokens_kept() -> None:
    """A token that was verified counts until the process ends."""

    def claims(tokens: VerifiedTokens, token: str) -> Any:
        found = tokens._known.get(_digest(token))
        return found[0] if found else None

    put(VerifiedTokens, "claims", claims)
