"""Every command that takes a symbol, in a warehouse of two: it does what is asked for that one alone."""

import json
import shutil
from pathlib import Path

import pytest

from cli.main import main
from core.importing.importer import import_file
from core.warehouse.bars import read_bars_index
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.runs import build_snapshot
from tests.support.redis_server import RedisServer
from tests.support.small_warehouse import saved, small_bars

CONTRACTS = {"ES": "ESU4", "NQ": "NQU4"}
SYMBOLS = list(CONTRACTS)


def bars_file(place: Path, symbol: str, *, last: str) -> Path:
    bars = small_bars(last=last, contract=CONTRACTS[symbol])
    return saved(bars, place / f"{symbol}_{last}.parquet")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """ES and NQ, each built twice."""
    place = tmp_path_factory.mktemp("two")
    warehouse = Warehouse(place / "warehouse")
    for last in ("2024-06-06", "2024-06-07"):
        for symbol in SYMBOLS:
            import_file(bars_file(place, symbol, last=last), warehouse=warehouse)
            build_snapshot(warehouse, symbol)
    return place


@pytest.fixture
def place(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ALMANAC_DROP", "ALMANAC_PROVIDER", "ALERT_WEBHOOK", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    shutil.copytree(template, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(tmp_path / "warehouse"))
    monkeypatch.setenv("ALMANAC_STATE", str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    return tmp_path


@pytest.fixture
def warehouse(place: Path) -> Warehouse:
    return Warehouse(place / "warehouse")


def served(warehouse: Warehouse) -> dict[str, str | None]:
    return {symbol: current_id(warehouse.snapshots(symbol)) for symbol in SYMBOLS}


def moved(before: dict[str, str | None], after: dict[str, str | None]) -> list[str]:
    return [symbol for symbol in SYMBOLS if before[symbol] != after[symbol]]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_import_and_build_move_one_symbol(place: Path, warehouse: Warehouse, symbol: str) -> None:
    bars = {each: read_bars_index(warehouse, each) for each in SYMBOLS}
    for each in SYMBOLS:
        import_file(bars_file(place, each, last="2024-06-10"), warehouse=warehouse)
    assert all(read_bars_index(warehouse, each) != bars[each] for each in SYMBOLS)
    before = served(warehouse)
    assert main(["build", symbol.lower()]) == 0
    assert moved(before, served(warehouse)) == [symbol]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_file_changes_its_own_symbols_bars(place: Path, warehouse: Warehouse, symbol: str) -> None:
    before = {each: read_bars_index(warehouse, each) for each in SYMBOLS}
    assert main(["import", str(bars_file(place, symbol, last="2024-06-10")), "--symbol", symbol]) == 0
    assert [each for each in SYMBOLS if read_bars_index(warehouse, each) != before[each]] == [symbol]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_rollback_moves_one_symbol(warehouse: Warehouse, symbol: str) -> None:
    before = served(warehouse)
    assert main(["rollback", symbol]) == 0
    assert moved(before, served(warehouse)) == [symbol]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_path_and_views_are_of_the_symbol_that_is_named(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str], symbol: str
) -> None:
    assert main(["path", symbol]) == 0
    folder = str(warehouse.snapshot(symbol, str(served(warehouse)[symbol])))
    assert capsys.readouterr().out.strip() == folder
    assert main(["views", symbol]) == 0
    said = capsys.readouterr().out
    (other,) = set(SYMBOLS) - {symbol}
    assert f"{folder}/features.parquet" in said
    assert f"/{other}/" not in said
    assert f"symbol={other}" not in said


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_changes_and_findings_are_of_the_symbol_that_is_named(
    place: Path, warehouse: Warehouse, capsys: pytest.CaptureFixture[str], symbol: str
) -> None:
    bars = small_bars(last="2024-06-07", contract=CONTRACTS[symbol]).tail(5).assign(volume=7)
    import_file(saved(bars, place / f"{symbol}_volume.parquet"), warehouse=warehouse)
    for each in SYMBOLS:
        capsys.readouterr()
        assert main(["changes", each]) == 0
        assert (f"{symbol}_volume.parquet" in capsys.readouterr().out) == (each == symbol)
        assert main(["findings", each]) == 0
        said = capsys.readouterr().out
        assert f"{each}_2024-06-07.parquet" in said
        assert (f"{symbol}_volume.parquet" in said) == (each == symbol)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_status_fails_for_any_symbol_and_for_the_one_that_is_named(
    place: Path, warehouse: Warehouse, capsys: pytest.CaptureFixture[str], symbol: str
) -> None:
    assert main(["status"]) == 0
    import_file(bars_file(place, symbol, last="2024-06-10"), warehouse=warehouse)
    capsys.readouterr()
    assert main(["status"]) == 1
    heads = [line for line in capsys.readouterr().out.splitlines() if line[:2] in SYMBOLS]
    assert [line.split(":")[0] for line in heads] == [
        f"{each}  {'outdated' if each == symbol else 'ok'}" for each in SYMBOLS
    ]
    for each in SYMBOLS:
        assert main(["status", each]) == (1 if each == symbol else 0)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_verify_looks_at_the_symbol_that_is_named(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str], symbol: str
) -> None:
    pointer = warehouse.snapshots(symbol) / "CURRENT"
    pointer.write_text("nothing\n")
    for each in SYMBOLS:
        capsys.readouterr()
        assert main(["verify", each, "--json"]) == (1 if each == symbol else 0)
        found = json.loads(capsys.readouterr().out)["damaged"]
        assert [damage["path"] for damage in found] == ([str(pointer)] if each == symbol else [])
    assert main(["verify"]) == 1


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_night_is_recorded_for_the_symbol_that_is_named(warehouse: Warehouse, symbol: str) -> None:
    assert main(["nightly", symbol]) in (1, 3)
    assert [each for each in SYMBOLS if list(warehouse.nights(each).glob("*.json"))] == [symbol]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_publish_puts_one_symbol_into_redis(
    place: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch, symbol: str
) -> None:
    assert place.is_dir()
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    assert main(["publish", symbol]) == 0
    with redis_server.client() as client:
        pointers = {key.decode() for key in client.scan_iter("*current*")}
    assert len(pointers) == 1
    assert symbol in pointers.pop()
