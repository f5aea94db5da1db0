"""The wheel, installed with what it asks for and nothing else of ours: the command, the page, the API."""

import json
import re
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

from core.build.manifest import engine_version
from scripts.wheel import FOLDERS
from tests.integration.test_service_process import free_port
from tests.support.installed import (
    bare_environment,
    built_wheel,
    folder_of_a_student,
    install,
    locked,
    uv,
)
from tests.support.small_warehouse import saved, small_bars

VISITOR = {"user_id": "7", "user_email": "a@b", "course_id": "dev-cad-std", "profile": "pro"}
NAMES = f"""
import importlib.util, session_almanac
from session_almanac.core.build.manifest import code_commit, engine_version
from session_almanac.core.importing.sample import sample_bars
from session_almanac.pipelines.definitions import defs

found = [each for each in {FOLDERS} if importlib.util.find_spec(each)]
print(engine_version(), code_commit(), found, defs.resolve_job_def("nightly").name)
"""


def test_an_environment_with_the_wheel_serves_the_page_and_answers(tmp_path: Path) -> None:
    """One test, for each environment has to be filled and compiled."""
    wheel = built_wheel(tmp_path / "dist")
    python = locked(tmp_path / "venv", "--no-dev")
    install(wheel, python)
    checked = [uv(), "pip", "check", "--python", str(python)]
    assert subprocess.run(checked, capture_output=True, check=False).returncode == 0
    there = folder_of_a_student(tmp_path / "there")
    _a_demo_serves(python, there, saved(small_bars(), tmp_path / "ES_5m.parquet"))
    _commands_know_its_folder(python, there)
    _it_is_the_same_engine_below_one_name(python, there)
    _without_its_page_it_says_so(python, tmp_path)


def _asked(python: Path, folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A program of the environment, run in `folder`."""
    environment = bare_environment(python) | variables
    command = [str(python.with_name(words[0])), *words[1:]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def _a_demo_serves(python: Path, there: Path, bars: Path) -> None:
    """Page, an answer and a file, where the folder has Python files of the student's own."""
    port, environment = free_port(), bare_environment(python)
    command = [str(python.with_name("almanac")), "demo", str(bars), "--port", str(port)]
    with subprocess.Popen(command, cwd=there, env=environment, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        lines: list[str] = []
        while not lines or not lines[-1].startswith("Session Almanac: "):
            lines.append(demo.stdout.readline())
            assert lines[-1], lines
        try:
            script = re.search(r'src="(/assets/[^"]+[.]js)"', _sent(port, "/").decode())
            assert script is not None
            assert len(_sent(port, script[1])) > 100_000
            token = json.loads(_sent(port, "/api/auth/entry", VISITOR))["access_token"]
            days = {"filters": {"gap_up": {"operator": "=", "value": True}}}
            assert 0 < json.loads(_sent(port, "/api/v2/days", days, token))["total_days"] < 27
            file = {**days, "kind": "days", "columns": ["gap_up"], "format": "xlsx"}
            assert _sent(port, "/api/v2/export", file, token)[:2] == b"PK"
        finally:
            demo.terminate()


def _sent(port: int, path: str, body: Any = None, token: str = "") -> bytes:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: bytes = answer.read()
        return found


def _commands_know_its_folder(python: Path, there: Path) -> None:
    """One that answers, and one whose package is in an extra."""
    path = _asked(python, there, "almanac", "path", "ES")
    assert (there / path.stdout.strip()).is_dir(), path.stderr
    away = _asked(python, there, "almanac", "publish", "ES", REDIS_URL="redis://127.0.0.1:1")
    assert away.returncode == 1
    assert away.stderr == (
        "almanac: the package redis is missing. Install it: pip install 'session-almanac[service]'\n"
    )


def _it_is_the_same_engine_below_one_name(python: Path, there: Path) -> None:
    """A snapshot's id says which code built it, not how that was installed."""
    done = _asked(python, there, "python", "-P", "-c", NAMES)
    assert done.stdout.split() == [engine_version(), "None", "[]", "nightly"], done.stderr


def _without_its_page_it_says_so(python: Path, folder: Path) -> None:
    (page,) = python.parents[1].glob("lib/*/site-packages/session_almanac/build/web")
    page.rename(folder / "web")
    done = _asked(python, folder, "almanac", "demo", "--port", str(free_port()))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"almanac: {page}: there is no built page")
    assert not (folder / "warehouse").exists()
