"""Every module against the answer book on whole markets: bars, values, half days and absent sessions.

The pack is the real one; the days are chosen at random, past the filters, so that any selection can come up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from core.build.pack.build_pack import assemble_pack
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue_of
from core.importing.formats.any_file import read_any_file
from core.market.instruments import instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, results_of
from core.warehouse.serving.load_index import load_index
from tests.oracles.answers import spec_for
from tests.oracles.case import Case, Data
from tests.oracles.days import Day, Value, load
from tests.oracles.modules import answer
from tests.oracles.ticks import in_tenths
from tests.property.markets import markets, random_market
from tests.property.test_answer_book import SHARED, TABLES, as_answers, days_of
from tests.property.test_module_oracles import READS_BARS, as_contract, assert_same
from tests.support.sizes import examples

NAMED = "is_opex_friday"
"""The filter of every random question; only its name matters here, and the calendar decides no other."""

TEXTS = {"label", "pct_range"}
"""The wording of an EMA's buckets, which no page fixes."""

READS_SESSIONS = {*READS_BARS, "streak_analysis", "binary_multi_occurrence"}


@dataclass(frozen=True)
class Whole:
    """A market as the product serves it and as the book reads it; `values` are both's, by feature."""

    index: SnapshotIndex
    days: list[Day]
    values: dict[str, list[Value]]

    def asked(self, chosen: Sequence[bool] | None, names: Sequence[str]) -> dict[str, dict[str, Data]]:
        """Every module's data by feature; without `chosen` nothing is filtered."""
        filters = {} if chosen is None else {NAMED: {"operator": "=", "value": True}}
        first, last = self.index.first_date, self.index.last_date
        query = parse_query(filters, None, None, self.index.catalogue, first=first, last=last)
        selection = self.index.sessions.select(query)
        if chosen is not None:
            selection = self.index.layout.bitmap(np.array(chosen, dtype=np.bool_))
        results = results_of(self.index, query, selection, names, exact=True)
        return {
            name: {kind: to_builtins(module.data) for kind, module in result.modules.items() if module.data}
            for name, result in results.items()
        }

    def case(self, name: str, chosen: Sequence[bool] | None) -> Case:
        """The same question for the book."""
        every = [True] * len(self.days) if chosen is None else chosen
        matched = [place for place, is_in in enumerate(every) if is_in]
        others = [place for place, is_in in enumerate(every) if not is_in]
        values = self.values[name]
        return Case(
            spec_for(name, values),
            matched=[values[place] for place in matched],
            others=[values[place] for place in others],
            universe=values,
            conditioned=chosen is not None and name == NAMED,
            days=[self.days[place] for place in matched],
            other_days=[self.days[place] for place in others],
            universe_days=self.days,
        )


def whole(market: Market, days: list[Day], columns: dict[str, FeatureColumn] | None = None) -> Whole:
    """A market in both forms; `columns` stand in for the features' own."""
    catalogue = catalogue_of(market)
    columns = columns or compute_features(market)
    index = load_index(assemble_pack(catalogue, market, columns))
    values = {name: as_answers(catalogue.by_name[name], column.values) for name, column in columns.items()}
    return Whole(index, [in_tenths(day, market.tick) for day in days], values)


def compare(asked: Whole, chosen: Sequence[bool] | None, names: Sequence[str]) -> None:
    """Every figure of every module of the features, and no figure of ours that the book does not know."""
    ours = asked.asked(chosen, names)
    for name in names:
        case = asked.case(name, chosen)
        others_have_days = any(value is not None for value in case.others)
        book = answer(case)
        assert list(ours[name]) == list(book), name
        for module, data in book.items():
            expected = as_contract(data, others_have_days)
            assert_same(ours[name][module], expected, f"{name}.{module}")
            if module in READS_SESSIONS:
                found = ours[name][module] if others_have_days else ours[name][module] | {"others": None}
                assert set(paths(found)) <= set(paths(expected)), f"{name}.{module}"


def paths(value: Any, at: str = "") -> Iterator[str]:
    """The path of every field that is there and not null, wordings left out."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name not in TEXTS:
                yield from paths(part, f"{at}.{name}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from paths(part, f"{at}.{place}")
    elif value is not None:
        yield at


def readers(asked: Whole) -> list[str]:
    """The features with a module that reads sessions."""
    return [each.name for each in asked.index.catalogue.features if READS_SESSIONS & set(each.modules)]


def random_days(days: int, seed: int, share: float) -> list[bool]:
    return [bool(is_in) for is_in in np.random.default_rng(seed).random(days) < share]


@settings(deadline=None, max_examples=examples(40))
@given(markets(), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.05, 0.1, 0.5, 0.9, 1.0]))
def test_any_selection_of_any_market_is_the_answer_book_s(market: Market, seed: int, share: float) -> None:
    asked = whole(market, days_of(market))
    compare(asked, random_days(len(market), seed, share), readers(asked))


@settings(deadline=None, max_examples=examples(20))
@given(markets())
def test_a_whole_market_is_the_answer_book_s(market: Market) -> None:
    asked = whole(market, days_of(market))
    compare(asked, None, readers(asked))


@pytest.mark.parametrize("chosen", [None, [True] * 12 + [False] * 12, [False] * 24])
def test_a_market_without_a_single_value_is_the_answer_book_s(chosen: list[bool] | None) -> None:
    market = random_market(seed=5)
    nothing = {
        name: replace(column, values=np.full(len(market), np.nan))
        for name, column in compute_features(market).items()
    }
    asked = whole(market, days_of(market), nothing)
    compare(asked, chosen, readers(asked))


@pytest.fixture(scope="module", params=["ES", "NQ", "RTY", "YM"])
def real(request: pytest.FixtureRequest) -> Whole:
    """A file of real bars read twice: by the product, and by the answer book."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not there: real bars are checked only beside the shared folder")
    path = SHARED / "data" / f"{request.param}_5m.parquet"
    sessions = build_sessions(read_any_file(path).frame, instrument(request.param))
    return whole(build_market(sessions), load(path, TABLES).days)


@pytest.mark.parametrize("size", [0, 1, 2, 30, 260, None])
def test_every_module_of_every_feature_on_real_sessions_is_the_answer_book_s(
    real: Whole, size: int | None
) -> None:
    days = len(real.days)
    chosen = None
    if size is not None:
        places = np.random.default_rng(size).choice(days, size, replace=False)
        chosen = np.isin(np.arange(days), places).tolist()
    compare(real, chosen, [each.name for each in real.index.catalogue.features if each.modules])
