"""The commands of docs/api.md run as they stand, and print what the page says they print."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.test_service_process import fetch, free_port, started
from tests.support.sample_warehouse import sample_warehouse

ROOT = Path(__file__).resolve().parents[2]
API = ROOT / "docs" / "api.md"
ADDRESS = "http://127.0.0.1:8000"
MARK = "-- the next block --"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
NEXT = {"sh": f"echo '{MARK}'\n", "python": f"print('{MARK}')\n", "r": f"cat('{MARK}\\n')\n"}


@dataclass(frozen=True)
class Block:
    """A fenced block, and what stands under it and its neighbours as their output."""

    code: str
    printed: str


def blocks(language: str) -> list[Block]:
    """The blocks of a language in order; a `text` block is of those before it with no prose between."""
    page, found, waiting, end = API.read_text("utf-8"), list[Block](), list[str](), 0
    for fence in FENCE.finditer(page):
        if page[end : fence.start()].strip():
            found, waiting = found + [Block(code, "") for code in waiting], []
        end = fence.end()
        if fence[1] == "text":
            found, waiting = found + [Block(code, fence[2]) for code in waiting], []
        elif fence[1] == language:
            waiting.append(fence[2])
    return found + [Block(code, "") for code in waiting]


def plain(text: str) -> str:
    """Without the spaces at the ends of lines, which no page shows."""
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a reader of the page, with a service of the sample sessions."""
    folder, port = tmp_path_factory.mktemp("docs"), free_port()
    (folder / "warehouse").symlink_to(sample_warehouse(tmp_path_factory).root)
    with started(folder, port):
        fetch(port, "/readyz")
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        yield {
            **{name: value for name, value in os.environ.items() if name != "REDIS_URL"},
            "PATH": path,
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "ALMANAC_STATE": str(folder / "state"),
            "ALMANAC_URL": f"http://127.0.0.1:{port}",
        }


def outputs(command: list[str], language: str, place: dict[str, str], last: str = "") -> list[str]:
    """What each block of a language prints, run one after the other by one command."""
    code = NEXT[language].join(block.code for block in blocks(language)) + NEXT[language] + last
    done = subprocess.run(
        command,
        input=code.replace(ADDRESS, place["ALMANAC_URL"]),
        env=place,
        cwd=place["HOME"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [plain(part) for part in done.stdout.split(MARK + "\n")]


def said(language: str) -> list[str]:
    return [plain(block.printed) for block in blocks(language)]


@pytest.fixture(scope="module")
def shell(place: dict[str, str]) -> list[str]:
    """What the blocks of the shell print, and the token that the first of them made."""
    return outputs(["bash", "-eu", "-s"], "sh", place, 'echo "$ALMANAC_TOKEN"\n')


@pytest.fixture(scope="module")
def with_token(place: dict[str, str], shell: list[str]) -> dict[str, str]:
    """The environment after the page's first block."""
    return place | {"ALMANAC_TOKEN": shell[-1]}


def test_the_page_shows_each_language_at_work() -> None:
    for language in ("sh", "python", "r"):
        assert sum(bool(block.printed) for block in blocks(language)) >= 7


def test_the_commands_of_the_shell_print_what_the_page_says(shell: list[str]) -> None:
    assert shell[:-1] == said("sh")


def test_the_python_prints_what_the_page_says(with_token: dict[str, str]) -> None:
    assert outputs([sys.executable, "-W", "error", "-"], "python", with_token)[:-1] == said("python")


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed: scripts/test brings it")
def test_the_r_prints_what_the_page_says(with_token: dict[str, str]) -> None:
    assert outputs(["Rscript", "--vanilla", "-"], "r", with_token)[:-1] == said("r")
