"""`almanac today`: what it says and writes, its exit codes, and that it leaves bars and snapshots alone."""

import io
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from redis import Redis

from cli import main as command
from core.contracts.next_session import SO_FAR_LIFETIME, so_far_from_json, so_far_key
from core.warehouse.paths import Warehouse
from core.warehouse.so_far import read_so_far
from pipelines import nightly_context
from pipelines.nightly_context import NightlyContext
from pipelines.providers import NotYet, Outage, Provider
from tests.support.night_stage import stage
from tests.support.redis_server import RedisServer
from tests.unit.pipelines.day_so_far import at, day_so_far, saved_csv
from tests.unit.pipelines.night_parts import Vendor, files

SESSION = "2024-06-11"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stage(tmp_path_factory.mktemp("served"), last="2024-06-10").warehouse.root


@pytest.fixture
def warehouse(served: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Warehouse]:
    for name in ("ALMANAC_DROP", "ALMANAC_PROVIDER", "ALERT_WEBHOOK", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    root = shutil.copytree(served, tmp_path / "warehouse")
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(root))
    before = contents(root)
    yield Warehouse(root)
    after = {name: content for name, content in contents(root).items() if not name.startswith("today/")}
    assert after == before


def contents(root: Path) -> dict[str, bytes]:
    """Every file of the warehouse but locks."""
    return {name: (root / name).read_bytes() for name in files(root) if "lock" not in name}


def almanac(*arguments: str) -> int:
    return command.main(["today", *arguments])


def test_it_leaves_the_session_so_far_and_says_what_it_is(
    warehouse: Warehouse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = day_so_far(SESSION, 18)
    assert almanac(str(saved_csv(bars, tmp_path / "ES.csv"))) == 0
    found = read_so_far(warehouse, "ES")
    assert found is not None
    assert (found.session_date, found.bars.c) == (SESSION, bars["close"].tolist()[-18:])
    assert files(warehouse.root / "today") == ["ES.json"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ES: session 2024-06-11: bars 1 to 18 of 81, to 11:00 New York"
    assert lines[1].startswith("ES: GXH ")


def test_the_input_is_read_and_named(
    warehouse: Warehouse,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = saved_csv(day_so_far(SESSION, 6), tmp_path / "bars.csv").read_bytes()

    def ask(content: bytes) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return almanac("-", "--symbol", "ES")

    assert ask(text) == 0
    found = read_so_far(warehouse, "ES")
    assert found is not None
    assert (found.source, len(found.bars.c)) == ("the input", 6)
    capsys.readouterr()
    assert ask(text.replace(b"5000.0,", b"5000.1,")) == 1
    refused = capsys.readouterr().err
    assert refused.startswith("almanac: the input: data row ")
    assert "off the tick" in refused
    assert ask(b"") == 1
    assert "the input: is empty" in capsys.readouterr().err
    assert read_so_far(warehouse, "ES") == found


def test_what_is_refused_leaves_nothing(
    warehouse: Warehouse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved_csv(day_so_far("2024-06-10", 18, evening="2024-06-09"), tmp_path / "ES.csv")
    assert almanac(str(path)) == 1
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "in the snapshot already" in told.err
    assert almanac(str(tmp_path / "none.csv")) == 1
    assert not (warehouse.root / "today").exists()
    for wrong in (["--provider", str(path)], [], ["--provider", "--zone", "UTC"]):
        with pytest.raises(SystemExit) as refused:
            almanac(*wrong)
        assert refused.value.code == 2


def test_redis_has_it_for_two_days(
    warehouse: Warehouse, tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    assert almanac(str(saved_csv(day_so_far(SESSION, 18), tmp_path / "ES.csv"))) == 0
    with redis_server.client() as client:
        assert so_far_from_json(got(client, "ES"), "ES", "Redis") == read_so_far(warehouse, "ES")
        assert SO_FAR_LIFETIME - 60 < int(str(client.ttl(so_far_key("ES")))) <= SO_FAR_LIFETIME


def got(client: Redis, symbol: str) -> bytes:
    content = client.get(so_far_key(symbol))
    assert isinstance(content, bytes)
    return content


def test_without_redis_the_warehouse_has_it_and_the_fault_is_said(
    warehouse: Warehouse,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    assert almanac(str(saved_csv(day_so_far(SESSION, 18), tmp_path / "ES.csv"))) == 1
    assert "The warehouse has the session so far; run `almanac today` again" in capsys.readouterr().err
    assert read_so_far(warehouse, "ES") is not None


def with_provider(patch: pytest.MonkeyPatch, provider: Provider | None, now: datetime) -> None:
    made = nightly_context.context_of

    def context(warehouse: Warehouse, environment: Mapping[str, str]) -> NightlyContext:
        return replace(made(warehouse, environment), provider=provider, now=lambda: now)

    patch.setattr(nightly_context, "context_of", context)


def test_the_provider_is_asked_for_the_session_up_to_now(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = day_so_far(SESSION, 6)
    vendor = Vendor(lambda folder: saved_csv(bars, folder / "vendor-ES.csv"))
    now = at("2024-06-11 10:02")
    with_provider(monkeypatch, vendor, now)
    assert almanac("--provider") == 0
    (wanted,) = vendor.asked
    assert (wanted.symbol, str(wanted.after), str(wanted.last)) == ("ES", "2024-06-10", SESSION)
    assert (wanted.until, wanted.names_contracts) == (now, True)
    found = read_so_far(warehouse, "ES")
    assert found is not None
    assert (found.source, found.at, len(found.bars.c)) == ("vendor", int(now.timestamp()), 6)
    assert capsys.readouterr().out.startswith("ES: session 2024-06-11: bars 1 to 6 of 81, to 10:00 New York")


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (NotYet("vendor has no bars yet"), 3, "ES  late  vendor has no bars yet"),
        (Outage("vendor does not answer"), 1, "ES  outage  vendor does not answer"),
        (ValueError("odd"), 1, "ES  failed  vendor: ValueError: odd"),
    ],
)
def test_a_provider_without_bars_is_told_as_the_night_tells_it(
    warehouse: Warehouse,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    code: int,
    words: str,
) -> None:
    with_provider(monkeypatch, Vendor(error), at("2024-06-11 10:02"))
    assert almanac("--provider", "--symbol", "es") == code
    told = capsys.readouterr()
    assert (told.out if code == 3 else told.err.splitlines()[-1]).strip() == words
    assert read_so_far(warehouse, "ES") is None


def test_a_provider_that_is_not_set_or_wrongly_set_is_said(
    warehouse: Warehouse, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert warehouse.root.is_dir()
    assert almanac("--provider") == 1
    assert "ALMANAC_PROVIDER is empty" in capsys.readouterr().err
    monkeypatch.setenv("ALMANAC_PROVIDER", "other")
    assert almanac("--provider") == 2
    assert "known: databento" in capsys.readouterr().err


def status(capsys: pytest.CaptureFixture[str]) -> str:
    """What `almanac status` says of the session so far."""
    capsys.readouterr()
    command.main(["status", "ES"])
    lines = capsys.readouterr().out.splitlines()
    return "".join(line for line in lines if line.startswith("  so far"))


def test_status_says_it_until_the_snapshot_has_it(
    warehouse: Warehouse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(capsys) == ""
    assert almanac(str(saved_csv(day_so_far(SESSION, 18), tmp_path / "ES.csv"))) == 0
    assert status(capsys) == "  so far        2024-06-11, 18 bars, read 0 min ago from ES.csv"
    capsys.readouterr()
    command.main(["status", "ES", "--json"])
    assert '"so_far": "2024-06-11, 18 bars' in capsys.readouterr().out
    path = warehouse.so_far("ES")
    path.write_bytes(path.read_bytes().replace(b"2024-06-11", b"2024-06-10"))
    assert status(capsys) == ""
    path.write_bytes(b"{")
    assert "is no session so far of ES" in status(capsys)
