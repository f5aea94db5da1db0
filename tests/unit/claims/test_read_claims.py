"""A file of claims: the product's is faultless, and of another every mistake is named with its line."""

import re
from pathlib import Path

import pytest

from core.build.claims import own_text, read_all
from core.claims.read_claims import CLAIMS_FILE, LONGEST, MOST_CLAIMS, product_claims, read_claims
from core.features.registry import catalogue

GROUPS = ["Gap", "First hour", "Bars 1 to 18", "Yesterday", "Night", "Day"]
FIRST = """
[[claim]]
id = "first"
group = "Mine"
question = "Does a gap up close above its open?"
filters = [{ feature = "gap_up", operator = "=", value = true }]
outcome = { feature = "close_above_open", operator = "=", value = true }
"""
LAST = FIRST.replace("first", "last")
ENTRY = """
[[claim]]
id = "odd"
group = "Mine"
question = "Is it?"
filters = [{ feature = "gap_up", operator = "=", value = true }]
outcome = { feature = "close_above_open", operator = "=", value = true }
as_of = 6

[[claim.published]]
who = "Somebody"
where = "A page, ES, 2020"
figure = "about 80 %"
low = 0.8
high = 0.8
"""
FILTERS = '[{ feature = "gap_up", operator = "=", value = true }]'
OUTCOME = '{ feature = "close_above_open", operator = "=", value = true }'


def condition(feature: str, operator: str = "=", value: str = "true", **more: int) -> str:
    rest = "".join(f", {name} = {number}" for name, number in more.items())
    return f'{{ feature = "{feature}", operator = "{operator}", value = {value}{rest} }}'


def listed(*conditions: str) -> str:
    return f"[{', '.join(conditions)}]"


MISTAKES: list[tuple[str, str, str, str]] = [
    (FILTERS, listed(condition("gap_upp")), "filters", '"gap_upp" is not a feature; did you mean gap_up'),
    (FILTERS, listed(condition("gap_up", ">")), "filters", "operator"),
    (FILTERS, listed(condition("gap_class", value="3")), "filters", "value"),
    (FILTERS, "3", "filters", "a list of conditions expected"),
    (FILTERS, "[3]", "filters", "expected an object"),
    (FILTERS, listed(condition("or12_dir", value='"bull"')), "filters", "as of bar 6"),
    (FILTERS, listed(condition("gap_up"), condition("gap_up", value="false")), "filters", "on no day"),
    (
        FILTERS,
        listed(condition("gap_size_pts", ">", "5"), condition("gap_size_pts", "<", "5")),
        "filters",
        "",
    ),
    (FILTERS, listed(condition("Date_Range", value='"2024-05-02"')), "filters", "trade_date"),
    (FILTERS, listed(condition("day_list", "in", '["mine"]')), "filters", ""),
    (OUTCOME, condition("close_above"), "outcome", "not a feature"),
    (OUTCOME, condition("close_above_open_prev"), "outcome", "a feature of the day expected"),
    (OUTCOME, condition("close_above_open", first_in=3), "outcome", "a feature of the day expected"),
    (OUTCOME, f"{{ any_of = [{condition('close_above_open')}] }}", "outcome", "one condition"),
    (OUTCOME, condition("gap_up"), "outcome", "one of its own filters"),
    (OUTCOME, condition("gap_class", value='"full_up"'), "outcome", "ask it as of an earlier bar"),
    (OUTCOME, condition("gap_fill_bar", ">=", "1", by_bar=6), "outcome", "known by bar 6"),
    ("outcome =", "outcomes =", "outcomes", "is no key; known: id, group"),
    (f"outcome = {OUTCOME}\n", "", "[[claim]]", "outcome: is missing"),
    ('"odd"', '"Odd One"', "id", "small letters and digits"),
    ('"odd"', "3", "id", "a line of text"),
    ('"odd"', '"first"', "id", "of an entry before"),
    ('"odd"', '"gap-fills"', "id", "of a claim of the product"),
    ('"Is it?"', f'"{"?" * (LONGEST["question"] + 1)}"', "question", "a line of text of 1 to 200"),
    ('"Is it?"', '""', "question", "a line of text"),
    ("as_of = 6", "as_of = 81", "as_of", "a bar from 1 to 80"),
    ("as_of = 6", "as_of = true", "as_of", "a bar from 1 to 80"),
    ("low = 0.8", "low = 80", "low", "0.8 for 80 %"),
    ("low = 0.8", "low = nan", "low", "0.8 for 80 %"),
    ("low = 0.8", "low = 0.9", "low", "exchange them"),
    ("high = 0.8\n", "", "[[claim.published]]", "high: is missing"),
    ("high = 0.8", "hihg = 0.8", "hihg", "is no key"),
    ("who =", "whom =", "whom", "is no key"),
    ("high = 0.8", "high = 0.8\ndays = 0", "days", "a whole number from 1"),
    ("high = 0.8", "high = 0.8\ndays = true", "days", "a whole number from 1"),
    ("high = 0.8", 'high = 0.8\ndays = "80"', "days", "a whole number from 1"),
    ("high = 0.8", "high = 0.8\nmarket = 3", "market", "a line of text"),
    ("high = 0.8", f'high = 0.8\nmarket = "{"X" * 13}"', "market", "a line of text of 1 to 12"),
    ("as_of = 6", "as_of = ", "as_of", "is no TOML"),
    ('"Mine"', '"Mine', "group", "is no TOML"),
]


@pytest.mark.parametrize(("old", "new", "line_of", "words"), MISTAKES)
def test_a_mistake_is_named_with_its_line_and_the_others_stand(
    old: str, new: str, line_of: str, words: str
) -> None:
    text = FIRST + ENTRY.replace(old, new, 1) + LAST
    found = read_claims(text, "claims.toml", catalogue(), {"gap-fills"}, is_own=True)
    (mistake,) = found.mistakes
    assert [each.id for each in found.claims] == ["first", "last"]
    assert words in mistake.text
    lines = text.splitlines()
    assert lines[mistake.line - 1].lstrip().startswith(line_of), (mistake, lines[mistake.line - 1])
    assert mistake.line > FIRST.count("\n")
    assert re.match(r"claims\.toml, line \d+", str(mistake))


def test_the_entry_itself_is_taken() -> None:
    found = read_claims(FIRST + ENTRY + LAST, "claims.toml", catalogue(), is_own=True)
    assert found.mistakes == ()
    assert [each.is_own for each in found.claims] == [True] * 3
    (figure,) = found.claims[1].published
    assert (figure.figure, figure.market, figure.days) == ("about 80 %", None, None)
    more = ENTRY + 'market = "ES"\ndays = 80\n'
    (figure,) = read_claims(more, "claims.toml", catalogue(), is_own=True).claims[0].published
    assert (figure.market, figure.days) == ("ES", 80)
    assert found.claims[1].as_of == 6


def test_what_is_no_entry_is_named() -> None:
    found = read_claims(f'title = "x"\n{FIRST}', "claims.toml", catalogue())
    assert [(each.line, each.id) for each in found.mistakes] == [(1, None)]
    assert len(found.claims) == 1
    assert read_claims("# nothing yet\n", "claims.toml", catalogue()).mistakes == ()


@pytest.mark.parametrize(
    "entry",
    [
        '[claim]\nid = "odd"\n',
        "claim = 1\n",
        "claim = [1]\n",
        f"[[claim]]\nid = {'9' * 5000}\n",
        f"[[claim]]\nid = {'[' * 3000}{']' * 3000}\n",
    ],
    ids=["table", "number", "numbers", "digits", "nesting"],
)
def test_what_is_no_table_of_claims_is_named_and_the_others_stand(entry: str) -> None:
    found = read_claims(entry + FIRST, "claims.toml", catalogue())
    assert [each.line for each in found.mistakes] == [1]
    assert [each.id for each in found.claims] == ["first"]


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    text = FIRST.replace("Does", "Does\u2028") + LAST.replace("gap_up", "gap_upp")
    found = read_claims(text, "claims.toml", catalogue())
    assert [each.line for each in found.mistakes] == [
        text.split("\n").index(LAST.split("\n")[5].replace("gap_up", "gap_upp")) + 1
    ]


def test_a_file_holds_so_many_claims_and_no_more() -> None:
    text = "".join(FIRST.replace('"first"', f'"n{number}"') for number in range(MOST_CLAIMS + 1))
    found = read_claims(text, "claims.toml", catalogue())
    assert len(found.claims) == MOST_CLAIMS
    assert [each.id for each in found.mistakes] == [f"n{MOST_CLAIMS}"]


def test_a_file_that_cannot_be_read_leaves_the_product_s_claims(tmp_path: Path) -> None:
    missing, binary = tmp_path / "missing.toml", tmp_path / "binary.toml"
    binary.write_bytes(b"# one\n# two\n\xff\xfe")
    for path, line in ((missing, 1), (binary, 3)):
        found = read_all(path, own_text(path), catalogue())
        assert [each.line for each in found.mistakes] == [line]
        assert len(found.claims) == len(product_claims(catalogue()))


def test_the_product_s_own_file_is_faultless() -> None:
    claims = product_claims(catalogue())
    assert len(claims) >= 40
    assert list(dict.fromkeys(each.group for each in claims)) == GROUPS
    assert len({each.question for each in claims}) == len(claims)
    assert all(each.question.endswith("?") for each in claims)
    assert sum(len(each.published) for each in claims) >= 15
    assert CLAIMS_FILE.read_text(encoding="utf-8").count("[[claim]]") == len(claims) + 1  # and the remark
