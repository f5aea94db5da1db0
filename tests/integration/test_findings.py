"""The findings report: kept beside the bars, the same wherever it is read."""

import json
from pathlib import Path

import pandas as pd
import pytest

from cli.main import main
from core.build.build import start
from core.build.checks import CHECKS
from core.contracts.errors import DataError
from core.importing.findings.report import read_findings, report_from_json, report_to_json, summed
from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import saved, small_bars
from tests.unit.importing.vendor_files import kibot, known_bars


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    """A vendor's file with a repeated row and a hole, then a clean one of our own form."""
    warehouse = Warehouse(tmp_path / "warehouse")
    bars = known_bars()
    lines = kibot(bars.drop(index=range(3000, 3002))).split("\r\n")
    path = tmp_path / "ES_kibot.txt"
    path.write_text("\r\n".join([*lines[:500], lines[499], *lines[500:]]), newline="")
    import_file(path, symbol="ES", warehouse=warehouse)
    later = small_bars("2024-12-16", "2024-12-20").drop(columns="contract")
    import_file(saved(later, tmp_path / "ES_later.parquet"), warehouse=warehouse)
    return warehouse


def files(warehouse: Warehouse) -> dict[str, bytes]:
    folder = warehouse.bars("ES") / "_findings"
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_every_source_has_its_report_in_both_forms(warehouse: Warehouse) -> None:
    reports = read_findings(warehouse, "ES")
    assert [report.file for report in reports] == ["ES_kibot.txt", "ES_later.parquet"]
    assert set(files(warehouse)) == {f"{each.sha256}.{end}" for each in reports for end in ("json", "txt")}
    first, clean = reports
    assert summed([first]) == {"windows_lines": 1, "repeated_rows": 1, "holes": 2}
    assert "data row 501" in next(each.detail for each in first.findings if each.kind == "repeated_rows")
    assert list(summed([clean])) == ["thin_volume"]
    for report in reports:
        assert report_from_json(report_to_json(report), "again") == report


def test_the_figures_are_the_same_in_the_report_the_check_and_the_command(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = summed(read_findings(warehouse, "ES"))
    check = next(check for check in CHECKS if check.name == "findings_are_kept")
    verdict = check.run(start(warehouse, "ES"))
    assert verdict.passed
    assert verdict.numbers == {"sources": 2, "reports": 2, **kept}
    assert main(["findings", "ES", "--json", "--warehouse", str(warehouse.root)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert pd.DataFrame([each["numbers"] for each in said]).sum().astype(int).to_dict() == kept
    hole = next(each for each in said[0]["findings"] if each["kind"] == "holes")
    assert said[0]["sessions"] == {hole["sessions"][0]: {"holes": 2}}
    rows = pd.DataFrame([finding for each in said for finding in each["findings"]])
    assert rows.groupby("kind")["rows"].sum().to_dict() == kept


def test_the_command_says_what_the_text_file_says_and_of_one_session_less(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["findings", "--warehouse", str(warehouse.root)]) == 0
    said = capsys.readouterr().out
    texts = [content.decode() for name, content in files(warehouse).items() if name.endswith(".txt")]
    assert len(texts) == 2
    assert all(text in said for text in texts)
    hole = next(each for each in read_findings(warehouse, "ES")[0].findings if each.kind == "holes")
    day = hole.sessions[0].isoformat()
    assert main(["findings", "ES", "--session", day, "--warehouse", str(warehouse.root)]) == 0
    said = capsys.readouterr().out
    assert hole.detail in said
    assert "repeated_rows" not in said
    assert said.count("nothing found") == 1, "the other file says nothing of that day"


def test_an_import_says_what_it_found_in_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ES.txt"
    bars = known_bars()
    path.write_text(kibot(bars.drop(index=[3000, 3001, 5000, 5001])), newline="")
    assert main(["import", str(path), "--warehouse", str(tmp_path / "warehouse")]) == 0
    said = capsys.readouterr().out
    assert "ES: adjustment: on the tick, 100.00% of the prices on the tick" in said
    assert "ES: told: holes: " in said
    assert "(and 1 more such findings)" in said


def test_the_same_import_again_leaves_the_same_reports(tmp_path: Path, warehouse: Warehouse) -> None:
    before = files(warehouse)
    import_file(tmp_path / "ES_kibot.txt", symbol="ES", warehouse=warehouse)
    assert files(warehouse) == before


def test_a_refused_file_leaves_no_report(tmp_path: Path, warehouse: Warehouse) -> None:
    before = files(warehouse)
    bars = small_bars("2024-12-16", "2024-12-31").drop(columns="contract")
    bars.loc[1500:, ["open", "high", "low", "close"]] += 800
    with pytest.raises(DataError, match="the level jumps by") as caught:
        import_file(saved(bars, tmp_path / "ES_bad.parquet"), warehouse=warehouse)
    assert caught.value.code == "adjustment_splice"
    assert "data row 1501:" in caught.value.detail
    assert files(warehouse) == before


def test_a_damaged_report_stops_the_build_by_name(warehouse: Warehouse) -> None:
    path = next((warehouse.bars("ES") / "_findings").glob("*.json"))
    path.write_bytes(path.read_bytes()[:-30])
    check = next(check for check in CHECKS if check.name == "findings_are_kept")
    verdict = check.run(start(warehouse, "ES"))
    assert not verdict.passed
    assert path.name in verdict.remedy
