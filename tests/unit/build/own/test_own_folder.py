"""Files of a folder together, and what a maintainer is told of a check that could not end."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.build.own import own_features, run_task
from core.build.own.own_features import checked_on_sample, not_checked, read_folder, verdicts_of
from core.build.own.task import Found, OwnFile
from core.claims.read_claims import Mistake
from core.features.registry import catalogue
from core.warehouse.paths import Warehouse


def folder_of(place: Path, **files: str) -> Path:
    place.mkdir()
    for name, source in files.items():
        (place / f"{name}.py").write_text(source)
    return place


def test_a_file_that_waits_is_told_the_clock_s_seconds_and_how_to_have_it_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder_of(tmp_path / "own", sleeps="import time\ntime.sleep(600)\n")
    monkeypatch.setenv("ALMANAC_FEATURES", str(place))
    monkeypatch.setattr(own_features, "CHECK_SECONDS", 1)
    monkeypatch.setattr(run_task, "WALL", 3)
    warehouse = Warehouse(tmp_path / "warehouse")
    (found,) = verdicts_of(warehouse, read_folder(place))
    why, how = (each.text for each in found.mistakes)
    assert why == "is not done in 3 seconds by the clock; look for what it waits for or does without an end."
    (note,) = warehouse.own_features.iterdir()
    assert how == f"if the machine was short of time or memory, delete {note}: then it is checked again."
    assert not_checked(warehouse) == []
    note.unlink()
    assert not_checked(warehouse) == ["sleeps.py"]


@pytest.mark.parametrize("text", ["raises MemoryError at line 4.", "raises ValueError: no at line 4."])
def test_only_what_a_larger_machine_may_find_otherwise_is_to_be_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    folder = read_folder(folder_of(tmp_path / "own", a="pass"))
    mistake = Mistake(folder.files[0].path, 4, "own_a", text)
    monkeypatch.setattr(own_features, "run_task", lambda task: Found(mistakes=[mistake]))
    (found,) = verdicts_of(Warehouse(tmp_path / "warehouse"), folder)
    assert found.mistakes[0] == mistake
    assert len(found.mistakes) == (2 if "MemoryError" in text else 1)


def test_a_name_that_an_earlier_file_has_is_a_mistake_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = catalogue().features[:2]
    asks = replace(catalogue().features[2], name="asks", clean_twins=("one",))
    one, two = replace(first, name="one"), replace(second, name="two")
    has = {"a.py": [one], "b.py": [replace(second, name="one"), two, asks], "c.py": [two]}

    def check(file: OwnFile) -> Found:
        return Found(definitions=has[Path(file.path).name])

    monkeypatch.setattr(own_features, "check_on_sample", check)
    place = folder_of(tmp_path / "own", a="", b="", c="")
    found = {Path(file.path).name: each for file, each in checked_on_sample(read_folder(place))}
    assert {name: [each.name for each in of.definitions] for name, of in found.items()} == {
        "a.py": ["one"],
        "b.py": ["two"],
        "c.py": [],
    }
    earlier = "an earlier file has a feature of that name; the first one counts."
    assert {name: [str(each) for each in of.mistakes] for name, of in found.items()} == {
        "a.py": [],
        "b.py": [
            f"{place / 'b.py'}, line 1 (one): {earlier}",
            f"{place / 'b.py'}, line 1 (asks): one, which it names, is left out.",
        ],
        "c.py": [f"{place / 'c.py'}, line 1 (two): {earlier}"],
    }
