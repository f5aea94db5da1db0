"""Work that writes much says beforehand, and where the disk runs full, how much room it needs and where."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from cli.main import main
from core.warehouse import room as room_module
from core.warehouse.paths import Warehouse
from core.warehouse.room import DiskFull, Room, build_bytes


def test_room_is_asked_for_where_the_folder_is_or_will_be(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    for folder in (tmp_path, tmp_path / "not" / "there"):
        Room(folder, "a backup").require()
        Room(folder, "a backup", 1).require()
        with pytest.raises(DiskFull) as refused:
            Room(folder, "a backup", 2 * free).require()
        told = refused.value.detail
        assert told.startswith(f"{folder}: Too little space: ")
        assert f"a backup needs about {2 * free:,}. Free some" in told


FULL = [
    OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "file"),
    OSError(errno.ENOSPC, "Error writing bytes to file. Detail: [errno 28] No space left on device"),
    OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)),
    shutil.Error([("a", "b", "[Errno 13] Permission denied"), ("c", "d", "[Errno 28] No space left")]),
]
"""A disk that is full as Python, pyarrow, a quota and a copied folder report it."""


@pytest.mark.parametrize("error", FULL, ids=["python", "pyarrow", "quota", "copied folder"])
def test_a_disk_that_runs_full_is_a_sentence(tmp_path: Path, error: OSError) -> None:
    with pytest.raises(DiskFull) as full, Room(tmp_path, "a build of ES", 1234).in_words():
        raise error
    told = full.value.detail
    assert told.startswith(f"{tmp_path}: No space left on device: ")
    assert "a build of ES needs about 1,234. Free some (old backups" in told


def test_another_error_stays_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), Room(tmp_path, "a build").in_words():
        (tmp_path / "nowhere").read_bytes()
    with pytest.raises(shutil.Error), Room(tmp_path, "a build").in_words():
        raise shutil.Error([("a", "b", "[Errno 13] Permission denied: 'a'")])


def test_a_first_build_is_estimated_by_its_bars_and_a_later_one_by_the_last(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path)
    assert build_bytes(warehouse, "ES") == 0
    warehouse.bars("ES").mkdir(parents=True)
    (warehouse.bars("ES") / "bars").write_bytes(b"x" * 1000)
    assert build_bytes(warehouse, "ES") == 33_000
    assert build_bytes(warehouse, "ES", 10_000_000) == 3 * 10_001_000 + 40_000_000
    served = "2024-06-10-0123456789ab"
    for path, size in (
        (f"snapshots/ES/{served}/serving/a", 500),
        ("work/ES/coin/b", 30),
        ("work/ES/x/c", 20),
    ):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_bytes(b"x" * size)
    (warehouse.snapshots("ES") / "CURRENT").write_text(served)
    assert build_bytes(warehouse, "ES") == 530


@pytest.mark.parametrize("full", [True, False])
def test_a_command_tells_the_first_of_many_files_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], full: bool
) -> None:
    why = "[Errno 28] No space left on device: 'x'" if full else "[Errno 5] Input/output error: 'x'"
    target = str(tmp_path / "b")

    def fails(*_: object) -> None:
        raise shutil.Error([("a", target, why), ("c", "d", why)])

    monkeypatch.setattr(Warehouse, "symbols", fails)
    assert main(["status", "--warehouse", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    expected = f"{tmp_path}: No space left on device: " if full else f"{target}: {why}\n"
    assert told.startswith(f"almanac: {expected}")
    assert "[(" not in told


def test_the_words_name_what_is_free_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "free_bytes", lambda folder: 12_288)
    with pytest.raises(
        DiskFull, match=r"Too little space: 12,288 bytes are free, a night needs about 20,000\. "
    ):
        Room(tmp_path, "a night", 20_000).require()
    Room(tmp_path, "a night", 12_288).require()
