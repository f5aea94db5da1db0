"""The container file copies what is there, runs what is ours, and its service image is whole."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.integration.test_service_process import fetch, free_port
from tests.support.container_file import Stage, command_in, stages_of
from tests.support.snapshots import publish_random

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


def test_every_path_it_copies_is_there_and_reaches_the_builder() -> None:
    copies = [copy for stage in STAGES.values() for copy in stage.copies()]
    paths = [path for origin, sources, _ in copies if origin is None for path in sources]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists() or ignored(path)] == []
    assert all(ignored(path) for path in ("warehouse", "state", ".git", "tests", "build", ".venv"))


def test_what_one_stage_takes_from_another_is_made_there() -> None:
    known = list(STAGES)
    made = {"/opt/almanac/.venv": "uv sync", "/src/build/web": "npm run build"}
    taken = [(name, *copy) for name, stage in STAGES.items() for copy in stage.copies() if copy[0]]
    assert len(taken) == 3
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
    assert set(re.findall(r"--group (\S+)", installed)) <= set(PROJECT["dependency-groups"])
    assert {"service", "scale"} <= set(re.findall(r"--group (\S+)", installed))
    (python,) = {stage.parent for stage in STAGES.values() if "/python:" in stage.parent}
    assert re.match(r"docker\.io/library/python:3\.11\.\d+-slim-bookworm@", python)
    assert PROJECT["project"]["requires-python"].startswith(">=3.11")
    assert ">=20" in json.loads((ROOT / "package.json").read_text())["engines"]["node"]
    assert "node:20." in STAGES["page"].parent


def test_every_base_image_is_pinned_by_its_digest() -> None:
    bases = {stage.parent for stage in STAGES.values() if stage.parent not in STAGES}
    assert len(bases) == 2
    assert [base for base in bases if not re.search(r"@sha256:[0-9a-f]{64}$", base)] == []


def test_the_page_is_built_where_it_is_taken_from() -> None:
    assert json.loads((ROOT / "package.json").read_text())["scripts"]["build"].startswith("vite build")
    assert 'outDir: at("../build/web")' in (ROOT / "web" / "vite.config.ts").read_text()


def test_the_nights_image_runs_a_command_of_ours() -> None:
    command = command_in(STAGES["nights"].last("CMD"))
    done = subprocess.run(
        [sys.executable, *command[1:], "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, command[0]) == (0, "python")
    assert "exchange calendar" in done.stdout


def copied(stage: Stage, folder: Path) -> None:
    """Lay out in `folder` what the image's working folder holds of the repository."""
    for origin, paths, destination in (copy for each in lineage(stage) for copy in each.copies()):
        for path in paths if origin is None else []:
            source, target = ROOT / path, folder / destination
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target = target / source.name if destination.endswith("/") else target
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)


def test_the_service_image_is_whole_and_its_health_check_tells(tmp_path: Path) -> None:
    stage, image, port = STAGES["service"], tmp_path / "image", free_port()
    copied(stage, image)
    publish_random(tmp_path / "warehouse", sessions=40)
    environment = os.environ | {"PYTHONPATH": str(image), "ACCESS_MODE": "trusted_url"}
    environment |= {"TRUSTED_URL_ANYWHERE": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {f"ALMANAC_{name}": str(tmp_path / name.lower()) for name in ("WAREHOUSE", "STATE")}
    on_port = {"8000": str(port)}
    command = [on_port.get(word, word) for word in command_in(stage.last("CMD"))]
    check = [word.replace(":8000/", f":{port}/") for word in command_in(stage.last("HEALTHCHECK"))]
    with subprocess.Popen(
        [sys.executable, *command[1:]], cwd=image, env=environment, stderr=subprocess.DEVNULL
    ) as process:
        fetch(port, "/readyz")
        assert subprocess.run([sys.executable, *check[1:]], check=False).returncode == 0
        process.kill()
    assert subprocess.run([sys.executable, *check[1:]], check=False, capture_output=True).returncode != 0
    assert not list(image.rglob("*.pyc")), "it wrote beside its code"
    ours = (
        "import service.__main__, sys; print([name for name, module in sys.modules.items() if "
        "name.split('.')[0] in ('core', 'service') and not module.__spec__.origin.startswith(sys.argv[1])])"
    )
    told = subprocess.run(
        [sys.executable, "-c", ours, str(image)], cwd=image, env=environment, capture_output=True, text=True
    )
    assert told.stdout.strip() == "[]", told.stderr
