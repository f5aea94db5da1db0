"""An answer plan as the kernel reads it: the text once, and a step for every hole, with what fills it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain

import numpy as np
import orjson
from numpy.typing import NDArray

from core.kernel.answer import KINDS
from core.modules.period_probability import PERIODS
from core.modules.plan.days import Days
from core.modules.plan.figures import Wanted
from core.modules.plan.template import Hole, Template
from core.query.plan_distinct import TESTS, Distinct

Operands = tuple[int, ...]

USUAL = {"conditioned": b"false", "look_ahead": b"[]"}
"""Pieces that are mostly alike."""

_WIDTH = 6
_BLOCK = bytes(16)
_ASKED_AS = {
    "lower": "wilson",
    "upper": "wilson",
    "low edge": "edge",
    "high edge": "edge",
    **dict.fromkeys(("lift", "difference", "least", "most"), "compared"),
}
_MADE_OF = {"compared": "wilson", "share of both": "both", "spread": "quantile"}
_STREAKS = ("streak median", "streak mean", "streak lengths", "continuation", "streak longest")
_NUMBERED = frozenset(("count", "moments", "longest run", *_STREAKS))
_NUMBER = {kind: number for number, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Program:
    """`steps` (S, 6) are where the text before a hole ends, the number of its kind, and up to four operands.

    `text` has a block of zeros after it. `pieces` are the places of what a question brings, by kind and
    feature; `probabilities` are those of the quantiles, `labels` words as they stand in JSON.
    """

    text: bytes
    features: int
    steps: NDArray[np.int32]
    pieces: dict[tuple[str, str], int]
    probabilities: list[float]
    labels: list[bytes]

    def left_out(self) -> dict[str, list[str]]:
        """The kinds of the pieces that a module writes, by feature."""
        found: dict[str, list[str]] = {}
        for kind, name in self.pieces:
            if kind not in USUAL:
                found.setdefault(name, []).append(kind)
        return found


def program_of(template: Template, wanted: Wanted, distinct: Distinct, features: int) -> Program:
    """The steps of a template of so many features, whose holes ask for `wanted` and `distinct` figures."""
    operands = _Operands(wanted, distinct, features)
    text, steps, ended = bytearray(), list[tuple[int, ...]](), 0
    for part, hole in zip(template.parts, [*template.holes, None], strict=True):
        *whole, begun = part.split(b"\0")
        for each in whole:
            text += each
            steps.append(_step(len(text), "end", (ended,)))
            ended += 1
        text += begun
        kind, reads = ("end", (ended,)) if hole is None else operands.of(hole)
        steps.append(_step(len(text), kind, reads))
    table = np.array(steps, dtype=np.int32)
    return Program(
        bytes(text) + _BLOCK, features, table, operands.pieces, operands.probabilities, operands.labels
    )


def _step(end: int, kind: str, operands: Operands) -> tuple[int, ...]:
    return (end, _NUMBER[kind], *operands, *(0,) * (_WIDTH - 2 - len(operands)))


class _Operands:
    """What a hole's figure is made of, in the kernel's numbers."""

    def __init__(self, wanted: Wanted, distinct: Distinct, features: int) -> None:
        self._asked = {kind: list(places) for kind, places in wanted.kinds.items()}
        self._distinct, self._features = distinct, features
        self.pieces: dict[tuple[str, str], int] = {}
        self.probabilities: list[float] = []
        self.labels = [_inside_quotes(name) for name in PERIODS]

    def of(self, hole: Hole) -> tuple[str, Operands]:
        """The kind as the kernel calls it, and up to four operands."""
        kind, place = hole.kind, hole.place
        if kind in _NUMBERED:
            return kind, (place,)
        if kind not in self._distinct:
            return kind, self._read(_ASKED_AS.get(kind, kind), place)
        days = self._distinct[kind][place]
        if kind in TESTS:
            return "test", (TESTS.index(kind) * self._features + days.place,)
        if kind in _WORDS:
            return kind, _WORDS[kind](days)
        if kind == "sentence":
            return kind, self._sentence(days)
        return "piece", (self.pieces.setdefault((kind, days.definition.name), len(self.pieces)),)

    def _read(self, kind: str, place: int) -> Operands:
        what = self._asked[kind][place]
        if kind == "quantile":
            return int(what[0]), self._probability(what[1])
        if kind in _MADE_OF:
            return tuple(chain.from_iterable(self._read(_MADE_OF[kind], int(each)) for each in what))
        return tuple(int(each) for each in what)

    def _probability(self, probability: float) -> int:
        if probability not in self.probabilities:
            self.probabilities.append(probability)
        return self.probabilities.index(probability)

    def _sentence(self, days: Days) -> Operands:
        first, labels = len(self.labels), [_inside_quotes(each) for each in days.scale.range_labels]
        self.labels += labels
        return days.start, days.size, first, 2 * max(map(len, labels))


def _inside_quotes(word: str) -> bytes:
    return orjson.dumps(word)[1:-1]


def _codes(days: Days) -> Operands:
    return days.start, days.size, days.scale.first


_WORDS: Mapping[str, Callable[[Days], Operands]] = {
    "grade": lambda days: (days.n,),
    "likeliest": lambda days: (*(days.bars(*span) for span in PERIODS.values()), 0),
    "by bar": _codes,
    "bars": _codes,
    "largest": _codes,
}
