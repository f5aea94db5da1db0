"""Importing: merged, repeated, refused; what was there stays whole."""

import re
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from cli.main import main
from core.contracts.errors import DataError
from core.importing.importer import import_file, import_sample
from core.warehouse.bars import read_bars, read_bars_index
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import saved as keep
from tests.support.small_warehouse import small_bars
from tests.unit.importing.vendor_files import WRITERS, known_bars
from tests.unit.market.bar_builder import SHARED_DATA, csv_text, joined, rth

FIRST = rth("2024-03-08", 5000, "ESH4")
SECOND = rth("2024-03-11", 5050, "ESM4")


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path / "warehouse")


def saved(tmp_path: Path, name: str, *parts: pd.DataFrame) -> Path:
    path = tmp_path / name
    path.write_text(csv_text(joined(parts)))
    return path


def bare(*parts: pd.DataFrame) -> list[pd.DataFrame]:
    return [part.drop(columns="contract") for part in parts]


def everything(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*.*") if path.is_file()}


def test_files_merge_and_the_last_writer_wins(tmp_path: Path, warehouse: Warehouse) -> None:
    import_file(saved(tmp_path, "ES_1.csv", FIRST), warehouse=warehouse)
    corrected = FIRST.assign(close=5000.5)
    report = import_file(saved(tmp_path, "ES_2.csv", corrected, SECOND), warehouse=warehouse)
    assert (report.symbol, report.rows, report.added, report.replaced) == ("ES", 162, 81, 81)
    bars = read_bars(warehouse, "ES")
    assert bars["close"].unique().tolist() == [5000.5, 5050.0]
    assert report.build.full_count == 2
    assert [source.name for source in read_bars_index(warehouse, "ES").sources] == ["ES_1.csv", "ES_2.csv"]


def test_the_same_import_again_changes_nothing(tmp_path: Path, warehouse: Warehouse) -> None:
    path = saved(tmp_path, "ES.csv", FIRST, SECOND)
    import_file(path, warehouse=warehouse)
    before = everything(warehouse.root)
    report = import_file(path, warehouse=warehouse)
    assert (report.added, report.replaced) == (0, 162)
    assert everything(warehouse.root) == before


def test_out_writes_one_file_and_touches_no_warehouse(tmp_path: Path, warehouse: Warehouse) -> None:
    out = tmp_path / "X.parquet"
    report = import_file(saved(tmp_path, "ES.csv", FIRST), warehouse=warehouse, out=out)
    assert report.out == out
    assert not warehouse.root.exists()
    assert pq.read_schema(out).names == ["ts", "open", "high", "low", "close", "volume", "contract"]
    again = import_file(out, symbol="ES", warehouse=warehouse)
    assert again.build.full_count == 1
    with pytest.raises(DataError, match="is a folder"):
        import_file(saved(tmp_path, "ES.csv", FIRST), warehouse=warehouse, out=tmp_path)


def test_a_bad_file_leaves_the_bars_that_were_there(tmp_path: Path, warehouse: Warehouse) -> None:
    import_file(saved(tmp_path, "ES.csv", FIRST), warehouse=warehouse)
    before = everything(warehouse.root)
    bad = saved(tmp_path, "ES_bad.csv", SECOND.assign(close=5050.1, high=5052.0))
    with pytest.raises(DataError, match="off the tick"):
        import_file(bad, warehouse=warehouse)
    with pytest.raises(DataError, match="off the tick"):
        import_file(bad, warehouse=warehouse, out=tmp_path / "X.parquet")
    assert everything(warehouse.root) == before
    assert not (tmp_path / "X.parquet").exists()


def test_dates_outside_the_calendar_are_refused_by_file(tmp_path: Path, warehouse: Warehouse) -> None:
    path = saved(tmp_path, "ES.csv", rth("1998-03-09"))
    with pytest.raises(DataError, match=r"ES\.csv: calendar XNYS covers 2000-01-03"):
        import_file(path, warehouse=warehouse)


@pytest.mark.parametrize(("price", "times"), [(18000, "3.60"), (2000, "0.40")])
def test_another_markets_bars_under_a_name_without_symbol_are_a_question(
    tmp_path: Path, warehouse: Warehouse, price: float, times: str
) -> None:
    import_file(saved(tmp_path, "ES.csv", FIRST), warehouse=warehouse)
    other = saved(tmp_path, "bars.csv", *bare(rth("2024-03-08", price)))
    said = re.escape(f"On 81 shared stamps its closes are {times} times those of ES")
    with pytest.raises(DataError, match=said) as caught:
        import_file(other, symbol="ES", warehouse=warehouse)
    assert caught.value.code == "symbol_conflict"


@pytest.mark.parametrize(
    ("roll", "contracts", "adjustment", "rolls"),
    [
        (None, [], "unknown", 0),
        ("adjusted", [], "adjusted", 0),
        ("calendar", ["ESH4", "ESM4"], "unadjusted", 1),
        ("rolls.csv", ["ESM4"], "unadjusted", 0),
    ],
)
def test_roll_settles_a_file_without_contracts(
    tmp_path: Path, warehouse: Warehouse, roll: str | None, contracts: list[str], adjustment: str, rolls: int
) -> None:
    (tmp_path / "rolls.csv").write_text("session_date,contract\n2024-03-01,ESM4\n")
    roll = str(tmp_path / roll) if roll == "rolls.csv" else roll
    report = import_file(saved(tmp_path, "ES.csv", *bare(FIRST, SECOND)), roll=roll, warehouse=warehouse)
    assert len(report.build.rolls) == rolls
    assert read_bars(warehouse, "ES")["contract"].dropna().unique().tolist() == contracts
    assert read_bars_index(warehouse, "ES").adjustment == adjustment


def test_what_is_known_settles_what_was_unknown(tmp_path: Path, warehouse: Warehouse) -> None:
    import_file(saved(tmp_path, "ES_1.csv", *bare(FIRST)), warehouse=warehouse)
    import_file(saved(tmp_path, "ES_2.csv", *bare(SECOND)), roll="calendar", warehouse=warehouse)
    assert read_bars(warehouse, "ES")["contract"].unique().tolist() == ["ESH4", "ESM4"]
    report = import_file(saved(tmp_path, "ES_3.csv", *bare(rth("2024-03-12"))), warehouse=warehouse)
    assert report.roll_policy == "calendar"
    assert read_bars(warehouse, "ES")["contract"].notna().all()


def test_two_roll_policies_are_a_question(tmp_path: Path, warehouse: Warehouse) -> None:
    import_file(saved(tmp_path, "ES_1.csv", *bare(FIRST)), roll="calendar", warehouse=warehouse)
    with pytest.raises(
        DataError, match="settled by 'adjusted', those of the bars already there by 'calendar'"
    ):
        import_file(saved(tmp_path, "ES_2.csv", *bare(SECOND)), roll="adjusted", warehouse=warehouse)
    with pytest.raises(DataError, match="Leave --roll out"):
        import_file(saved(tmp_path, "ES_3.csv", SECOND), roll="calendar", warehouse=warehouse)


def test_bars_without_contracts_beside_bars_with_them_are_a_question(
    tmp_path: Path, warehouse: Warehouse
) -> None:
    import_file(saved(tmp_path, "ES_1.csv", FIRST), warehouse=warehouse)
    with pytest.raises(DataError, match="81 bars would have no contract") as caught:
        import_file(saved(tmp_path, "ES_2.csv", *bare(SECOND)), warehouse=warehouse)
    assert caught.value.code == "roll_conflict"


def test_the_sample_goes_where_real_bars_go(warehouse: Warehouse) -> None:
    reports = import_sample(warehouse)
    digests = [read_bars_index(warehouse, each.symbol).content_sha256 for each in reports]
    import_sample(warehouse)
    assert [read_bars_index(warehouse, each.symbol).content_sha256 for each in reports] == digests
    assert warehouse.symbols() == ("DEMO", "DEMO-COIN")
    assert [each.build.full_count >= 2600 for each in reports] == [True, True]


def test_real_es_imports_and_reads_back(warehouse: Warehouse) -> None:
    if not SHARED_DATA.is_dir():
        pytest.skip("no shared data beside the repository")
    report = import_file(SHARED_DATA / "ES_5m.parquet", warehouse=warehouse)
    assert (report.symbol, report.rows, report.build.full_count) == ("ES", 151453, 531)
    pd.testing.assert_frame_equal(read_bars(warehouse, "ES"), report.build.bars)


@pytest.mark.parametrize("name", sorted(path.name for path in (SHARED_DATA / "formats").glob("*.[ctg]*")))
def test_every_shared_vendor_file_imports_to_the_expected_bars_without_a_flag(
    tmp_path: Path, name: str
) -> None:
    out = tmp_path / "X.parquet"
    assert main(["import", str(SHARED_DATA / "formats" / name), "--symbol", "ES", "--out", str(out)]) == 0
    expected = pd.read_parquet(SHARED_DATA / "formats" / "expected.parquet")
    found = pd.read_parquet(out)[list(expected)]
    assert (found.to_numpy() == expected.to_numpy()).all()
    assert len(found) == len(expected)


@pytest.mark.parametrize("wrong", [["--zone", "America/Chicago"], ["--label", "close"]])
def test_a_wrong_zone_or_label_exits_with_the_better_reading(
    tmp_path: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ES_5min.txt"
    path.write_text(WRITERS["firstrate"](known_bars()))
    out = tmp_path / "X.parquet"
    assert main(["import", str(path), *wrong, "--out", str(out)]) == 1
    assert "read better as --zone America/New_York --label open" in capsys.readouterr().err
    assert not out.exists()
    assert main(["import", str(path), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "zone America/New_York, bar open by probe" in said
    assert "runner-up" in said


@pytest.mark.parametrize("minutes", [60, 30, -45])
def test_two_weeks_stamped_late_or_early_are_refused_and_change_nothing(
    tmp_path: Path, warehouse: Warehouse, minutes: int
) -> None:
    truth = small_bars()
    weeks = truth["ts"].between("2024-06-16 22:00Z", "2024-06-28 21:00Z")
    moved = truth.assign(ts=truth["ts"] + pd.to_timedelta(weeks * minutes, unit="min"))
    path = keep(moved.drop_duplicates("ts").sort_values("ts"), tmp_path / "ES.parquet")
    for is_there in (False, True):
        if is_there:
            import_file(keep(truth, tmp_path / "ES_truth.parquet"), warehouse=warehouse)
        before = everything(warehouse.root)
        with pytest.raises(DataError, match=rf"data row {int(weeks.argmax()) + 1}: 2024-06-16 to") as caught:
            import_file(path, warehouse=warehouse)
        assert caught.value.code == "shifted_stamps"
        assert everything(warehouse.root) == before


def test_bars_that_are_there_already_at_other_stamps_are_refused(
    tmp_path: Path, warehouse: Warehouse
) -> None:
    truth = small_bars()
    import_file(keep(truth, tmp_path / "ES_truth.parquet"), warehouse=warehouse)
    session = truth[truth["ts"].between("2024-06-20 13:30Z", "2024-06-20 20:10Z")]
    early = session.assign(ts=session["ts"] - pd.Timedelta(minutes=60))
    with pytest.raises(DataError, match="81 bars are those already there 60 minutes earlier") as caught:
        import_file(keep(early, tmp_path / "ES_early.parquet"), warehouse=warehouse)
    assert caught.value.code == "shifted_stamps"


def test_the_symbol_decides_against_the_name_of_a_file_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path, "ES_5m.csv", *bare(FIRST))
    root = tmp_path / "warehouse"
    assert main(["import", str(path), "--symbol", "NQ", "--warehouse", str(root)]) == 0
    assert "NQ: told: other_name: the file name (ES) says ES; NQ decides" in capsys.readouterr().out
    assert len(read_bars(Warehouse(root), "NQ")) == len(FIRST)
    contract = saved(tmp_path, "ESH4.csv", *bare(FIRST))
    assert main(["import", str(contract), "--symbol", "NQ", "--warehouse", str(root)]) != 0
    assert "--symbol says NQ, the file name (ESH4) says ES" in capsys.readouterr().err
