"""The sessions that pass a question."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.statistics import bitmaps
from core.statistics.bitmaps import Mask, Words


@dataclass(frozen=True, eq=False)
class Selection:
    """Matched sessions among the `n_sessions` of a snapshot; figures are made when first asked."""

    words: Words
    n_sessions: int

    @cached_property
    def count(self) -> int:
        """How many sessions match."""
        return bitmaps.count(self.words)

    def mask(self) -> Mask:
        """Which sessions match, (N,) by ordinal."""
        return self._mask

    def rows(self) -> NDArray[np.intp]:
        """Ordinals of the matched sessions, ascending."""
        return self._rows

    @cached_property
    def _mask(self) -> Mask:
        return bitmaps.unpack(self.words, self.n_sessions)

    @cached_property
    def _rows(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._mask)
