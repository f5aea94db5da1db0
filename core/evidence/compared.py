"""One figure of an answer and what is found for it independently."""

import math
from typing import NamedTuple

TOLERANCE = 1e-9
"""How far closed forms and the reference may differ (statistics.md, Reference)."""


class Compared(NamedTuple):
    """One figure of one feature; `figure` is its path in the answer; a missing value is null."""

    feature: str
    figure: str
    answered: float | None
    expected: float | None

    @property
    def agrees(self) -> bool:
        """Whether both are absent, or differ by at most 1e-9."""
        if self.answered is None or self.expected is None:
            return self.answered is self.expected
        return math.isclose(self.answered, self.expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)

    def __str__(self) -> str:
        return f"{self.feature} {self.figure}: {self.answered} answered, {self.expected} expected"
