"""What is added as CONTRIBUTING says, in a copy of the repository with nothing beside it."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copy2

ROOT = Path(__file__).resolve().parents[2]
PAGE = ("web/", "package.json")
LEFT_OUT = ("web/", "tests/e2e/", "docs/images/")
"""What no step of the recipes outside the page reads."""


def fresh_copy(folder: Path) -> Path:
    """The repository's files as they stand, in an empty folder, without the page."""
    return _copied(folder, lambda name: not name.startswith(LEFT_OUT))


def fresh_page(folder: Path) -> Path:
    """The page's files as they stand, in an empty folder, beside the packages that are installed."""
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return _copied(folder, lambda name: name.startswith(PAGE))


def changed(clone: Path) -> set[str]:
    """The copy's files, without what is installed or compiled, that are new or not as in the repository."""
    files = (path for path in clone.rglob("*") if path.is_file() and path.suffix != ".pyc")
    names = [path.relative_to(clone).as_posix() for path in files]
    return {name for name in names if not _is_same(clone / name, ROOT / name)}


def _is_same(path: Path, original: Path) -> bool:
    return original.is_file() and original.read_bytes() == path.read_bytes()


def _copied(folder: Path, is_wanted: Callable[[str], bool]) -> Path:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in listed.split("\0"):
        if name and is_wanted(name) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            copy2(ROOT / name, folder / name)
    return folder


def write_before(path: Path, anchor: str, text: str) -> None:
    """Insert `text` before the first `anchor` of a file."""
    before, found, after = path.read_text(encoding="utf-8").partition(anchor)
    assert found, f"{path}: {anchor!r} is not there"
    path.write_text(before + text + found + after, encoding="utf-8")


def write_after(path: Path, anchor: str, text: str) -> None:
    """Insert `text` after the first `anchor` of a file."""
    before, found, after = path.read_text(encoding="utf-8").partition(anchor)
    assert found, f"{path}: {anchor!r} is not there"
    path.write_text(before + found + text + after, encoding="utf-8")


def run(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python module in the copy."""
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=clone, check=False, capture_output=True, text=True
    )


def assert_passes(clone: Path, arguments: Sequence[str]) -> None:
    """Tests of the copy, with what failed in the message."""
    done = run(clone, "pytest", "-q", "-p", "no:cacheprovider", *arguments)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def run_npx(page: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A tool of the page in the copy."""
    return subprocess.run(["npx", *arguments], cwd=page, check=False, capture_output=True, text=True)


def assert_vitest_passes(page: Path, name: str) -> None:
    """Component tests of the copy, with what failed in the message."""
    done = run_npx(page, "vitest", "run", "--config", "web/vite.config.ts", name)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
