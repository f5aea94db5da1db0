"""The nightly recomputation: the baseline and a fixed set of filtered answers, figure by figure."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.build.evidence.days import Split, splits
from core.build.evidence.findings import Compared
from core.build.evidence.intervals import compare_intervals
from core.build.evidence.significance import compare_tests
from core.contracts.results import FeatureResult
from core.features.compute import FeatureColumn
from core.query.filters import parse_query
from core.query.index import SnapshotIndex
from core.query.results import results_of

P_VALUE, Q_VALUE = "p_value", "q_value"

REFERENCE_FILTERS = (
    "gap_up",
    "gap_fill_by_b12",
    "nr7",
    "hoy_bo_failed",
    "close_above_open",
)
"""Booleans that, when true, keep half of the days or few, on features often null or never."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """How many figures were compared, and those that differ."""

    intervals: int
    p_values: int
    q_values: int
    differing: tuple[Compared, ...]


def recompute(
    index: SnapshotIndex, columns: Mapping[str, FeatureColumn], baseline: Mapping[str, FeatureResult]
) -> Recomputed:
    """Every interval, p-value and q-value of the baseline and of the reference filters, from the columns."""
    whole = splits(index.catalogue, columns)
    compared = [*_compared(baseline, whole)]
    for name in REFERENCE_FILTERS:
        if name in columns:
            results = filtered_results(index, name)
            decided = [each for each, result in results.items() if result.metadata.conditioned]
            compared.extend(_compared(results, splits(index.catalogue, columns, name, decided)))
    kinds = Counter(each.figure[-len(P_VALUE) :] for each in compared)
    return Recomputed(
        intervals=len(compared) - kinds[P_VALUE] - kinds[Q_VALUE],
        p_values=kinds[P_VALUE],
        q_values=kinds[Q_VALUE],
        differing=tuple(each for each in compared if not each.agrees),
    )


def filtered_results(index: SnapshotIndex, name: str) -> dict[str, FeatureResult]:
    """Every feature's answer where the boolean `name` is true, as a request gets it."""
    filters = {name: {"operator": "=", "value": True}}
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    names = [feature.name for feature in index.catalogue.features]
    return results_of(index, query, index.select(query), names, exact=True)


def _compared(results: Mapping[str, FeatureResult], split_days: Mapping[str, Split]) -> Iterator[Compared]:
    yield from compare_intervals([(result, split_days[name]) for name, result in results.items()])
    yield from compare_tests(results, split_days)
