"""The container file copies what is there, runs what is ours, and its service image is whole."""

import json
import re
import subprocess
import sys
import tomllib
import urllib.request
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.integration.test_service_process import free_port
from tests.support.container_file import Stage, command_in, stages_of
from tests.support.installed import bare_environment, built_wheel, install, locked
from tests.support.snapshots import publish_random
from tests.support.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
STAGES = stages_of(ROOT / "Containerfile")
IMAGES = ("nights", "service")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def lineage(stage: Stage) -> list[Stage]:
    """The stage and those it is made from."""
    parent = STAGES.get(stage.parent)
    return [stage] if parent is None else [stage, *lineage(parent)]


def ignored(path: str) -> bool:
    """Whether .dockerignore keeps a path out; the last line that fits it counts."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("", "#")]
    kept_out = False
    for line in lines:
        pattern = line.removeprefix("!").removeprefix("**/")
        first = path.split("/")[0]
        if fnmatch(path, pattern) or fnmatch(first, pattern):
            kept_out = not line.startswith("!")
    return kept_out


def test_every_path_it_copies_is_there_or_made_and_reaches_the_builder() -> None:
    copies = [copy for stage in STAGES.values() for copy in stage.copies()]
    paths = [path for origin, sources, _ in copies if origin is None for path in sources]
    made = {path for path in paths if path.startswith("dist/")}
    assert made == {"dist/*.whl", "dist/THIRD-PARTY-NOTICES.txt"}
    assert "THIRD-PARTY-NOTICES.txt" in (ROOT / "scripts" / "dist").read_text()
    assert [path for path in {*paths} - made if not (ROOT / path).exists()] == []
    assert [path for path in paths if ignored(path)] == []
    assert all(ignored(path) for path in ("warehouse", "state", ".git", "tests", "build", ".venv"))


def test_what_one_stage_takes_from_another_is_made_there() -> None:
    known = list(STAGES)
    made = {"/opt/almanac/.venv": "uv sync"}
    taken = [(name, *copy) for name, stage in STAGES.items() for copy in stage.copies() if copy[0]]
    assert len(taken) == 2
    for name, origin, (path,), _ in taken:
        assert known.index(str(origin)) < known.index(name)
        assert any(made[path] in line for line in STAGES[str(origin)].all("RUN"))


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_runs_as_nobody_in_particular_and_writes_where_a_volume_is(name: str) -> None:
    stage = STAGES[name]
    assert stage.last("USER") == "10001:10001"
    order = [each for each, _ in stage.instructions]
    assert "COPY" not in order[order.index("USER") :]
    written = command_in(stage.last("VOLUME"))
    told = " ".join(line for each in lineage(stage) for line in each.all("ENV"))
    given = dict(re.findall(r"(ALMANAC_\w+)=(\S+)", told))
    assert sorted(written) == sorted(given[part] for part in ("ALMANAC_WAREHOUSE", "ALMANAC_STATE"))


def test_versions_are_those_of_the_repository() -> None:
    installed = " ".join(line for stage in STAGES.values() for line in stage.all("RUN"))
    locked = re.findall(r"UV_VERSION=(\S+)", (ROOT / "scripts" / "setup").read_text())
    assert re.findall(r"uv==(\S+)", installed) == locked
    assert set(re.findall(r"-group (\S+)", installed)) <= set(PROJECT["dependency-groups"])
    assert {"light"} == set(re.findall(r"--only-group (\S+)", installed))
    assert "--all-extras" in installed
    (python,) = {stage.parent for stage in STAGES.values() if "/python:" in stage.parent}
    assert re.match(r"docker\.io/library/python:3\.11\.\d+-slim-bookworm@", python)
    assert PROJECT["project"]["requires-python"].startswith(">=3.11")
    assert ">=20" in json.loads((ROOT / "package.json").read_text())["engines"]["node"]


def test_every_base_image_is_pinned_by_its_digest() -> None:
    bases = {stage.parent for stage in STAGES.values() if stage.parent not in STAGES}
    assert len(bases) == 1
    assert [base for base in bases if not re.search(r"@sha256:[0-9a-f]{64}$", base)] == []


def test_the_page_is_built_where_it_is_taken_from() -> None:
    assert json.loads((ROOT / "package.json").read_text())["scripts"]["build"].startswith("vite build")
    assert 'outDir: at("../build/web")' in (ROOT / "web" / "vite.config.ts").read_text()


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_has_the_wheel_and_no_other_code_of_ours(name: str) -> None:
    (origin,) = [origin for each in lineage(STAGES[name]) for origin, *_ in each.copies() if origin]
    runs = STAGES[origin].all("RUN")
    assert [run for run in runs if "/wheel/*.whl" in run] == [
        "uv pip install --python .venv --no-deps --no-index /wheel/*.whl"
    ]
    kept = [path for each in lineage(STAGES[name]) for origin, paths, _ in each.copies() for path in paths]
    assert sorted(kept) == ["/opt/almanac/.venv", "LICENSE", "dist/THIRD-PARTY-NOTICES.txt"]


def test_the_nights_image_runs_a_command_of_ours() -> None:
    program, *words = command_in(STAGES["nights"].last("CMD"))
    assert program in PROJECT["project"]["scripts"]
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *words, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "exchange calendar" in done.stdout


def test_the_service_image_is_whole_and_its_health_check_tells(tmp_path: Path) -> None:
    stage, port = STAGES["service"], free_port()
    python = locked(tmp_path / "venv", "--only-group", "light")
    install(built_wheel(tmp_path / "dist"), python)
    publish_random(tmp_path / "warehouse", sessions=40)
    environment = bare_environment(python) | {"ACCESS_MODE": "trusted_url", "TRUSTED_URL_ANYWHERE": "1"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {f"ALMANAC_{name}": str(tmp_path / name.lower()) for name in ("WAREHOUSE", "STATE")}
    on_port = {"8000": str(port)}
    command = [on_port.get(word, word) for word in command_in(stage.last("CMD"))]
    check = [word.replace(":8000/", f":{port}/") for word in command_in(stage.last("HEALTHCHECK"))]
    assert (command[0], check[0]) == ("python", "python")
    with subprocess.Popen(
        [python, *command[1:]], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL
    ) as process:
        eventually(lambda: is_ready(port), lambda: f"nothing is ready on {port}")
        assert subprocess.run([python, *check[1:]], check=False).returncode == 0
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
            assert b"<!doctype html>" in answer.read()
        process.kill()
    assert subprocess.run([python, *check[1:]], check=False, capture_output=True).returncode != 0
    (ours,) = python.parents[1].glob("lib/*/site-packages/session_almanac")
    assert not list(ours.rglob("*.pyc")), "it wrote beside its code"
    alone = subprocess.run(
        [python.with_name("almanac"), "status"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert alone.stderr.startswith("almanac: the package ")
    assert alone.stderr.endswith("is missing. Install it: pip install 'session-almanac'\n")


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
            return True
    except OSError:
        return False
