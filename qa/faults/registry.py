"""The faults: what is made to go wrong, how it is judged, and what mutated code it has to catch.

A module of this folder whose name begins with one of `KINDS` says its faults as `FAULTS`, a tuple.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Literal

Size = Literal["short", "long"]
"""A fixed sample, for `make test`; or every moment there is."""

KINDS = ("fs_", "publish_", "redis_", "service_", "sqlite_")


def _nothing() -> None:
    return None


@dataclass(slots=True)
class Tally:
    number: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a fault.

    `injected` is how often it was made to happen. `compared` counts what readers had loaded, `answers` what
    came over HTTP, each held to the snapshot it names; `waits` were 503 with Retry-After instead. `wrong` has
    a sentence for each broken promise, `lost` counts what was there before and is missing.
    """

    injected: int
    compared: int = 0
    answers: int = 0
    waits: int = 0
    wrong: tuple[str, ...] = ()
    lost: int = 0

    @property
    def survived(self) -> bool:
        """Whether it happened, something was looked at, and nothing was wrong or lost."""
        looked_at = self.compared + self.answers + self.waits
        return self.injected > 0 and looked_at > 0 and not self.showed

    @property
    def showed(self) -> bool:
        return bool(self.wrong or self.lost)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: `injected` and `promise` are what docs/reliability.md says of it.

    `inject` gets an empty folder and how much is asked. `mutants` are named ways to break the code it is
    about, each to be applied in a process of its own; with any of them `inject` must not survive. `prepare`
    is done once beforehand, so that the process that injects begins warm.
    """

    name: str
    injected: str
    promise: str
    inject: Callable[[Path, Size], Outcome]
    mutants: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    prepare: Callable[[], None] = _nothing


def known_faults() -> tuple[Fault, ...]:
    """Every fault of this folder, by module and in its order."""
    here = Path(__file__).parent
    names = sorted(path.stem for path in here.glob("*.py") if path.stem.startswith(KINDS))
    modules = (import_module(f"{__package__}.{name}") for name in names)
    return tuple(fault for module in modules for fault in getattr(module, "FAULTS", ()))
