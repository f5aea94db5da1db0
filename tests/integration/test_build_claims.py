"""A build answers the product's questions and a maintainer's own, names every mistake, and stands."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cli.main import main
from core.build.build import start
from core.warehouse.snapshots import current_id
from tests.support.small_warehouse import small_warehouse

OWN = """
[[claim]]
id = "broken"
group = "Mine"
question = "Is it?"
outcome = { feature = "close_above_opn", operator = "=", value = true }

[[claim]]
id = "mine"
group = "Mine"
question = "Does a gap up close above its open?"
filters = [{ feature = "gap_up", operator = "=", value = true }]
outcome = { feature = "close_above_open", operator = "=", value = true }
"""


def test_own_claims_are_built_and_a_mistake_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse = small_warehouse(tmp_path / "warehouse", last="2024-06-21")
    without = start(warehouse, "ES").made_from
    warehouse.claims_file.write_text(OWN)
    assert start(warehouse, "ES").made_from != without
    assert main(["build", "ES", "--warehouse", str(warehouse.root)]) == 0
    said = capsys.readouterr()
    assert "claims_left_out 1" in said.out
    (warning,) = said.err.splitlines()
    assert warning.startswith(f"ES  warning: {warehouse.claims_file}, line 6 (broken): outcome: ")
    folder = warehouse.snapshot("ES", str(current_id(warehouse.snapshots("ES"))))
    document = json.loads((folder / "serving" / "claims.json").read_text())
    assert document[-1]["id"] == "mine"
    assert document[-1]["is_own"]
    table = pq.ParquetFile(folder / "claims.parquet").read()
    assert table["claim"].to_pylist() == [each["id"] for each in document]
    assert table["n"].to_pylist() == [each["days"] for each in document]
    years = pq.ParquetFile(folder / "claim_years.parquet").read()
    assert sum(years["n"].to_pylist()) == sum(each["days"] for each in document)
    figures = pq.ParquetFile(folder / "claim_figures.parquet").read()
    published = [figure["verdict"]["code"] for each in document for figure in each["published"]]
    assert figures["verdict"].to_pylist() == published
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text(OWN.replace("mine", "theirs"))
    monkeypatch.setenv("ALMANAC_CLAIMS", str(elsewhere))
    assert [each.id for each in start(warehouse, "ES").claims_file.claims][-1] == "theirs"


def test_a_night_says_what_it_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warehouse = small_warehouse(tmp_path / "warehouse", last="2024-06-21")
    warehouse.claims_file.write_text(OWN)
    main(["nightly", "ES", "--warehouse", str(warehouse.root)])
    said = capsys.readouterr().out
    assert f"warning: {warehouse.claims_file}, line 6 (broken): outcome: " in said
