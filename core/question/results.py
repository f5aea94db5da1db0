"""From a parsed query to its results: which groups of days it asks for, and what is said of its filters."""

from collections.abc import Sequence

from core.contracts.results import FeatureResult
from core.figures.answer import Groups
from core.figures.bitmap import Bitmap
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex
from core.question.marks import deciding, is_known, marks_of


def groups_of(
    index: SnapshotIndex,
    query: FilterQuery,
    matched: Bitmap,
    names: Sequence[str],
    tested: Sequence[str] | None = None,
) -> Groups:
    """The groups of days of a query, and its marks.

    `matched` are `index.select(query)`; Holm's adjustment ranges over `tested`, or over `names`. Without a
    filter nothing is filtered: the dates alone are the baseline.
    """
    decided = deciding(index, query)
    baseline = None if query.whole else index.universe(query)
    coin = index.coin_days(query)
    by_name, as_of = index.catalogue.by_name, query.as_of
    certain = () if as_of is None else {each.name for each in by_name.values() if is_known(each, as_of)}
    tested = [name for name in (names if tested is None else tested) if name not in certain]
    marks = marks_of(index, query, (by_name[name] for name in names), decided)
    if not query.filters:
        return Groups(baseline=baseline, tested=tested, marks=marks, coin=coin, certain=certain)
    others = ~matched if baseline is None else baseline & ~matched
    return Groups(matched, others, baseline, tested, decided, marks, coin, certain)


def results_of(
    index: SnapshotIndex,
    query: FilterQuery,
    matched: Bitmap,
    names: Sequence[str],
    tested: Sequence[str] | None = None,
    *,
    exact: bool = False,
) -> dict[str, FeatureResult]:
    """Every module of some features, by name, in the order of `names`; dates have none."""
    coded = [name for name in names if index.catalogue.by_name[name].kind != "date"]
    groups = groups_of(index, query, matched, coded, tested)
    return index.engine_of(query).results(groups, coded, exact=exact)
