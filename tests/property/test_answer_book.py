"""Every feature against the answer book, an independent scalar reading of the definitions."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR
from core.features.bars import percent
from core.features.by_bar import value_by_bar
from core.features.compute import compute_features
from core.features.entries import Compute
from core.features.registry import FEATURES, catalogue_of
from core.importing.formats.any_file import read_any_file
from core.market.instruments import instrument
from core.market.market import FloatArray, Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.oracles.days import Bar, Day, Value, load
from tests.oracles.events import announced, read_tables
from tests.oracles.exchange import session_before
from tests.oracles.features import ANSWERS, BY_BAR, by_the_end, first_bars
from tests.oracles.past import Past, next_run
from tests.oracles.ticks import in_points, in_tenths
from tests.property.markets import TICKS, markets, minutes_of, random_market
from tests.support.sizes import examples

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
TABLES = read_tables(ROOT / "core" / "market" / "events")
BY_NAME = {entry.definition.name: entry for entry in FEATURES}
DEFINITIONS = {entry.definition.name: entry.definition for entry in FEATURES}


def days_of(market: Market) -> list[Day]:
    """A market's rows as the answer book's days."""
    runs, close_runs = runs_until_yesterday(market), close_runs_until_yesterday(market)
    ranges = (market.high.max(axis=1) - market.low.min(axis=1)).tolist()
    return [
        replace(
            _day(market, row),
            past=_past(market, row, runs, close_runs),
            ranges_before=tuple(ranges[:row][-10:]),
        )
        for row in range(len(market))
    ]


def exact_days_of(market: Market) -> list[Day]:
    """The same in tenths of a tick."""
    return [in_tenths(day, market.tick) for day in days_of(market)]


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
        adr10=_known(market.adr10[row]),
        contract=market.symbol,
        prev_date=session_before(today),
        announced=announced(today, TABLES),
        follows=_full_before(market, row),
        minutes=minutes_of(market, row),
    )


def _full_before(market: Market, row: int) -> date | None:
    """The full session before with only half days between; none where an exchange session is absent."""
    table, before = market.sessions, market.sessions.previous[market.ordinal[row]]
    while before >= 0 and not table.is_full[before]:
        before = table.previous[before]
    if before < 0:
        return None
    found: date = table.session_date[before].astype("datetime64[D]").astype(object)
    return found


def _past(market: Market, row: int, runs: list[int], close_runs: list[int]) -> Past:
    line = market.ema[row]
    return Past(
        ema=None if np.isnan(line[0]) else tuple(line.tolist()),
        ema_before=_known(market.ema_open[row]),
        daily_ema=_known(market.d_ema20[row]),
        highest=_known(market.ath_before[row]),
        run=runs[market.ordinal[row]],
        close_run=close_runs[market.ordinal[row]],
    )


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def runs_until_yesterday(market: Market) -> list[int]:
    """The signed run of like sessions before each counted one, half days too."""
    table, run = market.sessions, 0
    runs: list[int] = []
    for opened, closed, previous in zip(table.open, table.close, table.previous, strict=True):
        run = run if previous >= 0 else 0
        runs.append(run)
        run = next_run(run, float(opened), float(closed))
    return runs


def close_runs_until_yesterday(market: Market) -> list[int]:
    """The same of sessions that closed above or below the close of the session immediately before."""
    table, run = market.sessions, 0
    runs: list[int] = []
    for place, previous in enumerate(table.previous.tolist()):
        run = run if previous >= 0 else 0
        runs.append(run)
        known = previous >= 0 and bool(table.roll_gap_known[place])
        run = next_run(run, float(table.close[previous]), float(table.close[place])) if known else 0
    return runs


def as_answers(definition: FeatureDefinition, values: FloatArray) -> list[Value]:
    """A column in the answer book's terms: labels, booleans, whole numbers, numbers, None."""
    return [None if np.isnan(value) else _answer(definition, float(value)) for value in values]


def _answer(definition: FeatureDefinition, value: float) -> Value:
    if definition.kind == "boolean":
        return {0.0: False, 1.0: True}[value]
    if definition.kind == "enum":
        return definition.labels[int(value)]
    if definition.kind == "date":
        return str(np.datetime64(int(value), "D"))
    return value if definition.kind == "numeric" else int(value)


def disagreements(market: Market, days: list[Day]) -> Iterator[str]:
    """One line for every session and feature on which the product and the book differ; days in tenths."""
    definitions = catalogue_of(market).by_name
    for name, column in compute_features(market).items():
        ours = as_answers(definitions[name], column.values)
        for day, found in zip(days, ours, strict=True):
            expected = in_points(name, ANSWERS[name](day), market.tick)
            if found != expected:
                yield f"{name} on {day.date}: {found!r}, the answer book says {expected!r}"


def by_bar_disagreements(market: Market, days: list[Day], bar: int) -> Iterator[str]:
    """The same for the event features as of `bar`."""
    columns = compute_features(market)
    cut_days = [first_bars(day, bar) for day in days]
    for name in BY_BAR:
        ours = as_answers(DEFINITIONS[name], value_by_bar(DEFINITIONS[name], columns, bar))
        for day, found in zip(cut_days, ours, strict=True):
            expected = by_the_end(name, day)
            if found != expected:
                yield f"{name} by bar {bar} on {day.date}: {found!r}, the answer book says {expected!r}"


def test_the_book_answers_exactly_the_registered_features() -> None:
    assert set(ANSWERS) == set(DEFINITIONS)
    assert set(BY_BAR) == {name for name, definition in DEFINITIONS.items() if definition.by_bar_safe}


@given(market=markets())
@settings(max_examples=examples(60), deadline=None)
def test_random_sessions_agree_with_the_book(market: Market) -> None:
    assert list(disagreements(market, exact_days_of(market))) == []


@pytest.mark.parametrize("bar", [1, 2, 11, 12, 13, 14, 18, 40, 54, 80, LAST_BAR])
def test_events_by_bar_agree_with_the_book(bar: int) -> None:
    market = random_market(seed=bar, sessions=60, step=1 + bar % 4, tick=TICKS[bar % 3])
    assert list(by_bar_disagreements(market, exact_days_of(market), bar)) == []


def test_a_wrong_answer_is_named_with_its_day() -> None:
    market = random_market(seed=1, sessions=1)
    day = replace(days_of(market)[0], globex=(1.0, 0.0))
    assert "gxh_bo_bar on 2024-01-02: 0, the answer book says 1" in list(
        disagreements(replace(market, gxh=market.high.max(axis=1)), [in_tenths(day, market.tick)])
    )


def one_bar_late(ticks: Market) -> FloatArray:
    late = BY_NAME["ema20_first_touch_bar"].compute(ticks)
    return np.where((late > 0) & (late < LAST_BAR), late + 1, late)


def wrong_side_of_an_inequality(ticks: Market) -> FloatArray:
    return np.where(np.isnan(ticks.ath_before), np.nan, ticks.high.max(axis=1) >= ticks.ath_before)


def wrong_denominator(ticks: Market) -> FloatArray:
    return percent(ticks.close[:, -1] - ticks.low.min(axis=1), ticks.adr10)


@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        ("ema20_first_touch_bar", one_bar_late),
        ("ath_made", wrong_side_of_an_inequality),
        ("close_ibs", wrong_denominator),
    ],
)
def test_a_planted_mistake_is_caught(monkeypatch: pytest.MonkeyPatch, name: str, mistake: Compute) -> None:
    entries = tuple(
        replace(entry, compute=mistake) if entry.definition.name == name else entry for entry in FEATURES
    )
    mistaken = partial(compute_features, features=entries)
    monkeypatch.setattr(sys.modules[__name__], "compute_features", mistaken)
    market = random_market(seed=3, sessions=60)
    found = {line.split()[0] for line in disagreements(market, exact_days_of(market))}
    assert found == {name}


@pytest.fixture(scope="module", params=["ES", "NQ", "RTY", "YM"])
def real(request: pytest.FixtureRequest) -> tuple[Market, list[Day]]:
    """A file of real bars read twice: by the product, and by the answer book, its days in tenths."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not there: real bars are checked only beside the shared folder")
    path = SHARED / "data" / f"{request.param}_5m.parquet"
    sessions = build_sessions(read_any_file(path).frame, instrument(request.param))
    market = build_market(sessions)
    return market, [in_tenths(day, market.tick) for day in load(path, TABLES).days]


def test_every_real_session_agrees_with_the_book(real: tuple[Market, list[Day]]) -> None:
    market, days = real
    assert len(market) == len(days) > 400
    assert [day.date for day in days] == market.session_date.astype("datetime64[D]").tolist()
    assert list(disagreements(market, days)) == []


@pytest.mark.parametrize("bar", [1, 12, 13, 27, 54])
def test_every_real_event_by_bar_agrees_with_the_book(real: tuple[Market, list[Day]], bar: int) -> None:
    assert list(by_bar_disagreements(*real, bar)) == []
