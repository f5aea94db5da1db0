"""A pack on the disk is the pack in memory, and a broken one is refused before it answers anything."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

from core.build.pack.build_pack import assemble_pack, write_pack
from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue
from core.contracts.errors import DataError
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from tests.unit.question.toy import CATALOGUE, random_columns, toy

Spoil = Callable[[Path], None]


def clustered(clusters: dict[str, entries.Clusters]) -> Pack:
    """The toy's pack with the document that says whose days cluster."""
    pack = toy(1).pack
    return replace(pack, documents={**pack.documents, entries.CLUSTERS: clusters})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_pack(tmp_path / "serving", clustered({"flag": entries.Clusters(3.0, True)}))
    return tmp_path / "serving"


def test_an_opened_pack_holds_what_was_written(folder: Path) -> None:
    written, opened = toy(1).pack, Pack.open(folder)
    assert opened.sessions == written.sessions
    assert list(opened.arrays) == list(written.arrays)
    for entry, array in written.arrays.items():
        assert np.array_equal(opened.array(entry), array, equal_nan=array.dtype.kind == "f")
        assert opened.array(entry).dtype == array.dtype
    assert load_index(opened).catalogue == CATALOGUE
    assert opened.document(entries.CLUSTERS) == {"flag": {"design_effect": 3.0, "days_cluster": True}}


def test_an_opened_pack_cannot_be_written_to(folder: Path) -> None:
    with pytest.raises(ValueError, match="read-only"):
        Pack.open(folder).array(entries.CODES)[0, 0] = 1


def test_files_that_are_cut_short_or_emptied_afterwards_change_nothing(folder: Path) -> None:
    opened, written = Pack.open(folder), toy(1).pack
    for path in folder.glob("arrays*.bin"):
        os.truncate(path, 0)
    for entry, array in written.arrays.items():
        assert np.array_equal(opened.array(entry), array, equal_nan=array.dtype.kind == "f")


def test_arrays_are_aligned_as_the_contract_says(folder: Path) -> None:
    toc = orjson.loads((folder / entries.TOC_FILE).read_bytes())
    parts = [part for entry in toc["arrays"].values() for part in entry["parts"]]
    assert {part["offset"] % entries.ALIGNMENT for part in parts} == {0}
    assert {entry["dtype"] for entry in toc["arrays"].values()} == {"<i4", "<f8", "|u1"}


def test_an_index_on_the_opened_pack_is_the_same_index(folder: Path) -> None:
    opened = load_index(Pack.open(folder), snapshot_id="x")
    index = toy(1).index
    assert (opened.n_sessions, opened.snapshot_id) == (70, "x")
    assert np.array_equal(opened.session_date, index.session_date)
    edges, expected = opened.days["size"].histogram_edges, index.days["size"].histogram_edges
    assert edges is not None
    assert expected is not None
    assert np.array_equal(edges, expected)
    assert opened.days["run"].first == -30


def _truncate(name: str, keep: float) -> Spoil:
    def spoil(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: int(len(content) * keep)])

    return spoil


def _remove(name: str) -> Spoil:
    return lambda folder: (folder / name).unlink()


def _toc(change: Callable[[dict[str, Any]], Any]) -> Spoil:
    def spoil(folder: Path) -> None:
        toc = orjson.loads((folder / entries.TOC_FILE).read_bytes())
        change(toc)
        (folder / entries.TOC_FILE).write_bytes(orjson.dumps(toc))

    return spoil


def _entry(name: str, **fields: Any) -> Spoil:
    return _toc(lambda toc: toc["arrays"][name].update(fields))


def _part(name: str, **fields: Any) -> Spoil:
    return _toc(lambda toc: toc["arrays"][name]["parts"][0].update(fields))


BROKEN: list[tuple[Spoil, str]] = [
    (_remove("toc.json"), "toc.json: the file is missing"),
    (_remove("arrays.bin"), "arrays.bin: the file is missing"),
    (_remove("catalogue.json"), "catalogue.json: the file is missing"),
    (_truncate("toc.json", 0.5), "not whole JSON"),
    (_truncate("toc.json", 0), "not whole JSON"),
    (_truncate("clusters.json", 0.5), "clusters.json: not whole JSON"),
    (_truncate("arrays.bin", 0.9), "bytes found"),
    (_truncate("arrays.bin", 0), "0 bytes found"),
    (_truncate("clusters.json", 0), "clusters.json: not whole JSON"),
    (_toc(lambda toc: toc.clear()), "schema None found, 10 expected"),
    (_toc(lambda toc: toc.update(schema=5)), "schema 5 found, 10 expected"),
    (_toc(lambda toc: toc.update(sessions=0)), "sessions is 0"),
    (_toc(lambda toc: toc.update(sessions=True)), "sessions is True"),
    (_toc(lambda toc: toc.update(sessions=500)), r"session_date: shape \(70,\) found, \(500,\) expected"),
    (_toc(lambda toc: toc.pop("arrays")), "arrays is not a table"),
    (_toc(lambda toc: toc["json"].pop("catalogue")), "document catalogue is missing"),
    (_toc(lambda toc: toc["arrays"].pop("event_bar/first_side")), "entry event_bar/first_side is missing"),
    (_toc(lambda toc: toc["arrays"].update({"values/size": 3})), "entry values/size: Expected `object`"),
    (_entry("values/size", dtype="|O"), r"entry values/size: Invalid enum value .*\$.dtype"),
    (_entry("values/size", shape=[-1]), r"`int` >= 0 - at `\$.shape"),
    (_entry("event_bar/first_side", shape=[1]), r"parts of 70 rows found, shape \(1,\) expected"),
    (_entry("values/size", axis=1), "axis 1 found, one of 1 expected"),
    (_entry("values/size", parts=None), r"Expected `array`, .*\$.parts"),
    (_entry("values/size", parts=[{"file": "arrays.bin"}]), "missing required field `length`"),
    (_part("values/size", offset=3), "multiple of 64"),
    (_part("values/size", offset=-64), r"`int` >= 0 - at `\$.parts"),
    (_part("values/size", length=-1), r"`int` >= 0 - at `\$.parts"),
    (_part("values/size", file="../toc.json"), r"matching regex .*\$.parts"),
    (_part("values/size", file="arrays_1999.bin"), "arrays_1999.bin: the file is missing"),
    (_entry("values/size", shape=[2**40]), r"shape \(1099511627776,\) expected"),
    (_remove("arrays_2024.bin"), "arrays_2024.bin: the file is missing"),
    (_truncate("arrays_2024.bin", 0.9), "bytes found"),
    (_truncate("arrays_2024.bin", 0), "0 bytes found"),
]


@pytest.mark.parametrize(("spoil", "words"), BROKEN)
def test_a_broken_pack_is_refused_in_words(folder: Path, spoil: Spoil, words: str) -> None:
    spoil(folder)
    with pytest.raises(DataError, match=words):
        load_index(Pack.open(folder))


def test_a_write_killed_at_any_file_leaves_a_pack_that_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tmp_path / "whole"
    write_pack(whole, clustered({}))
    writes = len(list(whole.iterdir()))
    for survived in range(writes):
        folder = tmp_path / str(survived)
        _write_until(folder, survived, monkeypatch)
        with pytest.raises(DataError):
            Pack.open(folder)
        shutil.rmtree(folder)


def _write_until(folder: Path, survived: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a pack, killed when the file after `survived` others would reach the disk."""
    done: list[Path] = []

    def sync(path: Path) -> None:
        if len(done) == survived:
            path.write_bytes(path.read_bytes()[:-1])
            raise KeyboardInterrupt
        done.append(path)

    with monkeypatch.context() as patch:
        patch.setattr("core.build.pack.build_pack.sync", sync)
        with pytest.raises(KeyboardInterrupt):
            write_pack(folder, clustered({}))


@pytest.mark.parametrize("source", ["nobody", "flag", "resume_bar"])
def test_an_event_that_waits_for_no_event_is_refused(source: str) -> None:
    features = tuple(
        replace(feature, applies_from=source) if feature.name == "retest_bar" else feature
        for feature in CATALOGUE.features
    )
    wrong = Catalogue(features, CATALOGUE.categories)
    pack = assemble_pack(wrong, toy(1).market, random_columns(1, 70))
    with pytest.raises(DataError, match=r"applies_from .* is no event feature to wait for"):
        load_index(pack)


def test_a_catalogue_of_another_version_is_refused(folder: Path) -> None:
    catalogue = orjson.loads((folder / "catalogue.json").read_bytes())
    catalogue["features"][0]["colour"] = "red"
    (folder / "catalogue.json").write_bytes(orjson.dumps(catalogue))
    with pytest.raises(DataError, match=r"catalogue: .*colour.* build the snapshot again"):
        load_index(Pack.open(folder))
