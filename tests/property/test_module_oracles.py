"""Every figure of every module against the answer book of tests/oracles, feature by feature.

The book works on plain lists with statsmodels and scipy. Where it says "nothing" another way than the
contract, `as_contract` translates: [null, null] is null, other days without a value are no other days, a
histogram's open ends have no bound; and labels stand in the order they are drawn. Figures the book leaves
out are listed in `OURS_ALONE`. The modules that look into the bars of a session stand in
test_module_oracles_sessions.py.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins

from core.contracts.catalogue import FeatureDefinition
from core.features.registry import catalogue
from core.figures.answer import result_of
from core.figures.kinds import KINDS, Feature
from tests.oracles.case import Case, Data
from tests.oracles.catalogue import SPECS
from tests.oracles.figures import bin_edges, integer_bins
from tests.oracles.hand_days import chain
from tests.oracles.modules import MODULES as BOOK
from tests.oracles.modules import answer
from tests.unit.figures.small_features import view

READS_BARS = {"extreme_timing", "hod_lod_analysis", "ema_accumulation", "ath_analysis"}
YEARS = ("2024", "2025", "2026")


def of_values(definition: FeatureDefinition) -> FeatureDefinition:
    """The definition without the modules that need more than a value a day; years are three."""
    labels = YEARS if definition.name == "year" else definition.labels
    modules = tuple(module for module in definition.modules if module not in READS_BARS)
    return replace(definition, modules=modules, labels=labels)


DEFINITIONS = {each.name: of_values(each) for each in catalogue().features if each.kind != "date"}
CHAIN = chain(600)

SIZES = [(0, 40), (1, 1), (2, 40), (5, 0), (6, 3), (40, 60), (150, 381), (531, 0)]
"""Matched and other days."""

OURS_ALONE = {"analysis", "value", "direction", "others_histogram", "parts", "coin"}


def draw(definition: FeatureDefinition, days: int, rng: np.random.Generator, lean: float) -> list[Any]:
    """Random values with nulls and, for a numeric, with edges and ties among them."""
    values = [_value(definition, rng, lean) for _ in range(days)]
    return [None if rng.random() < 0.1 else value for value in values]


def _value(definition: FeatureDefinition, rng: np.random.Generator, lean: float) -> Any:
    if definition.labels:
        weights = np.array([lean**i for i in range(len(definition.labels))])
        return str(rng.choice(definition.labels, p=weights / weights.sum()))
    if definition.kind == "boolean":
        return bool(rng.random() < lean)
    if definition.value_range is not None:
        return _bar(definition.value_range, rng, lean)
    return _number(definition, rng, lean)


def _bar(span: tuple[int, int], rng: np.random.Generator, lean: float) -> int:
    if span[0] == 0 and rng.random() > lean:
        return 0
    return int(rng.integers(max(span[0], 1), span[1] + 1))


def _number(definition: FeatureDefinition, rng: np.random.Generator, lean: float) -> float:
    low = -np.inf if definition.hard_min is None else definition.hard_min
    high = np.inf if definition.hard_max is None else definition.hard_max
    edges = [edge for edge in definition.bucket_edges if low <= edge <= high]
    drawn = rng.choice(edges) if rng.random() < 0.3 else round(float(rng.normal(60 * lean, 40)) * 4) / 4
    return float(np.clip(drawn, low, high))


def as_contract(book: Any, others_have_days: bool) -> Any:
    """The book's figures, with nothing said and labels ordered as in the contract."""
    if isinstance(book, list):
        if book == [None, None]:
            return None
        return [as_contract(part, others_have_days) for part in book]
    if not isinstance(book, dict):
        return book
    book = {name: as_contract(part, others_have_days) for name, part in book.items()}
    if "median_interval" in book and book["median_interval"] is None:
        book["median_interval"] = {"lower": None, "upper": None}
    if "histogram" in book and book["histogram"][0]["lower"] < book["histogram"][0]["upper"]:
        book["histogram"][0]["lower"] = book["histogram"][-1]["upper"] = None
    if "labels" in book:
        book["labels"].sort(key=lambda each: each["label"] in ("None", "Doji"))
    if not others_have_days and "occurrence" not in book:
        book.pop("others", None)
    return book


def assert_same(ours: Any, book: Any, where: str) -> None:
    """Equal field for field, numbers to 1e-9; ours may hold the figures the book leaves out.

    Edges of a histogram have six decimals, and half of the last one is rounded either way.
    """
    if isinstance(book, dict):
        assert isinstance(ours, dict), where
        assert set(book) <= set(ours), where
        for name, part in book.items():
            assert_same(ours[name], part, f"{where}.{name}")
    elif isinstance(book, list):
        assert isinstance(ours, list), where
        assert len(ours) == len(book), where
        for i, (mine, theirs) in enumerate(zip(ours, book, strict=True)):
            assert_same(mine, theirs, f"{where}[{i}]")
    elif isinstance(book, float):
        is_edge = ".histogram[" in where and where.endswith((".lower", ".upper"))
        if ours != book:
            assert ours == pytest.approx(book, rel=1e-9, abs=1.1e-6 if is_edge else 1e-12), where
    else:
        assert ours == book, where


def case_of(
    definition: FeatureDefinition, sizes: tuple[int, int], seed: int, conditioned: bool = False
) -> tuple[Feature, Case]:
    """The same random days for the product and for the book."""
    rng = np.random.default_rng([seed, *definition.name.encode()])
    matched = draw(definition, sizes[0], rng, 0.6)
    others = draw(definition, sizes[1], rng, 0.45)
    universe = [*matched, *others, *draw(definition, 60, rng, 0.5)]
    return case_with(definition, matched, others, universe, conditioned)


def case_with(
    definition: FeatureDefinition,
    matched: list[Any],
    others: list[Any],
    universe: list[Any],
    conditioned: bool = False,
) -> tuple[Feature, Case]:
    """The same days for the product and for the book."""
    known = [value for value in universe if value is not None]
    spec = replace(SPECS[definition.name], modules=definition.modules, labels=definition.labels)
    has_edges = definition.kind == "numeric" or (spec.kind == "count" and not integer_bins(known, spec))
    edges = bin_edges(known) if has_edges else None
    asked_days = len(matched) + len(others)
    dates = np.array([day.date for day in CHAIN[:asked_days]], dtype="datetime64[D]")
    asked = view(definition, matched, others, conditioned=conditioned, histogram_edges=edges, dates=dates)
    days = {
        "days": CHAIN[: len(matched)],
        "other_days": CHAIN[len(matched) : asked_days],
        "universe_days": [*CHAIN[:asked_days], *CHAIN[asked_days + 1 :]][: len(universe)],
    }
    return asked, Case(spec, matched, others, universe, conditioned, **days)


def results_of(asked: Feature) -> dict[str, Data]:
    result = result_of(asked)
    return {
        kind: to_builtins(module.data) for kind, module in result.modules.items() if module.data is not None
    }


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("name", DEFINITIONS)
def test_every_figure_is_the_answer_book_s(name: str, sizes: tuple[int, int]) -> None:
    asked, case = case_of(DEFINITIONS[name], sizes, seed=1)
    ours, book = results_of(asked), answer(case)
    assert list(ours) == list(book)
    others_have_days = asked.others is not None and asked.others.known > 0
    for module, data in book.items():
        expected = as_contract(data, others_have_days)
        assert_same(ours[module], expected, f"{name}.{module}")
        unexpected = set(ours[module]) - set(expected) - OURS_ALONE
        assert unexpected <= ({"others"} if not others_have_days else set()) | _uncounted(module)


def _uncounted(module: str) -> set[str]:
    """The book's labels carry no total beside them."""
    return {"n"} if module == "basic_distribution" else set()


@pytest.mark.parametrize("name", DEFINITIONS)
def test_nulls_alone_and_one_value_alone_are_the_answer_book_s(name: str) -> None:
    value = draw_known(DEFINITIONS[name])
    for matched, others in (([None] * 4, [None] * 3), ([value] * 9, [value] * 4), ([None] * 4, [value] * 3)):
        asked, case = case_with(DEFINITIONS[name], matched, others, [*matched, *others])
        others_have_days = asked.others is not None and asked.others.known > 0
        for module, data in answer(case).items():
            assert_same(results_of(asked)[module], as_contract(data, others_have_days), f"{name}.{module}")


def draw_known(definition: FeatureDefinition) -> Any:
    return _value(definition, np.random.default_rng(7), 0.5)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_feature_in_a_filter_is_the_answer_book_s(name: str) -> None:
    asked, case = case_of(DEFINITIONS[name], (60, 90), seed=2, conditioned=True)
    for module, data in answer(case).items():
        assert_same(results_of(asked)[module], as_contract(data, True), f"{name}.{module}")


def test_the_book_answers_every_module_that_is_built() -> None:
    built = {each.name: list(each.modules) for each in catalogue().features}
    assert {name: list(spec.modules) for name, spec in SPECS.items()} == built
    assert set(BOOK) == set(KINDS)
