"""Answers by days and coin days to the usual questions, and to published figures.

A published figure *holds* if it overlaps the interval of the rate; fewer than `LEAST_PUBLISHED` days give
no verdict. The rate is *more* or *fewer* than a coin's if the interval of their difference excludes 0.
Holm's adjustment ranges over the questions that are answered together.
"""

from collections.abc import Collection, Iterable

import numpy as np

from core.claims.definition import PublishedFigure
from core.claims.question_days import Question, QuestionDays, Questions, QuestionTable
from core.contracts.catalogue import Tier
from core.contracts.next_answers import BesideCoin, Claim, Published, QuestionRate, Verdict
from core.contracts.results.comparison import GroupRate
from core.contracts.results.rates import CoinRate, Difference, Interval, NoCoin, Rate, Reason, YearRate
from core.figures.bitmap import Bitmap
from core.figures.coin import excluded, too_few
from core.figures.formulas import Counts, compare, to_json_numbers
from core.figures.tests import fisher, holm
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex, deciding
from core.views.compare import group_rates

LEAST_PUBLISHED = 30
"""Fewest days for a verdict on a published figure: the interval of fewer holds almost any."""

Coins = list[CoinRate | NoCoin | None]


def claims_of(questions: Questions) -> list[Claim]:
    """Every question with its answer on all days, in their order."""
    table = questions.as_of(None)
    n, came = table.days.count()
    rates = group_rates(came, n)
    coins = _coins(questions.index, table, None, n, came)
    years = _years(questions.index, table.days)
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
            published=[
                _published(each, rate.total_days, rate.confidence_interval) for each in claim.published
            ],
            beside_coin=coin_verdict(coin),
        )
        for claim, rate, coin, by_year in zip(
            (each.definition for each in table.questions), rates, coins, years, strict=True
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
    coins = _coins(index, table, query, n, came)
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


def coin_verdict(coin: CoinRate | NoCoin | None) -> BesideCoin | None:
    """How a rate compares with its coin; None without one."""
    if not isinstance(coin, CoinRate):
        return None
    if coin.difference.lower > 0:
        return "more"
    return "fewer" if coin.difference.upper < 0 else "as_coin"


def verdict_of(low: float, high: float, days: int, interval: Interval) -> Verdict:
    """How the interval of a rate relates to a figure from `low` to `high`."""
    if days < LEAST_PUBLISHED or interval.lower is None or interval.upper is None:
        return "too_few_days"
    return "holds" if low <= interval.upper and high >= interval.lower else "does_not_hold"


def _published(figure: PublishedFigure, days: int, interval: Interval) -> Published:
    verdict = verdict_of(figure.low, figure.high, days, interval)
    return Published(figure.who, figure.where, figure.figure, figure.low, figure.high, verdict)


def _coins(
    index: SnapshotIndex,
    table: QuestionTable,
    query: FilterQuery | None,
    n: Counts,
    came: Counts,
) -> Coins:
    """The coin of each question, on the coin days of a query or on all."""
    if table.coin is None:
        return [None] * len(table.questions)
    coin_n, coin_came = table.coin.count(None if query is None else index.coin_days(query))
    decided = {} if query is None else deciding(index, query)
    counts = zip(table.questions, n.tolist(), coin_n.tolist(), strict=True)
    reasons = [_no_coin(index, decided, *each) for each in counts]
    rows = np.array([at for at, reason in enumerate(reasons) if reason is None], dtype=np.intp)
    rates = iter(_coin_rates(index, *(each[rows] for each in (n, came, coin_n, coin_came))))
    return [next(rates) if reason is None else NoCoin(reason) for reason in reasons]


def _no_coin(
    index: SnapshotIndex, decided: Collection[str], question: Question, n: int, coin_n: int
) -> Reason | None:
    """Why a question has no coin, None if it has one; a body's filters have `decided` some features."""
    name = question.definition.outcome.feature
    assert index.coin is not None
    decided = {*decided, *deciding(index, question.query)}
    return excluded(index.coin, name, decided) or too_few(n, coin_n)


def _coin_rates(
    index: SnapshotIndex, n: Counts, came: Counts, coin_n: Counts, coin_came: Counts
) -> Iterable[CoinRate]:
    """Rates on coin days (T,), compared with those on days: Newcombe's limits and Fisher's p-values."""
    coin = index.engine.coin
    assert coin is not None
    p_values = fisher(came, n, coin_came, coin_n, coin.log_factorials)
    differences = compare(np.stack((came, coin_came)), np.stack((n, coin_n)))[1:]
    figures = np.column_stack((coin_came / coin_n, *differences, p_values, holm(p_values)))
    shown = to_json_numbers(figures)
    for of, some, (share, *limits, p_value, q_value) in zip(
        coin_n.tolist(), coin_came.tolist(), shown, strict=True
    ):
        yield CoinRate(of, some, share, Difference(*limits), p_value, q_value)


def _years(index: SnapshotIndex, days: QuestionDays) -> list[list[YearRate]]:
    n, came = (index.layout.by_year(words.T) for words in (days.eligible, days.came))
    by_year = [
        [_year(year, rate) for rate in group_rates(*of_year)]
        for year, *of_year in zip(index.layout.years.tolist(), came, n, strict=True)
    ]
    return [list(rates) for rates in zip(*by_year, strict=True)]


def _year(year: int, rate: GroupRate) -> YearRate:
    return YearRate(year, rate.total_days, rate.occurrence_days, rate.occurrence, rate.confidence_interval)
