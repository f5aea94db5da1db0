"""From bars to a published snapshot: tables people can read, an id from content, checks that stop."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.build import build as parts
from core.build import made_from
from core.build.checks import CHECKS, Check, Verdict
from core.build.steps import STEPS, StepReport
from core.build.tables import write_table
from core.contracts.catalogue import Catalogue
from core.contracts.errors import DataError
from core.contracts.manifest import Manifest, read_manifest
from core.contracts.pack import CLUSTERS
from core.features.registry import catalogue
from core.importing.importer import import_file, import_sample
from core.warehouse.integrity import verify_snapshot
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import features_schema, written_schema
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from core.warehouse.snapshots import current_id
from pipelines.runs import build_snapshot
from tests.support.build_tables import read_build
from tests.support.small_warehouse import FULL_SESSIONS, saved, small_bars, small_warehouse
from tests.unit.market.bar_builder import SHARED_DATA

ROOT = Path(__file__).resolve().parents[2]
YEARS = ("2024",)
"""The labels of `year`, which the snapshot brings."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a published snapshot."""
    warehouse = small_warehouse(tmp_path_factory.mktemp("built"))
    return warehouse.snapshot("ES", build_snapshot(warehouse, "ES").snapshot_id)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse that serves a snapshot and has newer bars."""
    root = tmp_path_factory.mktemp("served")
    warehouse = small_warehouse(root, last="2024-06-07")
    build_snapshot(warehouse, "ES")
    import_file(saved(small_bars(last="2024-06-10"), root / "ES_2.parquet"), warehouse=warehouse)
    return warehouse.root


@pytest.fixture
def outdated(served: Path, tmp_path: Path) -> Warehouse:
    """A copy of it."""
    return Warehouse(shutil.copytree(served, tmp_path / "warehouse"))


@pytest.mark.parametrize("home", ["", "dagster"], ids=["plain", "recorded"])
def test_every_step_reports_itself_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    if home:
        (tmp_path / home).mkdir()
        monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / home))
    heard: list[StepReport] = []
    outcome = build_snapshot(small_warehouse(tmp_path), "ES", heard.append)
    assert [report.step for report in heard] == [
        "bars",
        "sessions",
        "features",
        "signals",
        "coin",
        "claims",
        "modules",
        "pack",
        "snapshot",
        "published",
    ]
    assert heard[1].numbers["full"] == outcome.full_sessions == FULL_SESSIONS
    assert (heard[1].numbers["short"], heard[2].numbers["features"]) == (1, len(catalogue().features))


def test_the_features_table_speaks_to_people(built: Path) -> None:
    schema = pq.read_schema(built / "features.parquet")
    kinds = {feature.name: feature.kind for feature in catalogue().features}
    assert schema.names == ["symbol", "session_date", "prev_session_date", *kinds]
    expected = {
        "boolean": pa.bool_(),
        "numeric": pa.float64(),
        "enum": pa.dictionary(pa.int8(), pa.string()),
        "date": pa.date32(),
    }
    for name, kind in kinds.items():
        assert schema.field(name).type == expected.get(kind, pa.int16()), name
        assert {b"unit", b"known_at", b"doc"} <= set(schema.field(name).metadata)
    frame = pd.read_parquet(built / "features.parquet")
    assert len(frame) == FULL_SESSIONS
    for feature in catalogue().features:
        if feature.kind == "enum":
            assert frame[feature.name].cat.categories.tolist() == list(feature.labels or YEARS)


def test_yesterday_has_a_date_only_where_it_has_a_row(built: Path) -> None:
    frame = pd.read_parquet(built / "features.parquet").set_index("session_date")
    previous = {str(day): str(before) for day, before in frame["prev_session_date"].items()}
    assert previous["2024-06-03"] == "None"
    assert previous["2024-06-20"] == "2024-06-18"
    assert previous["2024-07-05"] == "None", "the half day before has no feature row"


def test_the_sessions_table_holds_half_days_without_a_bit_position(built: Path) -> None:
    frame = pd.read_parquet(built / "sessions.parquet").set_index("session_date")
    frame.index = frame.index.astype(str)
    assert (len(frame), list(frame["kind"].unique())) == (FULL_SESSIONS + 1, ["full", "short"])
    assert frame["session_ix"].dropna().tolist() == list(range(FULL_SESSIONS))
    assert frame.loc["2024-07-03", "kind"] == "short"
    assert frame["session_ix"].isna().sum() == 1
    bars = small_bars()
    local = bars["ts"].dt.tz_convert("America/New_York")
    day = bars[(local >= "2024-07-01 09:30-04:00") & (local < "2024-07-01 16:15-04:00")]
    row = frame.loc["2024-07-02"]
    assert (row["hoy"], row["loy"], row["coy"]) == (
        day["high"].max(),
        day["low"].min(),
        day["close"].iloc[-1],
    )


def test_the_modules_table_says_what_the_features_table_counts(built: Path) -> None:
    frame = pd.read_parquet(built / "features.parquet")
    figures = pd.read_parquet(built / "modules.parquet")
    events = [feature for feature in catalogue().features if feature.is_event_bar]
    assert len(events) > 5
    for feature in events:
        bars = frame[feature.name].dropna()
        ours = figures[figures["feature"] == feature.name]
        if bars.empty:
            assert "occurrence" not in set(ours["figure"]), feature.name
            continue
        found = ours[(ours["module"] == "occurrence") & (ours["figure"] == "occurrence")]
        assert found["value"].item() == pytest.approx((bars > 0).mean()), feature.name
        assert found["n"].item() == len(bars)
        by_bar = ours[ours["figure"] == "by_bar_days"].sort_values("bar")["value"]
        assert by_bar.tolist() == [((bars > 0) & (bars <= bar)).sum() for bar in range(1, 82)]


def test_the_stability_table_says_each_year_what_the_features_table_counts(built: Path) -> None:
    frame = pd.read_parquet(built / "features.parquet")
    stability = pd.read_parquet(built / "stability.parquet").set_index("feature")
    assert {b"unit", b"known_at", b"doc"} <= set(
        pq.read_schema(built / "stability.parquet").field("n").metadata
    )
    asked = [feature for feature in catalogue().features if "occurrence" in feature.modules]
    assert set(stability.index) == {each.name for each in asked if frame[each.name].notna().any()}
    for name in ("gap_up", "nr7", "close_above_open"):
        row, values = stability.loc[name], frame[name].dropna()
        assert (row["year"], row["n"], row["days"]) == (2024, len(values), values.sum())
        assert row["lower"] < row["occurrence"] < row["upper"]
    clusters = Pack.open(built / "serving").document(CLUSTERS)
    assert set(clusters) == {each.name for each in asked}
    known = stability["design_effect"].dropna()
    assert {name: clusters[name]["design_effect"] for name in known.index} == known.to_dict()


def test_a_wrong_interval_stops_the_build_and_the_old_snapshot_stays_served(
    outdated: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = current_id(outdated.snapshots("ES"))
    monkeypatch.setattr("core.figures.formulas.wilson.__defaults__", (1.96,))
    with pytest.raises(DataError, match=r"evidence_agrees failed: .*gap_up occurrence\.confidence_interval"):
        build_snapshot(outdated, "ES")
    assert current_id(outdated.snapshots("ES")) == old
    verify_snapshot(outdated.snapshot("ES", str(old)))


def test_the_pack_serves_the_sessions_of_the_tables(built: Path) -> None:
    index = load_index(Pack.open(built / "serving"), snapshot_id=built.name)
    frame = pd.read_parquet(built / "sessions.parquet")
    full = frame.loc[frame["kind"] == "full", "session_date"].astype(str).tolist()
    assert index.session_date.astype(str).tolist() == full


def test_a_table_that_does_not_match_its_schema_is_not_written(tmp_path: Path, built: Path) -> None:
    table = pq.ParquetFile(built / "features.parquet").read()
    narrower = Catalogue(catalogue().features[:-1], catalogue().categories)
    with pytest.raises(DataError, match=f"{len(table.columns)} columns, {len(table.columns) - 1} expected"):
        write_table(tmp_path / "features.parquet", table, written_schema(features_schema(narrower)))
    floats = table.set_column(2, table.schema.names[2], table.column(2).cast(pa.string()))
    with pytest.raises(DataError, match="found column"):
        write_table(tmp_path / "features.parquet", floats, written_schema(features_schema(catalogue())))
    assert list(tmp_path.iterdir()) == []


def test_building_the_same_bars_again_keeps_what_is_there(tmp_path: Path) -> None:
    warehouse = small_warehouse(tmp_path)
    first = build_snapshot(warehouse, "ES")
    manifest = (warehouse.snapshot("ES", first.snapshot_id) / "manifest.json").read_bytes()
    second = build_snapshot(warehouse, "ES")
    assert (first.is_new, second.is_new, second.snapshot_id) == (True, False, first.snapshot_id)
    assert (warehouse.snapshot("ES", first.snapshot_id) / "manifest.json").read_bytes() == manifest


def test_the_coin_is_tossed_only_for_a_snapshot_that_is_not_there(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse = Warehouse(shutil.copytree(built.parents[2], tmp_path / "warehouse"))

    def tossed(*_: object) -> NoReturn:
        raise DataError("the coin is tossed")

    monkeypatch.setattr(parts, "coin_years", tossed)
    reports: list[StepReport] = []
    again = build_snapshot(warehouse, "ES", reports.append)
    assert (again.is_new, again.snapshot_id) == (False, built.name)
    assert {report.step: report.numbers for report in reports}["coin"] == {"is_there": built.name}
    shutil.rmtree(warehouse.work("ES", "coin"))
    assert read_build(warehouse, "ES").staged.name == built.name
    (warehouse.snapshot("ES", built.name) / "coin" / "2024.parquet").unlink()
    with pytest.raises(DataError, match="the coin is tossed"):
        build_snapshot(warehouse, "ES")


def test_two_processes_give_the_same_bars_the_same_id(tmp_path: Path, built: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from pipelines.runs import build_snapshot;"
        "from tests.support.small_warehouse import small_warehouse;"
        "print(build_snapshot(small_warehouse(Path(sys.argv[1])), 'ES').snapshot_id);"
        "assert 'dagster' not in sys.modules"
    )
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    found = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert found == built.name
    assert found.startswith("2024-07-12-")


def test_other_bars_definitions_or_code_give_another_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse = small_warehouse(tmp_path)
    ids = [parts.start(warehouse, "ES").snapshot_id]
    ids.append(parts.start(small_warehouse(tmp_path / "other", seed=2), "ES").snapshot_id)
    first, *rest = catalogue().features
    other = Catalogue((replace(first, description="otherwise"), *rest), catalogue().categories)
    with monkeypatch.context() as patch:
        patch.setattr(made_from, "catalogue", lambda: other)
        ids.append(parts.start(warehouse, "ES").snapshot_id)
    with monkeypatch.context() as patch:
        patch.setattr(made_from, "engine_version", lambda: "2+000000000000")
        ids.append(parts.start(warehouse, "ES").snapshot_id)
    assert len(set(ids)) == 4
    assert parts.start(warehouse, "ES").snapshot_id == ids[0]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_any_check_that_fails_leaves_the_old_snapshot_served(
    outdated: Warehouse, monkeypatch: pytest.MonkeyPatch, check: Check
) -> None:
    old = current_id(outdated.snapshots("ES"))
    failing = Check(check.name, check.step, check.claim, lambda build: Verdict(False, {"found": 7}, "Look."))
    others = [failing if each.name == check.name else each for each in CHECKS]
    monkeypatch.setattr("core.build.steps.CHECKS", tuple(others))
    with pytest.raises(DataError, match=rf"check {check.name} failed: .*\(found 7\)\. Look\."):
        build_snapshot(outdated, "ES")
    served = current_id(outdated.snapshots("ES"))
    assert served == old or check.step == "published"
    verify_snapshot(outdated.snapshot("ES", str(served)))
    assert not list(outdated.snapshots("ES").glob(".building-*"))


def test_bars_without_a_full_session_are_refused_with_the_remedy(tmp_path: Path) -> None:
    bars = small_bars("2024-07-03", "2024-07-03")
    warehouse = Warehouse(tmp_path / "warehouse")
    import_file(saved(bars, tmp_path / "ES.parquet"), warehouse=warehouse)
    with pytest.raises(DataError, match="no full session of 81; import five-minute bars"):
        build_snapshot(warehouse, "ES")
    assert current_id(warehouse.snapshots("ES")) is None


def test_a_jump_no_exchange_allows_stops_the_build(tmp_path: Path) -> None:
    bars = small_bars(last="2024-06-07")
    late = bars["ts"] >= pd.Timestamp("2024-06-06", tz="UTC")
    prices = ["open", "high", "low", "close"]
    bars.loc[late, prices] = bars.loc[late, prices] * 2
    warehouse = Warehouse(tmp_path / "warehouse")
    with pytest.raises(DataError, match="the level jumps by 100"):
        import_file(saved(bars, tmp_path / "ES.parquet"), warehouse=warehouse)
    bars = small_bars(last="2024-06-07")
    last = bars["ts"] >= pd.Timestamp("2024-06-06 22:00", tz="UTC")
    bars.loc[last, prices] = (bars.loc[last, prices] * 1.27 * 4).round() / 4  # within two sessions' limits
    for name, part in (("ES_1.parquet", bars[~late]), ("ES_2.parquet", bars[last])):
        import_file(saved(part, tmp_path / name), warehouse=warehouse)
    with pytest.raises(DataError, match=r"jumps_are_possible failed: .*on 2024-06-07"):
        build_snapshot(warehouse, "ES")


def test_a_missing_and_a_cut_session_are_explained(tmp_path: Path) -> None:
    bars = small_bars()
    day = bars["ts"].dt.tz_convert("America/New_York").dt.strftime("%Y-%m-%d %H:%M")
    gone = day.str.startswith("2024-06-11") & day.str[11:].between("09:30", "16:10")
    cut = day.between("2024-06-13 10:00", "2024-06-13 10:10")
    warehouse = Warehouse(tmp_path / "warehouse")
    import_file(saved(bars[~gone & ~cut], tmp_path / "ES.parquet"), warehouse=warehouse)
    manifest = _manifest(warehouse, "ES")
    assert manifest.missing_sessions == ["2024-06-11"]
    assert [(each.date, each.reason) for each in manifest.quarantined] == [
        ("2024-06-13", "78 of 81 bars; without 7-9")
    ]
    assert manifest.short_sessions == ["2024-07-03"]
    assert manifest.full_sessions == FULL_SESSIONS - 2
    assert manifest.sources[0].name == "ES.parquet"
    assert {"yesterday_close", "globex", "adjustment"} <= set(manifest.conventions)


def test_unknown_rolls_are_a_warning_of_the_manifest(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    bare = small_bars(last="2024-06-07").drop(columns="contract")
    import_file(saved(bare, tmp_path / "ES.parquet"), warehouse=warehouse)
    manifest = _manifest(warehouse, "ES")
    assert manifest.roll_state == "unknown"
    assert any("rolls are unknown" in warning for warning in manifest.warnings)


def test_sample_data_says_so_and_has_its_sessions(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    import_sample(warehouse)
    manifest = _manifest(warehouse, "DEMO")
    assert manifest.sample_data
    assert manifest.warnings[0].startswith("Sample data")
    assert manifest.full_sessions >= 2600
    assert manifest.first_session.startswith("2015-01")


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason="needs the shared ES bars")
def test_the_manifest_of_the_real_bars_explains_every_date_left_out(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    import_file(SHARED_DATA / "ES_5m.parquet", warehouse=warehouse)
    manifest = _manifest(warehouse, "ES")
    assert (manifest.full_sessions, manifest.first_session, manifest.last_session) == (
        531,
        "2024-02-05",
        "2026-03-27",
    )
    assert len(manifest.short_sessions) == 6
    assert len(manifest.closed_days) == 15
    assert len(manifest.rolls) == 9
    assert manifest.missing_sessions == ["2025-06-30"]
    assert (manifest.quarantined, manifest.sample_data, manifest.roll_state) == ([], False, "contracts")


def _manifest(warehouse: Warehouse, symbol: str) -> Manifest:
    return read_manifest(warehouse.snapshot(symbol, build_snapshot(warehouse, symbol).snapshot_id))


def test_every_step_has_a_check() -> None:
    assert {check.step for check in CHECKS} == {step.name for step in STEPS}
