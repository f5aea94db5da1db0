"""Mutants of a room are found, chosen by the seed, and noticed or not."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

from qa.harness.machine import ROOT
from qa.mutants.harness import NOTICED, chosen_of, try_mutants
from qa.mutants.rooms import ROOMS, Room

SMALL = {
    "core.figures.formulas.": Room(
        ("core/figures/formulas.py",), ("tests/unit/figures/test_proportions.py",)
    ),
    "web/src/question/figures/": Room(
        ("web/src/question/figures/**",), ("web/src/question/figures",), is_page=True
    ),
}


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_has_its_code_and_its_tests(name: str) -> None:
    files = [
        path.relative_to(ROOT).as_posix()
        for folder in ("core", "service", "web/src")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".ts"}
    ]
    assert all(any(fnmatch(file, pattern) for file in files) for pattern in ROOMS[name].code)
    assert all((ROOT / tests).exists() for tests in ROOMS[name].tests)


@pytest.mark.parametrize(("beginning", "room"), SMALL.items())
def test_tests_notice_mutants_of_what_they_reach(beginning: str, room: Room, tmp_path: Path) -> None:
    found = try_mutants(room, tmp_path / "copy", 12)
    assert len(found) == 12
    assert all(name.startswith(beginning) for name in found)
    assert "killed" in found.values()
    assert set(found.values()) <= NOTICED | {"survived", "no tests"}


def test_the_same_mutants_are_tried_again() -> None:
    names = [f"core.a.x_b__mutmut_{number}" for number in range(50)]
    assert chosen_of(names, 10) == chosen_of(names, 10)
    assert len(set(chosen_of(names, 10))) == 10
    assert sorted(chosen_of(names, 99)) == sorted(names)
