"""The opening range is one definition with a length: here of 3 and 30 bars, which no category has."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import column, direction_of, first_bar_after
from core.features.by_bar import value_by_bar
from core.features.compute import compute_features
from core.features.entries import Compute, Feature
from core.features.opening_range import measures
from core.features.opening_range.members import USUAL, opening_range
from core.market.market import FloatArray, Market
from tests.oracles.features_or import answers
from tests.oracles.ticks import in_tenths
from tests.property.markets import markets, random_market
from tests.property.test_answer_book import as_answers, days_of
from tests.property.test_no_look_ahead import assert_unmoved_by_bar, assert_unmoved_by_the_future
from tests.support.sizes import examples

LENGTHS = pytest.mark.parametrize("length", [3, 30])


def entries(length: int) -> tuple[Feature, ...]:
    return tuple(opening_range("OWN", length, 1).entries)


def disagreements(market: Market, length: int, features: tuple[Feature, ...]) -> Iterator[str]:
    """The features that the book answers otherwise on any session."""
    days = [in_tenths(day, market.tick) for day in days_of(market)]
    columns, book = compute_features(market, features), answers(length)
    assert list(columns) == list(book)
    for name, definition in ((each.definition.name, each.definition) for each in features):
        if as_answers(definition, columns[name].values) != [book[name](day) for day in days]:
            yield name


@LENGTHS
@given(market=markets())
@settings(max_examples=examples(20), deadline=None)
def test_a_range_of_any_length_agrees_with_the_book(length: int, market: Market) -> None:
    assert list(disagreements(market, length, entries(length))) == []


@LENGTHS
@given(market=markets(), bar=st.integers(1, LAST_BAR), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(15), deadline=None)
def test_it_never_looks_ahead(length: int, market: Market, bar: int, seed: int) -> None:
    events = tuple(each for each in entries(length) if each.definition.by_bar_safe)
    assert len(events) == 5
    assert_unmoved_by_bar(events, market, bar, seed)
    for entry in set(entries(length)) - set(events):
        assert_unmoved_by_the_future(entry, market, seed)


@LENGTHS
def test_by_bar_agrees_with_the_book(length: int) -> None:
    market = random_market(length, sessions=60)
    days = [in_tenths(day, market.tick) for day in days_of(market)]
    columns, book = compute_features(market, entries(length)), answers(length)
    for definition in (each.definition for each in entries(length) if each.definition.by_bar_safe):
        for bar in (1, length, length + 1, 54):
            cut = [replace(day, bars=day.bars[:bar]) for day in days]
            ours = as_answers(definition, value_by_bar(definition, columns, bar))
            assert ours == [book[definition.name](day) for day in cut], (definition.name, bar)


@LENGTHS
def test_a_range_says_its_length_in_names_texts_and_bars(length: int) -> None:
    group = {each.definition.name: each.definition for each in entries(length)}
    assert [name.replace(f"or{length}_", "or_") for name in group] == list(USUAL)
    assert group[f"or{length}_range_pct_adr"].description == (
        f"100*R{length}/ADR10 where R{length} = ORH{length} - ORL{length}, "
        f"ORH/ORL = high/low of bars 1..{length}."
    )
    for definition in group.values():
        assert "{" not in definition.description + definition.display_name + definition.plain
        within = definition.known_at == KnownAt.at(length)
        assert definition.spans_from == (1 if within else length + 1)
        assert within or definition.known_at in (KnownAt.EVENT, KnownAt.EOD)


def a_touch(market: Market) -> FloatArray:
    high = measures.OpeningRange.of(market, 6).high
    return first_bar_after(market.high >= column(high), 6)


def the_last_bar_of_the_range(market: Market) -> FloatArray:
    return first_bar_after(market.low < column(measures.OpeningRange.of(market, 5).low), 5)


def one_bar_too_many(market: Market) -> FloatArray:
    return direction_of(market.open[:, 0], market.close[:, 6])


@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        ("or6_bo_up_bar", a_touch),
        ("or6_bo_dn_bar", the_last_bar_of_the_range),
        ("or6_dir", one_bar_too_many),
    ],
)
def test_a_planted_mistake_is_caught(name: str, mistake: Compute) -> None:
    mistaken = tuple(
        replace(each, compute=mistake) if each.definition.name == name else each for each in entries(6)
    )
    assert list(disagreements(random_market(3, sessions=60), 6, mistaken)) == [name]
