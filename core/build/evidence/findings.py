"""A figure as it was answered beside the figure the reference computes."""

import math
from dataclasses import dataclass

TOLERANCE = 1e-9
"""How far closed forms and the reference may differ (statistics.md, Reference)."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of one feature; `figure` is its place in the answer, null where there is none."""

    feature: str
    figure: str
    answered: float | None
    expected: float | None

    @property
    def agrees(self) -> bool:
        """Whether both are absent, or numbers no further apart than 1e-9."""
        if self.answered is None or self.expected is None:
            return self.answered is self.expected
        return math.isclose(self.answered, self.expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)

    def __str__(self) -> str:
        return f"{self.feature} {self.figure}: {self.answered} answered, {self.expected} expected"
