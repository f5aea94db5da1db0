"""A release has its section of the CHANGELOG; its workflow is pinned and may do no more than it must."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from scripts import bills, release_notes
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


def test_the_bill_of_the_page_has_what_it_holds_and_no_more() -> None:
    names = [("react", "19.3.1"), ("vite", "8.3.8"), ("tslib", "2.3.0"), ("tslib", "2.9.1")]
    bill = {
        "metadata": {
            "component": {"bom-ref": "ours", "name": "clone", "version": "0.1.0", "purl": "pkg:npm/x"}
        },
        "components": [
            {"bom-ref": f"{name}@{version}", "name": name, "version": version} for name, version in names
        ],
        "dependencies": [
            {"ref": "ours", "dependsOn": ["react@19.3.1", "vite@8.3.8"]},
            {"ref": "vite@8.3.8", "dependsOn": ["tslib@2.9.1"]},
            {"ref": "react@19.3.1", "dependsOn": ["tslib@2.3.0", "tslib@2.9.1"]},
            {"ref": "tslib@2.3.0", "dependsOn": []},
        ],
    }
    notices = "# Licenses\n\n## react - 19.3.1 (MIT)\n\nMIT\n\n## tslib - 2.3.0 (0BSD)\n"
    found = bills.of_product(bills.held(bill, notices), "1.2.0")
    assert [each["bom-ref"] for each in found["components"]] == ["react@19.3.1", "tslib@2.3.0"]
    assert found["dependencies"] == [
        {"ref": "ours", "dependsOn": ["react@19.3.1"]},
        {"ref": "react@19.3.1", "dependsOn": ["tslib@2.3.0"]},
        {"ref": "tslib@2.3.0", "dependsOn": []},
    ]
    about = {"bom-ref": "ours", "name": "session-almanac", "version": "1.2.0"}
    assert found["metadata"]["component"] == about
    with pytest.raises(ValueError, match=r"what the lock has not: .*echarts.* Build the page again"):
        bills.held(bill, notices + "## echarts - 6.1.0 (Apache-2.0)\n")


def test_the_bill_of_python_names_licences_as_packages_state_them() -> None:
    names = ("numpy", "pyyaml", "jaraco-x", "colorama", "oauthlib")
    keys = ("Name", "License-Expression", "License-Classifier", "License-Metadata")
    stated = [
        ("numpy", "BSD-3-Clause AND MIT", "BSD License", "UNKNOWN"),
        ("PyYAML", "UNKNOWN", "MIT License; BSD License", "MIT"),
        ("jaraco.x", "UNKNOWN", "UNKNOWN", "BSD 3-Clause License\n\nCopyright (c)"),
        ("oauthlib", "UNKNOWN", "UNKNOWN", "UNKNOWN"),
    ]
    bill = {"components": [{"name": name} for name in names]}
    found = bills.with_licences(bill, [dict(zip(keys, each, strict=True)) for each in stated])
    assert {each["name"]: each.get("licenses") for each in found["components"]} == {
        "numpy": [{"expression": "BSD-3-Clause AND MIT"}],
        "pyyaml": [{"license": {"name": "MIT License"}}, {"license": {"name": "BSD License"}}],
        "jaraco-x": [{"license": {"name": "BSD 3-Clause License"}}],
        "colorama": None,
        "oauthlib": None,
    }
