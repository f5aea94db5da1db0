"""Quantiles, moments, ranges and bins of plain lists of numbers (statistics.md, basic to threshold)."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, inf

import numpy as np
from scipy.stats import binom, skew

from tests.oracles.catalogue import Spec

WIDEST_INTEGER_SPAN = 82
DEFAULT_EDGES = (0.0, 31.0, 62.0, 124.0, 186.0, 240.0)


def quantile(values: Sequence[float], share: float) -> float | None:
    """Hyndman-Fan type 7, null of nothing."""
    return float(np.quantile(values, share)) if values else None


def median_interval(values: Sequence[float]) -> dict[str, float] | None:
    """x(l) .. x(n+1-l) with l = binom.ppf(0.025, n, 0.5); null when l is 0."""
    ordered = sorted(values)
    rank = int(binom.ppf(0.025, len(ordered), 0.5)) if ordered else 0
    if rank == 0:
        return None
    return {"lower": ordered[rank - 1], "upper": ordered[len(ordered) - rank]}


def deviation(values: Sequence[float]) -> float | None:
    """Sample standard deviation, null under two values."""
    return float(np.std(values, ddof=1)) if len(values) >= 2 else None


def skewness(values: Sequence[float]) -> float | None:
    """Adjusted Fisher-Pearson, null under three values or where all are the same."""
    if len(values) < 3 or min(values) == max(values):
        return None
    return float(skew(values, bias=False))


def bin_edges(universe: Sequence[float]) -> list[float]:
    """Freedman-Diaconis edges between the 1st and 99th percentile of the universe, 10 to 60 bins.

    Where the two are one number, ten bins around it (around 0 without a value), half a unit to either side.
    Edges have the six decimals that are printed: days are counted in the bins a reader sees.
    """
    if not universe:
        return bin_edges([0])
    low, high = (float(np.quantile(universe, share)) for share in (0.01, 0.99))
    spread = float(np.quantile(universe, 0.75)) - float(np.quantile(universe, 0.25))
    if low == high:
        low, high = low - 0.5, high + 0.5
    bins = 10
    if spread > 0:
        bins = min(60, max(10, ceil((high - low) / (2 * spread * len(universe) ** (-1 / 3)))))
    return [round(float(edge), 6) for edge in np.linspace(low, high, bins + 1)]


def integer_bins(universe: Sequence[float], spec: Spec) -> range:
    """Every whole number of a count's value range, widened where the universe goes beyond; else none.

    The range spans the numbers it holds: 0..81 are 82 of them.
    """
    if spec.value_range is None:
        return range(0)
    low, high = min([spec.value_range[0], *universe]), max([spec.value_range[1], *universe])
    return range(int(low), int(high) + 1) if high - low < WIDEST_INTEGER_SPAN else range(0)


def histogram(values: Sequence[float], universe: Sequence[float], spec: Spec) -> list[dict[str, float | int]]:
    """Counts per whole number of a narrow count, else per bin of the universe.

    What lies beyond the first or last edge counts in the first or last bin.
    """
    bins = integer_bins(universe, spec)
    if bins:
        return [{"lower": each, "upper": each, "count": list(values).count(each)} for each in bins]
    edges = bin_edges(universe)
    counts = [0] * (len(edges) - 1)
    for value in values:
        counts[sum(1 for edge in edges[1:-1] if value >= edge)] += 1
    return [
        {"lower": edges[place], "upper": edges[place + 1], "count": count}
        for place, count in enumerate(counts)
    ]


def _number(edge: float, unit: str | None) -> str:
    return f"{edge:g} {unit}" if unit else f"{edge:g}"


def ranges_of(spec: Spec) -> list[tuple[str, float, float, bool]]:
    """The ranges between a feature's edges: (label, lower, upper, whether it is exactly `lower`).

    Lower inclusive, upper exclusive, open at both ends; an edge at hard_min has a range of exactly that
    value before it, and what lies outside hard_min..hard_max is left out.
    """
    edges = spec.edges or DEFAULT_EDGES
    unit = spec.unit
    cuts = [(f"< {_number(edges[0], unit)}", -inf, edges[0], False)]
    for lower, upper in pairwise(edges):
        cuts.append((f"{lower:g} to {_number(upper, unit)}", lower, upper, False))
    cuts.append((f">= {_number(edges[-1], unit)}", edges[-1], inf, False))
    floor = spec.hard_min
    if floor is not None and floor in edges:
        cuts.insert(edges.index(floor) + 1, (_number(floor, unit), floor, floor, True))
    return [cut for cut in cuts if not _is_impossible(cut[1], cut[2], cut[3], spec)]


def _is_impossible(lower: float, upper: float, exact: bool, spec: Spec) -> bool:
    below = spec.hard_min is not None and not exact and upper <= spec.hard_min
    return below or (spec.hard_max is not None and lower > spec.hard_max)


def range_counts(values: Sequence[float], spec: Spec) -> list[int]:
    """Values per range; a value equal to an exact range's own counts there and nowhere else."""
    ranges = ranges_of(spec)
    pinned = {lower for _, lower, _, exact in ranges if exact}
    counts = []
    for _, lower, upper, exact in ranges:
        if exact:
            counts.append(sum(1 for value in values if value == lower))
        else:
            counts.append(sum(1 for value in values if lower <= value < upper and value not in pinned))
    return counts
