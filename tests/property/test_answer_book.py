"""Every feature against the answer book, an independent scalar reading of the definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR
from core.features.by_bar import value_by_bar
from core.features.compute import compute_features
from core.features.registry import FEATURES
from core.market.bar_file import read_bar_file
from core.market.instruments import instrument
from core.market.market import FloatArray, Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.oracles.days import Bar, Day, Value, load
from tests.oracles.features import ANSWERS, BY_BAR, by_bar
from tests.property.markets import TICKS, markets, random_market

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
EXACT_TICKS = (0.25, 1.0)
DEFINITIONS = {entry.definition.name: entry.definition for entry in FEATURES}


def days_of(market: Market) -> list[Day]:
    """A market's rows as the answer book's days."""
    return [_day(market, row) for row in range(len(market))]


def _day(market: Market, row: int) -> Day:
    today = market.session_date[row].astype("datetime64[D]").astype(object)
    prices = (market.open[row], market.high[row], market.low[row], market.close[row])
    hoy, loy, coy = float(market.hoy[row]), float(market.loy[row]), float(market.coy[row])
    gxh, gxl = float(market.gxh[row]), float(market.gxl[row])
    return Day(
        date=today,
        bars=tuple(Bar(*map(float, bar)) for bar in zip(*prices, strict=True)),
        yesterday=None if np.isnan((hoy, loy, coy)).any() else (hoy, loy, coy),
        globex=None if np.isnan((gxh, gxl)).any() else (gxh, gxl),
        adr10=None if np.isnan(market.adr10[row]) else float(market.adr10[row]),
        contract=market.symbol,
        prev_date=today,
    )


def exact(day: Day, market: Market) -> Day:
    """The day in ticks where a tick has no exact double: there the book's plain arithmetic is exact."""
    if market.tick in EXACT_TICKS:
        return day
    per_point = round(1 / market.tick)

    def ticks(price: float) -> float:
        return float(round(price * per_point))

    hoy, loy, coy = map(ticks, day.yesterday or (0.0, 0.0, 0.0))
    gxh, gxl = map(ticks, day.globex or (0.0, 0.0))
    return replace(
        day,
        bars=tuple(Bar(*map(ticks, bar)) for bar in day.bars),
        yesterday=day.yesterday and (hoy, loy, coy),
        globex=day.globex and (gxh, gxl),
        adr10=day.adr10 and round(day.adr10 * per_point * 10) / 10,
    )


def in_points(name: str, answer: Value, market: Market) -> Value:
    """An answer of an exact day in the feature's own unit."""
    if answer is None or DEFINITIONS[name].unit != "pts" or market.tick in EXACT_TICKS:
        return answer
    return float(answer) / round(1 / market.tick)


def as_answers(definition: FeatureDefinition, values: FloatArray) -> list[Value]:
    """A column in the answer book's terms: labels, booleans, whole numbers, numbers, None."""
    return [None if np.isnan(value) else _answer(definition, float(value)) for value in values]


def _answer(definition: FeatureDefinition, value: float) -> Value:
    if definition.kind == "boolean":
        return {0.0: False, 1.0: True}[value]
    if definition.kind == "enum":
        return definition.labels[int(value)]
    return int(value) if definition.kind == "integer bar" else value


def disagreements(market: Market, days: list[Day]) -> Iterator[str]:
    """One line for every session and feature on which the product and the book differ."""
    for name, column in compute_features(market).items():
        ours = as_answers(DEFINITIONS[name], column.values)
        for day, found in zip(days, ours, strict=True):
            expected = in_points(name, ANSWERS[name](exact(day, market)), market)
            if found != expected:
                yield f"{name} on {day.date}: {found!r}, the answer book says {expected!r}"


def by_bar_disagreements(market: Market, days: list[Day], bar: int) -> Iterator[str]:
    """The same for the event features as of `bar`."""
    columns = compute_features(market)
    for name in BY_BAR:
        ours = as_answers(DEFINITIONS[name], value_by_bar(DEFINITIONS[name], columns, bar))
        for day, found in zip(days, ours, strict=True):
            expected = by_bar(name, exact(day, market), bar)
            if found != expected:
                yield f"{name} by bar {bar} on {day.date}: {found!r}, the answer book says {expected!r}"


def test_the_book_answers_exactly_the_registered_features() -> None:
    assert set(ANSWERS) == set(DEFINITIONS)
    assert set(BY_BAR) == {name for name, definition in DEFINITIONS.items() if definition.by_bar_safe}


@given(market=markets())
@settings(max_examples=60, deadline=None)
def test_random_sessions_agree_with_the_book(market: Market) -> None:
    assert list(disagreements(market, days_of(market))) == []


@pytest.mark.parametrize("bar", [1, 2, 11, 12, 13, 14, 18, 40, 54, 80, LAST_BAR])
def test_events_by_bar_agree_with_the_book(bar: int) -> None:
    market = random_market(seed=bar, sessions=60, step=1 + bar % 4, tick=TICKS[bar % 3])
    assert list(by_bar_disagreements(market, days_of(market), bar)) == []


def test_a_wrong_answer_is_named_with_its_day() -> None:
    market = random_market(seed=1, sessions=1)
    day = replace(days_of(market)[0], globex=(1.0, 0.0))
    assert "gxh_bo_bar on 2024-01-02: 0, the answer book says 1" in list(
        disagreements(replace(market, gxh=market.high.max(axis=1)), [day])
    )


@pytest.fixture(scope="module", params=["ES", "NQ", "RTY", "YM"])
def real(request: pytest.FixtureRequest) -> tuple[Market, list[Day]]:
    """A file of real bars read twice: by the product, and by the answer book."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not there: real bars are checked only beside the shared folder")
    path = SHARED / "data" / f"{request.param}_5m.parquet"
    sessions = build_sessions(read_bar_file(path).frame, instrument(request.param))
    return build_market(sessions), load(path).days


def test_every_real_session_agrees_with_the_book(real: tuple[Market, list[Day]]) -> None:
    market, days = real
    assert len(market) == len(days) > 400
    assert [day.date for day in days] == market.session_date.astype("datetime64[D]").tolist()
    assert list(disagreements(market, days)) == []


@pytest.mark.parametrize("bar", [1, 12, 13, 27, 54])
def test_every_real_event_by_bar_agrees_with_the_book(real: tuple[Market, list[Day]], bar: int) -> None:
    assert list(by_bar_disagreements(*real, bar)) == []
