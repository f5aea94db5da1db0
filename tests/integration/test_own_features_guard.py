"""What the guard of own features stops, claim by claim; docs/own-features.md says the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.build.build import start
from core.build.own.own_features import OwnFeatures, Verdict, read_folder, verdicts_of
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import small_warehouse

HEAD = "import ctypes, os, sqlite3, sys, time\nfrom pathlib import Path\n"
HEAD += "from session_almanac.features import *\n\n"
UP = "return null_where(lacks(market.adr10), market.close[:, -1] > market.open[:, 0])"


def feature(name: str, body: str = UP, display: str = '"It"') -> str:
    return (
        f'@own({display}, boolean(), KnownAt.EOD, "pro", plain="It is so.")\n'
        f'def {name}(market: Market) -> FloatArray:\n    """It."""\n    {body}\n\n'
    )


def verdict_on(folder: Path, source: str) -> Verdict:
    """What a check finds of one file."""
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "it.py").write_text(HEAD + source)
    (verdict,) = verdicts_of(Warehouse(folder / "warehouse"), read_folder(folder / "own"))
    return verdict


def test_what_a_file_gives_back_runs_nothing_in_the_build(tmp_path: Path) -> None:
    """A text that says how to restore itself does so only where somebody unpickles it."""
    ran = tmp_path / "ran"
    restore = f"(eval, (\"__import__('pathlib').Path({str(ran)!r}).write_text('x')\",))"
    text = (
        f"class Text(str):\n    def __reduce__(self):\n        return {restore}\n\n"
        "    def __deepcopy__(self, memo):\n        return self\n\n"
    )
    array = f"class Values(np.ndarray):\n    def __reduce__(self):\n        return {restore}\n\n"
    body = "return null_where(lacks(market.adr10), market.close[:, -1] > 0).view(Values)"
    source = f"import numpy as np\n{text}{array}" + feature("own_it", body, 'Text("It")')
    verdict = verdict_on(tmp_path, source)
    assert not ran.exists()
    assert [each.display_name for each in verdict.definitions] == ["It"], verdict.mistakes
    assert type(verdict.definitions[0].display_name) is str


def test_an_answer_of_another_kind_is_a_mistake_of_the_file(tmp_path: Path) -> None:
    writes = (
        "for each in range(3, 20):\n    try:\n        os.write(each, b'[1]\\n')\n"
        "    except OSError:\n        pass\n"
    )
    (mistake,) = verdict_on(tmp_path, writes + "os._exit(0)\n").mistakes[:1]
    assert "ends its process with exit code 0 before it is done" in mistake.text


@pytest.mark.parametrize("command", ["build", "nightly"])
def test_no_process_up_to_the_build_shows_a_key(tmp_path: Path, command: str) -> None:
    """Its own environment, its parent's and so on up to the build."""
    look = (
        "pid, seen = os.getpid(), []\n"
        "while pid > 1:\n"
        "    seen.append(Path(f'/proc/{pid}/environ').read_bytes())\n"
        f"    is_build = b'{command}\\0ES' in "
        "Path(f'/proc/{pid}/cmdline').read_bytes()\n"
        "    if is_build:\n        break\n"
        "    pid = int(Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()[1])\n"
        "is_seen = any(b'canary' in each for each in seen)\n"
        "raise ValueError(f'canary seen {is_seen}, build seen {is_build}')\n"
    )
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "it.py").write_text(HEAD + look)
    small = small_warehouse(tmp_path, last="2024-06-21")
    keys = {"DATABENTO_API_KEY": "canary-1", "ENTRY_SECRETS": "canary-3"}
    environment = os.environ | keys | {"ALMANAC_FEATURES": str(tmp_path / "own")}
    run = [sys.executable, "-m", "cli.main", command, "ES", "--warehouse", str(small.root)]
    done = subprocess.run(run, env=environment, capture_output=True, text=True)
    assert "raises ValueError: canary seen False, build seen True" in done.stdout + done.stderr


def test_a_process_that_c_code_begins_and_hides_is_gone_with_the_check(tmp_path: Path) -> None:
    """Out of the session and without a parent: Python's audit events see none of it."""
    hide = (
        "c = ctypes.CDLL(None)\n"
        "is_out, goes_out = os.pipe()\n"
        "if c.fork() == 0:\n"
        "    c.setsid()\n"
        "    if c.fork() == 0:\n"
        "        c.setsid()\n"
        "        os.write(goes_out, str(os.getpid()).encode())\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
        "print('hidden', os.read(is_out, 20).decode(), 'end', flush=True)\n"
        "os._exit(4)\n"
    )
    text = verdict_on(tmp_path, hide).mistakes[0].text
    pid = int(text.partition("hidden ")[2].split()[0])
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    "call",
    [
        "os.utime(__file__)",
        "os.setxattr(__file__, 'user.it', b'')",
        "sqlite3.connect('/tmp/own-feature-was-here.db')",
        "os.fork()",
        "os.forkpty()",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "os.truncate(__file__, 0)",
        "Path(__file__).write_text('')",
        "Path(__file__).unlink()",
    ],
)
def test_a_call_that_python_announces_is_refused(tmp_path: Path, call: str) -> None:
    assert "raises PermissionError: " in verdict_on(tmp_path, f"{call}\n").mistakes[0].text


def test_memory_without_end_is_the_file_s_own_mistake(tmp_path: Path) -> None:
    body = "return np.zeros(7 * 2**27)"
    verdict = verdict_on(tmp_path, "import numpy as np\n" + feature("own_it", body))
    assert "MemoryError: Unable to allocate 7.00 GiB" in verdict.mistakes[0].text


def test_code_in_c_is_not_stopped_as_the_docs_say(tmp_path: Path) -> None:
    """The guard is for mistakes; a test that it stopped this would be a promise that it cannot keep."""
    written = tmp_path / "written"
    verdict_on(tmp_path, f"ctypes.CDLL(None).creat({str(written).encode()!r}, 0o600)\n" + feature("own_it"))
    assert written.exists()


AGAIN = {
    "does not run": ("raise ValueError('the second time')\n", "raises ValueError: the second time."),
    "has nothing": ("own_it = None\n", "line 1: 0 features found, 1 to 100 expected"),
    "has another": (feature("own_more"), "(own_it): is not stated as it was when the file was checked"),
    "states it otherwise": (
        feature("own_it", display='"Another"'),
        "(own_it): is not stated as it was when the file was checked",
    ),
    "is stated wrongly": (feature("own_it", display='""'), "(own_it): display name: it is empty"),
}


@pytest.mark.parametrize(("then", "why"), AGAIN.values(), ids=AGAIN.keys())
def test_a_file_that_does_something_else_the_second_time_is_left_out_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str, why: str
) -> None:
    again = tmp_path / "again"
    first = feature("own_it")
    source = f"exec({then!r} if Path({str(again)!r}).exists() else {first!r})\n"
    other = feature("own_other")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "it.py").write_text(HEAD + source)
    (tmp_path / "own" / "other.py").write_text(HEAD + other)
    small = small_warehouse(tmp_path, last="2024-06-21")
    monkeypatch.setenv("ALMANAC_FEATURES", str(tmp_path / "own"))
    verdicts = verdicts_of(small, read_folder(tmp_path / "own"))
    assert [[each.name for each in verdict.definitions] for verdict in verdicts] == [
        ["own_it"],
        ["own_other"],
    ]
    again.touch()
    own: OwnFeatures = start(small, "ES").own
    assert [each.name for each in own.definitions] == ["own_other"]
    (mistake,) = map(str, own.mistakes)
    assert why in mistake
