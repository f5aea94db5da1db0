"""`almanac verify` says everything it finds, whatever it cannot look at."""

import errno
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.contracts.manifest import MANIFEST_FILE, manifest_to_json, read_manifest
from core.contracts.publication import current_key
from core.warehouse.integrity import file_entries
from core.warehouse.snapshots import current_id
from tests.integration.test_verify_backup import almanac, damaged, flip, place, template, unread
from tests.support.redis_publishing import SYMBOL
from tests.support.redis_server import RedisServer

__all__ = ["place", "template"]


def test_what_cannot_be_read_is_named_beside_the_rest(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = place / "warehouse" / "bars" / "symbol=ES"
    directory = place / "warehouse" / "snapshots" / SYMBOL
    snapshots = sorted(path for path in directory.iterdir() if path.is_dir())
    nights = place / "warehouse" / "nights" / SYMBOL
    nights.mkdir(parents=True)
    away = [
        bars / "_origins.pq",
        directory / "CURRENT",
        snapshots[0] / "serving" / "arrays.bin",
        nights / "2024-06-07.json",
        place / "state" / "audit.log",
    ]
    for path in away:
        unread(path)
    flip(snapshots[1] / "serving" / "arrays.bin")
    expected = {*map(str, away), str(snapshots[1] / "serving" / "arrays.bin")}
    assert set(damaged(place, capsys)) == expected


@pytest.mark.parametrize("bit", [0x10, 0x80])
def test_another_bit_in_the_pointer_is_named_by_every_command(
    place: Path, capsys: pytest.CaptureFixture[str], bit: int
) -> None:
    pointer = place / "warehouse" / "snapshots" / SYMBOL / "CURRENT"
    content = pointer.read_bytes()
    pointer.write_bytes(bytes([content[0] ^ bit]) + content[1:])
    assert damaged(place, capsys) == [str(pointer)]
    assert almanac("backup", place, str(place / "backup")) == 1
    assert f"left out: {pointer}" in capsys.readouterr().out
    assert not (place / "backup" / pointer.relative_to(place)).exists()


def test_redis_away_hides_nothing(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    part = next((place / "warehouse" / "bars").rglob("part-0.parquet"))
    flip(part)
    monkeypatch.setenv("REDIS_URL", f"unix://{place}/nothing.sock")
    assert damaged(place, capsys) == [str(part), "Redis"]


def test_a_spoilt_pointer_here_or_in_redis_is_named(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    with redis_server.client() as client:
        client.set(current_key(SYMBOL), b"\x80")
    assert f"Redis {current_key(SYMBOL)}" in damaged(place, capsys)
    pointer = place / "warehouse" / "snapshots" / SYMBOL / "CURRENT"
    pointer.write_bytes(b"\x80")
    assert str(pointer) in damaged(place, capsys)


def test_a_database_that_is_in_use_is_not_called_damaged(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place / "state" / "history.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as busy:
        busy.execute("CREATE TABLE runs (id)")
        busy.execute("BEGIN EXCLUSIVE")
        capsys.readouterr()
        assert almanac("verify", place) == 1
        said = capsys.readouterr().out
    assert f"{path}: is in use, so it was not looked at\n  Look again.\n" in said
    assert damaged(place, capsys) == []


def test_snapshots_without_bars_or_a_pointer_are_looked_at(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = place / "warehouse" / "snapshots" / SYMBOL
    other = place / "warehouse" / "snapshots" / "NQ"
    shutil.copytree(directory, other)
    (other / "CURRENT").unlink()
    assert str(other / "CURRENT") in damaged(place, capsys)


def test_bars_without_their_record_are_damaged(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = place / "warehouse" / "bars" / "symbol=ES" / "_bars.json"
    record.unlink()
    assert damaged(place, capsys) == [str(record)]


def test_a_disk_that_cannot_be_written_is_looked_at_and_backed_up(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def read_only(path: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if "r" not in mode and place / "warehouse" in path.parents:
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return opened(path, mode, *more, **named)

    for lock in (place / "warehouse").rglob(".lock*"):
        lock.unlink()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", read_only)
        assert damaged(place, capsys) == []
        assert almanac("backup", place, str(place / "backup")) == 0
    assert list((place / "warehouse").rglob(".lock*")) == []


def test_a_pack_that_agrees_with_its_manifest_and_cannot_be_opened_is_damaged(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = place / "warehouse" / "snapshots" / SYMBOL
    folder = directory / str(current_id(directory))
    (folder / "serving" / "catalogue.json").write_bytes(b'{"features":[],"categories":[]}')
    (folder / MANIFEST_FILE).write_bytes(
        manifest_to_json(replace(read_manifest(folder), files=file_entries(folder)))
    )
    assert damaged(place, capsys) == [str(folder / "serving")]
