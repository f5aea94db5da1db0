"""The wheel, built and installed as others install it: apart from the repository and its environment."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.wheel import FOLDERS, HOME, PAGE

ROOT = Path(__file__).resolve().parents[2]
OWN_FILES = ("core.py", "service.py", "cli.py", "pipelines.py", "statistics.py", "queue.py")
"""What a student's folder may hold; none of it is ours to import."""


def uv() -> str:
    """The program `make setup` puts into .uv, or that of PATH."""
    local = ROOT / ".uv" / "bin" / "uv"
    tool = str(local) if local.exists() else shutil.which("uv")
    assert tool is not None, "uv is neither at .uv/bin/uv nor on PATH; `make setup` puts it there"
    return tool


def locked(folder: Path, *options: str) -> Path:
    """A new environment in `folder` with packages of the lock, without ours; its Python."""
    environment = os.environ | {"UV_PROJECT_ENVIRONMENT": str(folder)}
    sync = [uv(), "sync", "--frozen", "--no-install-project", *options]
    subprocess.run(sync, cwd=ROOT, env=environment, check=True, capture_output=True)
    return folder / "bin" / "python"


def wheel_sources(folder: Path) -> Path:
    """What the wheel is made from, in a folder of its own, where nothing else writes meanwhile.

    Without git, so its version is 0.0.0; the test is skipped where the page is not built.
    """
    page = ROOT / PAGE
    if not (page / "index.html").is_file():
        pytest.skip("the page is not built: make build/web")
    for name in (HOME, *FOLDERS, PAGE):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (
        "pyproject.toml",
        "Makefile",
        "README.md",
        "LICENSE",
        "package-lock.json",
        "scripts/wheel.py",
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "web").mkdir()
    (folder / PAGE).touch()
    return folder


def build(sources: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    return subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)


def built_wheel(folder: Path) -> Path:
    done = build(wheel_sources(folder / "sources"), folder)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, python: Path) -> None:
    """The wheel and nothing else, into an environment."""
    given = [uv(), "pip", "install", "--python", str(python), "--no-deps", "--no-index", str(wheel)]
    subprocess.run(given, check=True, capture_output=True)


def bare_environment(python: Path) -> dict[str, str]:
    """What a process of the environment sees: nothing of ours."""
    return {"PATH": f"{python.parent}:/usr/bin:/bin", "HOME": str(python.parents[1]), "LANG": "C.UTF-8"}


def folder_of_a_student(folder: Path) -> Path:
    """A folder with Python files that end any process that imports them."""
    folder.mkdir()
    for name in OWN_FILES:
        (folder / name).write_text("raise SystemExit(f'{__file__} was imported')\n")
    return folder
