"""A file in a folder answers in the API, coin and years included; a faulty one is left out alone."""

import re
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from cli.main import main
from core.build.build import Build, start
from core.build.own import own_features, run_task
from core.build.own.own_features import read_folder, verdicts_of
from core.contracts.manifest import read_manifest
from core.question.conditions import Condition, FilterQuery
from core.views.upcoming import never_certain
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.runs import build_snapshot
from tests.support.build_tables import read_build
from tests.support.docs_place import fence
from tests.support.service_client import bearer, running
from tests.support.small_warehouse import small_warehouse

NAME = "own_close_in_upper_half"

HEAD = "import os, socket, subprocess\nfrom session_almanac.features import *\n\n"
REACHING = {
    "own_net": "socket.create_connection(('127.0.0.1', 9))",
    "own_process": "subprocess.run(['true'])",
    "own_write": "open('/tmp/own-feature-was-here', 'w')",
    "own_kill": "os.kill(os.getppid(), 9)",
    "own_remove": "os.remove(__file__)",
}


def feature(name: str, body: str) -> str:
    return (
        f'@own("It", boolean(), KnownAt.EOD, "pro", plain="It is so.")\n'
        f'def {name}(market: Market) -> FloatArray:\n    """It."""\n    {body}\n'
        "    return market.adr10 * 0\n\n"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "own"
    place.mkdir()
    (place / "close_in_upper_half.py").write_text(fence("own-features.md", "python"))
    return place


def own_of(client: Any, headers: dict[str, str]) -> list[str]:
    features = client.get("/api/features", headers=headers).json()["features"]
    return [each["name"] for each in features if each["name"].startswith("own_")]


def test_the_page_s_example_is_served_without_its_file(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = small_warehouse(tmp_path, last="2024-08-30")
    without = build_snapshot(small, "ES").snapshot_id
    monkeypatch.setenv("ALMANAC_FEATURES", str(folder))
    assert start(small, "ES").snapshot_id != without
    (folder / "syntax.py").write_text("def\n")
    assert main(["build", "ES", "--warehouse", str(small.root)]) == 0
    warning = f"{folder / 'syntax.py'}, line 1: is no Python: "
    assert f"ES  warning: {warning}" in capsys.readouterr().err
    served = small.snapshot("ES", str(current_id(small.snapshots("ES"))))
    assert read_manifest(served).warnings[-1].startswith(warning)
    assert start(small, "ES").snapshot_id == served.name, "what a check left out is remembered"
    _require_kept(read_build(small, "ES"))
    known = _written(served)
    monkeypatch.delenv("ALMANAC_FEATURES")
    _ask(tmp_path, known)
    assert main(["rollback", "ES", "--warehouse", str(small.root)]) == 0
    with running(tmp_path) as client:
        headers = bearer(client)
        assert own_of(client, headers) == []
        assert "OWN" not in {each["id"] for each in client.get("/api/categories", headers=headers).json()}
        body = {"filters": {NAME: {"operator": "=", "value": True}}}
        refused = client.post("/api/v2/filtered", headers=headers, json=body)
        assert (refused.status_code, refused.json()["code"]) == (422, "unknown_feature")


def _require_kept(restored: Build) -> None:
    """What another process goes on with has it; nobody can tell before a day is over whether it will come."""
    assert restored.catalogue.by_name[NAME].category == "OWN"
    assert NAME in restored.coin.columns
    asked = Condition(NAME, 0, "=", True), Condition(NAME, 1, "=", True)
    first, last = restored.index.first_date, restored.index.last_date
    queries = [FilterQuery((each,), first, last, whole=True) for each in asked]
    assert [never_certain(each, restored.catalogue) is None for each in queries] == [False, True]


def _written(served: Path) -> list[bool]:
    """The values that are known, as parquet has them."""
    for table in ("features.parquet", "coin"):
        assert NAME in pq.read_table(served / table).column_names
    values = pq.read_table(served / "features.parquet")[NAME].to_pylist()
    known = [value for value in values if value is not None]
    stable = duckdb.sql(f"SELECT sum(n) FROM '{served}/stability.parquet' WHERE feature = '{NAME}'")
    assert stable is not None
    assert stable.fetchall() == [(len(known),)]
    return known


def _ask(folder: Path, known: list[bool]) -> None:
    with running(folder) as client:
        headers = bearer(client, tier="lite")
        listed = client.get("/api/features", headers=headers).json()
        assert own_of(client, headers) == [NAME]
        own = listed["features"][-1]
        assert own["plain"] == "The day closed in the upper half of its range."
        assert listed["categories"][-1]["id"] == "OWN"
        every = [each["name"] for each in listed["features"] if each["business_logic"]["data_type"] != "Date"]
        assert len(listed["features"]) == listed["profile_limits"]["max_features"] + 1
        answer = client.post("/api/v2/probabilities", headers=headers, json={"features": every})
        assert answer.status_code == 200, "an own feature does not count among those that a tier may ask"
        occurrence = answer.json()["probabilities"][NAME]["modules"]["occurrence"]["data"]
        assert (occurrence["occurrence_days"], occurrence["total_days"]) == (sum(known), len(known))
        assert occurrence["coin"]["days"] > 0
        assert [each["year"] for each in occurrence["years"]] == [2024]
        body = {"filters": {NAME: {"operator": "=", "value": True}}}
        found = client.post("/api/v2/filtered", headers=headers, json=body).json()
        assert found["filtered_data"]["total_days"] == sum(known)
        coming = client.get("/api/v2/next", headers=headers)
        assert coming.status_code == 200
        assert NAME not in {each["feature"] for each in coming.json()["known"]}


def test_what_a_file_does_to_its_process_is_named_and_hurts_nobody(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_features, "CHECK_SECONDS", 2)
    monkeypatch.setattr(run_task, "WALL", 100)  # on a busy machine the processor's seconds are the limit too
    (folder / "a_loop.py").write_text("print('round and round')\nwhile True:\n    pass\n")
    (folder / "b_exit.py").write_text("import os\nprint('so long')\nos._exit(0)\n")
    reaching = (feature(name, body) for name, body in REACHING.items())
    (folder / "c_reach.py").write_text(HEAD + "".join(reaching) + feature("own_fine", "print('hello')"))
    (folder / "b_killed.py").write_text("import signal\nsignal.raise_signal(signal.SIGKILL)\n")
    read = read_folder(folder)
    loop, ended, killed, reach, fine = verdicts_of(Warehouse(tmp_path), read)
    assert "line 1: is not done in 2 seconds; look for a loop without an end." in str(loop.mistakes[0])
    assert str(loop.mistakes[0]).endswith("It printed: round and round")
    assert str(ended.mistakes[0]).endswith(
        "ends its process with exit code 0 before it is done. It printed: so long"
    )
    assert "line 1: was killed from outside; " in str(killed.mistakes[0])
    assert [each.id for each in reach.mistakes] == list(REACHING)
    assert all("raises PermissionError: " in each.text for each in reach.mistakes)
    assert [each.name for each in reach.definitions] == ["own_fine"]
    assert [each.name for each in fine.definitions] == [NAME]
    assert not Path("/tmp/own-feature-was-here").exists()
    before = [path.stat().st_mtime_ns for path in Warehouse(tmp_path).own_features.iterdir()]
    verdicts_of(Warehouse(tmp_path), read)
    after = [path.stat().st_mtime_ns for path in Warehouse(tmp_path).own_features.iterdir()]
    assert after == before, "a file that was checked is not checked again"


def test_a_file_whose_process_ends_on_the_real_days_is_left_out_alone(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It holds on every random market, and ends its process where the symbol is ES."""
    body = "\n    ".join(["if market.symbol == 'ES':", "    os._exit(3)"])
    (folder / "z_ends.py").write_text(HEAD + feature("own_ends", body))
    (folder / "z_same.py").write_text(HEAD + feature(NAME, "") + feature("own_alone", ""))
    small = small_warehouse(tmp_path, last="2024-06-21")
    monkeypatch.setenv("ALMANAC_FEATURES", str(folder))
    build = start(small, "ES")
    same, ended = map(str, build.own.mistakes)
    assert same.endswith("an earlier file has a feature of that name; the first one counts.")
    assert ended.endswith("ends its process with exit code 3 before it is done.")
    assert [each.name for each in build.own.definitions] == [NAME, "own_alone"]
    assert list(build.columns)[-2:] == [NAME, "own_alone"]


def test_the_command_checks_the_example_and_lists_it(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = ["features", "list", "--warehouse", str(tmp_path)]
    assert main(["features", "check", str(folder)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert f"{NAME} holds, at the close, 16:15; " in said.out
    assert main(listing) == 1
    assert capsys.readouterr().err.startswith("almanac: ALMANAC_FEATURES: no folder")
    monkeypatch.setenv("ALMANAC_FEATURES", str(folder))
    assert main(listing) == 0
    row = rf"{NAME} +Close in Upper Half +OWN +boolean +lite +at the close"
    assert re.search(row, capsys.readouterr().out)
    same = [feature(NAME, ""), feature("own_alone", "")]
    (folder / "z_same.py").write_text(HEAD + "".join(same))
    assert main(listing) == 1
    listed = capsys.readouterr()
    assert [listed.out.count(f"\n{name} ") for name in (NAME, "own_alone")] == [1, 1]
    assert f"z_same.py, line 1 ({NAME}): an earlier file has a feature of that name" in listed.err
    (folder / "z_same.py").unlink()
    (folder / "loose.py").write_text("x = 1\n")
    assert main(["features", "check", str(folder / "loose.py")]) == 1
    assert main(listing) == 1
    assert capsys.readouterr().err.count("loose.py, line 1: 0 features found, 1 to 100 expected") == 2
    with pytest.raises(SystemExit) as wrong:
        main(["features", "check", str(folder / "nowhere.py")])
    assert wrong.value.code == 2
