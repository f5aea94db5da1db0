"""The tables of the step `modules`: every figure of the baseline, and every occurrence year by year."""

from collections.abc import Mapping

from core.build.step_tables import ModuleTables
from core.build.tables import modules_table, stability_table
from core.contracts.catalogue import Catalogue
from core.contracts.pack import Clusters
from core.contracts.results import FeatureResult
from core.features.compute import FeatureColumn
from core.market.market import DateArray
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, results_of


def baseline(index: SnapshotIndex) -> dict[str, FeatureResult]:
    """Every feature on all days, computed by the code that answers requests."""
    query = parse_query(None, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    names = [feature.name for feature in index.catalogue.features]
    return results_of(index, query, index.sessions.select(query), names, exact=True)


def module_tables(
    results: Mapping[str, FeatureResult],
    catalogue: Catalogue,
    session_date: DateArray,
    columns: Mapping[str, FeatureColumn],
) -> ModuleTables:
    """The figures of the baseline, and how stable each occurrence of `columns` is."""
    from core.evidence.stability import stability_of  # statsmodels takes seconds to import

    stability = stability_of(catalogue, session_date, columns)
    clusters = {each.feature: Clusters(each.design_effect, each.days_cluster) for each in stability}
    return ModuleTables(modules_table(results), stability_table(stability, results), clusters)
