"""Writes a plan's answers by the kernel: every figure from the running sum straight into the text."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson
from numpy.typing import DTypeLike, NDArray

from core.kernel.answer import TOO_LITTLE_ROOM, Answer
from core.kernel.library import Length, Pointer, function, place, pointer
from core.modules.closed_forms import median_ranks
from core.modules.plan.days import Days
from core.modules.plan.figures import Wanted
from core.query.parting import RunningSums
from core.query.plan_distinct import TESTS, Given, spread_days
from core.query.plan_layout import Layout
from core.query.plan_program import USUAL, Program
from core.query.plan_sequences import Sequences

_WRITE = function("write_answer", Pointer, returns=Length)

_ROOM = 1 << 14


def can_write() -> bool:
    """Whether there is a kernel that writes."""
    return _WRITE is not None


class Writer:
    """One plan's arrays as the kernel reads them, and room for what it writes."""

    def __init__(
        self,
        layout: Layout,
        wanted: Wanted,
        days: Sequence[Days],
        program: Program,
        sums: RunningSums,
        sequences: Sequences,
    ) -> None:
        """`days` are `all_days` of the plan's features; `sums` and `sequences` hold a question's counts."""
        self._arrays: list[NDArray[Any]] = []
        self._answer = Answer(text=program.text, n_steps=len(program.steps), n_places=len(layout.worth))
        self._pointer = ctypes.addressof(self._answer)
        self._hold(layout, wanted, days, program, sums)
        self._hold_sequences(sequences)
        self._usual: list[bytes] = [USUAL.get(kind, b"") for kind, _ in program.pieces]
        self._told = program.pieces
        self._brought = [what for what in program.pieces if what[0] not in USUAL]
        self._pieces = (ctypes.c_char_p * len(self._usual))()
        self._labels = (ctypes.c_char_p * len(program.labels))(*program.labels)
        self._answer.pieces = ctypes.addressof(self._pieces)
        self._answer.labels = ctypes.addressof(self._labels)
        self._ends = np.zeros(program.features, dtype=np.int64)
        self._answer.ends = self._address(self._ends, np.int64)
        self._make_room(_ROOM + 2 * len(program.text))

    @property
    def nbytes(self) -> int:
        """What the arrays take that it holds."""
        return self._out.nbytes + sum(each.nbytes for each in self._arrays)

    def written(self, given: Given) -> list[bytes] | None:
        """Each feature's JSON from the running sum, streaks and runs as they stand.

        None where a number is infinite, or so large that the kernel does not write it.
        """
        tests = np.ascontiguousarray(given.tests, dtype=np.float64)
        if tests.shape != (len(TESTS), len(self._ends)):
            raise ValueError(f"tests: {tests.shape} found, {(len(TESTS), len(self._ends))} expected")
        self._answer.tests = ctypes.addressof(place(tests))
        pieces: list[Any] = self._bring(given)
        self._pieces[:] = pieces
        length = _call(self._pointer)
        while length == TOO_LITTLE_ROOM:
            self._make_room(2 * len(self._out))
            length = _call(self._pointer)
        if length < 0:
            return None
        ends, text = self._ends.tolist(), self._out[:length].tobytes()
        return [text[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]

    def _bring(self, given: Given) -> list[bytes]:
        """The pieces of a question."""
        pieces = self._usual.copy()
        for name in given.conditioned:
            if ("conditioned", name) in self._told:
                pieces[self._told["conditioned", name]] = b"true"
        for name, filters in given.look_ahead.items():
            if filters:
                pieces[self._told["look_ahead", name]] = orjson.dumps(filters)
        for kind, name in self._brought:
            pieces[self._told[kind, name]] = given.modules[name][kind]
        return pieces

    def _hold(
        self, layout: Layout, wanted: Wanted, days: Sequence[Days], program: Program, sums: RunningSums
    ) -> None:
        answer, spreads = self._answer, _spreads(layout, wanted, days)
        spans = wanted.table("count", 2).astype(np.int32)
        if not 0 <= spans.min() <= spans.max() < len(sums.running):
            raise ValueError(
                f"spans: {spans.min()} to {spans.max()}, places below {len(sums.running)} expected"
            )
        answer.n_counts, answer.n_spreads = len(spans), len(spreads)
        answer.steps, answer.spans = self._address(program.steps, np.int32), self._address(spans, np.int32)
        answer.spreads = self._address(spreads, np.int32)
        answer.probabilities = self._address(np.array(program.probabilities), np.float64)
        answer.ranks = self._address(_ranks(len(layout.table.slots)), np.int32)
        answer.worth = self._address(layout.worth, np.float64)
        answer.days = self._address(np.zeros(len(spans), dtype=np.int64), np.int64)
        answer.moments = self._address(np.zeros((len(spreads), 3)), np.float64)
        answer.running = self._address(sums.running, np.int32)
        answer.numbers = self._address(sums.numbers, np.float64)

    def _hold_sequences(self, sequences: Sequences) -> None:
        answer, streaks, runs = self._answer, sequences.streaks, sequences.runs
        if streaks is not None:
            answer.starts = self._address(streaks.starts, np.int64)
            answer.longest_streaks = self._address(streaks.longest, np.int64)
            answer.by_length = self._address(streaks.by_length, np.int64)
            answer.followed = self._address(streaks.followed, np.int64)
        if runs is not None:
            answer.longest_runs = self._address(runs.longest, np.int64)

    def _make_room(self, size: int) -> None:
        self._out = np.empty(size, dtype=np.uint8)
        self._answer.out, self._answer.room = self._out.ctypes.data, size

    def _address(self, array: NDArray[Any], dtype: DTypeLike) -> int:
        """Where an array begins that lives with the plan."""
        self._arrays.append(array)
        return pointer(array, dtype, array.shape).value or 0


def _call(answer: int) -> int:
    if _WRITE is None:
        raise RuntimeError("no kernel to write an answer with: python -m core.kernel.build")
    return int(_WRITE(answer))


def _spreads(layout: Layout, wanted: Wanted, days: Sequence[Days]) -> NDArray[np.int32]:
    """Places (M, 4) from and to, the value of the first, and where all numerics begin, -1 for integers."""
    rows = [
        (*each.values, 0, layout.codes)
        if each.definition.kind == "numeric"
        else (each.start, each.start + each.size, each.scale.first, -1)
        for each in spread_days(wanted, days)
    ]
    return np.array(rows, dtype=np.int32).reshape(-1, 4)


def _ranks(sessions: int) -> NDArray[np.int32]:
    """By number of days the rank of the lower end of the median's interval."""
    return np.array(median_ranks(sessions.bit_length())[: sessions + 1], dtype=np.int32)
