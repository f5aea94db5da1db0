"""Every file beside a symbol's bars names its form; what reads another form than its own says so in words."""

import json
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cli.main import main
from core.importing.importer import import_file
from core.market import instruments
from core.warehouse.integrity import FILES_FILE, FORM, write_bars_files
from core.warehouse.paths import Warehouse
from tests.integration.test_minutes import BARS, MINUTES
from tests.support.small_warehouse import saved

KINDS = ("_bars.json", "_files.json", "_findings/", "_origins.pq", "_changes/", "_minutes/")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A symbol's folder that holds every kind of sidecar."""
    es = replace(instruments.INSTRUMENTS["ES"], bars="1m")
    monkeypatch.setitem(instruments.INSTRUMENTS, "ES", es)
    warehouse = Warehouse(tmp_path / "warehouse")
    import_file(saved(MINUTES, tmp_path / "ES_1m.parquet"), warehouse=warehouse)
    changed = BARS.assign(volume=BARS["volume"].where(BARS.index != 0, BARS["volume"] + 1))
    import_file(saved(changed, tmp_path / "ES_2.parquet"), warehouse=warehouse)
    return warehouse.bars("ES")


def sidecars(folder: Path) -> dict[str, Path]:
    """The sidecars that programs read, by their path in the folder."""
    found = [path for path in folder.rglob("*") if path.suffix in (".json", ".pq")]
    named = {path.relative_to(folder).as_posix(): path for path in found}
    assert {kind for kind in KINDS for name in named if name.startswith(kind)} == set(KINDS)
    assert all(name.startswith(KINDS) for name in named)
    return named


def form_of(path: Path) -> int | None:
    if path.suffix == ".json":
        form = json.loads(path.read_bytes()).get("version")
    else:
        form = (pq.read_schema(path).metadata or {}).get(b"form")
    return None if form is None else int(form)


def rewrite(folder: Path, path: Path, form: int | None) -> None:
    """Write a sidecar in another form, or in the one without a name; the note of the files agrees with it."""
    if path.suffix == ".json":
        record = json.loads(path.read_bytes())
        record.pop("version")
        path.write_text(json.dumps(record if form is None else {"version": form, **record}))
    else:
        table = pq.ParquetFile(path).read()
        pq.write_table(table.replace_schema_metadata(form and {"form": str(form)}), path)
    if path.name != FILES_FILE:
        (folder / FILES_FILE).unlink()
        write_bars_files(folder)


def test_every_sidecar_names_its_form(folder: Path) -> None:
    assert {form_of(path) for path in sidecars(folder).values()} == {FORM}


@pytest.mark.parametrize(("form", "named"), [(FORM + 1, str(FORM + 1)), (None, "unnamed")])
@pytest.mark.parametrize("kind", KINDS)
def test_another_form_is_named_with_its_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, form: int | None, named: str
) -> None:
    path = next(path for name, path in sidecars(folder).items() if name.startswith(kind))
    rewrite(folder, path, form)
    later = saved(BARS.assign(close=BARS["close"]), tmp_path / "ES_3.parquet")
    readers = {
        "_findings/": ["findings", "ES"],
        "_changes/": ["changes", "ES"],
        "_files.json": ["verify", "ES", "--state", str(tmp_path)],
    }
    command = readers.get(kind, ["import", str(later)])
    before = {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    capsys.readouterr()
    assert main([*command, "--warehouse", str(folder.parents[1])]) == 1
    told = "".join(capsys.readouterr())
    assert f"{path}: " in told
    assert f"is of form {named}, and this version of Session Almanac reads form {FORM}." in told
    assert "import its files again: almanac import FILE" in told
    assert {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()} == before
