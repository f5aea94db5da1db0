"""`almanac verify` names what is damaged; a backup brings everything back as it was."""

import inspect
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from cli.main import main
from core.contracts.manifest import MANIFEST_FILE, manifest_to_json, read_manifest
from core.contracts.pack import PACK_SCHEMA
from core.contracts.publication import files_key
from core.warehouse.integrity import file_entries
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from service.database.sqlite_store import DATABASE, SqliteStore
from tests.support.redis_publishing import SYMBOL, publish_id, small_snapshots
from tests.support.redis_server import RedisServer
from tests.support.small_warehouse import saved, small_bars, small_warehouse


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse with bars and two snapshots, and a state folder."""
    root = tmp_path_factory.mktemp("verify")
    small_snapshots(small_warehouse(root, last="2024-06-07").root, 2)
    store = SqliteStore(root / "state")
    store._connection.execute("INSERT INTO records VALUES ('account', 'ada', '{}', NULL)")
    anyio.run(store.close)
    (root / "state" / "signing.key").write_text("k" * 64)
    (root / "state" / "cache").mkdir()
    (root / "state" / "cache" / "copy").write_bytes(b"made again")
    return root


@pytest.fixture
def place(template: Path, tmp_path: Path) -> Path:
    shutil.copytree(template, tmp_path, dirs_exist_ok=True)
    return tmp_path


def almanac(command: str, place: Path, *more: str) -> int:
    where = ("--warehouse", str(place / "warehouse"), "--state", str(place / "state"))
    return main([command, *more, *where])


def damaged(place: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    code = almanac("verify", place, "--json")
    found = json.loads(capsys.readouterr().out)["damaged"]
    assert code == (1 if found else 0)
    assert all(each["found"] and each["remedy"] for each in found)
    return [each["path"] for each in found]


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def unread(path: Path) -> None:
    """Put a file there whose reading fails as on a broken disk, for root too."""
    path.unlink(missing_ok=True)
    path.symlink_to("/proc/self/mem")


def files(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((".lock", ".turn"))
    )


def test_a_flipped_bit_in_any_file_is_named(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert damaged(place, capsys) == []
    looked_at = [*files(place / "warehouse" / "bars"), *files(place / "warehouse" / "snapshots")]
    says = [path for path in looked_at if path.name in ("manifest.json", "CURRENT", "_files.json")]
    rest = [path for path in looked_at if path not in says]
    assert (len(says), len(rest) > 12) == (4, True)
    for together in (rest, says):
        contents = {path: path.read_bytes() for path in together}
        for path in together:
            flip(path)
        named = damaged(place, capsys)
        assert [str(path) for path in together if not any(str(path) in each for each in named)] == []
        for path, content in contents.items():
            path.write_bytes(content)
    assert damaged(place, capsys) == []


def outdate(folder: Path) -> None:
    """Make a snapshot one that the version before this one wrote, digests and all."""
    toc = folder / "serving" / "toc.json"
    toc.write_text(json.dumps(json.loads(toc.read_bytes()) | {"schema": PACK_SCHEMA - 1}))
    manifest = read_manifest(folder)
    (folder / MANIFEST_FILE).write_bytes(manifest_to_json(replace(manifest, files=file_entries(folder))))


def test_a_kept_snapshot_of_an_earlier_version_is_outdated_and_no_damage(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = place / "warehouse" / "snapshots" / SYMBOL
    served = current_id(directory)
    (kept,) = (path for path in directory.iterdir() if path.is_dir() and path.name != served)
    outdate(kept)
    assert almanac("verify", place) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{kept}: is outdated: an earlier version wrote it\n  It is not served: ")
    assert said.endswith(f"{SYMBOL}: all as written, 1 outdated\n")
    assert damaged(place, capsys) == []
    almanac("verify", place, "--json")
    assert [each["path"] for each in json.loads(capsys.readouterr().out)["outdated"]] == [str(kept)]
    assert almanac("backup", place, str(place / "backup")) == 0
    flip(kept / "serving" / "arrays.bin")
    assert damaged(place, capsys) == [str(kept / "serving" / "arrays.bin")]


def test_a_served_snapshot_of_an_earlier_version_has_to_be_built(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = place / "warehouse" / "snapshots" / SYMBOL
    served = directory / str(current_id(directory))
    outdate(served)
    assert almanac("verify", place) == 1
    said = capsys.readouterr().out
    assert f"{served}: is outdated: an earlier version wrote it\n  Run `almanac build {SYMBOL}`" in said


def test_an_import_names_a_damaged_file_and_writes_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = place / "warehouse" / "bars" / "symbol=ES"
    later = saved(small_bars("2024-06-10", "2024-06-11"), place / "ES_2.parquet")
    command = ["import", str(later), "--warehouse", str(place / "warehouse")]
    noted = [path for path in files(bars) if path.name != "_files.json"]
    assert {path.name for path in noted} >= {"part-0.parquet", "_bars.json", "_origins.pq"}
    for path in files(bars):
        content = path.read_bytes()
        flip(path)
        before = {each: each.read_bytes() for each in files(place / "warehouse")}
        assert main(command) == 1
        said = capsys.readouterr().err
        assert said.startswith(f"almanac: {path}: ")
        assert "Bring " in said
        assert "from a backup, or delete it" in said
        assert {each: each.read_bytes() for each in files(place / "warehouse")} == before
        path.write_bytes(content)
    flip(bars / "_origins.pq")
    (bars / "_origins.pq").unlink()
    assert main(command) == 0
    assert damaged(place, capsys) == []


def test_a_file_too_many_or_too_few_is_named(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bars = place / "warehouse" / "bars" / "symbol=ES"
    (bars / "year=2024" / "part-1.parquet").write_bytes(b"")
    (bars / "_origins.pq").unlink()
    assert damaged(place, capsys) == [
        str(bars / "_origins.pq"),
        str(bars / "year=2024" / "part-1.parquet"),
    ]


def test_bars_of_before_there_were_digests_are_held_to_their_record(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = place / "warehouse" / "bars" / "symbol=ES"
    (bars / "_files.json").unlink()
    assert damaged(place, capsys) == []
    record = bars / "_bars.json"
    said = json.loads(record.read_bytes())
    record.write_text(json.dumps({**said, "content_sha256": "0" * 64}))
    assert damaged(place, capsys) == [str(bars)]


def test_a_damaged_database_is_named_and_a_busy_one_is_not(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place / "state" / DATABASE
    with closing(sqlite3.connect(path)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        assert damaged(place, capsys) == []
    content = bytearray(path.read_bytes())
    content[4096 : 4096 + 64] = bytes(64)
    path.write_bytes(content)
    assert damaged(place, capsys) == [str(path)]


def test_a_file_spoilt_in_redis_and_another_pointer_are_named(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warehouse = Warehouse(place / "warehouse")
    served = current_id(warehouse.snapshots(SYMBOL))
    assert served is not None
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    assert damaged(place, capsys) == ["Redis almanac:{ES}:current"]
    publish_id(redis_server, warehouse, served)
    assert damaged(place, capsys) == []
    with redis_server.client() as client:
        client.hset(files_key(SYMBOL, served), "serving/toc.json.z", b"{")
    assert damaged(place, capsys) == [f"Redis {files_key(SYMBOL, served)} serving/toc.json"]


def test_a_backup_brings_back_every_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(place / "state" / DATABASE, isolation_level=None)) as service:
        service.execute("PRAGMA journal_mode=WAL")
        service.execute("INSERT INTO records VALUES ('account', 'grace', '{}', NULL)")
        service.execute("BEGIN IMMEDIATE")
        service.execute("INSERT INTO records VALUES ('account', 'half way', '{}', NULL)")
        assert almanac("backup", place, str(place / "backup")) == 0
    other = place / "other"
    assert almanac("restore", other, str(place / "backup")) == 0
    for part in ("bars", "snapshots"):
        before, after = (
            {str(path.relative_to(root)): path.read_bytes() for path in files(root)}
            for root in (place / "warehouse" / part, other / "warehouse" / part)
        )
        assert before == after
    with closing(sqlite3.connect(other / "state" / DATABASE)) as database:
        names = database.execute("SELECT name FROM records ORDER BY name").fetchall()
    assert names == [("ada",), ("grace",)]
    assert (other / "state" / "signing.key").read_text() == "k" * 64
    assert not (other / "state" / "cache").exists()
    modes = {(other / "state" / name).stat().st_mode & 0o777 for name in (DATABASE, "signing.key")}
    assert modes == {0o600}
    assert (other / "state").stat().st_mode & 0o777 == 0o700
    assert damaged(other, capsys) == []


MADE_AGAIN = {"work", "today"}
"""Parts of a warehouse that the next build, and the next `almanac today`, make again."""


def parts_of(warehouse: Warehouse) -> set[str]:
    """The name of every file and folder right below the root that `Warehouse` has a path for."""
    found = set()
    for name, member in vars(Warehouse).items():
        if isinstance(member, property):
            found.add(getattr(warehouse, name))
        elif inspect.isfunction(member) and member.__annotations__.get("return") is Path:
            given = len(inspect.signature(member).parameters) - 1
            found.add(member(warehouse, *["ES", "any"][:given]))
    return {path.relative_to(warehouse.root).parts[0] for path in found}


def test_a_backup_brings_back_every_part_that_is_not_made_again(place: Path) -> None:
    warehouse = Warehouse(place / "warehouse")
    parts = parts_of(warehouse)
    assert {"bars", "snapshots", "claims.toml", *MADE_AGAIN} < parts
    for part in parts - {"bars", "snapshots"}:
        path = warehouse.root / part
        if not path.suffix:
            path = path / "ES" / "planted.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(part)
    before = {path.relative_to(warehouse.root): path.read_bytes() for path in files(warehouse.root)}
    assert almanac("backup", place, str(place / "backup")) == 0
    other = place / "other"
    assert almanac("restore", other, str(place / "backup")) == 0
    after = {path.relative_to(other / "warehouse"): path.read_bytes() for path in files(other / "warehouse")}
    assert {path.parts[0] for path in before} == parts
    assert after == {path: content for path, content in before.items() if path.parts[0] not in MADE_AGAIN}


def test_what_is_there_is_refused_or_moved_aside(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert almanac("backup", place, str(place / "backup")) == 0
    assert almanac("backup", place, str(place / "backup")) == 1
    assert "is there already" in capsys.readouterr().err
    flip(place / "state" / "signing.key")
    assert almanac("restore", place, str(place / "backup")) == 1
    assert "is not empty" in capsys.readouterr().err
    assert (place / "state" / "signing.key").read_text() != "k" * 64
    assert almanac("restore", place, str(place / "backup"), "--replace") == 0
    assert (place / "state" / "signing.key").read_text() == "k" * 64
    (aside,) = (place / "state").glob(".replaced-*")
    assert (aside / "signing.key").exists()
    assert damaged(place, capsys) == []


def test_a_damaged_backup_is_refused_and_nothing_is_touched(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert almanac("backup", place, str(place / "backup")) == 0
    path = next((place / "backup").rglob("arrays.bin"))
    flip(path)
    other = place / "other"
    assert almanac("restore", other, str(place / "backup")) == 1
    assert str(path) in capsys.readouterr().err
    assert not other.exists()
    (place / "backup" / "backup.json").unlink()
    assert almanac("restore", other, str(place / "backup")) == 1
    assert "is no backup" in capsys.readouterr().err
