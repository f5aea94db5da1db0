"""The `almanac` command: what it prints, what it leaves, and its exit codes."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import main
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from tests.support.small_warehouse import FULL_SESSIONS, saved, small_bars

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scratch folder whose `warehouse` is the command's."""
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(tmp_path / "warehouse"))
    return tmp_path


def bars_file(place: Path, name: str = "ES.parquet", *, last: str = "2024-07-12") -> str:
    return str(saved(small_bars(last=last), place / name))


def served(place: Path) -> str | None:
    return current_id(Warehouse(place / "warehouse").snapshots("ES"))


def test_import_build_status_path_is_the_way_in(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", bars_file(place)]) == 0
    assert f"ES: {FULL_SESSIONS} full sessions, 2024-06-03 to 2024-07-12" in capsys.readouterr().out

    assert main(["build"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^ES  (\w+) +[\d.]+ s  ", out, re.MULTILINE) == [
        "bars",
        "sessions",
        "features",
        "signals",
        "coin",
        "claims",
        "modules",
        "pack",
        "snapshot",
        "published",
    ]
    assert f"ES: {served(place)} published, {FULL_SESSIONS} full sessions" in out

    assert main(["status"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ES  ok\n")
    assert "half days     1: 2024-07-03" in out
    assert "last session  2024-07-12, " in out

    assert main(["path"]) == 0
    assert capsys.readouterr().out.strip() == str(
        place / "warehouse" / "snapshots" / "ES" / str(served(place))
    )


def test_a_spike_is_told_with_its_row_and_named_by_status_until_it_is_corrected(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = small_bars(last="2024-06-14")
    at = int(bars["ts"].searchsorted("2024-06-12T14:00Z"))
    wrong = bars.assign(high=bars["high"] + 300.0 * (bars.index == at))
    high = f"{wrong['high'][at]:.12g}"
    assert main(["import", str(saved(wrong, place / "ES.parquet"))]) == 0
    told = f"ES: told: spike: 2024-06-12T14:00Z: high {high} lies "
    assert re.search(rf"{re.escape(told)}.*, data row {at + 1}", capsys.readouterr().out)

    named = f"that the next bar takes back: 2024-06-12T14:00Z high {high}\n"
    assert main(["build"]) == 0
    assert main(["status", "ES"]) == 0
    assert named in capsys.readouterr().out
    main(["import", str(saved(bars, place / "ES_again.parquet"))])
    main(["build"])
    capsys.readouterr()
    assert main(["status", "ES"]) == 0
    assert "takes back" not in capsys.readouterr().out


def test_a_second_build_says_that_nothing_changed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", bars_file(place, last="2024-06-07")])
    main(["build"])
    capsys.readouterr()
    assert main(["build", "es"]) == 0
    assert f"ES: {served(place)} is up to date" in capsys.readouterr().out


def test_new_bars_make_the_status_outdated_until_the_next_build(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", bars_file(place, last="2024-06-07")])
    assert main(["status"]) == 1
    assert "ES  unbuilt: no snapshot yet; run: almanac build ES" in capsys.readouterr().out
    main(["build"])
    main(["import", bars_file(place, "ES_2.parquet", last="2024-06-10")])
    assert main(["status"]) == 1
    assert "ES  outdated: bars or code have changed" in capsys.readouterr().out
    main(["build"])
    assert main(["status"]) == 0


def test_a_broken_snapshot_is_named_and_can_be_rolled_back(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", bars_file(place, last="2024-06-07")])
    main(["build"])
    old = served(place)
    main(["import", bars_file(place, "ES_2.parquet", last="2024-06-10")])
    main(["build"])
    broken = place / "warehouse" / "snapshots" / "ES" / str(served(place)) / "features.parquet"
    broken.write_bytes(b"torn")
    capsys.readouterr()
    assert main(["status"]) == 1
    assert f"ES  broken: {broken}: is 4 bytes" in capsys.readouterr().out
    assert main(["rollback"]) == 0
    assert capsys.readouterr().out == f"ES: now serving {old}\n"
    assert main(["rollback"]) == 1
    assert "no whole snapshot is earlier" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "ES.csv"),
        (b"ts,open,high,low\n2024-06-03T13:30:00Z,1,1,1\n", "close"),
        (b"PAR1half", "ES.csv"),
    ],
)
def test_bad_input_is_one_plain_line_and_leaves_everything_as_it_was(
    place: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    main(["import", bars_file(place, last="2024-06-07")])
    main(["build"])
    before = {path: path.read_bytes() for path in (place / "warehouse").rglob("*") if path.is_file()}
    (place / "ES.csv").write_bytes(content)
    capsys.readouterr()
    assert main(["import", str(place / "ES.csv")]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("almanac: ")
    assert message in told.err
    assert (told.err.count("\n"), told.out) == (1, "")
    after = {path: path.read_bytes() for path in (place / "warehouse").rglob("*") if path.is_file()}
    assert after == before
    assert main(["status"]) == 0


def test_out_writes_a_file_and_no_warehouse(place: Path) -> None:
    out = place / "checked.parquet"
    assert main(["import", bars_file(place, last="2024-06-04"), "--out", str(out)]) == 0
    assert out.exists()
    assert not (place / "warehouse").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build"], "nothing is there yet. Bring bars in with: almanac import FILE"),
        (["build", "--all"], "nothing is there yet. Bring bars in with: almanac import FILE"),
        (["build", "ES"], "there is nothing of ES. Bring bars in"),
        (["path"], "nothing is there yet. Make a snapshot with: almanac build"),
        (["rollback"], "nothing is there yet. Make a snapshot with: almanac build"),
        (["status"], "nothing is there yet. Bring bars in"),
        (["import", "absent.csv"], "absent.csv"),
    ],
)
def test_a_command_without_its_data_says_what_to_run_first(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert main(arguments) == 1
    assert told in capsys.readouterr().err
    assert not (place / "warehouse").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["import"],
        ["import", "--sample", "ES.csv"],
        ["import", "--sample", "--symbol", "ES"],
        ["build", "ES", "--all"],
        ["serve", "--port", "many"],
    ],
)
def test_wrong_use_is_exit_code_two(place: Path, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


@pytest.mark.parametrize(
    "command", ["import", "build", "nightly", "status", "path", "views", "rollback", "serve", "demo"]
)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert "--warehouse DIR" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["--help"], ["path"], ["views"], ["rollback"]])
def test_light_commands_do_not_wait_for_pandas_or_dagster(place: Path, command: list[str]) -> None:
    script = (
        "import json, sys; from cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert not loaded & {"pandas", "pyarrow", "dagster", "scipy", "starlette", "exchange_calendars"}


def test_a_reader_that_goes_away_is_no_fault(place: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    main(["import", bars_file(place, last="2024-06-07")])
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "changes"], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def serve_command(place: Path, port: int) -> list[str]:
    state = str(place / "state")
    return [sys.executable, "-m", "cli.main", "serve", "--open-link", "--port", str(port), "--state", state]


def test_serve_refuses_a_taken_port(place: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        env = os.environ | {"ACCESS_MODE": "trusted_url"}
        done = subprocess.run(
            serve_command(place, port), cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "--port" in done.stderr


def test_serve_does_not_start_without_a_way_to_enter(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ACCESS_MODE", raising=False)
    monkeypatch.delenv("ENTRY_SECRETS", raising=False)
    assert main(serve_command(place, 8000)[3:]) == 2
    said = capsys.readouterr().err
    assert "ENTRY_SECRETS" in said
    assert "openssl rand -hex 32" in said


def test_serve_prints_one_address_that_opens_signed_in(place: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command, env = serve_command(place, port), os.environ | {"ACCESS_MODE": "trusted_url"}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        server.terminate()
    assert line == (
        f"Session Almanac: http://127.0.0.1:{port}/?user_id=demo&user_name=Demo&user_email=demo@example.com"
        "&course_id=dev-cad-std&profile=pro\n"
    )


def test_a_demo_looks_at_its_port_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setenv("ALMANAC_WEB", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["demo", "--port", port, "--warehouse", str(tmp_path / "warehouse")]) == 2
    said = capsys.readouterr()
    assert f"port {port}" in said.err
    assert said.out == ""
    assert not (tmp_path / "warehouse").exists()


def test_claims_about_a_file_need_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["demo", "--symbol", "ES"])
    assert stopped.value.code == 2
    assert "belong to a FILE" in capsys.readouterr().err
