"""A numeric's catalogue ranges: what percentage_distribution and threshold_analysis count (ruling 22).

Lower edge inclusive, upper exclusive, open at both ends. Where an edge equals `hard_min`, exactly that value
is a range of its own before it; a range outside hard_min..hard_max does not exist (design/statistics.md).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition

DEFAULT_EDGES = (0.0, 31.0, 62.0, 124.0, 186.0, 240.0)
"""The specification's edges, for a numeric without its own."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """A numeric's ranges in ascending order.

    `edges` (m,) cut the line into m + 1 pieces; `first` and `last` are the pieces inside the hard limits.
    With `exact`, days at exactly the lower edge of the first piece are a range of their own, code 0.
    """

    edges: tuple[float, ...]
    first: int
    last: int
    exact: bool
    unit: str | None

    @property
    def labels(self) -> tuple[str, ...]:
        """One label per code: "0 %", "0 to 10 %", ">= 100 %"."""
        pieces = [self._piece(index) for index in range(self.first, self.last + 1)]
        point = [self._with_unit(_number(self.edges[self.first - 1]))] if self.exact else []
        return (*point, *pieces)

    def code(self, values: NDArray[np.float64]) -> NDArray[np.int64]:
        """Codes (n,) of values (n,) within the hard limits and without NaN."""
        codes = np.searchsorted(self.edges, values, side="right").astype(np.int64) - self.first
        if self.exact:
            codes = np.where(values == self.edges[self.first - 1], 0, codes + 1)
        return codes

    def _piece(self, index: int) -> str:
        if index == 0:
            return self._with_unit(f"< {_number(self.edges[0])}")
        lower = _number(self.edges[index - 1])
        if index == len(self.edges):
            return self._with_unit(f">= {lower}")
        return self._with_unit(f"{lower} to {_number(self.edges[index])}")

    def _with_unit(self, text: str) -> str:
        return f"{text} {self.unit}" if self.unit else text


def ranges_of(definition: FeatureDefinition) -> Ranges:
    edges = definition.bucket_edges or DEFAULT_EDGES
    lowest = -np.inf if definition.hard_min is None else definition.hard_min
    highest = np.inf if definition.hard_max is None else definition.hard_max
    bounds = (-np.inf, *edges, np.inf)
    inside = [i for i in range(len(edges) + 1) if bounds[i + 1] > lowest and bounds[i] <= highest]
    return Ranges(tuple(edges), inside[0], inside[-1], definition.hard_min in edges, definition.unit)


def code_count(feature: FeatureDefinition) -> int:
    """Number of codes of a coded feature, without null."""
    if feature.kind == "numeric":
        return len(ranges_of(feature).labels)
    if feature.value_range is not None:
        return feature.value_range[1] - feature.value_range[0] + 1
    return len(feature.labels) if feature.kind == "enum" else 2


def _number(edge: float) -> str:
    return f"{edge:.12g}"
