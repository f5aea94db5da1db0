"""What the kernel writes a plan's answer from, as `core/kernel/answer.h` declares it."""

from __future__ import annotations

import ctypes

from core.kernel.library import Length, Pointer

KINDS = (
    *("count", "both", "top", "share", "pct", "share of both", "lower", "upper"),
    *("lift", "difference", "least", "most", "quantile", "spread", "low edge", "high edge"),
    *("moments", "test", "streak median", "streak mean", "grade", "likeliest", "sentence", "by bar", "bars"),
    *("largest", "streak lengths", "continuation", "streak longest", "longest run", "piece", "end"),
)
"""What fills a hole, by the kernel's number."""

TOO_LITTLE_ROOM = -2
"""What `write_answer` returns where `out` is too short; -1 where it cannot write a number."""


class Answer(ctypes.Structure):
    """Pointers and lengths; whoever sets a pointer keeps its array."""

    _fields_ = (
        ("text", ctypes.c_char_p),
        ("steps", Pointer),
        ("n_steps", Length),
        ("spans", Pointer),
        ("n_counts", Length),
        ("spreads", Pointer),
        ("n_spreads", Length),
        ("probabilities", Pointer),
        ("ranks", Pointer),
        ("worth", Pointer),
        ("n_places", Length),
        ("labels", Pointer),
        ("days", Pointer),
        ("moments", Pointer),
        ("running", Pointer),
        ("numbers", Pointer),
        ("tests", Pointer),
        ("pieces", Pointer),
        ("starts", Pointer),
        ("by_length", Pointer),
        ("followed", Pointer),
        ("longest_streaks", Pointer),
        ("longest_runs", Pointer),
        ("out", Pointer),
        ("room", Length),
        ("ends", Pointer),
    )
