"""The usual questions on made-up markets: as cards answer them, as columns are counted, as statsmodels says.

Seen failing: days not at risk left in, an unknown outcome counted as no, a coin without the question's or
the body's filters, a coin not at risk, matched or question in the place of both, a difference the other way
round, limits of a normal interval.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace as replace_fields
from statsmodels.stats.proportion import proportion_confint

from core.claims.answers import claims_of, question_rates
from core.claims.definition import ClaimDefinition
from core.claims.question_days import Questions
from core.claims.read_claims import ClaimsFile, product_claims, read_claims
from core.contracts.next_answers import QuestionRate
from core.contracts.results.rates import CoinRate, NoCoin
from core.evidence.verify_claims import recounted
from core.features.coin_days import CoinDays
from core.figures.verdict import TOO_FEW_TO_MONITOR, published_verdict, untested
from core.question.conditions import Condition, FilterQuery
from core.question.filters import parse_query
from core.question.index import deciding, results_of
from tests.oracles.own_coins import Found, against_coins, code_of, words_of
from tests.property.coin_outcomes import OCCURRENCE, Key, Mask, Outcome, holm
from tests.property.test_coin_answers import Snap, passing, snap

SEEDS = (1, 2)
ASKED: list[tuple[int | None, list[dict[str, Any]]]] = [
    (None, []),
    (None, [{"feature": "gap_up", "operator": "=", "value": True}]),
    (None, [{"feature": "close_ibs", "operator": ">", "value": 60}]),
    (0, [{"feature": "gap_size_pct_adr", "operator": ">", "value": 10}]),
    (6, [{"feature": "gap_fill_bar", "operator": "=", "value": 0, "by_bar": 6}]),
    (18, [{"feature": "or18_dir", "operator": "=", "value": "bull"}]),
    (40, [{"feature": "or12_bo_up_bar", "operator": ">=", "value": 1, "by_bar": 30}]),
    (40, [{"any_of": [{"feature": "nr7_prev", "operator": "=", "value": True}]}]),
]


@lru_cache(maxsize=4)
def questions(seed: int) -> Questions:
    index = snap(seed).index
    return Questions(index, product_claims(index.catalogue))


def query_of(made: Snap, filters: list[dict[str, Any]], as_of: int | None) -> FilterQuery:
    index = made.index
    first, last = index.first_date, index.last_date
    return parse_query(filters, None, None, index.catalogue, first=first, last=last, as_of=as_of)


def rates(seed: int, filters: list[dict[str, Any]], as_of: int | None) -> dict[str, QuestionRate]:
    made = snap(seed)
    query = query_of(made, filters, as_of)
    found = question_rates(questions(seed), query, made.index.sessions.select(query), "pro")
    return {each.id: each for each in found}


def is_activity(made: Snap, outcome: Condition) -> bool:
    """Whether it is what a card calls the feature's occurrence."""
    definition = made.index.catalogue.by_name[outcome.feature]
    if "occurrence" not in definition.modules or outcome.by_bar is not None:
        return False
    if definition.is_event_bar:
        return (outcome.operator, outcome.value) == (">=", 1)
    if definition.kind == "boolean":
        return (outcome.operator, outcome.value) == ("=", True)
    others = tuple(label for label in definition.labels if label != definition.neutral_label)
    return outcome.operator == "in" and outcome.value == others


@pytest.mark.parametrize(("as_of", "filters"), ASKED)
def test_a_question_is_answered_as_its_card_is(as_of: int | None, filters: list[dict[str, Any]]) -> None:
    made, found, compared = snap(1), rates(1, filters, as_of), 0
    for each in questions(1).as_of(as_of).questions:
        claim = each.definition
        if not is_activity(made, claim.outcome):
            continue
        body = query_of(made, [*filters, *claim.filters], None)
        asked = replace(body, as_of=each.query.as_of)
        name = claim.outcome.feature
        (result,) = results_of(made.index, asked, made.index.sessions.select(asked), [name]).values()
        card: Any = result.modules["occurrence"].data
        days = card.total_days if asked.as_of is None else card.at_risk_days
        if not days:
            assert claim.id not in found
            continue
        figures = found[claim.id]
        assert (figures.days, figures.occurrence_days) == (days, card.occurrence_days), claim.id
        assert (figures.occurrence, figures.confidence_interval) == (
            card.occurrence,
            card.confidence_interval,
        )
        assert _before_holm(figures.coin) == _before_holm(card.coin), claim.id
        compared += 1
    assert compared > 8


def _before_holm(coin: CoinRate | NoCoin | None) -> Any:
    """Without what the other outcomes of an answer decide."""
    if not isinstance(coin, CoinRate):
        return coin
    figures = coin.days, coin.unpaired_days, coin.occurrence, coin.difference, coin.confidence_interval
    return *figures, coin.verdict.p, coin.verdict.reason


@pytest.mark.parametrize("seed", SEEDS)
def test_claims_are_counts_of_the_columns(seed: int) -> None:
    made, asked = snap(seed), questions(seed)
    claims = claims_of(asked, "ES")
    catalogue = made.index.catalogue
    again = dict(recounted(claims, asked.definitions, catalogue, made.market, made.columns))
    assert len(again) == len(claims)
    assert all(again.values())
    for claim in claims:
        assert sum(year.days for year in claim.years) == claim.days
        assert sum(year.occurrence_days for year in claim.years) == claim.occurrence_days
        if claim.days:
            limits = proportion_confint(claim.occurrence_days, claim.days, method="wilson")
            ends = claim.confidence_interval.lower, claim.confidence_interval.upper
            assert ends == pytest.approx(limits, abs=1e-6)


def test_a_fall_that_is_not_there_is_seen() -> None:
    made, asked = snap(1), questions(1)
    claims = claims_of(asked, "ES")
    monitored = [at for at, each in enumerate(claims) if each.stopped.alarm is False]
    assert len(monitored) > 2
    some, days, without, *_ = monitored
    for at, planted in (
        (some, {"alarm": True, "since": "2024-05-02"}),
        (days, {"days": claims[days].stopped.days - 1}),
        (without, {"alarm": None, "verdict": TOO_FEW_TO_MONITOR}),
    ):
        claims[at] = replace_fields(claims[at], stopped=replace_fields(claims[at].stopped, **planted))
    again = recounted(claims, asked.definitions, made.index.catalogue, made.market, made.columns)
    assert [name for name, agrees in again if not agrees] == [claims[at].id for at in (some, days, without)]


@pytest.mark.parametrize("filters", [[], [{"feature": "gap_up", "operator": "=", "value": True}]])
def test_a_question_s_days_are_compared_with_their_own_coin_days(filters: list[dict[str, Any]]) -> None:
    """Day after day; Holm's adjustment ranges over the questions that are tested."""
    made, real = snap(1), sessions_alone(snap(1))
    matched, coin_days = (all_passing(each, filters) for each in (real, made))
    years = made.market.session_date.astype("datetime64[Y]").astype(int)
    served = (
        {name: each.coin for name, each in rates(1, filters, None).items()}
        if filters
        else {each.id: each.coin for each in claims_of(questions(1), "ES")}
    )
    definitions = {each.id: each for each in questions(1).definitions}
    found: dict[Key, Found | None] = {}
    for name, coin in served.items():
        if isinstance(coin, CoinRate) or (coin is not None and coin.verdict.reason == "no_pair"):
            outcome = Outcome(*days_of(real, definitions[name]), *days_of(made, definitions[name]))
            found[name, OCCURRENCE] = against_coins(outcome.days(matched, coin_days, years))
    tested = 0
    for (name, _), (_, adjusted_p) in holm(found, {}).items():
        coin, expected = served[name], found[name, OCCURRENCE]
        assert isinstance(coin, CoinRate) == (expected is not None), name
        if isinstance(coin, CoinRate) and expected is not None:
            check(coin, expected, adjusted_p, drift(real, definitions[name]))
            tested += coin.verdict.p is not None
    assert tested > 12


def check(coin: CoinRate, expected: Found, adjusted_p: float, all_days: float | None) -> None:
    assert (coin.days, coin.unpaired_days) == (expected.days, expected.unpaired_days)
    interval, verdict = coin.confidence_interval, coin.verdict
    shown = coin.occurrence, coin.difference, interval.lower, interval.upper
    figures = expected.coin_rate, expected.difference, expected.lower, expected.upper
    assert shown == pytest.approx(figures, abs=2e-6)
    if np.isnan(expected.p):
        assert verdict.reason == ("too_few" if expected.days < 10 else "no_chance")
        return
    assert (verdict.p, verdict.adjusted_p) == pytest.approx((expected.p, adjusted_p), abs=2e-6)
    assert verdict.code == code_of(expected.p, adjusted_p, expected.difference, expected.excess)
    words = words_of(verdict.code, expected.difference, expected.coin_rate, None, all_days)
    assert verdict.words in words


def all_passing(made: Snap, filters: list[dict[str, Any]]) -> Mask:
    """The coin days that pass every condition."""
    every_day = np.ones(made.coin.draws * len(made.market), dtype=np.bool_)
    return np.asarray(np.logical_and.reduce([every_day, *(passing(made, each) for each in filters)]))


def sessions_alone(made: Snap) -> Snap:
    """The same market with its own sessions for coin days, one each."""
    own = {name: made.columns[name] for name in made.coin.columns}
    return replace(made, coin=CoinDays(1, own, made.coin.tosses[:: made.coin.draws]))


def days_of(made: Snap, claim: ClaimDefinition) -> tuple[Mask, Mask]:
    """The coin days that a claim is about, and those on which its outcome comes."""
    outcome, bar = claim.outcome, claim.as_of
    known = ~np.isnan(made.values(outcome.feature, outcome.by_bar))
    if bar is not None and made.index.catalogue.by_name[outcome.feature].by_bar_safe:
        column = made.coin.columns.get(outcome.feature, made.columns[outcome.feature])
        happened = column.values if column.event_bar is None else column.event_bar
        known &= ~((happened >= 1) & (happened <= bar))
    for each in claim.filters:
        known &= holds(made, each)
    return known, known & holds(made, outcome.to_wire())


def holds(made: Snap, asked: dict[str, Any]) -> Mask:
    """The coin days that pass a condition, one of several values among them."""
    if asked["operator"] != "in":
        return passing(made, asked)
    each = (passing(made, asked | {"operator": "=", "value": value}) for value in asked["value"])
    return np.asarray(np.logical_or.reduce(list(each)))


def drift(real: Snap, claim: ClaimDefinition) -> float | None:
    """The rate on all days of an outcome that tells whether price rose."""
    feature, operator, value = claim.outcome.feature, claim.outcome.operator, claim.outcome.value
    is_direction = value in ("bull", "bear") or feature in ("close_above_open", "close_above_coy")
    if operator != "=" or not is_direction:
        return None
    known = ~np.isnan(real.values(feature))
    return float(passing(real, claim.outcome.to_wire())[known].mean())


@pytest.mark.parametrize("symbol", ["ES", "NQ"])
def test_a_published_figure_of_another_market_gets_no_verdict(symbol: str) -> None:
    claims = {each.id: each for each in claims_of(questions(1), symbol)}
    seen = set[str]()
    for definition in questions(1).definitions:
        claim = claims[definition.id]
        for figure, published in zip(definition.published, claim.published, strict=True):
            if figure.market not in (None, symbol):
                assert published.verdict == untested("published", "other_market")
            else:
                counted = claim.occurrence_days, claim.days, figure.days
                assert published.verdict == published_verdict(figure.low, figure.high, *counted)
            seen.add(published.verdict.reason or published.verdict.code)
    assert seen >= {"other_market", "differs", "cannot_tell"}


def test_the_order_of_filters_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    filters: list[dict[str, Any]] = [
        {"feature": "gap_up", "operator": "=", "value": True},
        {"feature": "weekday", "operator": "in", "value": ["Mon", "Tue", "Thu", "Fri"]},
        {"feature": "nr7_prev", "operator": "=", "value": False},
    ]
    first = rates(1, filters, None)
    for _ in range(3):
        assert rates(1, [filters[at] for at in rng.permutation(3)], None) == first
    catalogue = snap(1).index.catalogue
    entry = '[[claim]]\nid = "x"\ngroup = "Mine"\nquestion = "Is it?"\nfilters = [{}]\noutcome = {}\n'
    one, two = (
        f'{{ feature = "{name}", operator = "=", value = {value} }}'
        for name, value in (("gap_up", "true"), ("weekday", '"Mon"'))
    )
    outcome = '{ feature = "close_above_open", operator = "=", value = true }'

    def read(*conditions: str) -> ClaimsFile:
        return read_claims(entry.format(", ".join(conditions), outcome), "own", catalogue)

    assert read(one, two) == read(two, one)
    assert read(one, two).mistakes == ()


@pytest.mark.parametrize("bar", [-1, 0, 6, 12, 18, 54, 80])
def test_as_of_a_bar_only_what_is_open_is_asked(bar: int) -> None:
    made, all_of_them = snap(1), questions(1)
    catalogue = made.index.catalogue
    for each in all_of_them.as_of(bar).questions:
        used, own = each.query.as_of, each.definition.as_of
        assert used == (bar if own is None else max(own, bar))
        assert all(
            member.prev or catalogue.by_name[member.feature].known_at_bar(member.by_bar) <= max(bar, 0)
            for member in each.query.conditions
        )
        assert catalogue.by_name[each.definition.outcome.feature].known_at_bar() > used
    assert len(all_of_them.as_of(bar).questions) < len(all_of_them.definitions)


def test_the_bar_of_a_usual_question_leaves_no_day_out() -> None:
    """So that its card, asked of the whole day, has the same figures."""
    made, asked = snap(1), questions(1)
    whole = [replace(each, query=replace(each.query, as_of=None)) for each in asked.definitions]
    for one, two in zip(claims_of(asked, "ES"), claims_of(Questions(made.index, whole), "ES"), strict=True):
        assert (one.days, one.occurrence_days) == (two.days, two.occurrence_days), one.id


def test_a_question_about_bars_that_are_over_is_left_out() -> None:
    text = "".join(
        f'[[claim]]\nid = "{name}"\ngroup = "Mine"\nquestion = "Is it?"\n'
        f'outcome = {{ feature = "gap_fill_bar", operator = "{how}", value = {value} }}\n'
        for name, how, value in (("by-6", "<=", 6), ("late", ">", 20), ("none", "=", 0), ("not-3", "!=", 3))
    )
    made = snap(1)
    own = read_claims(text, "own", made.index.catalogue)
    asked = Questions(made.index, own.claims)
    assert [each.definition.id for each in asked.as_of(5).questions] == ["by-6", "late", "none"]
    assert [each.definition.id for each in asked.as_of(6).questions] == ["late", "none"]


def test_what_the_body_decides_has_no_coin() -> None:
    filled = [{"feature": "gap_fill_bar", "operator": ">=", "value": 1}]
    made = snap(1)
    assert "gap_fill_bar" in deciding(made.index, query_of(made, filled, None))
    assert rates(1, filled, None)["gap-fills"].coin == NoCoin(untested("coin", "fixed_by_filter"))
