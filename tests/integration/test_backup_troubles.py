"""What a backup cannot read is named, the rest is kept; a restore that would lose something is refused."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.warehouse import backup as backups
from core.warehouse import room
from service.database.sqlite_store import DATABASE
from tests.integration.test_verify_backup import almanac, damaged, files, flip, place, template, unread
from tests.support.redis_publishing import SYMBOL

__all__ = ["place", "template"]


def test_a_folder_that_is_not_there_is_no_empty_backup(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("state", "warehouse"):
        (place / name).rename(place / "away")
        assert almanac("backup", place, str(place / "backup")) == 1
        assert f"{place / name}: is not there" in capsys.readouterr().err
        assert not (place / "backup").exists()
        (place / "away").rename(place / name)


def test_nothing_does_not_replace_something(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "empty" / "state").mkdir(parents=True)
    shutil.copytree(place / "warehouse", place / "empty" / "warehouse")
    assert almanac("backup", place / "empty", str(place / "backup")) == 0
    assert almanac("restore", place, str(place / "backup"), "--replace") == 1
    assert f"{place / 'state'}: is not empty, and the backup has nothing" in capsys.readouterr().err
    assert (place / "state" / DATABASE).exists()
    assert almanac("restore", place / "other", str(place / "backup")) == 0


def test_bars_between_the_two_renames_of_an_import_are_backed_up(place: Path) -> None:
    bars = place / "warehouse" / "bars"
    (bars / "symbol=ES").rename(bars.parent / ".previous-bars-symbol=ES")
    assert almanac("backup", place, str(place / "backup")) == 0
    assert (place / "backup" / "warehouse" / "bars" / "symbol=ES" / "_bars.json").exists()


def test_after_restores_over_something_all_goes_on(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert almanac("backup", place, str(place / "backup")) == 0
    (place / "state" / DATABASE).write_bytes(b"no database at all")
    for _ in range(2):
        assert almanac("restore", place, str(place / "backup"), "--replace") == 0
    assert len(list((place / "state").glob(".replaced-*"))) == 2
    assert damaged(place, capsys) == []
    assert almanac("backup", place, str(place / "again")) == 0
    assert list((place / "again").rglob(".replaced-*")) == []


def test_what_cannot_be_read_is_named_and_the_rest_is_there(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = place / "warehouse" / "bars" / "symbol=ES"
    directory = place / "warehouse" / "snapshots" / SYMBOL
    first = sorted(path for path in directory.iterdir() if path.is_dir())[0]
    state = place / "state"
    gone = [bars / "_origins.pq", first / "serving" / "arrays.bin", state / "audit.log", state / "a.db"]
    for path in gone:
        unread(path)
    spoilt = state / "spoilt.sqlite3"
    spoilt.write_bytes(b"no database")
    assert almanac("backup", place, str(place / "backup")) == 1
    said = capsys.readouterr().out
    assert [path for path in (*gone, spoilt) if str(path) not in said] == []
    kept = place / "backup"
    assert [path for path in gone if (kept / path.relative_to(place)).exists()] == []
    assert (kept / "state" / spoilt.name).read_bytes() == b"no database"
    rest = (bars / "_bars.json", directory / "CURRENT", state / DATABASE)
    assert [path for path in rest if not (kept / path.relative_to(place)).exists()] == []


def test_a_flipped_bit_in_bars_is_no_good_backup(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = next((place / "warehouse" / "bars").rglob("part-0.parquet"))
    flip(part)
    assert almanac("backup", place, str(place / "backup")) == 1
    assert f"copied as it is: {part}" in capsys.readouterr().out


def test_a_backup_that_fails_leaves_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    there = sorted(place.iterdir())
    for part in ("_finish", "copy_plain"):
        with monkeypatch.context() as patched:
            patched.setattr(backups, part, full)
            assert almanac("backup", place, str(place / "backup")) == 1
        assert sorted(place.iterdir()) == there


@pytest.mark.parametrize("copy", ["copy_plain", "copytree"])
def test_a_full_disk_is_told_in_one_sentence(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], copy: str
) -> None:
    """In bars and state by our own copy, in snapshots by the library's, which gathers a list of errors."""

    def full(*_: object, **__: object) -> None:
        if copy == "copy_plain":
            raise OSError(28, "No space left on device")
        raise shutil.Error([("a", "b", "[Errno 28] No space left on device: 'b'")])

    bytes_there = sum(path.stat().st_size for path in files(place))
    there = sorted(place.iterdir())
    assert almanac("backup", place, str(place / "good")) == 0
    capsys.readouterr()
    monkeypatch.setattr(backups if copy == "copy_plain" else shutil, copy, full)
    assert almanac("backup", place, str(place / "backup")) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"almanac: {place}: No space left on device: ")
    assert told.count("\n") == 1
    needed = int(told.partition("a backup needs about ")[2].partition(". Free some")[0].replace(",", ""))
    assert 0.9 * bytes_there < needed < 1.1 * bytes_there
    if copy == "copytree":
        assert almanac("restore", place, str(place / "good"), "--replace") == 1
        told = capsys.readouterr().err
        assert told.startswith(f"almanac: {place / 'warehouse'}: No space left on device: ")
        assert not list(place.rglob(".restoring*"))
    assert sorted(place.iterdir()) == sorted([*there, place / "good"])


def test_room_is_looked_for_before_anything_is_copied(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert almanac("backup", place, str(place / "good")) == 0
    capsys.readouterr()
    there = files(place / "warehouse"), sorted(place.iterdir())
    monkeypatch.setattr(room, "free_bytes", lambda folder: 4096)
    assert almanac("backup", place, str(place / "a" / "backup")) == 1
    assert f"{place / 'a'}: Too little space: 4,096 bytes are free, a backup" in capsys.readouterr().err
    assert almanac("restore", place, str(place / "good"), "--replace") == 1
    assert f"{place / 'warehouse'}: Too little space: 4,096 bytes are free, " in capsys.readouterr().err
    assert (files(place / "warehouse"), sorted(place.iterdir())) == there


def test_a_backup_does_not_lie_in_what_it_keeps(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("state", "warehouse"):
        assert almanac("backup", place, str(place / name / "deep" / "backup")) == 1
        assert f"lies in {place / name}" in capsys.readouterr().err
        assert not (place / name / "deep").exists()
    assert almanac("backup", place, str(place / "backup")) == 0
    shutil.move(place / "backup", place / "state" / "backup")
    assert almanac("restore", place, str(place / "state" / "backup"), "--replace") == 1
    assert (place / "state" / "signing.key").exists()


def test_folders_come_back_as_they_were_and_a_link_to_one_is_named(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = place / "state" / "history"
    (history / "empty").mkdir(parents=True)
    history.chmod(0o2770)
    assert almanac("backup", place, str(place / "backup")) == 0
    assert almanac("restore", place / "other", str(place / "backup")) == 0
    brought = place / "other" / "state" / "history"
    assert (brought.stat().st_mode & 0o7777, (brought / "empty").is_dir()) == (0o2770, True)
    (history / "elsewhere").symlink_to(place / "warehouse")
    assert almanac("backup", place, str(place / "linked")) == 1
    assert f"{history / 'elsewhere'}: is a link to a folder" in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_the_folders_owner(place: Path) -> None:
    assert almanac("backup", place, str(place / "backup")) == 0
    other = place / "other"
    (other / "state").mkdir(parents=True)
    os.chown(other, 12345, 12346)
    os.chown(other / "state", 54321, 54320)
    assert almanac("restore", other, str(place / "backup")) == 0
    for folder, owner in ((other / "state", (54321, 54320)), (other / "warehouse", (12345, 12346))):
        found = {(path.stat().st_uid, path.stat().st_gid) for path in (folder, *folder.rglob("*"))}
        assert found == {owner}


def test_what_is_in_use_is_not_replaced(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert almanac("backup", place, str(place / "backup")) == 0
    path = place / "state" / DATABASE
    with closing(sqlite3.connect(path, isolation_level=None)) as service:
        service.execute("PRAGMA journal_mode=WAL")
        service.execute("SELECT * FROM records").fetchall()
        assert almanac("restore", place, str(place / "backup"), "--replace") == 1
        assert f"{path}: is in use" in capsys.readouterr().err
        service.execute("INSERT INTO records VALUES ('account', 'grace', '{}', NULL)")
    building = place / "warehouse" / "snapshots" / SYMBOL / f".building-2024-06-07-{os.getpid()}"
    building.mkdir()
    assert almanac("restore", place, str(place / "backup"), "--replace") == 1
    assert f"{building}: is being built" in capsys.readouterr().err
    assert list((place / "state").glob(".re*")) == []
    building.rmdir()
    assert almanac("restore", place, str(place / "backup"), "--replace") == 0


def test_names_that_mean_something_in_an_address(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = place / "50% #1?mode=memory"
    for part in ("state", "warehouse"):
        shutil.copytree(place / part, odd / part)
    assert damaged(odd, capsys) == []
    assert almanac("backup", odd, str(odd / "backup")) == 0
    with closing(sqlite3.connect(odd / "backup" / "state" / DATABASE)) as database:
        assert database.execute("SELECT name FROM records").fetchall() == [("ada",)]
    (odd / "state" / DATABASE).write_bytes(b"no database at all")
    assert damaged(odd, capsys) == [str(odd / "state" / DATABASE)]


def test_a_damaged_snapshot_is_left_out_and_said(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = place / "warehouse" / "snapshots" / SYMBOL
    first = sorted(path for path in directory.iterdir() if path.is_dir())[0]
    flip(first / "serving" / "arrays.bin")
    assert almanac("backup", place, str(place / "backup")) == 1
    assert str(first / "serving" / "arrays.bin") in capsys.readouterr().out
    kept = place / "backup" / "warehouse" / "snapshots" / SYMBOL
    assert not (kept / first.name).exists()
    assert (kept / "CURRENT").exists()
