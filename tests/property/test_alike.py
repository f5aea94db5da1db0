"""Days alike against a plain search, one value at a time; nothing after the bar or the day enters."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.build.alike_years import alike_years
from core.build.pack.alike_entries import alike_entries
from core.build.pack.build_pack import assemble_pack
from core.contracts.catalogue import TIERS, FeatureDefinition
from core.contracts.pack import (
    ALIKE_BARS,
    ALIKE_BRIER,
    ALIKE_DAYS,
    ALIKE_ERROR,
    ALIKE_WEEKS,
    CODES,
)
from core.contracts.view_requests import AlikeRequest
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures import alike as arrays
from core.market.market import Market
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex
from core.question.values import columns as cells_of
from core.views.alike import AlikeDays, alike_of
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from tests.oracles.proportions import newcombe, wilson
from tests.property.markets import random_market, with_other_future
from tests.support.sizes import examples

SEEDS = st.sampled_from([1, 2, 3])
BARS = st.integers(-1, 80)


@dataclass(frozen=True)
class Days:
    """A small market, its pack and index, and every value by feature and day."""

    market: Market
    pack: Pack
    index: SnapshotIndex
    cells: dict[str, list[Any]]

    @classmethod
    def of(cls, market: Market) -> "Days":
        return cls.read(market, assemble_pack(catalogue_of(market), market, compute_features(market)))

    @classmethod
    def read(cls, market: Market, pack: Pack) -> "Days":
        index = load_index(pack)
        return cls(market, pack, index, cells_of(index, np.arange(len(market)), list(index.days)))


@lru_cache
def days_of(seed: int, sessions: int = 90) -> Days:
    return Days.of(random_market(seed, sessions, step=(3, 8, 1)[seed % 3]))


def is_known_by(definition: FeatureDefinition, bar: int) -> bool:
    known_at = str(definition.known_at)
    latest = {"pre": -1, "open": 0, "event": 81, "eod": 81}.get(known_at)
    return (int(known_at[1:]) if latest is None else latest) <= bar


def plain_weights(categories: Sequence[str]) -> list[float]:
    """A category above a quarter is made one, again and again."""
    sizes = Counter(categories)
    whole = dict.fromkeys(sizes, 1.0) if len(sizes) < 4 else {name: float(n) for name, n in sizes.items()}
    while len(sizes) >= 4 and max(whole.values()) > sum(whole.values()) / 4 * (1 + 1e-13):
        largest = max(whole, key=whole.__getitem__)
        whole[largest] = (sum(whole.values()) - whole[largest]) / 3
    return [whole[name] / sizes[name] / sum(whole.values()) for name in categories]


def plain_difference(definition: FeatureDefinition, own: Any, value: Any, ranked: Sequence[Any]) -> float:
    if own is None or value is None:
        return float(own is not value)
    if definition.kind in ("boolean", "enum"):
        return float(own != value)
    places = [
        sum(each < cell for each in ranked) + sum(each == cell for each in ranked) / 2
        for cell in (own, value)
    ]
    return float(abs(places[0] - places[1]) / len(ranked))


def plain_distances(
    days: Days, looked_at: Sequence[FeatureDefinition], row: int, compared: Sequence[int]
) -> dict[int, list[float]]:
    """What each feature adds to the distance of each day."""
    weights = plain_weights([each.category for each in looked_at])
    found: dict[int, list[float]] = {each: [] for each in compared}
    for definition, weight in zip(looked_at, weights, strict=True):
        cells = days.cells[definition.name]
        ranked = [cells[each] for each in compared if cells[each] is not None]
        known: dict[Any, float] = {}
        for each in compared:
            if cells[each] not in known:
                known[cells[each]] = plain_difference(definition, cells[row], cells[each], ranked)
            found[each].append(weight * known[cells[each]])
    return found


def plain_nearest(distances: dict[int, list[float]], most: int) -> list[int]:
    return sorted(distances, key=lambda row: (round(sum(distances[row]), 9), row))[:most]


def looked_at_by(
    days: Days, bar: int, tier: Any = "pro", leave_out: Sequence[str] = ()
) -> list[FeatureDefinition]:
    return [
        each
        for each in days.index.catalogue.visible(tier)
        if each.kind != "date" and is_known_by(each, bar) and each.name not in leave_out
    ]


def state(days: Days, definition: FeatureDefinition, row: int, bar: int) -> tuple[bool, bool]:
    """Whether a day is at risk of an outcome as of a bar, and whether it came."""
    cell = days.cells[definition.name][row]
    if cell is None:
        return False, False
    if definition.known_at == "event":
        event = days.index.events[definition.name][row] if definition.kind == "enum" else cell
        if 0 < event <= bar:
            return False, False
    return True, cell != definition.neutral_label if definition.kind == "enum" else cell > 0


def outcomes_open(days: Days, bar: int, tier: Any = "pro") -> list[FeatureDefinition]:
    visible = days.index.catalogue.visible(tier)
    return [each for each in visible if "occurrence" in each.modules and not is_known_by(each, bar)]


@st.composite
def questions(draw: st.DrawFn) -> tuple[Days, AlikeRequest, int, Any, np.ndarray[Any, Any]]:
    days = days_of(draw(SEEDS))
    bar, row = draw(BARS), draw(st.integers(0, 89))
    tier = draw(st.sampled_from(TIERS))
    known = [each.name for each in looked_at_by(days, bar, tier)]
    leave_out = draw(st.lists(st.sampled_from(known[1:]), max_size=len(known) - 1))
    matched = np.random.default_rng(draw(st.integers(0, 99))).random(90) < draw(
        st.sampled_from([0.1, 0.7, 2])
    )
    asked = AlikeRequest(date="", as_of=bar, leave_out=leave_out, n=draw(st.integers(1, 60)))
    return days, asked, row, tier, matched


def found_of(days: Days, asked: AlikeRequest, row: int, tier: Any, matched: Any) -> AlikeDays:
    alike = alike_of(asked, row, days.index.catalogue.visible(tier))
    return AlikeDays(days.index, alike, days.index.layout.bitmap(matched))


@settings(max_examples=examples(60), deadline=None)
@given(questions())
def test_the_days_alike_are_those_of_a_plain_search(question: Any) -> None:
    days, asked, row, tier, matched = question
    found = found_of(*question)
    looked_at = looked_at_by(days, asked.as_of, tier, asked.leave_out)
    compared = [each for each in range(row) if matched[each]]
    distances = plain_distances(days, looked_at, row, compared)
    nearest = plain_nearest(distances, asked.n)
    assert found.rows.tolist() == nearest
    weights = plain_weights([each.category for each in looked_at])
    assert found.weights.tolist() == pytest.approx(weights, abs=1e-9)
    for day, other in zip(found.days(), nearest, strict=True):
        assert day.distance == pytest.approx(sum(distances[other]), abs=1e-9)
        named = [
            next(at for at, each in enumerate(looked_at) if each.name == part.feature)
            for part in day.farthest
        ]
        added = [distances[other][at] for at in named]
        assert added == pytest.approx(sorted(distances[other], reverse=True)[: len(added)], abs=1e-9)
        assert len(added) == min(3, sum(each > 0 for each in distances[other]))
        for at, part in zip(named, day.farthest, strict=True):
            cells = days.cells[part.feature]
            assert (part.own, part.value) == (cells[row], cells[other])
            assert part.difference * weights[at] == pytest.approx(distances[other][at], abs=1e-9)


@settings(max_examples=examples(40), deadline=None)
@given(questions())
def test_what_followed_is_counted_day_by_day(question: Any) -> None:
    days, asked, row, tier, matched = question
    found, bar = found_of(*question), asked.as_of
    told = {each.feature: each for each in found.outcomes()}
    expected = [
        each
        for each in outcomes_open(days, bar, tier)
        if days.cells[each.name][row] is None or state(days, each, row, bar)[0]
    ]
    assert list(told) == [each.name for each in expected]
    nearest, compared = found.rows.tolist(), [each for each in range(row) if matched[each]]
    for definition in expected:
        outcome, counts = told[definition.name], []
        for rows, rate in ((nearest, outcome.neighbours), (compared, outcome.all)):
            states = [state(days, definition, each, bar) for each in rows]
            counts.append((sum(came for _, came in states), sum(at_risk for at_risk, _ in states)))
            assert (rate.occurrence_days, rate.total_days) == counts[-1]
            ends = rate.confidence_interval
            assert {"lower": ends.lower, "upper": ends.upper} == pytest.approx(wilson(*counts[-1]), abs=1e-6)
        (came, of), (all_came, all_of) = counts
        if of == 0 or all_of == of:
            assert outcome.difference is None
        else:
            rest = newcombe(came, of, all_came - came, all_of - of)
            difference = outcome.difference
            assert difference is not None
            values = {"value": difference.value, "lower": difference.lower, "upper": difference.upper}
            assert values == pytest.approx(rest, abs=1e-6)


@pytest.mark.parametrize("bar", [-1, 0, 12, 40, 80])
def test_days_at_risk_are_those_of_every_other_answer(bar: int) -> None:
    days = days_of(1)
    index = days.index
    query = FilterQuery((), index.first_date, index.last_date, whole=True, as_of=bar)
    flags = index.engine_of(query).columns.flags
    counts = flags.count(index.layout.every_day)
    for each in outcomes_open(days, bar):
        states = [state(days, each, row, bar) for row in range(90)]
        place = flags.row_of[each.name]
        assert sum(at_risk for at_risk, _ in states) == counts[flags.known[place]]
        assert sum(came for _, came in states) == counts[flags.active[place]]


def spoilt(days: Days, row: int, bar: int, seed: int) -> Days:
    """The same days up to a bar of one of them; its later bars are others, and so are all later days."""
    market = days.market
    later, today = with_other_future(market, 0, seed), with_other_future(market, max(bar, 0), seed + 1)
    drawn = {}
    for name in ("open", "high", "low", "close", "volume", "ema"):
        own = getattr(market, name).copy()
        own[row], own[row + 1 :] = getattr(today, name)[row], getattr(later, name)[row + 1 :]
        drawn[name] = own
    other = replace(market, **drawn)
    pack = assemble_pack(catalogue_of(other), other, compute_features(other))
    mixed = np.random.default_rng(seed).permutation(np.arange(row + 1, len(market)))
    order = np.append(np.arange(row + 1), mixed)
    moved = {
        name: each[order] for name, each in pack.arrays.items() if name == CODES or name.startswith("values/")
    }
    return Days.read(other, replace(pack, arrays={**pack.arrays, **moved}))


@settings(max_examples=examples(15), deadline=None)
@given(SEEDS, st.integers(5, 80), BARS, st.integers(0, 99))
def test_nothing_after_the_bar_or_the_day_changes_the_days_alike(
    seed: int, row: int, bar: int, other: int
) -> None:
    asked, matched = AlikeRequest(date="", as_of=bar), np.ones(90, dtype=np.bool_)
    days = days_of(seed)
    first, then = (
        found_of(each, asked, row, "pro", matched) for each in (days, spoilt(days, row, bar, other))
    )
    assert then.days() == first.days()
    told = {each.feature: (each.neighbours, each.all) for each in first.outcomes()}
    again = {each.feature: (each.neighbours, each.all) for each in then.outcomes()}
    both = told.keys() & again.keys()
    assert {name: told[name] for name in both} == {name: again[name] for name in both}


@dataclass(frozen=True, slots=True)
class Foretold:
    """A day of a week: the forecast by days alike, the rate of all days before, and whether it came."""

    week: int
    told: float
    plain: float
    came: bool

    @property
    def errors(self) -> tuple[float, float]:
        return (self.told - self.came) ** 2, (self.plain - self.came) ** 2


def plain_error(days: Sequence[Foretold]) -> float | None:
    """The standard error of the difference of both scores, days of a week in one sum."""
    weeks = {each.week for each in days}
    if len(weeks) < 2:
        return None
    mean = fmean(each.errors[0] - each.errors[1] for each in days)
    sums = [
        sum(each.errors[0] - each.errors[1] - mean for each in days if each.week == week) for week in weeks
    ]
    squares = sum(each * each for each in sums)
    return sqrt(squares * len(weeks) / (len(weeks) - 1)) / len(days)


def plain_back_test(days: Days, bar: int, first: int, most: int) -> dict[str, list[Foretold]]:
    """By outcome the days foretold."""
    looked_at, found = looked_at_by(days, bar), dict[str, list[Foretold]]()
    for row in range(first, len(days.market)):
        before = list(range(row))
        nearest = plain_nearest(plain_distances(days, looked_at, row, before), most)
        for outcome in outcomes_open(days, bar):
            at_risk, came = state(days, outcome, row, bar)
            groups = [[state(days, outcome, each, bar) for each in rows] for rows in (nearest, before)]
            n = [sum(risk for risk, _ in group) for group in groups]
            if at_risk and n[0]:
                near, base = (sum(own for _, own in group) for group in groups)
                plain = base / n[1]
                # So many days of the plain rate beside the nearest: (25 q + 50 base) / 75 of 25 of them.
                told = (near + 50 * plain) / (n[0] + 50)
                week = (row - first) // 5
                found.setdefault(outcome.name, []).append(Foretold(week, told, plain, came))
    return found


@pytest.mark.parametrize(("sessions", "first", "most", "block"), [(90, 50, 7, 15), (253, 250, 25, 35)])
def test_the_back_test_is_that_of_single_days(
    sessions: int, first: int, most: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (arrays.LEAST_BEFORE, arrays.NEIGHBOURS) == (250, 25)
    for name, value in (("LEAST_BEFORE", first), ("NEIGHBOURS", most), ("BLOCK", block)):
        monkeypatch.setattr(arrays, name, value)
    days = days_of(2, sessions)
    found, names = alike_entries(alike_years(days.index, {}).scores), list(days.index.days)
    for place, bar in enumerate(ALIKE_BARS):
        expected = plain_back_test(days, bar, first, most)
        for at, name in enumerate(names):
            foretold = expected.get(name, [])
            assert found[ALIKE_DAYS][place, at] == len(foretold), (bar, name)
            for score, side in zip(found[ALIKE_BRIER][:, place, at], (0, 1), strict=True):
                brier = fmean(day.errors[side] for day in foretold) if foretold else None
                assert (None if np.isnan(score) else score) == (brier and pytest.approx(brier)), (bar, name)
            assert found[ALIKE_WEEKS][place, at] == len({each.week for each in foretold}), (bar, name)
            error, expected_error = found[ALIKE_ERROR][place, at], plain_error(foretold)
            if expected_error is None:
                assert np.isnan(error), (bar, name)
            else:
                assert error == pytest.approx(expected_error, abs=1e-9), (bar, name)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=60))
def test_no_category_weighs_more_than_a_quarter(categories: list[str]) -> None:
    weights = arrays.weights_of(categories)
    assert weights.tolist() == pytest.approx(plain_weights(categories), abs=1e-9)
    assert sum(weights) == pytest.approx(1)
    shares = [sum(weights[[each == name for each in categories]]) for name in set(categories)]
    assert max(shares) <= max(1 / 4, 1 / len(shares)) + 1e-12
