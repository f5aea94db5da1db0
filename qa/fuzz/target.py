"""What is fuzzed: cases, and a check that every case must pass."""

import signal
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisWarning
from hypothesis.strategies import SearchStrategy

HANGS_AFTER = 60
"""Seconds of computing within which every case must be over; the slowest takes under one."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads input from outside.

    `check` gets one of the `cases` and returns its outcome in a word; it raises where a promise is broken.
    `short` is the number of cases in `make test`, `promise` holds for every case.
    """

    name: str
    promise: str
    cases: SearchStrategy[Any]
    check: Callable[[Any], str]
    short: int


def run(target: Target, cases: int, number: int) -> Counter[str]:
    """Check `cases` cases, the same ones for the same `number`; the count of each outcome.

    Raises the error of the smallest failing case.
    """
    words: Counter[str] = Counter()

    @seed(number)
    @settings(
        max_examples=cases,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(target.cases)
    def every(case: Any) -> None:
        with limited():
            word = target.check(case)
        words[word] += 1

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)  # of cases too long to be printed whole
        every()
    return words


@contextmanager
def limited() -> Iterator[None]:
    """Stop what computes for longer than `HANGS_AFTER` seconds with an AssertionError."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS_AFTER)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise AssertionError(f"still computing after {HANGS_AFTER} s")
