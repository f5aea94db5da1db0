"""CONTRIBUTING's recipes for a feature, an operator and a module, followed in a fresh copy, end in green."""

import re
from pathlib import Path

import pytest

from core.features.registry import catalogue
from tests.architecture.recipe import ROOT, assert_passes, changed, fresh_copy, run, write_after, write_before

pytestmark = pytest.mark.large

ENTRY = '''@RANGE.feature("Above the Open at 11:45", boolean(), KnownAt.at(27), "pro", 611)
def above_open_b27(market: Market) -> FloatArray:
    """C27 > O1."""
    return np.asarray(market.close[:, 26] > market.open[:, 0], dtype=np.float64)


'''
WORDS = """[above_open_b27]
plain = "The price was above the day's open at 11:45."
example = "The day opened at 5,000 and stood at 5,006 at 11:45."
phrase = "Above the open at 11:45"
phrase_not = "Not above the open at 11:45"
question = "Will the price be above the open at 11:45?"

"""
TWIN = """def above_open_b27(day: Day) -> bool:
    return day.bars[26].close > day.bars[0].open


"""
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
OPERATOR = """    "not_range": OperatorRule(
        NUMBERS,
        WHOLE,
        "range",
        "not {}",
        lambda numbers, ends: (numbers < ends[0]) | (numbers > ends[1]),
        needs_event=True,
    ),
"""
SCALAR = """    if operator == "not_range":
        return bool(value < wanted[0] or value > wanted[1])
"""
FIGURE = "    shown_days: int = 0\n"
"""A new figure of a module that is there: its field, and what fills it."""

BOOK = '''def known_days(case: Case) -> Data:
    """Days with a value, matched and other."""
    counts = [len([value for value in days if value is not None]) for days in (case.matched, case.others)]
    return {"days": counts[0], "others": counts[1] or None}


'''
SHOWN = '        "shown_days": n,\n'
CALL = '''"""Which days of the week match."""

from msgspec import Struct

from core.contracts.requests import QuestionRequest
from core.figures.bitmap import Bitmap
from service.call import GAP_UP, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import Question

calls = Calls("weekdays")


class WeekdaysAnswer(Struct, frozen=True):
    """Matching days by weekday, Monday first."""

    days: list[int]
    snapshot: str


@calls.question("/v2/weekdays", QuestionRequest, WeekdaysAnswer, part="path", example=GAP_UP)
def weekdays(_request: ApiRequest, question: Question, _body: QuestionRequest) -> Prepared:
    """The weekdays of the matching days."""
    return Prepared(lambda selection: _answer(question, selection))


def _answer(question: Question, selection: Bitmap) -> WeekdaysAnswer:
    dates = question.snapshot.index.session_date[selection.rows()].astype("datetime64[D]").tolist()
    found = [day.weekday() for day in dates]
    return WeekdaysAnswer([found.count(each) for each in range(5)], question.snapshot.id)
'''
CALL_PLACES = ("core/contracts/", "service/answers/", "service/routes.py", "make codegen")
CALL_TESTS = (
    "tests/contract/test_every_call.py",
    "tests/contract/test_openapi.py",
    "tests/contract/test_misspelled_fields.py",
)
CHEAP = (
    "tests/unit/features/test_definitions.py",
    "tests/unit/features/test_words.py",
    "tests/unit/codegen/test_dictionary.py",
    "tests/unit/figures/test_results.py",
    "tests/property/test_no_look_ahead.py::test_another_future_leaves_the_value[above_open_b27]",
    "tests/property/test_answer_book.py::test_the_book_answers_exactly_the_registered_features",
    "tests/property/test_module_oracles.py::test_every_figure_is_the_answer_book_s[gap_up-(40, 60)]",
    "tests/property/test_module_oracles.py::test_a_feature_in_a_filter_is_the_answer_book_s[gap_up]",
    "tests/property/test_module_oracles.py::test_nulls_alone_and_one_value_alone_are_the_answer_book_s[gap_up]",
    "tests/oracles/test_oracles_selfcheck.py::test_every_feature_of_the_catalogue_has_an_answer_and_a_spec",
    "tests/oracles/test_past.py",
    "tests/contract/test_tiers.py",
    "tests/contract/test_openapi.py",
    "tests/contract/test_exports.py",
)
"""What reads the catalogue or asks every module and takes seconds; the rest of `make test` does so too."""

PRODUCT = ("core/", "service/", "pipelines/", "cli/")
TOUCHED = {
    "core/contracts/results/__init__.py",
    "core/contracts/results/rates.py",
    "core/figures/kinds/rates.py",
    "core/features/gaps.py",
    "core/features/range.py",
    "core/features/words.toml",
    "service/members/tiers.py",
    "service/openapi.json",
}
"""A module's and a figure's answer type and definition, and the features' files."""

FEATURE_PLACES = (
    "core/features/",
    "core/features/words.toml",
    "tests/oracles/features_",
    "tests/oracles/catalogue.py",
    "service/members/tiers.py",
    "make codegen",
    "make test",
)
OPERATOR_TOUCHED = {"core/contracts/operators.py", "service/openapi.json"}
OF_OPERATORS = (
    "tests/property/test_filters.py",
    "tests/unit/question/test_sentences.py",
    "tests/contract/test_calls.py",
    "tests/contract/test_openapi.py",
)
"""What tries every operator on every kind, and the API that names them."""

OPERATOR_PLACES = (
    "core/contracts/operators.py",
    "web/src/question/filters.ts",
    "tests/oracles/filters.py",
    "tests/contract/test_calls.py",
    "make codegen",
    "make test",
)
MODULE_PLACES = (
    "core/contracts/results/",
    "core/figures/kinds/",
    "service/export/figures.py",
    "tests/oracles/modules_",
    "tests/oracles/modules.py",
    "tests/contract/test_day_parts.py",
    "make codegen",
    "web/src/parts/probability/kinds.ts",
    "web/src/parts/probability/displays/displays.ts",
    "make test",
)


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
    tiers, seen = clone / "service/members/tiers.py", len(catalogue().features)
    text = tiers.read_text(encoding="utf-8")
    tiers.write_text(text.replace(f"max_features={seen}", f"max_features={seen + 1}"), encoding="utf-8")


def add_the_module(clone: Path) -> None:
    """Every place outside the page that the recipe names."""
    core, tests = clone / "core", clone / "tests"
    results, answers = core / "contracts/results/__init__.py", core / "contracts/results/rates.py"
    write_after(results, '    "ath_analysis",\n', '    "known_days",\n')
    write_before(answers, "class TimingAnalysis(", ANSWER)
    write_after(results, "    | sessions.AthAnalysis\n", "    | rates.KnownDays\n")
    rates = core / "figures/kinds/rates.py"
    rates.write_text(rates.read_text(encoding="utf-8") + MODULE, encoding="utf-8")
    write_after(answers, "    others: OtherDays | None = None\n", FIGURE)
    write_after(rates, "        baseline=_rate(f.baseline),\n", "        shown_days=here.of,\n")
    book, events = tests / "oracles/modules.py", tests / "oracles/modules_events.py"
    write_before(events, "def timing_analysis(", BOOK)
    write_after(book, "from tests.oracles.modules_events import ", "known_days, ")
    write_before(book, '    "ath_analysis"', '    "known_days": known_days,\n')
    write_after(events, '"others": beside(case, is_active),\n', SHOWN)
    write_before(
        tests / "contract/test_day_parts.py",
        '    "ath_analysis"',
        '    "known_days": lambda data: iter(()),\n',
    )
    write_after(core / "features/gaps.py", '"Gap Up", boolean(', 'OCC, STR, "known_days"')
    write_after(core / "features/gaps.py", "from core.features.entries import ", "OCC, STR, ")
    write_after(tests / "oracles/catalogue.py", '"gap_up": _boolean(STR', ', "known_days"')


def test_a_feature_and_a_module_added_by_the_recipes_end_in_green(tmp_path: Path) -> None:
    clone = fresh_copy(tmp_path)
    add_the_feature(clone)
    add_the_module(clone)
    for command in ("scripts.codegen.dictionary", "scripts.codegen.openapi"):
        done = run(clone, command)
        assert done.returncode == 0, done.stderr
    assert "| `above_open_b27` |" in (clone / "docs/catalogue.md").read_text(encoding="utf-8")
    document = (clone / "service/openapi.json").read_text(encoding="utf-8")
    assert "KnownDays" in document
    assert "shown_days" in document
    assert {name for name in changed(clone) if name.startswith(PRODUCT)} == TOUCHED
    assert_passes(clone, CHEAP)


def test_an_operator_added_by_the_recipe_ends_in_green(tmp_path: Path) -> None:
    clone = fresh_copy(tmp_path)
    table = clone / "core/contracts/operators.py"
    write_after(table, '"range", ', '"not_range", ')
    write_before(table, '    "in": OperatorRule(', OPERATOR)
    ordered = "def _is_ordered(value: Any, operator: str, wanted: Any) -> bool:\n"
    write_after(clone / "tests/oracles/filters.py", ordered, SCALAR)
    write_after(clone / "tests/contract/test_calls.py", '"range", ', '"not_range", ')
    done = run(clone, "scripts.codegen.openapi")
    assert done.returncode == 0, done.stderr
    assert '"not_range"' in (clone / "service/openapi.json").read_text(encoding="utf-8")
    assert {name for name in changed(clone) if name.startswith(PRODUCT)} == OPERATOR_TOUCHED
    assert_passes(clone, OF_OPERATORS)


@pytest.mark.parametrize(
    ("title", "places"),
    [
        ("Add a feature", FEATURE_PLACES),
        ("Add an operator", OPERATOR_PLACES),
        ("Add a module or a figure", MODULE_PLACES),
        ("Add a call", CALL_PLACES),
    ],
)
def test_a_recipe_names_every_place(title: str, places: tuple[str, ...]) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(rf"## {title}\n(.*?)\n## ", text, re.DOTALL)
    assert recipe
    for place in places:
        assert place in recipe[1]


def test_a_call_added_by_the_recipe_ends_in_green(tmp_path: Path) -> None:
    clone = fresh_copy(tmp_path)
    (clone / "service/answers/weekdays.py").write_text(CALL, encoding="utf-8")
    routes = clone / "service/routes.py"
    write_after(routes, "    watches,\n", "    weekdays,\n")
    write_after(routes, "    *cache.calls,\n", "    *weekdays.calls,\n")
    done = run(clone, "scripts.codegen.openapi")
    assert done.returncode == 0, done.stderr
    assert changed(clone) == {"service/answers/weekdays.py", "service/openapi.json", "service/routes.py"}
    assert_passes(clone, CALL_TESTS)
