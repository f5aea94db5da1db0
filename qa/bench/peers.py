"""What the three peers share: what they give for a group of days, and how their answers are compared."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from qa.bench.question import Breadth, Scalar, Spread

TOLERANCE = 1e-7
"""Skewness by sums of powers loses digits in every peer."""

RECENT_DAYS = 250

ROUNDED = 1.1e-6
"""The service says six decimals."""


@dataclass(frozen=True, slots=True)
class Group:
    """Aggregates of one group of days.

    Of the matched days `years` has active days and days of each occurrence by year, `recent` those of the
    last 250.
    """

    days: int
    spreads: Mapping[str, Spread]
    years: Mapping[str, Mapping[int, tuple[int, int]]] = field(default_factory=dict)
    recent: Mapping[str, tuple[int, int]] = field(default_factory=dict)


Columns = Mapping[str, NDArray[Any]]
"""Rows by column; `session` is the place of a row's session."""


@dataclass(frozen=True, slots=True)
class CoinGroup:
    """The matched days, and the coin days that match by the session that they are of.

    `days` has the outcomes and numbers of each matched session, NaN without a value. Of each session with a
    matching coin day, `known` and `came` count its coin days with a value of each outcome, and those on which
    it came. `numbers` has the numbers of every matching coin day.
    """

    days: Columns
    known: Columns
    came: Columns
    numbers: Columns


class Peer(Protocol):
    """One way to answer the question without our code."""

    name: str

    def ask(self, breadth: Breadth) -> Any:
        """The aggregates of the matched days as the peer gives them."""

    def groups(self, breadth: Breadth) -> tuple[Group, Group]:
        """Matched days and the others."""

    def coin(self, breadth: Breadth) -> CoinGroup:
        """The coin days that match, by session."""


def by_range(reached: Sequence[int], n: int) -> dict[Scalar, int]:
    """Days by range number from the days that reached each cut, of `n` with a value."""
    steps = [n, *reached, 0]
    counts = {i: steps[i] - steps[i + 1] for i in range(len(steps) - 1)}
    return {number: days for number, days in counts.items() if days}


def differences(one: Group, other: Group) -> Iterator[str]:
    """Every figure on which two peers differ: counts exactly, numbers to 1e-7."""
    if one.days != other.days:
        yield f"days: {one.days} and {other.days}"
    if (one.years, one.recent) != (other.years, other.recent):
        yield "days by year, or the last ones"
    for name, mine in one.spreads.items():
        theirs = other.spreads[name]
        if _given(mine.counts) != _given(theirs.counts):
            yield f"{name} counts: {mine.counts} and {theirs.counts}"
        for figure in ("summary", "moments"):
            pair = getattr(mine, figure), getattr(theirs, figure)
            if len(pair[0]) != len(pair[1]) or not all(map(_same, *pair)):
                yield f"{name} {figure}: {pair[0]} and {pair[1]}"


def coin_differences(one: CoinGroup, other: CoinGroup) -> Iterator[str]:
    for part in ("days", "known", "came", "numbers"):
        mine, theirs = getattr(one, part), getattr(other, part)
        for name, each in mine.items():
            if not np.array_equal(each, theirs[name], equal_nan=True):
                yield f"{name} in {part} of the coin"


def unlike(ours: Any, theirs: Any, place: str = "") -> Iterator[str]:
    """Every place at which our answer does not say what theirs says; ours may say more."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name, each in theirs.items():
            yield from unlike(ours.get(name, "nothing"), each, f"{place}/{name}")
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for number, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from unlike(*pair, f"{place}/{number}")
    elif not _said_alike(ours, theirs):
        yield f"{place}: {ours!r} ours, {theirs!r} theirs"


def _given(counts: Mapping[Any, int]) -> dict[Any, int]:
    return {value: days for value, days in counts.items() if days}


def _same(mine: float, other: float) -> bool:
    if math.isnan(mine) or math.isnan(other):
        return math.isnan(mine) and math.isnan(other)
    return math.isclose(mine, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _said_alike(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return math.isclose(ours, theirs, rel_tol=0, abs_tol=ROUNDED)
    return bool(ours == theirs)
