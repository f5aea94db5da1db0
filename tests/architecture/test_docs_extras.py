"""A reader of the docs has each package they use with the wheel, or is told which extra brings it."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
OURS = {"session_almanac", "pipelines", "core", "service", "cli"}
_CODE = re.compile(r"^```(?:python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_IMPORTED = re.compile(r"^(?:>>> |\.\.\. )?\s*(?:import|from) (\w+)", re.MULTILINE)


def distribution(requirement: str) -> str:
    return re.split(r"[^\w-]", requirement)[0].lower()


DEPENDENCIES = {distribution(each) for each in PROJECT["dependencies"]}
EXTRAS = {
    distribution(each): extra for extra, needed in PROJECT["optional-dependencies"].items() for each in needed
}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_a_page_names_the_extra_of_each_package_that_the_wheel_alone_lacks(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    imported = {name for code in _CODE.findall(text) for name in _IMPORTED.findall(code)}
    found = packages_distributions()
    for name in imported - OURS - set(sys.stdlib_module_names):
        package = found[name][0].lower()
        if package not in DEPENDENCIES:
            assert package in EXTRAS, f"{name} is in no extra"
            assert f"session-almanac[{EXTRAS[package]}]" in text, name


def test_the_pages_use_more_than_the_wheel_brings() -> None:
    text = (ROOT / "docs" / "analysts.md").read_text(encoding="utf-8")
    assert "polars" in set(_IMPORTED.findall(text)) & set(EXTRAS)
