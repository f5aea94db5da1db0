"""The line of a long work: what it says of what is left, and how it stands on a terminal."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.progress import BUILD_SECONDS, IMPORT_SECONDS, Line
from core.build.steps import STEPS
from tests.support.clock import Clock

ROOT = Path(__file__).resolve().parents[3]
WORK = """
import logging, sys, time
from cli.progress import IMPORT_SECONDS, progress_line
logging.basicConfig(format="%(message)s")
with progress_line("importing a-file-with-a-rather-long-name.csv", IMPORT_SECONDS) as line:
    line.at("reading close, row 1,700,001 of 5,700,000")
    time.sleep(0.7)
    print("a message that is longer than the forty columns of a narrow terminal")
    logging.warning("something is logged")
    line.at("merging")
    time.sleep(0.7)
print("the end")
"""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(100)
    monkeypatch.setattr(time, "monotonic", made)
    return made


def test_the_steps_of_a_build_are_those_that_are_estimated() -> None:
    assert list(BUILD_SECONDS) == [step.name for step in STEPS]


def test_what_is_left_follows_from_how_the_first_steps_went(clock: Clock) -> None:
    line = Line("ES", {"a": 1.0, "b": 2.0, "c": 7.0})
    clock.seconds += 3.0
    assert (line.left(), line.words()) == ("3 s", "ES")
    line.ended("a", took=2.0)  # twice the usual, so the other 9 take 18
    assert (line.left(), line.words(), line.share()) == ("0:18 left", "ES: b", 0.1)
    clock.seconds += 2.0
    assert (line.left(), line.share()) == ("0:16 left", 0.2)
    clock.seconds += 900.0  # a step that takes longer than it should is nearly done, and no more
    assert line.share() == pytest.approx(0.29)
    line.ended("c", took=7.0)
    assert (line.share(), line.words()) == (1.0, "ES")


def test_a_known_pace_is_told_from_the_first_moment(clock: Clock) -> None:
    line = Line("bench", {"answers": 300.0, "build": 60.0}, pace=1.0)
    assert line.left() == "6:00 left"
    clock.seconds += 30.0
    assert line.left() == "5:30 left"


def test_an_import_skips_the_steps_that_its_file_does_not_need(clock: Clock) -> None:
    line = Line("importing", IMPORT_SECONDS)
    line.at("reading row 65,536")
    clock.seconds += 5.0
    line.at("reading row 131,072")
    line.at("searching for what is wrong")
    assert line.words() == "importing: searching for what is wrong"
    assert line.share() > 0.5
    line.at("reading is no step of what comes after")  # never back
    assert line.share() > 0.5


@given(
    st.lists(st.tuples(st.floats(0.1, 50), st.floats(0, 500)), min_size=1, max_size=8),
    st.floats(0, 100),
)
def test_the_share_only_grows_and_the_rest_is_never_less_than_nothing(
    steps: list[tuple[float, float]], more: float
) -> None:
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", clock)
        line = Line("x", {f"{at}": usual for at, (usual, _) in enumerate(steps)})
        shares = [line.share()]
        for at, (_, took) in enumerate(steps):
            clock.seconds += took
            line.ended(f"{at}", took)
            shares.append(line.share())
            clock.seconds += more
            shares.append(line.share())
            assert re.fullmatch(r"\d+ s|\d+:\d\d left", line.left())
    assert all(0 <= before <= after + 1e-9 for before, after in pairwise(shares))
    assert shares[-1] == pytest.approx(1.0)


def on_a_terminal(columns: int, **environment: str) -> str:
    """What the work writes to a terminal of so many columns."""
    pid, terminal = pty.fork()
    if pid == 0:
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        places = {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
        time.sleep(0.2)  # until the terminal has its size
        os.execve(sys.executable, [sys.executable, "-c", WORK], kept | places | environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    said = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux's way to say that the other end is closed
            part = b""
        if not part:
            break
        said += part
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, said
    return said.decode()


def lines(said: str) -> list[str]:
    """What stood on a line of the screen at some moment, without colours."""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
    return [line.rstrip() for line in re.split(r"[\r\n]+", plain) if line.strip()]


@pytest.mark.parametrize("columns", [40, 100])
def test_a_terminal_has_one_line_that_fits_and_messages_above_it(columns: int) -> None:
    said = lines(on_a_terminal(columns))
    bars = [line for line in said if "━" in line]
    assert any("merging" in line for line in bars)
    assert any(re.match("importing a-file.*: merging ", line) for line in bars) == (columns == 100)
    assert all(len(line) <= columns for line in bars)
    assert all(re.search(r"[━╸╺] +\d+(:\d\d left| s)$", line) for line in bars)
    assert "a message that is longer than the forty columns of a narrow terminal" in said
    assert "something is logged" in said
    assert said[-1] == "the end"


def test_without_colours_there_are_none() -> None:
    said = on_a_terminal(60, NO_COLOR="1")
    assert "━" in said
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", said)


def test_a_dumb_terminal_has_messages_alone() -> None:
    said = on_a_terminal(60, TERM="dumb")
    assert "\x1b" not in said
    assert [line for line in lines(said) if "importing" in line] == []
    assert "something is logged" in said
