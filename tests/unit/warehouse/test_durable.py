"""A folder that is written anew has a place of its own meanwhile, whatever is written beside it."""

import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from core.build.tables import write_table
from core.warehouse.durable import locked, prepare_folder, put_in_place, write_file, write_new
from core.warehouse.paths import Warehouse

STEP = "features"


def test_the_same_step_of_two_symbols_is_written_at_once(tmp_path: Path) -> None:
    folders = [Warehouse(tmp_path).work(symbol, STEP) for symbol in ("ES", "NQ")]
    incoming = [prepare_folder(folder) for folder in folders]
    for folder, place in zip(folders, incoming, strict=True):
        (place / "part").write_text(folder.parent.name)
    for folder, place in zip(folders, incoming, strict=True):
        put_in_place(place, folder)
    assert [(folder / "part").read_text() for folder in folders] == ["ES", "NQ"]


def test_what_a_kill_left_of_one_symbol_comes_back_to_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed, other = (Warehouse(tmp_path).work(symbol, STEP) for symbol in ("ES", "NQ"))
    put_in_place(prepare_folder(killed), killed)
    rename = os.rename

    def kill_after_the_first(source: Path, target: Path) -> None:
        if source != killed:
            raise KeyboardInterrupt
        rename(source, target)

    monkeypatch.setattr("core.warehouse.durable.os.rename", kill_after_the_first)
    with pytest.raises(KeyboardInterrupt):
        put_in_place(prepare_folder(killed), killed)
    monkeypatch.undo()
    assert not killed.exists()
    with locked(other):
        assert not other.exists()
    with locked(killed):
        assert killed.exists()


def _write_table(path: Path, content: bytes) -> None:
    table = pa.table({"content": [content]})
    write_table(path, table, table.schema)


@pytest.mark.parametrize("write", [write_file, write_new, _write_table])
def test_a_file_that_the_disk_alters_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], None]
) -> None:
    write(tmp_path / "kept", b"as written")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: bytes([read(path)[0] ^ 4]) + read(path)[1:])
    with pytest.raises(OSError, match="was written, and reads back other than written"):
        write(tmp_path / "altered", b"as written")
