"""CONTRIBUTING's "Add a feature", followed literally in a fresh copy, ends in green."""

import re
from pathlib import Path

import pytest

from core.features.registry import catalogue
from tests.architecture.recipe import ROOT, assert_passes, fresh_copy, run, write_after, write_before

ENTRY = '''@RANGE.feature("Above the Open at 11:45", boolean(), KnownAt.at(27), "pro", 611)
def above_open_b27(market: Market) -> FloatArray:
    """C27 > O1."""
    return np.asarray(market.close[:, 26] > market.open[:, 0], dtype=np.float64)


'''
WORDS = """[above_open_b27]
plain = "The price was above the day's open at 11:45."
example = "The day opened at 5,000 and stood at 5,006 at 11:45."

"""
TWIN = """def above_open_b27(day: Day) -> bool:
    return day.bars[26].close > day.bars[0].open


"""
CHEAP = (
    "tests/unit/features/test_definitions.py",
    "tests/unit/features/test_words.py",
    "tests/unit/codegen/test_dictionary.py",
    "tests/property/test_no_look_ahead.py::test_another_future_leaves_the_value[above_open_b27]",
    "tests/property/test_answer_book.py::test_the_book_answers_exactly_the_registered_features",
    "tests/oracles/test_oracles_selfcheck.py::test_every_feature_of_the_catalogue_has_an_answer_and_a_spec",
    "tests/oracles/test_past.py",
    "tests/contract/test_tiers.py",
    "tests/contract/test_openapi.py",
)
"""What reads the catalogue and takes seconds; the rest of `make test` picks the entry up the same way."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fresh_copy(tmp_path_factory.mktemp("feature"))


def add_the_feature(clone: Path) -> None:
    """Every place that the recipe names."""
    write_before(clone / "core/features/range.py", "def _day_range(", ENTRY)
    write_before(clone / "core/features/words.toml", "[hoy_bo_bar]", WORDS)
    oracles = clone / "tests/oracles"
    write_before(oracles / "features_range.py", "ANSWERS:", TWIN)
    write_after(
        oracles / "features_range.py", '"ttr_bar": ttr_bar,\n', '    "above_open_b27": above_open_b27,\n'
    )
    write_after(oracles / "catalogue.py", '"ttr_bar": _event(),\n', '    "above_open_b27": _boolean(STR),\n')
    tiers, seen = clone / "service/access/tiers.py", len(catalogue().features)
    text = tiers.read_text(encoding="utf-8")
    tiers.write_text(text.replace(f"max_features={seen}", f"max_features={seen + 1}"), encoding="utf-8")


def test_a_feature_added_by_the_recipe_ends_in_green(clone: Path) -> None:
    add_the_feature(clone)
    for command in ("scripts.codegen.dictionary", "scripts.codegen.openapi"):
        done = run(clone, command)
        assert done.returncode == 0, done.stderr
    assert "| `above_open_b27` |" in (clone / "docs/catalogue.md").read_text(encoding="utf-8")
    assert_passes(clone, CHEAP)


def test_the_recipe_names_every_place() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(r"## Add a feature\n(.*?)\n## ", text, re.DOTALL)
    assert recipe
    for place in (
        "core/features/",
        "core/features/words.toml",
        "tests/oracles/features_",
        "tests/oracles/catalogue.py",
        "service/access/tiers.py",
        "make codegen",
        "make test",
    ):
        assert place in recipe[1]
