"""`scripts/setup run`, the install of a server: what its units start finds every module compiled."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.wheel import FOLDERS, HOME
from tests.integration.test_nightly_command import due, history
from tests.integration.test_service_process import fetch, free_port
from tests.support.installed import uv

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("pyproject.toml", "uv.lock", "package-lock.json", "README.md", "LICENSE", "scripts", HOME, *FOLDERS)
_NPM = '#!/bin/sh\n[ "$1" = ci ] && mkdir -p node_modules\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """`opt/almanac` as operations.md installs it, without the page and its packages; `lib` for data."""
    place = tmp_path_factory.mktemp("server")
    code = place / "opt" / "almanac"
    code.mkdir(parents=True)
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, code / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, code / name)
    for path, content in ((place / "bin" / "npm", _NPM), (code / ".uv" / "bin" / "uv", None)):
        path.parent.mkdir(parents=True)
        path.symlink_to(uv()) if content is None else path.write_text(content)
        path.chmod(0o755)
    (place / "lib" / "state").mkdir(parents=True)
    set_up(code)
    yield place
    shutil.rmtree(place)


def set_up(code: Path) -> None:
    searched = f"{code.parents[1] / 'bin'}:{os.environ['PATH']}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run(["scripts/setup", "run"], cwd=code, env=environment | {"PATH": searched}, check=True)


def bytecode(code: Path) -> set[Path]:
    """Compiled files; Python adds one for each module that it has to compile."""
    return set(code.rglob("*.pyc"))


def started_by(unit: str, place: Path) -> tuple[list[str], dict[str, str]]:
    """The command of a unit and its environment, in `place` in place of the system's folders."""
    lines = (ROOT / "deploy" / unit).read_text().splitlines()
    (command,) = [line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart=")]
    command = command.replace("/opt/almanac", str(place / "opt" / "almanac"))
    command = command.replace("/var/lib/almanac", str(place / "lib"))
    return shlex.split(command), {"PATH": "/usr/bin:/bin", "ACCESS_MODE": "trusted_url"}


def test_a_service_compiles_nothing(server: Path) -> None:
    code, port = server / "opt" / "almanac", free_port()
    command, environment = started_by("almanac.service", server)
    before = bytecode(code)
    with subprocess.Popen([*command, "--port", str(port)], cwd=code, env=environment) as service:
        try:
            fetch(port, "/healthz")
        finally:
            service.terminate()
    assert bytecode(code) - before == set()


def test_a_night_compiles_nothing(server: Path) -> None:
    code, warehouse = server / "opt" / "almanac", server / "lib" / "warehouse"
    history(warehouse / "drop" / "ES", due())
    command, environment = started_by("almanac-nightly.service", server)
    before = bytecode(code)
    night = subprocess.run(
        command,
        cwd=code,
        env=environment | {"ALMANAC_WAREHOUSE": str(warehouse)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert night.returncode == 0, night.stdout + night.stderr
    assert bytecode(code) - before == set()


def test_new_code_under_the_same_lock_is_compiled_too(server: Path) -> None:
    code = server / "opt" / "almanac"
    (code / "core" / "added.py").write_text("ADDED = 1\n")
    set_up(code)
    assert list((code / "core" / "__pycache__").glob("added.*.pyc"))
