"""Publishing moves one pointer; what is served is whole, and the last three stay for rollback."""

import os
import shutil
import time
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, Manifest, manifest_to_json, read_manifest
from core.warehouse.integrity import file_entries, verify_snapshot
from core.warehouse.snapshots import (
    GRACE_SECONDS,
    Overtaken,
    current_id,
    make_current,
    open_building,
    prune,
    published,
    put_in_place,
    rollback,
)


def publish(building: Path, started_from: str | None) -> Path:
    folder = put_in_place(building)
    make_current(folder.parent, folder.name, started_from)
    return folder


def name(number: int) -> str:
    return f"2024-07-12-{number:012x}"


def building(directory: Path, number: int, *, content: bytes = b"days", replaces: str | None = None) -> Path:
    """A written snapshot that nobody looks at yet; its number is also the hour it was built."""
    folder = open_building(directory, name(number))
    (folder / "serving").mkdir()
    (folder / "serving" / "arrays.bin").write_bytes(content)
    manifest = Manifest(
        schema=1,
        snapshot_id=name(number),
        symbol=directory.name,
        sample_data=False,
        first_session="2024-07-12",
        last_session="2024-07-12",
        full_sessions=1,
        short_sessions=[],
        missing_sessions=[],
        quarantined=[],
        closed_days=[],
        rolls=[],
        roll_state="contracts",
        warnings=[],
        conventions={},
        sources=[],
        roll_digest="",
        definitions_digest="",
        engine="1",
        libraries={},
        commit=None,
        built_at=f"2024-07-13T{number:02d}:00:00+00:00",
        replaces=replaces,
        files=file_entries(folder),
    )
    (folder / MANIFEST_FILE).write_bytes(manifest_to_json(manifest))
    return folder


def publish_all(directory: Path, *numbers: int) -> None:
    for number in numbers:
        publish(building(directory, number), current_id(directory))


def ids(directory: Path) -> list[str]:
    return [manifest.snapshot_id for manifest in published(directory)]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "snapshots" / "ES"


def test_a_manifest_comes_back_as_it_was_written(directory: Path) -> None:
    folder = building(directory, 1)
    manifest = read_manifest(folder)
    assert manifest_to_json(manifest) == (folder / MANIFEST_FILE).read_bytes()
    assert [entry.path for entry in manifest.files] == ["serving/arrays.bin"]


def test_publishing_names_the_snapshot_and_points_at_it(directory: Path) -> None:
    folder = publish(building(directory, 1), None)
    assert folder == directory / name(1)
    assert (directory / "CURRENT").read_text() == f"{name(1)}\n"
    assert verify_snapshot(folder).snapshot_id == name(1)
    assert [path.name for path in directory.iterdir() if path.name.startswith(".building")] == []


@pytest.mark.parametrize("harm", ["changed", "missing", "extra", "manifest"])
def test_a_snapshot_that_does_not_read_back_is_never_published(directory: Path, harm: str) -> None:
    publish_all(directory, 1)
    folder = building(directory, 2)
    blob = folder / "serving" / "arrays.bin"
    if harm == "changed":
        blob.write_bytes(b"dayz")
    elif harm == "missing":
        blob.unlink()
    elif harm == "extra":
        (folder / "serving" / "more.bin").write_bytes(b"")
    else:
        (folder / MANIFEST_FILE).write_bytes((folder / MANIFEST_FILE).read_bytes()[:100])
    with pytest.raises(DataError, match="manifest"):
        publish(folder, name(1))
    assert current_id(directory) == name(1)


def test_a_build_that_was_overtaken_changes_nothing(directory: Path) -> None:
    publish_all(directory, 1)
    slow = building(directory, 2)
    publish_all(directory, 3)
    with pytest.raises(Overtaken, match=r"another build|Another build"):
        publish(slow, name(1))
    assert current_id(directory) == name(3)


def test_publishing_the_same_again_keeps_the_folder_and_points_at_it(directory: Path) -> None:
    publish_all(directory, 1, 2)
    first = (directory / name(1) / MANIFEST_FILE).stat()
    publish(building(directory, 1), name(2))
    assert current_id(directory) == name(1)
    again = (directory / name(1) / MANIFEST_FILE).stat()
    assert (again.st_ino, again.st_mtime_ns) == (first.st_ino, first.st_mtime_ns)


def test_a_broken_snapshot_of_the_same_id_is_replaced(directory: Path) -> None:
    publish_all(directory, 1)
    (directory / name(1) / "serving" / "arrays.bin").write_bytes(b"torn")
    publish(building(directory, 1), name(1))
    assert verify_snapshot(directory / name(1)).snapshot_id == name(1)
    assert ids(directory) == [name(1)]


def test_rolling_back_goes_one_build_earlier_each_time(directory: Path) -> None:
    publish_all(directory, 1, 2, 3)
    assert rollback(directory) == current_id(directory) == name(2)
    assert rollback(directory) == current_id(directory) == name(1)
    with pytest.raises(DataError, match=r"earlier than .*000000000001"):
        rollback(directory)
    assert current_id(directory) == name(1)


def test_rolling_back_to_a_named_snapshot_goes_either_way(directory: Path) -> None:
    publish_all(directory, 1, 2, 3)
    assert rollback(directory, name(1)) == name(1)
    assert rollback(directory, name(3)) == name(3)
    with pytest.raises(DataError, match=r"no snapshot 'nonsense'; there are: .*000000000003"):
        rollback(directory, "nonsense")


def test_rolling_back_skips_a_broken_snapshot_and_refuses_to_name_one(directory: Path) -> None:
    publish_all(directory, 1, 2, 3)
    (directory / name(2) / "serving" / "arrays.bin").unlink()
    with pytest.raises(DataError, match="in the manifest, but missing"):
        rollback(directory, name(2))
    assert rollback(directory) == name(1)


def test_rolling_back_mends_a_torn_pointer(directory: Path) -> None:
    publish_all(directory, 1, 2)
    (directory / "CURRENT").write_text("2024-0")
    with pytest.raises(DataError, match="expected a snapshot id"):
        current_id(directory)
    assert rollback(directory) == current_id(directory) == name(2)


def test_three_stay_for_rollback_and_older_ones_go_after_their_grace(directory: Path) -> None:
    publish_all(directory, 1, 2, 3, 4, 5, 6)
    assert ids(directory) == [name(number) for number in (6, 5, 4, 3, 2, 1)]
    later = time.time() + GRACE_SECONDS + 60
    assert prune(directory, now=later) == [name(2), name(1)]
    assert ids(directory) == [name(number) for number in (6, 5, 4, 3)]


def test_the_current_snapshot_is_never_removed_however_old(directory: Path) -> None:
    publish_all(directory, 1, 2, 3, 4, 5, 6)
    rollback(directory, name(1))
    prune(directory, now=time.time() + GRACE_SECONDS + 60)
    assert current_id(directory) == name(1)
    assert ids(directory) == [name(number) for number in (6, 5, 4, 1)]


def test_a_snapshot_that_was_served_a_moment_ago_keeps_its_grace(directory: Path) -> None:
    publish_all(directory, 1, 2, 3, 4, 5)
    for folder in directory.glob("2024-*"):
        os.utime(folder, (0, 0))
    rollback(directory, name(1))
    publish(building(directory, 6), name(1))
    assert name(1) in ids(directory)


def test_leftovers_of_dead_builds_go_and_those_of_living_ones_stay(directory: Path) -> None:
    directory.mkdir(parents=True)
    dead = directory / f".building-{name(1)}-{2**22 + 1}"
    living = directory / f".building-{name(2)}-{os.getppid()}"
    for folder in (dead, living):
        folder.mkdir()
        (folder / "half").write_bytes(b"")
    shutil.rmtree(open_building(directory, name(3)))
    assert not dead.exists()
    assert living.exists()


def test_a_rollback_goes_to_what_was_replaced_also_where_the_clock_was_set_back(directory: Path) -> None:
    publish_all(directory, 1, 9)
    publish(building(directory, 2, replaces=name(9)), name(9))
    assert rollback(directory) == name(9)
