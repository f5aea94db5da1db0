"""What goes wrong at a touch of the disk while a command works: a kill, a refusal, another clock."""

import errno
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Literal

import core.build.build
from core.warehouse.snapshots import CURRENT_FILE
from qa.faults import tampers
from qa.faults.touches import Tamper, Touch

Place = Literal["any", "rename", "write", "pointer"]
Kind = Literal[
    "killed",
    "killed in a write",
    "power cut",
    "disk full",
    "disk read-only",
    "disk error",
    "disk lies",
    "clock an hour back",
    "clock a year ahead",
]

KILLS: tuple[Kind, ...] = ("killed", "killed in a write", "power cut")
CLOCKS: dict[Kind, timedelta] = {
    "clock an hour back": timedelta(hours=-1),
    "clock a year ahead": timedelta(days=365),
}
_FARTHEST = timedelta(days=500)
_TAMPERS: dict[Kind, Callable[[int], Tamper]] = {
    "killed": tampers.killed_before,
    "killed in a write": tampers.killed_amid,
    "disk full": partial(tampers.refused_from, code=errno.ENOSPC),
    "disk read-only": partial(tampers.refused_from, code=errno.EROFS),
    "disk error": tampers.refused_once,
    "disk lies": tampers.altered,
}


def is_at(place: Place, touch: Touch) -> bool:
    names = f"{Path(touch.path).name} {Path(touch.target).name}"
    found = {"rename": touch.kind in ("rename", "replace"), "write": touch.kind == "write"}
    return found.get(place, place == "any" or CURRENT_FILE in names)


@dataclass(frozen=True, slots=True)
class Moment:
    """The touch with this number among those of a place."""

    place: Place
    number: int

    def meets(self) -> Callable[[Touch], bool]:
        """Whether a touch is this one, called with each touch in turn."""
        left = self.number

        def meets(touch: Touch) -> bool:
            nonlocal left
            left -= is_at(self.place, touch)
            return left == 0 and is_at(self.place, touch)

        return meets


class Clock:
    """The clock of the simulated machine, `ahead` of where the run began."""

    def __init__(self, begin: datetime) -> None:
        self.begin = begin
        self.ahead = timedelta()

    def set(self, jump: timedelta) -> None:
        """Jump; back to the start of the run where it would be too far from there."""
        self.ahead += jump
        if abs(self.ahead) > _FARTHEST:
            self.ahead = timedelta()

    def set_to(self, session: str) -> None:
        """Let it be the evening of a session."""
        self.ahead = datetime.combine(date.fromisoformat(session), self.begin.timetz()) - self.begin

    def now(self) -> datetime:
        return self.begin + self.ahead

    def install(self) -> None:
        """Let this process read the clock, and stamp files by it: fork first."""
        real, utime, clock = time.time, os.utime, self

        class Dates(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return datetime.fromtimestamp(time.time(), tz or UTC)

        def stamped(path: Any, times: Any = None, **more: Any) -> None:
            given = times is not None or "ns" in more
            utime(path, times if given else (time.time(), time.time()), **more)

        setattr(time, "time", lambda: real() + clock.ahead.total_seconds())  # noqa: B010
        setattr(os, "utime", stamped)  # noqa: B010
        setattr(core.build.build, "datetime", Dates)  # noqa: B010


@dataclass(frozen=True, slots=True)
class Mishap:
    """One thing that goes wrong at a moment of a command's work."""

    kind: Kind
    moment: Moment

    @property
    def jump(self) -> timedelta:
        return CLOCKS.get(self.kind, timedelta())

    def tamper(self, clock: Clock) -> Tamper:
        cut = tampers.PowerCut(0)
        begun: list[Tamper] = [cut] if self.kind == "power cut" else []
        meets = self.moment.meets()

        def tamper(touch: Touch) -> bytes:
            if meets(touch):
                cut.number = touch.number
                clock.set(self.jump)
                if self.kind in _TAMPERS:
                    begun.append(_TAMPERS[self.kind](touch.number))
            return begun[0](touch) if begun else touch.content

        return tamper
