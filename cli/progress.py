"""What a command that takes long shows meanwhile, and what it says where it is stopped."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

IMPORT_SECONDS = {
    "taking the file apart": 0.5,
    "reading": 2.5,
    "finding the time zone": 2.3,
    "searching for what is wrong": 1.5,
    "merging": 0.4,
    "making sessions": 0.2,
    "writing": 0.8,
}
SAMPLE_SECONDS = {"making the bars": 0.5, "making sessions": 0.1, "writing": 0.4}
BUILD_SECONDS = {
    "bars": 0.4,
    "sessions": 0.2,
    "features": 0.3,
    "signals": 0.1,
    "coin": 6.1,
    "claims": 1.0,
    "modules": 5.0,
    "pack": 4.0,
    "snapshot": 2.0,
    "published": 0.1,
}
"""Seconds of each step on the bars of the sample: how they are to each other, to estimate what is left by."""

_NEARLY, _TELLING = 0.95, 0.05
_NARROW, _SHORT_BAR, _LONG_BAR, _LEFT = 60, 8, 30, 12


class Stopped(KeyboardInterrupt):
    """Ctrl-C; its text says what is done and what was left."""


@contextmanager
def stoppable(words: Callable[[], str]) -> Iterator[None]:
    """Raise `Stopped` with what `words` then says where Ctrl-C comes."""
    try:
        yield
    except Stopped:
        raise
    except KeyboardInterrupt:
        raise Stopped(words()) from None


class Line:
    """The place of a work: its step, its share of the whole, and how long the rest may take.

    `usual` are the seconds of its steps in turn. Those that are over show how much faster or slower this
    run is. Before a twentieth is over nothing is estimated, unless `pace` gives it: 2 for twice the usual.
    """

    def __init__(self, what: str, usual: Mapping[str, float], pace: float | None = None) -> None:
        self._what, self._names, self._usual = what, list(usual), list(usual.values())
        self._now, self._spent, self._known = 0, 0.0, 0.0
        self._pace, self._words = pace, ""
        self.began = self._step_began = time.monotonic()

    def at(self, words: str) -> None:
        """A step has begun or goes on; `words` begin with its name. The steps before it are over."""
        begun = (place for place, name in enumerate(self._names) if words.startswith(name))
        self._go_to(next((place for place in begun if place >= self._now), self._now))
        self._words = words

    def ended(self, name: str, took: float | None = None) -> None:
        """A step is over, and with it those before it; `took` are its seconds, if it began later."""
        self._go_to(self._names.index(name) + 1, took)
        self._words = "".join(self._names[self._now : self._now + 1])

    def _go_to(self, place: int, took: float | None = None) -> None:
        if place > self._now:
            ended = time.monotonic()
            self._spent += ended - self._step_began if took is None else took
            self._known += self._usual[place - 1 if took is not None else self._now]
            if self._known >= _TELLING * sum(self._usual):
                self._pace = self._spent / self._known
            self._now, self._step_began = place, ended

    def words(self, most: int = 1000) -> str:
        """The work and its step; the step alone where both have more than `most` characters."""
        both = f"{self._what}: {self._words}" if self._words else self._what
        return self._words if self._words and len(both) > most else both

    def share(self) -> float:
        """The part that is done, 0 to 1."""
        return self._done() / sum(self._usual)

    def left(self) -> str:
        """About how long the rest takes; the time so far where that is unknown."""
        if self._pace is None:
            return f"{time.monotonic() - self.began:.0f} s"
        left = max(self._pace * (sum(self._usual) - self._done()), 1.0)
        minutes, seconds = divmod(round(left), 60)
        return f"{minutes}:{seconds:02} left"

    def _done(self) -> float:
        """The usual seconds of what is done; a step that takes longer than it should is nearly done."""
        if self._now >= len(self._usual):
            return sum(self._usual)
        usual, elapsed = self._usual[self._now], time.monotonic() - self._step_began
        return sum(self._usual[: self._now]) + min(elapsed / (self._pace or 1.0), _NEARLY * usual)


def progress_line(
    what: str, usual: Mapping[str, float], *, pace: float | None = None, every: float | None = None
) -> AbstractContextManager[Line]:
    """Show the progress of a work on standard error: a bar on a terminal, which is gone at the end.

    Without a terminal, a line each `every` seconds; none without `every`.
    """
    line = Line(what, usual, pace)
    if sys.stderr.isatty() and os.environ.get("TERM") not in ("dumb", "unknown"):
        return _bar(line)
    return nullcontext(line) if every is None else _told(line, every)


@contextmanager
def _told(line: Line, every: float) -> Iterator[Line]:
    done = threading.Event()

    def tell() -> None:
        while not done.wait(every):
            took = time.monotonic() - line.began
            print(f"{line.words()}, {took:.0f} s", file=sys.stderr, flush=True)

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield line
    finally:
        done.set()
        thread.join()


@contextmanager
def _bar(line: Line) -> Iterator[Line]:
    """One line at the bottom; what is printed meanwhile appears above it, on a terminal."""
    from rich.console import Console, RenderableType
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    class Bar(Progress):
        def get_renderables(self) -> Iterator[RenderableType]:
            for task in self.tasks:
                task.completed, task.description = line.share(), line.words(room)
                task.fields["left"] = line.left()
            yield self.make_tasks_table(self.tasks)

    console = Console(stderr=True, soft_wrap=True, markup=False, highlight=False, emoji=False)
    width = _SHORT_BAR if console.width < _NARROW else _LONG_BAR
    room = console.width - width - _LEFT
    what = TextColumn(
        "{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")
    )
    left = TextColumn("{task.fields[left]}", markup=False, table_column=Column(no_wrap=True, justify="right"))
    columns = (what, BarColumn(bar_width=width), left)
    with Bar(
        *columns,
        console=console,
        transient=True,
        expand=True,
        refresh_per_second=2,
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:
        bar.add_task("", total=1.0, left="")
        with _logs_above():
            yield line


@contextmanager
def _logs_above() -> Iterator[None]:
    """Log lines go the way of printed ones, so that they do not tear the bar."""
    before = [
        (each, each.setStream(sys.stderr))
        for each in logging.getLogger().handlers
        if isinstance(each, logging.StreamHandler) and each.stream is sys.__stderr__
    ]
    try:
        yield
    finally:
        for handler, stream in before:
            handler.setStream(stream)
