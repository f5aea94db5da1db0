"""What the catalogue says to a trader: sentences, not code."""

import re

import pytest

from core.contracts.catalogue import FeatureDefinition, phrases_of
from core.contracts.known_at import KnownAt
from core.features.entries import FeatureGroup, boolean
from core.features.opening_range.members import USUAL, opening_range
from core.features.registry import FEATURES
from core.features.words import WORDS_FILE, words_of
from core.market.market import FloatArray, Market

DEFINITIONS = [entry.definition for entry in FEATURES]
OPERATORS = re.compile(r"[<>=+*/|_^~&\\{}\[\]]| - |\.\.")
"""What a formula or a machine name is written with."""

BAR_VARIABLES = re.compile(r"\b(?:[OHLC](?:\d+|i)|R1[28]|OR[HL]?\d*|EMA\d*|E0|DR|ADR\d*)\b")
LEVELS = re.compile(r"\b(?:[HLC]oY|GX[HL]|[HL]OD|ATH|RTH|IBS|TFO|NR7|n/a)\b")


def told_as_code(text: str) -> list[str]:
    """What of a text a trader could not read aloud."""
    return [found.group() for part in (OPERATORS, BAR_VARIABLES, LEVELS) for found in part.finditer(text)]


@pytest.mark.parametrize("feature", DEFINITIONS, ids=lambda feature: feature.name)
def test_the_plain_words_are_one_sentence_without_code(feature: FeatureDefinition) -> None:
    assert told_as_code(feature.plain) == []
    assert "%" not in feature.plain
    assert re.fullmatch(r"[A-Z][^.!?]{10,330}\.", re.sub(r"\d\.\d", "0", feature.plain))


@pytest.mark.parametrize("feature", DEFINITIONS, ids=lambda feature: feature.name)
def test_the_example_is_one_sentence_without_code(feature: FeatureDefinition) -> None:
    assert told_as_code(feature.example) == []
    assert re.fullmatch(r"[A-Z0-9][^.!?]{10,200}\.", re.sub(r"\d\.\d", "0", feature.example))


@pytest.mark.parametrize(
    "text",
    [
        "O1 > CoY (CoY = close of the previous RTH bar 81).",
        "C81 beyond O1.",
        "gap_fill_bar between 1 and 12.",
        "First bar in 1..12 whose high equals ORH12.",
        "100*(C81 - CoY)/ADR10, signed.",
        "The close minus R12.",
        "Number of bars with Ci above EMAi.",
    ],
)
def test_code_is_refused(text: str) -> None:
    assert told_as_code(text) != []


def test_two_features_never_say_the_same() -> None:
    assert len({feature.plain for feature in DEFINITIONS}) == len(DEFINITIONS)


def test_the_file_names_features_only_and_in_display_order() -> None:
    text = WORDS_FILE.read_text(encoding="utf-8")
    named = re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)
    of_ranges = re.findall(r"^\[opening_range\.(\w+)\]$", text, re.MULTILINE)
    assert named == [feature.name for feature in DEFINITIONS if feature.category != "OR6"]
    assert [f"or_{name}" for name in of_ranges] == list(USUAL)


@pytest.mark.parametrize(
    ("length", "told"), [(3, ("15", "9:45")), (6, ("30", "10:00")), (30, ("150", "12:00"))]
)
def test_the_words_of_a_range_say_its_minutes_and_its_end(length: int, told: tuple[str, str]) -> None:
    group = [entry.definition for entry in opening_range("OWN", length, 1).entries]
    for definition in group:
        assert told_as_code(definition.plain + definition.example) == []
        assert f"first {told[0]} minutes" in definition.plain
    by_name = {definition.name: definition for definition in group}
    assert f"after {told[1]}:" in by_name[f"or{length}_first_bo"].plain
    assert f"at {told[1]}:" in by_name[f"or{length}_dir"].example
    assert f"From {told[1]} to the close" in by_name[f"or{length}_dir_holds_eod"].plain


@pytest.mark.parametrize(
    ("known_at", "words"),
    [
        (KnownAt.PRE, "before the open"),
        (KnownAt.OPEN, "at the open, 9:30"),
        (KnownAt.BAR_1, "at 9:35"),
        (KnownAt.BAR_12, "at 10:30"),
        (KnownAt.BAR_18, "at 11:00"),
        (KnownAt.at(54), "at 14:00"),
        (KnownAt.EVENT, "when it happens"),
        (KnownAt.EOD, "at the close, 16:15"),
    ],
)
def test_when_a_feature_is_known_is_a_time_of_day(known_at: KnownAt, words: str) -> None:
    assert known_at.words == words


WRITTEN_AS_VALUES = re.compile(r"equals|True|False|No Event|\bin (?:Up|Down|None)\b|_")
VERBS = {"Will", "Is", "Do", "Was", "Are"}


def said_of(definition: FeatureDefinition) -> list[tuple[str, str]]:
    """Each condition's phrase with its question: one per label, or the one of a yes, an event or a range."""
    words = phrases_of(definition)
    if definition.kind != "enum" or definition.labels_from_snapshot:
        return [(words.phrase, words.question)]
    assert len(words.label_words) == len(definition.labels)
    return [
        (words.phrase.replace("{label}", label), words.question.replace("{label}", label))
        for label in words.label_words
    ]


SAID = [(each, *said) for each in DEFINITIONS for said in said_of(each)]


@pytest.mark.parametrize(
    ("definition", "phrase", "question"), SAID, ids=[f"{each.name}: {phrase}" for each, phrase, _ in SAID]
)
def test_every_condition_has_a_phrase_and_a_question(
    definition: FeatureDefinition, phrase: str, question: str
) -> None:
    opposite = definition.phrase_not
    assert definition.phrase
    assert (opposite != "") == (definition.kind == "boolean" or definition.is_event_bar)
    takes_range = "{range}" in phrase
    assert takes_range == ("{range}" in question) == (not opposite and definition.kind != "enum")
    for text in (phrase, opposite, question):
        assert WRITTEN_AS_VALUES.search(text) is None
        assert len(text.split()) <= 20
        assert not text.endswith(".")
    assert question.endswith("?")
    assert question.split()[0] in VERBS


def test_no_two_conditions_are_worded_alike() -> None:
    phrases = [phrase.lower() for _, phrase, _ in SAID]
    phrases += [each.phrase_not.lower() for each in DEFINITIONS if each.phrase_not]
    assert len(set(phrases)) == len(phrases)
    assert len({question for *_, question in SAID}) == len(SAID)


def test_the_file_says_the_same_things_of_each_kind_of_feature() -> None:
    for definition in DEFINITIONS:
        words = words_of(definition.name)
        assert words.plain
        assert words.example
        assert words.phrase
        assert words.question


def test_a_feature_without_words_is_refused() -> None:
    def wordless(market: Market) -> FloatArray:
        """O1 > 0."""
        return market.adr10

    enter = FeatureGroup("GAPS").feature("Wordless", boolean(), KnownAt.OPEN, "lite", 1)
    with pytest.raises(ValueError, match=r"feature wordless: no words found in core/features/words\.toml"):
        enter(wordless)
    assert words_of("gap_up").plain == "The day opened above yesterday's close."
