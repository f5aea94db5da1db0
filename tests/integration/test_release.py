"""A release has its section of the CHANGELOG; its workflow is pinned and may do no more than it must."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts import bills, release_notes
from scripts.release_notes import UNRELEASED, main, sections

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
NAMES = ("check", "nightly", "release")


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


def workflow(name: str) -> Any:
    return yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text())


def steps_of(flow: Any) -> list[Any]:
    return [step for job in flow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("name", NAMES)
def test_a_workflow_is_pinned_and_runs_on_the_images_base(name: str) -> None:
    flow = workflow(name)
    assert flow["permissions"] == {}
    used = [step["uses"] for step in steps_of(flow) if "uses" in step]
    assert used
    assert [each for each in used if not re.fullmatch(r"(actions|sigstore)/[\w-]+@[0-9a-f]{40}", each)] == []
    first = next(iter(flow["jobs"].values()))
    assert f"FROM {first['container']} AS base" in (ROOT / "Containerfile").read_text()
    assert first["permissions"] == {"contents": "read"}


def test_an_action_has_one_digest_and_names_its_version() -> None:
    text = "".join((WORKFLOWS / f"{name}.yml").read_text() for name in NAMES)
    used = re.findall(r"uses: (\S+?)@(\S+)( # v\d+\.\d+\.\d+)?$", text, re.MULTILINE)
    assert all(version for *_, version in used)
    assert len({name for name, *_ in used}) == len(set(used))


def test_every_push_and_pull_request_is_checked_and_tested() -> None:
    flow = workflow("check")
    assert flow[True] == {"push": {"branches": ["**"]}, "pull_request": None}, "YAML takes `on` for true"
    assert [step["run"] for step in steps_of(flow) if "run" in step][-1] == "make check test"
    assert {job["permissions"]["contents"] for job in flow["jobs"].values()} == {"read"}


def test_everything_is_tested_every_night() -> None:
    flow = workflow("nightly")
    assert set(flow[True]) == {"schedule", "workflow_dispatch"}, "YAML takes `on` for true"
    tests, life = [step["run"] for step in steps_of(flow) if "run" in step][-2:]
    assert tests.endswith("make test-all")
    assert life.endswith("make sim")
    assert {job["permissions"]["contents"] for job in flow["jobs"].values()} == {"read"}


def test_a_release_is_tested_first_and_asks_for_little() -> None:
    flow = workflow("release")
    assert flow[True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}}, "YAML takes `on` for true"
    assert {name: job["permissions"] for name, job in flow["jobs"].items()} == {
        "build": {"contents": "read"},
        "release": {
            "contents": "write",
            "packages": "write",
            "id-token": "write",
            "attestations": "write",
        },
    }
    assert flow["jobs"]["release"]["needs"] == "build"
    run = [step["run"] for step in steps_of(flow) if "run" in step]
    assert run.index("make test-all") < run.index("make dist")
    assert "dist/*.whl dist/*.whl.sigstore.json dist/images.txt dist/*.cdx.json" in run[-1]


def test_wheel_and_images_are_signed_and_have_their_provenance_before_the_release() -> None:
    *steps, released = workflow("release")["jobs"]["release"]["steps"]
    assert "gh release create" in released["run"]
    said = {
        step["uses"].partition("@")[0]: step["with"] for step in steps if "uses" in step and "with" in step
    }
    assert said["sigstore/gh-action-sigstore-python"]["inputs"] == "dist/*.whl"
    attested = [
        step["with"] for step in steps if step.get("uses", "").startswith("actions/attest-build-provenance@")
    ]
    subjects = [each.get("subject-path") or each["subject-digest"] for each in attested]
    digests = [f"${{{{ steps.images.outputs.{target}-digest }}}}" for target in ("service", "nights")]
    assert subjects == ["dist/*.whl", *digests]
    (images,) = [step["run"] for step in steps if step.get("id") == "images"]
    assert images.index("docker push") < images.index("cosign sign --yes") < images.index("dist/images.txt")


def test_the_images_step_signs_each_image_by_its_digest(tmp_path: Path) -> None:
    """Its shell, with programs in place of docker and cosign that note how they are called."""
    (images,) = [step["run"] for step in steps_of(workflow("release")) if step.get("id") == "images"]
    for name in ("docker", "cosign"):
        told = f'#!/bin/bash\necho {name} "$@" >> calls\n[ "$1" != inspect ] || echo "${{4%:*}}@sha256:abc"\n'
        (tmp_path / name).write_text(told)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "dist").mkdir()
    given = {
        "GITHUB_REPOSITORY": "Us/Almanac",
        "GITHUB_REF_NAME": "v1.2.0",
        "GITHUB_ACTOR": "us",
        "TOKEN": "t",
    }
    environment = {**given, "PATH": f"{tmp_path}:/usr/bin:/bin", "GITHUB_OUTPUT": str(tmp_path / "output")}
    subprocess.run(["bash", "-euo", "pipefail", "-c", images], cwd=tmp_path, env=environment, check=True)
    calls = (tmp_path / "calls").read_text().splitlines()
    pushed = ["ghcr.io/us/almanac@sha256:abc", "ghcr.io/us/almanac-nights@sha256:abc"]
    assert [each for each in calls if each.startswith("cosign")] == [
        f"cosign sign --yes {each}" for each in pushed
    ]
    assert (tmp_path / "dist" / "images.txt").read_text().splitlines() == pushed
    assert (tmp_path / "output").read_text().splitlines() == [
        "service-name=ghcr.io/us/almanac",
        "service-digest=sha256:abc",
        "nights-name=ghcr.io/us/almanac-nights",
        "nights-digest=sha256:abc",
    ]
    assert not [each for each in calls if " t " in f"{each} "], "no token is an argument"


def test_the_docs_verify_what_the_workflow_signs() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    section = text.partition("## Verify a release\n")[2].partition("\n## ")[0]
    for part in ("gh attestation verify", "cosign verify", "sigstore verify identity", "--cert-identity"):
        assert part in section, part
    assert ".github/workflows/release.yml@refs/tags/v" in section
    assert "https://token.actions.githubusercontent.com" in section


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
