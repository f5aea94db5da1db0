"""How a cost grows, as one number: the power of the size that fits its figures best."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def power_of(costs: Mapping[int, float]) -> float:
    """The slope of log cost over log size: 1 is linear, 0 is no growth. `costs` has two sizes or more."""
    sizes, found = np.log(list(costs)), np.log(list(costs.values()))
    return float(np.polyfit(sizes, found, 1)[0])
