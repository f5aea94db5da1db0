"""The wheel brings the command, the page and one name; one without the page is not made."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email.parser import BytesParser
from itertools import chain
from pathlib import Path

import pytest

from scripts.wheel import FOLDERS, rewritten
from tests.support.installed import ROOT, build, built_wheel, wheel_sources


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("dist"))


def test_one_name_every_file_and_the_page(wheel: Path) -> None:
    tracked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "session_almanac", *FOLDERS]
    listed = subprocess.run(tracked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    ours = {
        f"session_almanac/{name}".replace("session_almanac/session_almanac/", "session_almanac/")
        for name in listed
    }
    page = {
        f"session_almanac/{path.relative_to(ROOT)}"
        for path in (ROOT / "build/web").rglob("*")
        if path.is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == ours | page
    assert {"session_almanac/build/web/index.html", "session_almanac/build/web/licenses.txt"} < names


def test_no_import_is_left_that_names_a_folder_of_the_repository(wheel: Path) -> None:
    below = 0
    with zipfile.ZipFile(wheel) as archive:
        for name in (each for each in archive.namelist() if each.endswith(".py")):
            tree = ast.parse(archive.read(name))
            compile(tree, name, "exec")
            modules = [each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
            modules += [
                part.name for each in ast.walk(tree) if isinstance(each, ast.Import) for part in each.names
            ]
            assert [each for each in modules if each.partition(".")[0] in FOLDERS] == [], name
            below += sum(each.startswith("session_almanac.") for each in modules)
    assert below > 500


def test_an_import_of_another_form_is_refused_by_its_line() -> None:
    assert rewritten("def f():\n    from core.x import (\n        y,\n    )\n") == (
        "def f():\n    from session_almanac.core.x import (\n        y,\n    )\n"
    )
    untouched = "import corelib\nfrom coreutils import x\nfrom . import core\ncore = 'from core.x import y'\n"
    assert rewritten(untouched) == untouched
    with pytest.raises(ValueError, match=r"line 2: `import core\.x`"):
        rewritten("import os\nimport os, core.x\n")


def test_the_metadata_are_those_of_the_project(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    with zipfile.ZipFile(wheel) as archive:
        (info,) = {name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        told = BytesParser().parsebytes(archive.read(f"{info}/METADATA"))
        scripts = archive.read(f"{info}/entry_points.txt").decode()
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", str(told["Version"]))
    assert sorted(told.get_all("Provides-Extra", [])) == sorted(project["optional-dependencies"])
    wanted = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    assert len(told.get_all("Requires-Dist", [])) == len(wanted)
    assert scripts.split() == ["[console_scripts]", "almanac", "=", "session_almanac.command:main"]


def test_the_version_is_that_of_the_tag_and_of_no_other_mark(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    (copy / "session_almanac").mkdir(parents=True)
    for name in ("pyproject.toml", "README.md", "LICENSE", "session_almanac/__init__.py"):
        (copy / name).write_bytes((ROOT / name).read_bytes())

    def version() -> str:
        asked = [sys.executable, "-m", "hatchling", "metadata", "version"]
        return subprocess.run(asked, cwd=copy, check=True, capture_output=True, text=True).stdout.strip()

    def git(*words: str) -> None:
        identity = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
        subprocess.run(["git", *identity, *words], cwd=copy, check=True, capture_output=True)

    assert version() == "0.0.0"
    git("init")
    git("add", ".")
    git("commit", "-m", "First")
    git("tag", "before-the-course")
    assert ".dev" in version()
    git("tag", "v1.2.0")
    assert version() == "1.2.0"


@pytest.mark.parametrize("page", ["missing", "older than its sources"])
def test_a_wheel_without_its_page_is_not_made(tmp_path: Path, page: str) -> None:
    sources = wheel_sources(tmp_path / "sources")
    if page == "missing":
        shutil.rmtree(sources / "build")
    else:
        (sources / "web/newer.tsx").touch()
        os.utime(sources / "build/web", (0, 0))
    done = build(sources, tmp_path / "dist")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"session-almanac: build/web is {page}: run `make dist`, which builds the page and then the wheel."
    )
    assert not list((tmp_path / "dist").glob("*.whl"))
