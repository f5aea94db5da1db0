"""CONTRIBUTING's "Add a module or a figure", followed literally in a fresh copy, ends in green."""

import re
from pathlib import Path

import pytest

from tests.architecture.recipe import ROOT, assert_passes, fresh_copy, run, write_after, write_before

ANSWER = '''class KnownDays(Struct, frozen=True, gc=False):
    """Days with a value, matched and other; `others` is null where nothing is filtered."""

    days: int
    others: int | None


'''
MODULE = '''

@kind("Known Days")
def known_days(f: Feature) -> results.KnownDays:
    """Days with a value among the matched and the other days."""
    return results.KnownDays(f.matched.known, None if f.others is None else f.others.known)
'''
FIGURE = "    lift_of_days: float | None = None\n"
"""A new figure of a module that is there: its field, and what fills it."""

BOOK = '''def known_days(case: Case) -> Data:
    """Days with a value, matched and other."""
    counts = [len([value for value in days if value is not None]) for days in (case.matched, case.others)]
    return {"days": counts[0], "others": counts[1] or None}


'''
LIFT = '        "lift_of_days": (x / n) / (y / m) if y else None,\n'
CHEAP = (
    "tests/unit/statistics/test_results.py",
    "tests/unit/statistics/test_occurrence.py",
    "tests/property/test_module_oracles.py::test_every_figure_is_the_answer_book_s[inside_day-(40, 60)]",
    "tests/property/test_module_oracles.py::test_a_feature_in_a_filter_is_the_answer_book_s[inside_day]",
    "tests/property/test_module_oracles.py::test_nulls_alone_and_one_value_alone_are_the_answer_book_s[inside_day]",
    "tests/unit/features/test_definitions.py",
    "tests/unit/codegen/test_dictionary.py",
    "tests/contract/test_openapi.py",
    "tests/contract/test_exports.py",
)
"""What asks every module and takes seconds; the rest of `make test` picks it up the same way."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fresh_copy(tmp_path_factory.mktemp("module"))


def add_the_module(clone: Path) -> None:
    """Every place outside the page that the recipe names."""
    core, tests = clone / "core", clone / "tests"
    results, answers = core / "contracts/results/__init__.py", core / "contracts/results/rates.py"
    write_after(results, '    "ath_analysis",\n', '    "known_days",\n')
    write_before(answers, "class TimingAnalysis(", ANSWER)
    write_after(results, "    | sessions.AthAnalysis\n", "    | rates.KnownDays\n")
    rates = core / "statistics/kinds/rates.py"
    rates.write_text(rates.read_text(encoding="utf-8") + MODULE, encoding="utf-8")
    write_after(answers, "    difference: Difference | None = None\n", FIGURE)
    write_after(rates, "        difference=f.difference,\n", "        lift_of_days=f.lift,\n")
    book = tests / "oracles/modules.py"
    write_before(book, "MODULES: ", BOOK)
    write_before(book, '    "ath_analysis"', '    "known_days": known_days,\n')
    events = tests / "oracles/modules_events.py"
    write_after(events, 'dict.fromkeys(("others", ', '"lift_of_days", ')
    write_after(events, '"others": _rate(y, m),\n', LIFT)
    write_before(
        tests / "contract/test_day_parts.py",
        '    "ath_analysis"',
        '    "known_days": lambda data: iter(()),\n',
    )
    write_after(core / "features/range.py", '"Inside Day", boolean(', 'OCC, STR, "known_days"')
    write_after(core / "features/range.py", "from core.features.entries import ", "OCC, STR, ")
    write_after(tests / "oracles/catalogue.py", '"inside_day": _boolean(STR', ', "known_days"')


def test_a_module_added_by_the_recipe_ends_in_green(clone: Path) -> None:
    add_the_module(clone)
    for command in ("scripts.codegen.dictionary", "scripts.codegen.openapi"):
        done = run(clone, command)
        assert done.returncode == 0, done.stderr
    document = (clone / "service/openapi.json").read_text(encoding="utf-8")
    assert "KnownDays" in document
    assert "lift_of_days" in document
    assert_passes(clone, CHEAP)


def test_the_recipe_names_every_place() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(r"## Add a module or a figure\n(.*?)\n## ", text, re.DOTALL)
    assert recipe
    for place in (
        "core/contracts/results/",
        "core/statistics/kinds/",
        "service/export/figures.py",
        "tests/oracles/modules.py",
        "tests/contract/test_day_parts.py",
        "make codegen",
        "web/src/features/probability/kinds.ts",
        "web/src/features/probability/module-list.tsx",
        "web/src/features/probability/skeleton-heights.ts",
        "make test",
    ):
        assert place in recipe[1]
