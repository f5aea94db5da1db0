"""A child process ends with everything it started, when its time is over, and when its caller is gone."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from core.processes.environment import child_environment, keys_set_aside
from core.processes.messages import read_head, write_message
from core.processes.subprocess_runner import Ended, run_module

LEAVES = """
import os, sys, time
is_out, goes_out = os.pipe()
started = os.fork()
if started == 0:
    os.setsid()  # out of its session
    if os.fork() == 0:
        os.setsid()  # and a child of nobody that is left
        print(os.getpid(), flush=True)
        os.write(goes_out, b"!")
        time.sleep(600)
    os._exit(0)
os.waitpid(started, 0)
os.read(is_out, 1)
"""
ANSWERS = "import os, sys\nos.write(int(sys.argv[1]), b'{\"it\": 1}\\n')\n"
WRITES_ON = (
    "import sys\nwith open(int(sys.argv[1]), 'w') as pipe:\n    while True:\n        pipe.write('[[]]\\n')\n"
)
WAITS = "import time\nprint('waits', flush=True)\ntime.sleep(600)\n"


def run(folder: Path, source: str, seconds: float = 600) -> Ended[dict[str, int]]:
    """What a module of this source comes to."""
    (folder / "it.py").write_text(source)

    def read(stream: BinaryIO) -> dict[str, int]:
        return read_head(stream, dict[str, int])

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        return run_module("it", lambda stream: None, read, seconds=seconds)


def is_there(pid: int) -> bool:
    """Whether a process runs; one that ended and that nobody waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until_gone(pids: Iterator[int]) -> None:
    for pid in pids:
        while is_there(pid):
            time.sleep(0.01)


def test_an_answer_is_read_and_what_is_printed_is_kept(tmp_path: Path) -> None:
    assert run(tmp_path, ANSWERS + "print('a', 1)\n") == Ended({"it": 1}, 0, False, "a 1")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("pass", 0),
        (ANSWERS + "sys.exit(3)", 3),
        (ANSWERS + "import signal\nos.kill(os.getpid(), signal.SIGSEGV)", -11),
        ("import os, sys\nos.write(int(sys.argv[1]), b'{\"it\": ')", 0),
        (WRITES_ON, 1),
    ],
    ids=["none", "exit code", "signal", "cut off", "another"],
)
def test_an_answer_that_is_not_whole_or_of_a_child_that_failed_is_none(
    tmp_path: Path, source: str, code: int
) -> None:
    ended = run(tmp_path, source)
    assert (ended.answer, ended.code, ended.is_late) == (None, code, False)


def test_a_child_is_killed_when_its_time_is_over(tmp_path: Path) -> None:
    ended = run(tmp_path, WAITS, seconds=2)
    assert (ended.answer, ended.code, ended.is_late) == (None, -9, True)


@pytest.mark.parametrize("ends", ["", ANSWERS, "os.kill(os.getpid(), 9)", "time.sleep(600)"])
def test_what_left_the_session_is_killed_too(tmp_path: Path, ends: str) -> None:
    ended = run(tmp_path, LEAVES + ends, seconds=8 if "sleep" in ends else 600)
    assert not is_there(int(ended.printed)), "before the call returns"


def test_a_child_ends_with_its_caller(tmp_path: Path) -> None:
    """Even where the caller is killed, and can end nothing itself."""
    printed = tmp_path / "printed"
    (tmp_path / "it.py").write_text(
        f"import os, sys\nsys.stdout = open({str(printed)!r}, 'w')\n"
        f"print(os.getpid(), os.getppid(), flush=True)\n{WAITS}"
    )
    call = (
        "import sys\nfrom core.processes.subprocess_runner import run_module\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "run_module('it', lambda stream: None, lambda stream: stream.read(), seconds=600)"
    )
    caller = subprocess.Popen([sys.executable, "-c", call])
    while not (printed.exists() and "waits" in printed.read_text()):
        assert caller.poll() is None
        time.sleep(0.01)
    caller.kill()
    caller.wait()
    until_gone(map(int, printed.read_text().split()[:2]))


def test_a_child_gets_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REDIS_URL", "ENTRY_SECRETS", "SOMEBODY_S_TOKEN"):
        monkeypatch.setenv(name, "canary")
    assert "canary" not in child_environment().values()


def test_the_system_shows_no_key_that_is_set_aside() -> None:
    """What a process began with stays readable in /proc, unless its bytes are overwritten."""
    look = (
        "import os\nfrom pathlib import Path\nfrom core.processes.environment import keys_set_aside\n"
        "def shown(): return 'canary' in Path('/proc/self/environ').read_text()\n"
        "before = shown()\n"
        "with keys_set_aside():\n    print(before, shown(), 'REDIS_URL' in os.environ)\n"
        "print(shown(), os.environ['REDIS_URL'])\n"
    )
    environment = os.environ | {"REDIS_URL": "canary"}
    done = subprocess.run(
        [sys.executable, "-c", look], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False", "False", "False", "canary"]


def test_keys_are_there_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABENTO_API_KEY", "canary")
    seen: list[bool] = []

    def fail() -> None:
        with keys_set_aside():
            seen.append("DATABENTO_API_KEY" in os.environ)
            raise ValueError("it")

    with pytest.raises(ValueError, match="it"):
        fail()
    assert seen == [False]
    assert os.environ["DATABENTO_API_KEY"] == "canary"


def test_a_message_that_somebody_changed_is_no_message(tmp_path: Path) -> None:
    path = tmp_path / "message"
    with path.open("wb") as stream:
        write_message(stream, {"it": "text"})
    with path.open("rb") as stream, pytest.raises(ValueError, match="int"):
        read_head(stream, dict[str, int])
