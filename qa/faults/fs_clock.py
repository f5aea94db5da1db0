"""A clock that jumps: back an hour or forward a year, at any touch of the disk that a build makes."""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import core.build.build
from core.warehouse.snapshots import current_id
from qa.faults import broken
from qa.faults.apart import code_of
from qa.faults.moments import Moments, touch_words, touches_of
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.stage import SYMBOL, Stage, prepare, stage_in
from qa.faults.tampers import killed_before
from qa.faults.touches import Touch, Watch

JUMPS = (timedelta(hours=-1), timedelta(days=365))
_SAMPLE = 2


def jumped(jump: timedelta) -> None:
    """From now on this process reads another clock, and stamps files by it."""
    real, utime = time.time, os.utime

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) + jump

    def stamped(path: Any, times: Any = None, **more: Any) -> None:
        if times is None and "ns" not in more:
            times = (time.time(), time.time())
        utime(path, times, **more)

    setattr(time, "time", lambda: real() + jump.total_seconds())  # noqa: B010
    setattr(os, "utime", stamped)  # noqa: B010
    setattr(core.build.build, "datetime", Clock)  # noqa: B010


def clock_jumps(folder: Path, size: Size) -> Outcome:
    """Build with each jump at each touch, go back, and build again with the clock put right."""
    stage = stage_in(folder)
    chosen = Moments(killed_before, (), _SAMPLE).chosen(touches_of(stage), size)
    wrong = [
        f"{touch_words(touch)}, {jump.total_seconds() / 3600:+.0f} h: {one}"
        for touch in chosen
        for jump in JUMPS
        for one in _injected(stage, touch, jump)
    ]
    return Outcome(len(chosen) * len(JUMPS), stage.compared.number, wrong=tuple(wrong))


def _injected(stage: Stage, touch: Touch, jump: timedelta) -> list[str]:
    stage.reset()

    def build() -> None:
        Watch(
            stage.trial.root, lambda seen: seen.content if seen.number != touch.number else _jump(seen, jump)
        )
        stage.build()

    code = code_of(build)
    wrong = [f"the build ended with {code}"] if code else []
    if current_id(stage.directory) != stage.new:
        wrong.append(f"{current_id(stage.directory)} is served after the build")
    wrong += stage.judged()
    code = code_of(lambda: _back(stage, jump))
    if code or current_id(stage.directory) != stage.old:
        wrong.append(
            f"the rollback ended with {code} and serves {current_id(stage.directory)}, expected {stage.old}"
        )
    return wrong + stage.judged() + stage.recovered()


def _jump(touch: Touch, jump: timedelta) -> bytes:
    jumped(jump)
    return touch.content


def _back(stage: Stage, jump: timedelta) -> None:
    jumped(jump)
    stage.run("rollback", SYMBOL)


FAULTS = (
    Fault(
        "clock-jumps",
        "the clock goes back an hour, or forward a year, at a file call of a build",
        "the build is served; a rollback leads to what was served before; then the next build is served",
        clock_jumps,
        {"a rollback goes by the clock alone": broken.rollback_by_clock},
        prepare,
    ),
)
