"""Bars without a volume, from the vendor's file to the chart: null all the way, and nothing else changes."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from cli.main import main
from core.importing.importer import import_file
from core.warehouse.bars import read_bars
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import BARS
from core.warehouse.sidecars import read_changes
from tests.support.service_client import bearer, running
from tests.support.small_warehouse import saved, small_bars

DAY = "2024-07-11"


def without_volume(bars: pd.DataFrame, path: Path) -> Path:
    """TradingView's own export of these bars."""
    stamp = bars["ts"].dt.tz_convert("America/Chicago").map(lambda at: at.isoformat())
    columns = ["time", "open", "high", "low", "close"]
    bars.assign(time=stamp)[columns].to_csv(path, index=False)
    return path


def served(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A day's chart and an answer of the snapshot below `folder`."""
    with running(folder) as client:
        headers = bearer(client)
        chart = client.post("/api/v2/charts/data", headers=headers, json={"selected_date": DAY})
        question = {"filters": {}, "statistics_features": ["gap_class", "or12_range_pct_adr"]}
        answer = client.post("/api/compute", headers=headers, json=question)
    assert (chart.status_code, answer.status_code) == (200, 200), chart.text
    return chart.json(), answer.json()["data"]


def built(folder: Path, path: Path) -> Warehouse:
    asked = ["import", str(path), "--symbol", "ES", "--roll", "adjusted"]
    assert main([*asked, "--warehouse", str(folder / "warehouse")]) == 0
    assert main(["build", "ES", "--warehouse", str(folder / "warehouse")]) == 0
    return Warehouse(folder / "warehouse")


def test_bars_without_a_volume_are_built_and_charted_with_null(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = small_bars().drop(columns="contract")
    warehouse = built(tmp_path / "without", without_volume(bars, tmp_path / "CME_MINI_ES1!, 5.csv"))
    assert f"told: no_volume: {len(bars):,} bars without a volume" in capsys.readouterr().out
    known = built(tmp_path / "with", saved(bars, tmp_path / "ES.parquet"))

    table = pd.read_parquet(next(warehouse.bars("ES").glob("year=*/*.parquet")), dtype_backend="pyarrow")
    assert BARS.field("volume").nullable
    assert table["volume"].isna().all()
    pd.testing.assert_frame_equal(
        read_bars(warehouse, "ES").drop(columns="volume"), read_bars(known, "ES").drop(columns="volume")
    )
    chart, answer = served(tmp_path / "without")
    chart_known, answer_known = served(tmp_path / "with")
    assert [bar["volume"] for bar in chart["bars"]] == [None] * 162
    assert [bar | {"volume": None} for bar in chart_known["bars"]] == chart["bars"]
    assert all(isinstance(bar["volume"], int) for bar in chart_known["bars"])
    assert answer == answer_known


def test_a_bar_without_a_volume_keeps_the_volume_that_was_there(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    bars = small_bars().drop(columns="contract")
    import_file(saved(bars, tmp_path / "ES.parquet"), roll="adjusted", warehouse=warehouse)
    import_file(without_volume(bars, tmp_path / "ES.csv"), roll="adjusted", warehouse=warehouse)
    assert read_bars(warehouse, "ES")["volume"].tolist() == bars["volume"].tolist()
    assert read_changes(warehouse, "ES").empty


def test_a_volume_that_comes_later_is_a_change_of_the_volume_alone(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    bars = small_bars().drop(columns="contract")
    first, rest = bars.iloc[:3000], bars.iloc[2900:]
    import_file(without_volume(first, tmp_path / "ES.csv"), roll="adjusted", warehouse=warehouse)
    again = import_file(without_volume(first, tmp_path / "ES.csv"), roll="adjusted", warehouse=warehouse)
    assert again.changed == {}
    report = import_file(saved(rest, tmp_path / "ES.parquet"), roll="adjusted", warehouse=warehouse)
    assert report.changed == {"volume": 100}
    found = read_changes(warehouse, "ES")
    assert found["volume_before"].isna().all()
    assert found["volume_after"].tolist() == rest["volume"].tolist()[:100]
    kept = read_bars(warehouse, "ES")["volume"]
    assert (kept.isna().sum(), kept.iloc[2900:].tolist()) == (2900, rest["volume"].tolist())


def test_bars_without_a_volume_go_out_and_come_back(tmp_path: Path) -> None:
    warehouse, out = Warehouse(tmp_path / "warehouse"), tmp_path / "ES.parquet"
    path = without_volume(small_bars(), tmp_path / "ES.csv")
    report = import_file(path, roll="adjusted", warehouse=warehouse, out=out)
    again = import_file(out, roll="adjusted", warehouse=warehouse)
    assert (report.rows, again.rows) == (again.rows, len(read_bars(warehouse, "ES")))
