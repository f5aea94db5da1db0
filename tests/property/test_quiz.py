"""The quiz: its days and questions against plain counting, which no bar after the one that is seen moves."""

from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack
from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import InvalidRequest
from core.features.by_bar import value_by_bar
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures.bitmap import Bitmap
from core.figures.formulas import Mask
from core.market.market import Market
from core.question.bitmaps import Bitmaps
from core.question.filters import parse_query
from core.question.index import ADR10, SnapshotIndex, deciding
from core.views import quiz
from core.views.quiz import BARS, QuizDays, Rate, is_event, outcome, require_open
from core.warehouse.serving.load_index import load_index
from tests.property.grouped import coin_days_passing
from tests.property.markets import random_market, with_other_future
from tests.property.test_as_of import filters_as_of
from tests.property.test_coin_answers import snap

SEEN_UP_TO = (1, 11, 12, 18, 54, 80)


def asked_of(index: SnapshotIndex, filters: Any, bar: int) -> QuizDays:
    first, last = index.first_date, index.last_date
    return QuizDays(
        index, parse_query(filters, None, None, index.catalogue, first=first, last=last, as_of=bar)
    )


def askable(index: SnapshotIndex, bar: int) -> list[FeatureDefinition]:
    found = []
    for each in index.catalogue.features:
        try:
            require_open(each, bar)
        except InvalidRequest:
            continue
        found.append(each)
    return found


def plainly_open(feature: FeatureDefinition, columns: Any, bar: int) -> Mask:
    """Days on which the question is open, by what the build says of an event by a bar."""
    if is_event(feature):
        return np.asarray(value_by_bar(feature, columns, bar) == 0)
    return np.asarray(~np.isnan(columns[feature.name].values))


def counted(mask: Mask, values: Any) -> Rate:
    return Rate(int(sum(mask.tolist())), sum(bool(came) for came in (values[mask] > 0).tolist()))


def test_base_and_coin_are_what_plain_counting_finds() -> None:
    made, rng, told = snap(1), np.random.default_rng(1), Counter[str]()
    for bar in SEEN_UP_TO:
        filters = filters_as_of(made, rng, bar)
        days = asked_of(made.index, filters, bar)
        every = np.ones(made.index.n_sessions * made.coin.draws, dtype=np.bool_)
        tossed = np.logical_and.reduce([every, *(coin_days_passing(made, each) for each in filters)])
        for feature in askable(made.index, bar):
            base, values = days.base(feature), made.columns[feature.name].values
            assert base == counted(days.matched.mask & plainly_open(feature, made.columns, bar), values)
            coin = days.coin(feature, base)
            told[str(coin) if isinstance(coin, str) else "rate"] += 1
            if isinstance(coin, Rate):
                own = made.coin.columns
                assert coin == counted(tossed & plainly_open(feature, own, bar), own[feature.name].values)
    assert told["rate"] > 60
    assert "no_coin" not in told


@pytest.mark.parametrize("bar", BARS)
def test_a_drawn_day_matches_has_adr10_and_its_question_is_open_on_it(bar: int) -> None:
    made, rng, drawn = snap(1), np.random.default_rng(bar), 0
    for seed in range(12):
        days = asked_of(made.index, filters_as_of(made, rng, bar), bar)
        found = days.draw(days.choices(made.index.catalogue.features), Random(seed))
        if found is None:
            continue
        drawn += 1
        feature, value = found.feature, made.columns[found.feature.name].values[found.row]
        require_open(feature, bar)
        assert days.matched.mask[found.row]
        assert made.columns[ADR10].values[found.row] > 0
        assert plainly_open(feature, made.columns, bar)[found.row]
        assert outcome(made.index, feature, found.row) == (
            value > 0,
            value if value and is_event(feature) else None,
        )
        assert not value or not is_event(feature) or value > bar
    assert drawn > 6


def test_every_day_is_as_likely_and_every_question_on_it() -> None:
    made = snap(1)
    days = asked_of(made.index, [], 18)
    features = [made.index.catalogue.by_name[name] for name in ("gap_fill_bar", "hoy_bo_bar", "loy_bo_bar")]
    open_on = np.array([plainly_open(each, made.columns, 18) for each in features])
    open_on &= made.columns[ADR10].values > 0
    random, rounds = Random(7), 4_000
    found = Counter(
        (each.row, each.feature.name) for _ in range(rounds) if (each := days.draw(features, random))
    )
    expected = {
        (row, features[at].name): rounds / open_on.any(axis=0).sum() / open_on[:, row].sum()
        for at, row in np.argwhere(open_on).tolist()
    }
    assert set(found) == set(expected)
    square = sum((found[each] - often) ** 2 / often for each, often in expected.items())
    assert square < len(expected) + 5 * np.sqrt(2 * len(expected))


def test_the_service_asks_nothing_that_hardly_ever_or_nearly_always_comes() -> None:
    made = snap(1)
    for bar in BARS:
        chosen = asked_of(made.index, [], bar).choices(made.index.catalogue.features)
        assert len(chosen) > 5
        assert not [each.name for each in chosen if each.name.startswith(("ema20_", "ath_"))]
        for feature in chosen:
            require_open(feature, bar)
            mask = plainly_open(feature, made.columns, bar)
            rate = counted(mask, made.columns[feature.name].values)
            assert rate.days >= 30
            assert 0.05 <= rate.occurrence_days / rate.days <= 0.95


@pytest.mark.parametrize(
    ("rate", "is_chosen"),
    [
        (Rate(30, 15), True),
        (Rate(29, 15), False),
        (Rate(40, 2), True),
        (Rate(40, 1), False),
        (Rate(40, 39), False),
    ],
)
def test_a_question_is_chosen_from_thirty_open_days_on(
    monkeypatch: pytest.MonkeyPatch, rate: Rate, is_chosen: bool
) -> None:
    made = snap(1)
    monkeypatch.setattr(quiz, "_rate", lambda *_: rate)
    features = [made.index.catalogue.by_name["gap_fill_bar"]]
    assert asked_of(made.index, [], 18).choices(features) == (features if is_chosen else [])


def test_the_features_that_are_named_are_in_the_catalogue() -> None:
    named = quiz.OPEN_TILL_CLOSE | quiz.NOT_IN_SIGHT | quiz.NEEDS_LATER_BARS
    assert named <= snap(1).index.catalogue.by_name.keys()


def test_what_filters_decide_is_not_chosen() -> None:
    made = snap(1)
    filled = asked_of(made.index, [{"feature": "gap_fill_by_b12", "operator": "=", "value": True}], 18)
    everything, chosen = (
        {each.name for each in days.choices(made.index.catalogue.features)}
        for days in (asked_of(made.index, [], 18), filled)
    )
    decided = deciding(made.index, filled.query).keys() & everything
    assert "gap_fill_bar" in decided
    assert chosen == everything - decided


@lru_cache(maxsize=1)
def market() -> Market:
    return random_market(7, sessions=50, step=4)


def index_of(made: Market) -> SnapshotIndex:
    return load_index(assemble_pack(catalogue_of(made), made, compute_features(made)))


def moved(bar: int) -> list[str]:
    """The questions whose open days are others when the bars after one are."""
    one, other = (
        asked_of(index_of(each), [], bar) for each in (market(), with_other_future(market(), bar, 3))
    )
    return [
        feature.name
        for feature in askable(one.index, bar)
        for seed in range(3)
        if _place(one.draw([feature], Random(seed))) != _place(other.draw([feature], Random(seed)))
        or one.base(feature).days != other.base(feature).days
    ]


def _place(found: Any) -> Any:
    return None if found is None else (found.row, found.bar, found.feature.name)


@pytest.mark.parametrize("bar", SEEN_UP_TO)
def test_no_later_bar_moves_which_day_and_question_are_drawn(bar: int) -> None:
    assert moved(bar) == []


def test_days_at_risk_by_what_came_in_the_end_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: an event that applies only after another one is asked on the days on which that came later."""

    def at_risk(bitmaps: Bitmaps, feature: FeatureDefinition, bar: int) -> Bitmap:
        numbers = bitmaps.columns[feature.name].numbers
        came = (numbers > 0) & (numbers <= bar) & is_event(feature)
        return bitmaps.layout.bitmap(~np.isnan(numbers) & ~came)

    monkeypatch.setattr(quiz, "_open", at_risk)
    assert "hoy_reentry_bar" in moved(12)


def test_a_yes_or_no_that_later_bars_make_unknown_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: whether HoY's breakout fails is asked, which tells that it comes."""
    monkeypatch.setattr(quiz, "NEEDS_LATER_BARS", frozenset())
    assert "hoy_bo_failed" in moved(12)


def test_what_the_close_decides_can_still_be_yes_and_no() -> None:
    """No question that the service chooses is answered by what is seen: other futures, other answers."""
    bar, came = 54, dict[str, list[Any]]()
    for seed in range(10):
        other = index_of(with_other_future(market(), bar, seed))
        for name in quiz.OPEN_TILL_CLOSE:
            came.setdefault(name, []).append(other.columns[name].numbers)
    for name, values in came.items():
        both = (np.min(values, axis=0) == 0) & (np.max(values, axis=0) == 1)
        assert both[~np.isnan(values[0])].mean() > 0.5, name
