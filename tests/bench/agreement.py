"""The full answer held against the plain path before either is timed."""

from __future__ import annotations

from core.build.evidence.intervals import compare_intervals
from core.build.evidence.significance import compare_tests
from core.contracts.results import FeatureResult
from core.query.index import SnapshotIndex
from core.query.marks import deciding
from core.query.results import results_of
from tests.bench.engine import query_of
from tests.bench.plain import PlainTable, plain_table
from tests.bench.question import Breadth


def require_agreement(differing: list[str]) -> None:
    """Nothing where every figure is one; else SystemExit with the first of them."""
    if differing:
        raise SystemExit(f"bench: {len(differing)} figures differ: " + "; ".join(differing[:3]))


def plain_of(index: SnapshotIndex, breadth: Breadth) -> PlainTable:
    """What the plain path answers from."""
    return plain_table(index, frozenset(deciding(index, query_of(index, breadth))))


def plain_disagreements(index: SnapshotIndex, breadth: Breadth) -> list[str]:
    """Every interval, p-value and q-value of the modules' results that is not the plain path's."""
    results = _results(index, breadth)
    split = plain_of(index, breadth).splits(index.select(query_of(index, breadth)).mask())
    compared = [
        *compare_intervals([(results[name], split[name]) for name in results]),
        *compare_tests(results, split),
    ]
    return [str(each) for each in compared if not each.agrees]


def _results(index: SnapshotIndex, breadth: Breadth) -> dict[str, FeatureResult]:
    """Every feature's result, its figures not rounded."""
    query = query_of(index, breadth)
    names = [feature.name for feature in index.catalogue.features]
    return results_of(index, query, index.select(query), names, exact=True)
