"""The drop folder: which files wait for whom, which are whole, and where they go."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.importing.drop import DropFolder, unchanged
from tests.support.night_stage import aged

AT = datetime(2024, 6, 11, 22, 30, tzinfo=UTC)


@pytest.fixture
def drop(tmp_path: Path) -> DropFolder:
    return DropFolder(tmp_path / "drop")


def left(drop: DropFolder, name: str, text: str = "bars", seconds: float = 3600) -> Path:
    path = drop.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return aged(path, seconds)


def names(files: object) -> list[str]:
    assert isinstance(files, dict | list)
    return [path.name for path in files]


def test_a_symbols_own_folder_and_names_that_say_it_wait_the_oldest_first(drop: DropFolder) -> None:
    left(drop, "ES/b.csv", seconds=100)
    left(drop, "ES/a.csv", seconds=50)
    left(drop, "ESU4_5min.txt", seconds=200)
    left(drop, "NQ.csv")
    left(drop, "ES_and_NQ.csv")
    left(drop, "tonight.csv")
    assert names(drop.waiting("ES")) == ["ESU4_5min.txt", "b.csv", "a.csv"]
    assert drop.symbols() == ("ES", "NQ")
    assert names(drop.unclaimed()) == ["ES_and_NQ.csv", "tonight.csv"]


def test_nothing_waits_where_there_is_no_folder(drop: DropFolder) -> None:
    assert (drop.waiting("ES"), drop.symbols(), drop.unclaimed()) == ({}, (), {})
    assert not drop.root.exists()


def test_what_was_put_away_does_not_wait_again(drop: DropFolder) -> None:
    drop.done(left(drop, "ES/a.csv"), "ES", AT)
    drop.refused(left(drop, "ES/b.csv"), "ES", AT, "no bars in it")
    assert drop.waiting("ES") == {}


def test_two_files_of_one_name_and_second_are_both_kept(drop: DropFolder) -> None:
    for text in ("one", "two", "three"):
        drop.done(left(drop, "ES/a.csv", text), "ES", AT)
    kept = {path.name: path.read_text() for path in (drop.root / "ES" / "done").iterdir()}
    assert kept == {
        "20240611T223000Z-a.csv": "one",
        "20240611T223000Z-2-a.csv": "two",
        "20240611T223000Z-3-a.csv": "three",
    }


def test_a_file_is_whole_when_it_did_not_change_between_two_looks_nor_lately(drop: DropFolder) -> None:
    quiet, grown, young, ours, gone = (
        left(drop, "ES/quiet.csv"),
        left(drop, "ES/grown.csv"),
        left(drop, "ES/young.csv", seconds=5),
        left(drop, "ES/ours.csv", seconds=0),
        left(drop, "ES/gone.csv"),
    )
    before = drop.waiting("ES")
    grown.write_text("bars and more")
    aged(grown)
    gone.unlink()
    assert sorted(unchanged(before, [ours])) == sorted([quiet, ours])
    assert young.exists()


def test_a_file_from_the_future_does_not_wait_for_ever(drop: DropFolder) -> None:
    path = left(drop, "ES/a.csv", seconds=-7200)
    assert unchanged(drop.waiting("ES")) == [path]


def test_only_what_was_put_away_long_ago_is_removed(drop: DropFolder) -> None:
    drop.done(left(drop, "ES/a.csv"), "ES", AT)
    drop.refused(left(drop, "tonight.csv"), None, AT, "whose?")
    waiting = left(drop, "ES/c.csv", seconds=10**8)
    assert drop.remove_old(AT) == []
    removed = drop.remove_old(datetime(2024, 6, 11, 22, 31, tzinfo=UTC))
    assert len(removed) == 3
    assert waiting.exists()


def test_what_is_no_regular_file_waits_to_be_refused_and_links_to_folders_do_not(drop: DropFolder) -> None:
    folder = left(drop, "ES/a.csv").parent
    os.mkfifo(folder / "pipe.csv")
    (folder / "gone.csv").symlink_to("nowhere")
    (folder / "circle.csv").symlink_to(folder / "circle.csv")
    (folder / "out.csv").symlink_to("/etc/passwd")
    (folder / "etc").symlink_to("/etc")
    assert sorted(names(drop.waiting("ES"))) == ["a.csv", "circle.csv", "gone.csv", "out.csv", "pipe.csv"]
    for path in drop.waiting("ES"):
        drop.refused(path, "ES", AT, "why")
    assert drop.waiting("ES") == {}
    assert Path("/etc/passwd").is_file()


def test_a_folder_that_leads_elsewhere_is_told_and_not_read(drop: DropFolder, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "done").mkdir(parents=True)
    (tmp_path / "elsewhere" / "ES.csv").write_text("bars")
    old = tmp_path / "elsewhere" / "done" / "0-of-somebody-else"
    old.write_text("kept")
    drop.root.mkdir()
    (drop.root / "ES").symlink_to(tmp_path / "elsewhere")
    (drop.root / "done").symlink_to(tmp_path / "elsewhere" / "done")
    assert drop.waiting("ES") == {}
    assert drop.unclaimed() == {}
    assert drop.linked() == (drop.root / "ES",)
    assert drop.remove_old(AT) == []
    assert old.exists()


@pytest.mark.parametrize("name", [b"x" * 251, b"\xff" * 251, "\u00e9".encode() * 120])
def test_any_name_can_be_put_away(drop: DropFolder, name: bytes) -> None:
    """A time before it and `.why.txt` after it make a long name longer than a system takes."""
    path = left(drop, f"ES/{os.fsdecode(name)}.csv")
    kept = drop.refused(path, "ES", AT, "why")
    assert kept.name.endswith(".csv")
    assert kept.name.isprintable()
    assert kept.with_name(f"{kept.name}.why.txt").read_text() == "why\n"
