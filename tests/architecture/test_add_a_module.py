"""CONTRIBUTING's "Add a module", followed literally in a fresh copy, ends in green."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.recipe import ROOT, assert_passes, fresh_copy, run, write_after, write_before

ANSWER = '''@dataclass(frozen=True, slots=True)
class KnownDays:
    """Days with a value, matched and other; `others` is null where nothing is filtered."""

    days: int
    others: int | None


'''
MODULE = '''"""On how many days there is an answer."""

from __future__ import annotations

from core.contracts.results import KnownDays
from core.modules.feature_view import FeatureView


def known_days(view: FeatureView) -> KnownDays:
    """Days with a value among the matched and the other days."""
    return KnownDays(view.matched.n, None if view.others is None else view.others.n)
'''
FIGURES = """def _known_days(data: Data, unit: str, n: int) -> Iterator[Figure]:
    yield Figure("Days with a value", "days", data["days"], n, others=data["others"])


"""
BOOK = '''def known_days(case: Case) -> Data:
    """Days with a value, matched and other."""
    counts = [len([value for value in days if value is not None]) for days in (case.matched, case.others)]
    return {"days": counts[0], "others": counts[1] or None}


'''
CHEAP = (
    "tests/unit/modules/test_results.py",
    "tests/property/test_module_oracles.py::test_a_feature_in_a_filter_is_the_answer_book_s[inside_day]",
    "tests/property/test_module_oracles.py::test_nulls_alone_and_one_value_alone_are_the_answer_book_s[inside_day]",
    "tests/unit/features/test_definitions.py",
    "tests/unit/features/test_dictionary.py",
    "tests/contract/test_openapi.py",
    "tests/contract/test_exports.py",
)
"""What asks every module and takes seconds; the rest of `make test` picks it up the same way."""

ENTRY = '    "known_days": {},\n'


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fresh_copy(tmp_path_factory.mktemp("module"))


def add_the_module(clone: Path) -> None:
    """Every place outside the page that the recipe names."""
    core, tests = clone / "core", clone / "tests"
    results = core / "contracts/results.py"
    write_after(results, '    "ath_analysis",\n', '    "known_days",\n')
    write_before(results, "ModuleData = (", ANSWER)
    write_after(results, "    | SessionModuleData\n", "    | KnownDays\n")
    (core / "modules/known_days.py").write_text(MODULE, encoding="utf-8")
    registry = core / "modules/registry.py"
    write_before(
        registry, "from core.modules.occurrence ", "from core.modules.known_days import known_days\n"
    )
    write_before(registry, '    "ath_analysis"', '    "known_days": Module("Known Days", known_days),\n')
    write_before(core / "query/day_parts.py", '    "ath_analysis"', ENTRY.format("lambda asked: None"))
    figures = clone / "service/export/figures.py"
    write_before(figures, "Reader = ", FIGURES)
    write_before(figures, '    "ath_analysis"', ENTRY.format("_known_days"))
    book = tests / "oracles/modules.py"
    write_before(book, "MODULES: ", BOOK)
    write_before(book, '    "ath_analysis"', ENTRY.format("known_days"))
    write_before(
        tests / "contract/test_day_parts.py", '    "ath_analysis"', ENTRY.format("lambda data: iter(())")
    )
    write_after(core / "features/range.py", '"Inside Day", boolean(', 'OCC, STR, "known_days"')
    write_after(core / "features/range.py", "from core.features.entries import ", "OCC, STR, ")
    write_after(tests / "oracles/catalogue.py", '"inside_day": _boolean(STR', ', "known_days"')


def test_a_module_added_by_the_recipe_ends_in_green(clone: Path) -> None:
    add_the_module(clone)
    for command in ("core.features.dictionary", "service.openapi"):
        done = run(clone, command)
        assert done.returncode == 0, done.stderr
    assert "KnownDays" in (clone / "service/openapi.json").read_text(encoding="utf-8")
    assert_passes(clone, CHEAP)


def test_the_recipe_names_every_place() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(r"## Add a module\n(.*?)\n## ", text, re.DOTALL)
    assert recipe
    for place in (
        "core/contracts/results.py",
        "core/modules/registry.py",
        "core/query/day_parts.py",
        "service/export/figures.py",
        "tests/oracles/modules.py",
        "tests/contract/test_day_parts.py",
        "make codegen",
        "web/src/features/probability/kinds.ts",
        "web/src/features/probability/module-list.tsx",
        "web/src/features/probability/skeleton.tsx",
        "make test",
    ):
        assert place in recipe[1]
