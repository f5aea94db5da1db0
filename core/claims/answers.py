"""Answers by days and coin days to the usual questions, and to published figures.

Holm's adjustment ranges over the questions that are answered together.
"""

from collections.abc import Collection

import numpy as np

from core.claims.definition import PublishedFigure
from core.claims.question_days import Question, QuestionDays, Questions, QuestionTable
from core.contracts.catalogue import Tier
from core.contracts.next_answers import Claim, Published, QuestionRate
from core.contracts.results.comparison import GroupRate
from core.contracts.results.rates import CoinRate, NoCoin, Rate, Stopped, YearRate
from core.contracts.results.verdict import Untested
from core.figures.bitmap import Bitmap
from core.figures.coin import excluded
from core.figures.coin_rates import coin_rates, pairs_of, reasons_of
from core.figures.outcomes import OCCURRENCE, Family, Key
from core.figures.own_coins import against_coins
from core.figures.verdict import published_verdict, untested
from core.question.conditions import Condition, FilterQuery
from core.question.index import SnapshotIndex, deciding
from core.views.compare import group_rates
from core.views.stopped import stopped

Coins = list[CoinRate | NoCoin | None]


def claims_of(questions: Questions, symbol: str) -> list[Claim]:
    """Every question with its answer on all days of a symbol, in their order."""
    table = questions.as_of(None)
    n, came = table.days.count()
    rates = group_rates(came, n)
    coins = _coins(questions.index, table, None, questions.index.layout.every_day)
    years = _years(questions.index, table.days)
    have_stopped = _stopped(questions.index, table)
    return [
        Claim(
            id=claim.id,
            group=claim.group,
            question=claim.question,
            filters=claim.filters,
            outcome=claim.outcome.to_wire(),
            as_of=claim.as_of,
            tier=claim.tier,
            is_own=claim.is_own,
            days=rate.total_days,
            occurrence_days=rate.occurrence_days,
            rate=rate.occurrence,
            confidence_interval=rate.confidence_interval,
            coin=coin,
            years=by_year,
            stopped=has_stopped,
            published=[_published(each, rate, symbol) for each in claim.published],
        )
        for claim, rate, coin, by_year, has_stopped in zip(
            (each.definition for each in table.questions), rates, coins, years, have_stopped, strict=True
        )
    ]


def question_rates(
    questions: Questions, query: FilterQuery, matched: Bitmap, tier: Tier
) -> list[QuestionRate]:
    """The questions of a tier on the matched days of a query, as of its bar if it has one.

    Questions without a day are left out.
    """
    index, table = questions.index, questions.as_of(query.as_of).visible(tier)
    n, came = table.days.count(matched)
    whole = zip(*(each.tolist() for each in table.days.count()), strict=True)
    coins = _coins(index, table, query, matched)
    shown = zip(table.questions, group_rates(came, n), whole, coins, strict=True)
    return [
        QuestionRate(
            id=question.definition.id,
            days=rate.total_days,
            occurrence_days=rate.occurrence_days,
            occurrence=rate.occurrence,
            confidence_interval=rate.confidence_interval,
            all=Rate(round(all_came / all_days, 6), all_came, all_days),
            coin=coin,
        )
        for question, rate, (all_days, all_came), coin in shown
        if rate.occurrence is not None
    ]


def _stopped(index: SnapshotIndex, table: QuestionTable) -> list[Stopped]:
    """Whether each question's outcome comes less often."""
    counted, came = (index.layout.unpack(words.T).T for words in (table.days.eligible, table.days.came))
    reasons: list[Untested | None] = [
        "fixed_by_filter" if each.definition.outcome.feature in deciding(index, each.query) else None
        for each in table.questions
    ]
    return stopped(counted, came, index.session_date, index.n_sessions, reasons)


def _published(figure: PublishedFigure, rate: GroupRate, symbol: str) -> Published:
    if figure.market is not None and figure.market != symbol:
        verdict = untested("published", "other_market")
    else:
        came, n = rate.occurrence_days, rate.total_days
        verdict = published_verdict(figure.low, figure.high, came, n, figure.days)
    return Published(figure.who, figure.where, figure.figure, figure.low, figure.high, verdict)


def _coins(index: SnapshotIndex, table: QuestionTable, query: FilterQuery | None, days: Bitmap) -> Coins:
    """The coin of each question on some days, those of a query or all."""
    if table.coin is None or index.coin is None:
        return [None] * len(table.questions)
    decided = {} if query is None else deciding(index, query)
    reasons = [_no_coin(index, decided, each) for each in table.questions]
    rows = [row for row, reason in enumerate(reasons) if reason is None]
    own, coin = table.days.of(rows), table.coin.of(rows)
    coin_days = None if query is None else index.coin_days(query)
    matching = index.coin.layout.every_day if coin_days is None else coin_days
    found, whole = (
        against_coins(
            pairs_of(
                some,
                index.coin.layout,
                own.eligible.T,
                own.came.T,
                (coin.eligible & drawn.words).T,
                (coin.came & drawn.words).T,
            )
        )
        for some, drawn in ((days, matching), (index.layout.every_day, index.coin.layout.every_day))
    )
    definitions = [table.questions[row].definition for row in rows]
    all_days = [_all_days(index, each.outcome) for each in definitions]
    family = Family([Key(each.id, OCCURRENCE) for each in definitions], {}, {})
    tests = family.tests(found.p_value, reasons_of(found), exact=False)
    above = np.nan_to_num(whole.difference)
    rates = iter(coin_rates(found, tests, [None] * len(rows), all_days, above, exact=False))
    return [next(rates) if reason is None else NoCoin(untested("coin", reason)) for reason in reasons]


def _no_coin(index: SnapshotIndex, decided: Collection[str], question: Question) -> Untested | None:
    """Why a question has no coin, None if it has one; a body's filters have `decided` some features."""
    assert index.coin is not None
    decided = {*decided, *deciding(index, question.query)}
    return excluded(index.coin, question.definition.outcome.feature, decided)


def _all_days(index: SnapshotIndex, outcome: Condition) -> float | None:
    """The rate on all days of an outcome that tells a direction."""
    definition = index.catalogue.by_name[outcome.feature]
    directions = [definition.coded_values[code] for code in definition.directional_codes]
    if outcome.operator != "=" or outcome.value not in directions:
        return None
    known = index.sessions.bitmap(outcome).known
    return (known & index.sessions.passing(outcome)).count / known.count if known.count else None


def _years(index: SnapshotIndex, days: QuestionDays) -> list[list[YearRate]]:
    n, came = (index.layout.by_year(words.T) for words in (days.eligible, days.came))
    by_year = [
        [_year(year, rate) for rate in group_rates(*of_year)]
        for year, *of_year in zip(index.layout.years.tolist(), came, n, strict=True)
    ]
    return [list(rates) for rates in zip(*by_year, strict=True)]


def _year(year: int, rate: GroupRate) -> YearRate:
    return YearRate(year, rate.total_days, rate.occurrence_days, rate.occurrence, rate.confidence_interval)
