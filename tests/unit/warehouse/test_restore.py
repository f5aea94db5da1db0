"""A restore leaves what the backup holds, whatever a killed import left and whoever reads meanwhile."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from core.contracts.errors import DataError
from core.warehouse.backup import back_up
from core.warehouse.bars import has_bars, read_bars_index
from core.warehouse.paths import Warehouse
from core.warehouse.restore import restore
from tests.support.small_warehouse import small_warehouse


def test_bars_of_a_killed_import_do_not_come_back_over_a_backup_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty, state = Warehouse(tmp_path / "empty"), tmp_path / "state"
    for folder in (empty.drop, state):
        folder.mkdir(parents=True)
    (empty.drop / "ES.csv").write_text("waits")
    back_up(empty, state, tmp_path / "backup")
    warehouse = small_warehouse(tmp_path, last="2024-06-04")
    warehouse.bars("ES").rename(warehouse.root / ".previous-bars-symbol=ES")
    readers: list[Thread] = []

    def read() -> None:
        with suppress(DataError):
            read_bars_index(warehouse, "ES")

    def rename(source: Path, target: Path) -> None:
        os.replace(source, target)
        readers.append(Thread(target=read))
        readers[-1].start()
        readers[-1].join(0.1)

    monkeypatch.setattr("core.warehouse.restore.os.rename", rename)
    restore(tmp_path / "backup", warehouse, state, replace=True)
    for reader in readers:
        reader.join()
    assert not has_bars(warehouse, "ES")
    assert [path.name for path in warehouse.root.glob(".previous-*")] == []
    assert len(list(warehouse.root.glob(".replaced-*/bars/symbol=ES/_bars.json"))) == 1


@pytest.mark.parametrize("moment", ["after the old bars left", "before the new ones come"])
def test_a_reader_in_the_middle_of_a_restore_does_not_stop_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    warehouse, state = small_warehouse(tmp_path, last="2024-06-04"), tmp_path / "state"
    state.mkdir()
    back_up(warehouse, state, tmp_path / "backup")
    known, readers = read_bars_index(warehouse, "ES"), ["one"]

    def read() -> None:
        readers.clear()
        with suppress(DataError):
            read_bars_index(warehouse, "ES")
        assert warehouse.bars_root.is_dir()

    def rename(source: Path, target: Path) -> None:
        if moment.startswith("before") and target == warehouse.bars_root and readers:
            read()
        os.replace(source, target)
        if moment.startswith("after") and source == warehouse.bars_root and readers:
            read()

    monkeypatch.setattr("core.warehouse.restore.os.rename", rename)
    restore(tmp_path / "backup", warehouse, state, replace=True)
    assert read_bars_index(warehouse, "ES") == known
    assert len(list(warehouse.root.glob(".replaced-*/bars/symbol=ES/_bars.json"))) == 1


def link_beside(place: Path) -> None:
    (place / "warehouse" / "drop" / "more.csv").symlink_to(place.parent / "secret")


def link_listed(place: Path) -> None:
    """The file that the backup lists, with its very bytes, behind a link."""
    listed = place / "warehouse" / "drop" / "ES.csv"
    listed.rename(place.parent / "moved")
    listed.symlink_to(place.parent / "moved")


def linked_folder(place: Path) -> None:
    (place / "warehouse" / "drop").rename(place.parent / "moved")
    (place / "warehouse" / "drop").symlink_to(place.parent / "moved")


def pipe_beside(place: Path) -> None:
    os.mkfifo(place / "state" / "pipe")


@pytest.mark.parametrize("change", [link_beside, link_listed, linked_folder, pipe_beside])
def test_a_backup_with_a_link_or_a_pipe_is_refused_and_nothing_of_it_is_read(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    warehouse, state = Warehouse(tmp_path / "warehouse"), tmp_path / "state"
    for folder in (warehouse.drop, state):
        folder.mkdir(parents=True)
    (warehouse.drop / "ES.csv").write_text("waits")
    (tmp_path / "secret").write_text("secret")
    back_up(warehouse, state, tmp_path / "backup")
    change(tmp_path / "backup")
    with pytest.raises(DataError, match=r"is (a link|no regular file), and a backup has none") as refused:
        restore(tmp_path / "backup", Warehouse(tmp_path / "new"), tmp_path / "new-state")
    assert refused.value.code == "bad_backup"
    assert not (tmp_path / "new").exists()


def test_a_file_whose_name_is_no_utf_8_is_left_out_of_a_backup_and_told(tmp_path: Path) -> None:
    warehouse, state = Warehouse(tmp_path / "warehouse"), tmp_path / "state"
    for folder in (warehouse.drop, state):
        folder.mkdir(parents=True)
    (warehouse.drop / os.fsdecode(b"ES \xff.csv")).write_text("waits")
    (warehouse.drop / "ES.csv").write_text("waits")
    done = back_up(warehouse, state, tmp_path / "backup")
    assert done.files == 1
    assert done.troubles == [f"left out: {warehouse.drop}/ES \\xff.csv: its name is no UTF-8; rename it"]
