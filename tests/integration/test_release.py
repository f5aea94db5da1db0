"""A release has its section of the CHANGELOG; its workflow is pinned and may do no more than it must."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from scripts import release_notes
from scripts.release_notes import UNRELEASED, main, sections

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


def test_every_tag_has_its_section_and_what_is_not_released_comes_first() -> None:
    listed = ["git", "tag", "--list", "v[0-9]*"]
    tags = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    found = sections(release_notes.CHANGELOG.read_text("utf-8"))
    assert next(iter(found)) == UNRELEASED
    assert {tag.removeprefix("v") for tag in tags} <= set(found)


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "CHANGELOG.md"
    path.write_text(
        "# Changelog\n\n## Unreleased\n\n## [1.1.0] - 2026-02-01\n\n### API\n\n- New.\n\n"
        "## [1.0.0] - 2026-01-01\n\n- First.\n"
    )
    monkeypatch.setattr(release_notes, "CHANGELOG", path)
    return path


def test_the_text_of_a_release_is_its_section(changelog: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["v1.1.0"]) == 0
    assert capsys.readouterr().out == "### API\n\n- New.\n"
    assert list(sections(changelog.read_text())) == [UNRELEASED, "1.1.0", "1.0.0"]


@pytest.mark.parametrize("version", ["v1.2.0", "Unreleased", ""])
def test_a_version_without_a_text_is_no_release(
    changelog: Path, capsys: pytest.CaptureFixture[str], version: str
) -> None:
    assert main([version]) == 1
    assert "CHANGELOG.md says nothing of" in capsys.readouterr().err


def test_a_heading_of_another_form_is_named(changelog: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changelog.write_text("## Unreleased\n\n## 1.0.0, January\n\n- First.\n")
    assert main(["1.0.0"]) == 1
    assert "`## 1.0.0, January`: expected `## [1.2.0] - 2026-01-31`" in capsys.readouterr().err


def test_the_workflow_is_pinned_tests_first_and_asks_for_little() -> None:
    flow = yaml.safe_load(WORKFLOW.read_text())
    assert flow[True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}}, "YAML takes `on` for true"
    assert flow["permissions"] == {}
    jobs = flow["jobs"]
    assert {name: job["permissions"] for name, job in jobs.items()} == {
        "build": {"contents": "read"},
        "release": {"contents": "write", "packages": "write"},
    }
    assert jobs["release"]["needs"] == "build"
    steps = [step for job in jobs.values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", each)] == []
    run = [step["run"] for step in steps if "run" in step]
    assert run.index("make test") < run.index("make dist")
    assert "dist/*.whl dist/*.cdx.json dist/THIRD-PARTY-NOTICES.txt" in run[-1]
    assert f"FROM {jobs['build']['container']} AS base" in (ROOT / "Containerfile").read_text()
