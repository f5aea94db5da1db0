"""A file of own features: what is wrong with it is said by line and feature, and the others hold."""

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from core.build.own.check_features import CheckedFile, check_file
from core.build.own.check_markets import random_markets
from core.build.own.compute_file import compute_file
from core.build.own.load_file import load_file
from core.build.own.task import OwnFile
from core.claims.read_claims import Mistake
from core.market.market import Market

DOCS = Path(__file__).parents[4] / "docs" / "own-features.md"

HEAD = """import numpy as np
from session_almanac.features import *

"""
GOOD = """
@own("Up", boolean(), KnownAt.EOD, "lite", plain="It is up.")
def own_up(market: Market) -> FloatArray:
    \"\"\"C81 > O1.\"\"\"
    return null_where(lacks(market.open[:, 0]), market.close[:, -1] > market.open[:, 0])
"""


@pytest.fixture(scope="module")
def markets() -> list[Market]:
    return random_markets()


def written(body: str, *stated: str, name: str = "own_it", doc: str = "It.", decorated: str = "") -> str:
    """A feature of that body; `stated` is what its decorator says."""
    said = ", ".join(stated or ('"It"', "boolean()", "KnownAt.EOD", '"lite"', 'plain="It is so."'))
    text = f'    """{doc}"""\n' if doc else ""
    return f"{decorated}@own({said})\ndef {name}(market: Market) -> FloatArray:\n{text}    {body}\n"


def checked(source: str, markets: Sequence[Market]) -> tuple[list[Mistake], CheckedFile]:
    file = OwnFile("own.py", source.encode())
    entries, mistakes = load_file(file)
    return mistakes, check_file(file, entries, markets)


def mistakes_of(source: str, markets: Sequence[Market]) -> list[str]:
    wrong, found = checked(source, markets)
    return [*map(str, wrong), *map(str, found.mistakes)]


UP = "return null_where(lacks(market.open[:, 0]), market.close[:, -1] > market.open[:, 0])"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def own_up(market:\n", "own.py, line 4: is no Python: "),
        ("x = 1 / 0\n", "own.py, line 4: raises ZeroDivisionError: division by zero."),
        ("import nowhere\n", "own.py, line 4: raises ModuleNotFoundError: No module named 'nowhere'."),
        ("raise SystemExit(0)\n", "own.py, line 4: it ends the process."),
        ("x = 1\n", "own.py, line 1: 0 features found, 1 to 100 expected"),
        (written(UP, doc=""), "own.py, line 4: feature own_it: no docstring found"),
        (
            written(UP, '"It"', "boolean()", "KnownAt.EOD", '"lite"'),
            "line 4: feature own_it: plain is missing",
        ),
        (written(UP, '"It"', "boolean()", "KnownAt.EOD"), "line 4: raises TypeError: "),
        (
            written(UP, '"It"', "boolean()", "KnownAt.at(99)", '"lite"'),
            "line 4: raises ValueError: known_at: expected pre",
        ),
    ],
)
def test_a_file_that_does_not_run_is_one_mistake(source: str, said: str, markets: list[Market]) -> None:
    (mistake,) = mistakes_of(HEAD + source, markets)
    assert said in mistake


STATED = '"It"', "boolean()", "KnownAt.EOD", '"lite"', 'plain="It is so."'


def stated(**changes: str) -> tuple[str, ...]:
    """The decorator's words with some of them changed."""
    names = ("display_name", "shape", "known_at", "tier", "plain")
    said = dict(zip(names, STATED, strict=True)) | {
        name: f"{name}={value}" if name not in names[:4] else value for name, value in changes.items()
    }
    return tuple(said.values())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (stated(tier='"gold"'), "tier: 'gold' is not one of lite, standard, pro."),
        (stated(category='"MINE"'), "category: 'MINE' is not one of GAPS, "),
        (stated(display_name="7"), "display_name: expected `str`, got `int`."),
        (stated(display_name='" "'), "display name: it is empty"),
        (stated(plain='"long " * 99'), "plain: 495 characters found, at most 330 expected."),
        (stated(known_at='"eod"'), "known_at: expected KnownAt.PRE"),
        (stated(known_at="KnownAt.EVENT"), "known_at event is for an event_bar"),
        (stated(shape='boolean("hod_lod_analysis")'), "modules: hod_lod_analysis found; this kind has occ"),
        (stated(shape='enum(("a", "a"))'), "labels: expected two or more, all different."),
        (stated(shape="count(0, 999)"), "0 to 999: expected a range of at most 255 whole numbers."),
        (stated(shape="bar(0, 99)"), "0 to 99: bars are 1 to 81."),
        (stated(shape='numeric("%", (5, 5))'), "edges: expected numbers that ascend."),
        (stated(shape='numeric("%", ())'), "edges: expected at least one"),
        (stated(spans_from="82"), "first bar 82: bars are 1 to 81."),
        (stated(labels_of="lambda market: ()"), "labels_of is not for own features"),
        (stated(decided_on="own_it"), "raises NameError"),
        (stated(decided_on="lambda market: market.adr10"), "decided_on is for an enum known at event"),
        (stated(clean_twins='("gap",)'), "gap: no feature of the product, nor one above in this file."),
        (stated(split_by='"gap_up"'), "split_by gap_up: expected an event_bar, and two split_labels."),
        (stated(shape='event_bar(applies_from="gap_up")', known_at="KnownAt.EVENT"), "applies_from gap_up: "),
    ],
)
def test_what_is_stated_wrongly_is_named(said: tuple[str, ...], why: str, markets: list[Market]) -> None:
    (mistake,) = mistakes_of(HEAD + written(UP, *said), markets)
    assert mistake.startswith("own.py, line 4")
    assert why in mistake


@pytest.mark.parametrize("name", ["it", "own_It", "own_", "own_it_prev", "own_it_prev2", "gap_up"])
def test_a_name_is_own_and_asks_no_other_session(name: str, markets: list[Market]) -> None:
    (mistake,) = mistakes_of(HEAD + written(UP, name=name), markets)
    assert "its function's name is its machine name: own_" in mistake or "no words found" in mistake


EVENT = '"It"', "event_bar()", "KnownAt.EVENT", '"lite"', 'plain="It is so."'


@pytest.mark.parametrize(
    ("body", "said", "why"),
    [
        (
            "late = None if market.minutes is None else market.minutes.high[:, 12, 0] > 0; "
            "return market.open[:, 0] * 0 if late is None else late + 0.0",
            stated(known_at="KnownAt.at(12)"),
            "reads past bar 12: session ",
        ),
        ("return market.close[:, -1] > market.open[:, 0]", STATED, "gives bool of shape (100,); float64"),
        ("return market.close", STATED, "gives float64 of shape (100, 81); float64 of shape (100,)"),
        ("return 1.0", STATED, "gives float, a numpy array expected."),
        ("return market.close[:, 81]", STATED, "raises IndexError: index 81 is out of bounds"),
        (
            "return market.close[:, 0] * 0 + 2",
            STATED,
            "session 2024-01-02: value 2 found, whole numbers from 0",
        ),
        ("return market.close[:, 0] / 7", stated(shape="count(0, 9)"), "whole numbers from 0 to 9 expected"),
        ("return np.random.random(len(market)).round()", STATED, "changes: session "),
        (
            "market.open[:, 0] = 1; return market.adr10",
            STATED,
            "assignment destination is read-only at line 7",
        ),
        (
            "return (market.close[:, 12] > market.open[:, 0]) + 0.0",
            stated(known_at="KnownAt.at(12)"),
            "reads past bar 12: session 2024-01-",
        ),
        (
            "return (market.open[:, 0] > 0) * 1.0 + (market.close[:, 0] > market.open[:, 0])",
            stated(shape="count(0, 2)", known_at="KnownAt.OPEN"),
            "reads past bar 0: session ",
        ),
        (
            "return np.round(market.open[:, 0]) % 2",
            stated(known_at="KnownAt.PRE"),
            "reads what is not known yet: session ",
        ),
        (
            "return (market.sessions.close[market.ordinal] > market.open[:, 0]) + 0.0",
            STATED,
            "reads what is not known yet: session ",
        ),
        (
            "return (np.append(market.open[1:, 0], 0.0) > market.close[:, -1]) + 0.0",
            STATED,
            "reads what is not known yet: session ",
        ),
        (
            "return (np.append(0.0, market.close[:-1, -1]) > market.open[:, 0]) + 0.0",
            STATED,
            "on days whose bars a coin kept as they were it is not the real day's value",
        ),
        ("return first_highest_bar(market.high)", EVENT, "by bar 1: session "),
        (
            "return np.maximum(first_bar(market.high > market.open[:, :1]) - 1, 0)",
            EVENT,
            "by bar 1: session ",
        ),
        (
            "return first_bar(market.high > market.open[:, :1] + column(market.high[:, 40]) * 0)",
            EVENT,
            "raises Index",
        ),
    ],
)
def test_what_a_feature_does_not_keep_is_named(
    body: str, said: tuple[str, ...], why: str, markets: list[Market]
) -> None:
    wrong, found = checked(HEAD + written(body, *said) + GOOD, markets)
    assert wrong == []
    (mistake,) = found.mistakes
    assert str(mistake).startswith("own.py, line 4 (own_it): ")
    assert why in str(mistake)
    assert [entry.definition.name for entry in found.entries] == ["own_up"]


def test_every_shape_is_answered(markets: list[Market]) -> None:
    shapes = {
        "boolean()": UP,
        'enum(("up", "down"))': "return (market.close[:, -1] > market.open[:, 0]) + 0.0",
        "count(0, 81)": "return count_bars(market.close > market.open)",
        "bar(1, 81)": "return first_highest_bar(market.high)",
        'numeric("%", (0, 50, 100), hard_min=0)': (
            "return percent(market.high.max(axis=1) - market.low.min(axis=1), market.adr10)"
        ),
    }
    parts = [
        written(body, *stated(shape=shape), name=f"own_{at}")
        for at, (shape, body) in enumerate(shapes.items())
    ]
    parts.append(written("return first_bar(market.high > column(market.gxh))", *EVENT, name="own_event"))
    after = (
        '"After"',
        'event_bar(applies_from="own_event")',
        "KnownAt.EVENT",
        '"pro"',
        'plain="It comes after."',
        'category="GLOBEX"',
    )
    body = (
        "one = own_event(market); return null_where(~happened(one), "
        "first_bar_after(market.low < column(market.gxh), one))"
    )
    parts.append(written(body, *after, name="own_after"))
    wrong, found = checked(HEAD + "\n".join(parts), markets)
    assert [*wrong, *found.mistakes] == []
    assert len(found.entries) == len(parts)


def test_what_names_a_feature_at_fault_is_left_out_with_it(markets: list[Market]) -> None:
    source = HEAD + written("return first_highest_bar(market.high)", *EVENT)
    waiting = stated(shape='event_bar(applies_from="own_it")', known_at="KnownAt.EVENT")
    source += written("return first_bar(market.high > 0)", *waiting, name="own_waiting")
    assert mistakes_of(source, markets)[1:] == [
        "own.py, line 8 (own_waiting): own_it, which it names, is left out."
    ]


def test_a_name_stands_once(markets: list[Market]) -> None:
    wrong, found = checked(HEAD + GOOD + GOOD, markets)
    assert "(own_up): the name occurs twice" in str(wrong[0])
    assert len(found.entries) == 1


def test_a_value_out_of_range_on_coin_days_alone_leaves_out_that_feature(markets: list[Market]) -> None:
    body = "return np.full(len(market), 1.0 + (len(market) != 15))"
    file = OwnFile("own.py", (HEAD + written(body) + GOOD).encode())
    entries, _ = load_file(file)
    found = compute_file(file, entries, markets[-1])
    (mistake,) = found.mistakes
    assert "(own_it): on a coin day of session 2024-" in str(mistake)
    assert list(found.columns) == list(found.coin) == ["own_up"]


def test_an_event_that_needs_a_later_bar_is_told_which_bars_it_was_asked_with(markets: list[Market]) -> None:
    above = "(market.close[:, 1:] > market.high[:, :1])"
    body = f"return np.where({above}.any(axis=1), {above}.argmax(axis=1) + 2.0, 0.0)"
    stated = ('"It"', "event_bar()", "KnownAt.EVENT", '"lite"', 'plain="It came."')
    (mistake,) = mistakes_of(HEAD + written(body, *stated), markets)
    assert mistake.endswith("at line 7, asked with bars 1 to 1 alone.")


def test_every_example_of_the_docs_holds(markets: list[Market]) -> None:
    blocks = re.findall(
        r"^ *```python\n(.*?)^ *```", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 2
    for block in blocks:
        assert mistakes_of(dedent(block), markets) == []
