"""On the coin market the product finds nothing."""

import pytest

from core.figures.verdict import LEVEL
from core.importing.importer import import_sample
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, results_of
from core.warehouse.paths import Warehouse
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from core.warehouse.snapshots import published
from pipelines.runs import build_snapshot
from qa.verdicts.count import FOUND, verdicts_of

GAP_UP = {"feature": "gap_up", "operator": "=", "value": True}


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    made = Warehouse(tmp_path_factory.mktemp("coin-market"))
    import_sample(made)
    return made


@pytest.fixture(scope="module")
def snapshot_id(warehouse: Warehouse) -> str:
    return build_snapshot(warehouse, "DEMO-COIN").snapshot_id


@pytest.fixture(scope="module")
def index(warehouse: Warehouse, snapshot_id: str) -> SnapshotIndex:
    return load_index(Pack.open(warehouse.snapshot("DEMO-COIN", snapshot_id) / "serving"))


def test_it_says_what_it_is(warehouse: Warehouse, snapshot_id: str) -> None:
    (manifest,) = published(warehouse.snapshots("DEMO-COIN"))
    assert manifest.snapshot_id == snapshot_id
    assert manifest.sample_data
    assert "Every bar of the sample turned by a coin. There is nothing to find." in manifest.warnings


@pytest.mark.parametrize("filters", [[], [GAP_UP]], ids=["all days", "gap up"])
def test_nothing_is_found(index: SnapshotIndex, filters: list[dict[str, object]]) -> None:
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    decided = [each.name for each in index.catalogue.features if each.known_at_bar() > 0]
    results = results_of(index, query, index.sessions.select(query), decided)
    coins = [each for each in verdicts_of(results.values()) if each.against == "coin"]
    p_values = [each.p for each in coins if each.p is not None]
    assert len(p_values) > 100
    assert not [each.words for each in coins if each.code in FOUND]
    assert sum(p < LEVEL for p in p_values) <= 0.1 * len(p_values)
