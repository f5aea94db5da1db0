"""What the command says of a merge: changes with what stood there, a dry run that writes nothing."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cli.main import main
from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from tests.integration.test_import_merge import FRIDAY, MONDAY, TUESDAY, saved, tree, with_bar


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path / "warehouse")


def test_changes_are_listed_with_what_stood_there(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--warehouse", str(warehouse.root)]
    import_file(saved(warehouse, "ES_1.csv", FRIDAY), warehouse=warehouse)
    import_file(saved(warehouse, "ES_2.csv", with_bar(FRIDAY, 2, close=5000.25)), warehouse=warehouse)
    assert main(["changes", "ES", *place]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head == "ES: 1 bar changed"
    assert "2024-03-08 14:40Z  close 5000 -> 5000.25  (own, ES_2.csv)" in line
    tomorrow = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d}"
    assert main(["changes", "es", "--since", tomorrow, *place]) == 0
    assert capsys.readouterr().out == "ES: 0 bars changed\n"


def test_a_dry_run_says_everything_and_writes_nothing(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--warehouse", str(warehouse.root), "--dry-run"]
    first = saved(warehouse, "ES_1.csv", FRIDAY, MONDAY[:40])
    assert main(["import", str(first), "--source", "first", *place]) == 0
    assert not warehouse.root.exists()
    assert "2024-03-08: none -> full" in capsys.readouterr().out

    import_file(first, warehouse=warehouse)
    before = tree(warehouse.root)
    second = saved(warehouse, "ES_2.csv", with_bar(MONDAY, 7, close=5050.25), TUESDAY)
    assert main(["import", str(second), "--source", "other", "--priority", "3", *place]) == 0
    said = capsys.readouterr().out
    assert tree(warehouse.root) == before
    for line in (
        "dry run: nothing is written",
        "162 bars of ES_2.csv, 122 new, 40 replaced",
        "source other",
        "bars changed: close 1",
        "2024-03-11: quarantined (40 of 81 bars; without 41-81) -> full",
        "2024-03-12: none -> full",
    ):
        assert f"ES: {line}" in said.splitlines()
    bad = saved(warehouse, "ES_3.csv", TUESDAY.assign(close=5100.1))
    assert main(["import", str(bad), *place]) == 1
    assert tree(warehouse.root) == before


@pytest.mark.parametrize(
    "odd",
    [
        ["--priority", "3"],
        ["--out", "X.parquet", "--dry-run"],
        ["--out", "X.parquet", "--source", "first"],
    ],
)
def test_words_that_do_not_go_together_are_wrong_use(warehouse: Warehouse, odd: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["import", str(saved(warehouse, "ES.csv", FRIDAY)), *odd, "--warehouse", str(warehouse.root)])
    assert caught.value.code == 2
