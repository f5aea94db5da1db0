"""The quiz: a day up to a bar, and after the guess the rest of it."""

from dataclasses import astuple, replace
from random import SystemRandom

import numpy as np
from msgspec.structs import replace as with_fields

from core.contracts.catalogue import FeatureDefinition
from core.contracts.day_answers import QuizBars, QuizDay, QuizLevels, QuizRate, QuizResult
from core.contracts.known_at import LAST_BAR
from core.contracts.results.rates import NoCoin
from core.contracts.results.verdict import Untested
from core.contracts.view_requests import QuizAnswerRequest, QuizNextRequest
from core.figures.verdict import untested
from core.question.conditions import as_of_words
from core.question.filter_values import refuse
from core.views.quiz import Drawn, QuizDays, Rate, bars_of, brier, outcome
from service.call import Calls, question_of
from service.database.records import GivenDay
from service.edge.request import ApiRequest
from service.notes.given_days import REMEMBERED, DayClosed
from service.snapshots.question import Question, parse_feature
from service.snapshots.snapshot import Snapshot

calls = Calls("quiz")

_RANDOM = SystemRandom()


@calls.post("/v2/quiz/next", QuizNextRequest, QuizDay, is_write=True, limit="compute")
async def quiz_next(request: ApiRequest) -> QuizDay:
    """A day up to a bar, and a question about the rest of it.

    Every tier may ask as of a bar here: no figure of that bar is told before the guess.
    """
    body = request.read(QuizNextRequest)
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, with_fields(body, as_of=None))
        snapshot, name = question.snapshot, body.feature
        feature = None if name is None else parse_feature(snapshot, question.tier, name, "feature")
        bars = bars_of(question.query, snapshot.catalogue, body.as_of, feature)
    drawn, begun = await request.in_turn(_begun, request, question, bars, feature)
    token = await request.services.given_days.begin(begun)
    return _seen(snapshot, drawn, token, begun.closes_at)


@calls.post("/v2/quiz/answer", QuizAnswerRequest, QuizResult, is_write=True, limit="compute")
async def quiz_answer(request: ApiRequest) -> QuizResult:
    """The guess, and the whole day.

    A token takes one answer, also where several come at once.
    """
    body, given_days = request.read(QuizAnswerRequest), request.services.given_days
    person = request.caller.person
    found = await given_days.find(body.token, person)
    store = request.services.store
    snapshot = await store.load(found.symbol) if found.symbol in store.published else None
    if snapshot is None or snapshot.id != found.snapshot:
        detail = f"token: its day is of {found.snapshot}, which is not served any more"
        sentence = "The data was renewed, so this day cannot be answered any more."
        code = "quiz_snapshot_gone"
        raise DayClosed(f"{detail}; ask POST /v2/quiz/next for another day.", sentence, code=code)
    await given_days.close(body.token, person)
    return _result(snapshot, found, body.probability / 100)


def _begun(
    request: ApiRequest, question: Question, bars: list[int], feature: FeatureDefinition | None
) -> tuple[Drawn, GivenDay]:
    """A day with an open question on it, and the rates one could have guessed by."""
    with request.stopwatch.stretch("filter"):
        days, drawn = _drawn(question, bars, feature)
    request.services.metrics.selections.observe(days.matched.count)
    with request.stopwatch.stretch("statistics"):
        base = days.base(drawn.feature)
        coin = days.coin(drawn.feature, base)
    closes_at = request.services.given_days.closes_at()
    snapshot = question.snapshot
    return drawn, GivenDay(
        person=request.caller.person,
        symbol=snapshot.symbol,
        snapshot=snapshot.id,
        session_date=snapshot.days[drawn.row],
        bar=drawn.bar,
        feature=drawn.feature.name,
        base=astuple(base),
        coin=astuple(coin) if isinstance(coin, Rate) else coin,
        closes_at=closes_at,
        expires_at=closes_at + REMEMBERED,
    )


def _drawn(question: Question, bars: list[int], feature: FeatureDefinition | None) -> tuple[QuizDays, Drawn]:
    """A day of the first bar, in random order, that has one; without a feature, a usual question's.

    Raises:
        InvalidRequest: `quiz_no_day`, `quiz_nothing_open`.
    """
    snapshot = question.snapshot
    index, usual = snapshot.index, snapshot.questions.outcomes
    seen = [each for each in snapshot.catalogue.visible(question.tier) if each.name in usual]
    is_any = False
    for bar in _RANDOM.sample(bars, len(bars)):
        days = QuizDays(index, replace(question.query, as_of=bar))
        drawn = days.draw(days.choices(seen) if feature is None else [feature], _RANDOM)
        if drawn is not None:
            return days, drawn
        is_any = is_any or days.drawable.count > 0
    if not is_any:
        refuse(
            "quiz_no_day", "filters: no day that matches has ADR10; ask with fewer filters or other dates."
        )
    asked = "a question" if feature is None else feature.name
    when = " or ".join(map(as_of_words, sorted(bars)))
    remedy = "ask as of another bar, another feature, or with other filters"
    found = f"feature: on no day that matches {asked} is open as of {when}"
    refuse("quiz_nothing_open", f"{found}; {remedy}.")


def _seen(snapshot: Snapshot, drawn: Drawn, token: str, closes_at: int) -> QuizDay:
    """What a page may know of a day: no date, no price, no later bar."""
    book, index = snapshot.book, snapshot.book.session_index(snapshot.days[drawn.row])
    assert index is not None
    session = book.sessions[index]
    opened = int(book.full_sessions(np.array([drawn.row]))[0, 0, 0])

    def level(points: float | None) -> int | None:
        return None if points is None else round(points * book.ticks_per_point) - opened

    levels = (session.hoy, session.loy, session.coy, session.gxh, session.gxl)
    return QuizDay(
        token=token,
        expires_at=closes_at,
        as_of=drawn.bar,
        feature=drawn.feature.name,
        adr10=round(float(snapshot.index.adr10[drawn.row]) * book.ticks_per_point, 1),
        levels=QuizLevels(*map(level, levels)),
        bars=_bars(snapshot, drawn.row, drawn.bar),
        snapshot=snapshot.id,
    )


def _result(snapshot: Snapshot, found: GivenDay, guess: float) -> QuizResult:
    row = snapshot.days.index(found.session_date)
    occurred, bar = outcome(snapshot.index, snapshot.catalogue.by_name[found.feature], row)
    return QuizResult(
        date=found.session_date,
        occurred=occurred,
        bar=bar,
        brier=brier(guess, occurred),
        base=_guessed(found.base, occurred),
        coin=_coin(found.coin, occurred),
        bars=_bars(snapshot, row, LAST_BAR),
        snapshot=snapshot.id,
    )


def _coin(found: tuple[int, int] | Untested | None, occurred: bool) -> QuizRate | NoCoin | None:
    """A coin's rate as a guess, or why it has none."""
    if found is None:
        return None
    return NoCoin(untested("coin", found)) if isinstance(found, str) else _guessed(found, occurred)


def _guessed(counts: tuple[int, int], occurred: bool) -> QuizRate:
    """A rate as a guess, with its Brier score."""
    days, active = counts
    return QuizRate(days, active, active / days, brier(active / days, occurred))


def _bars(snapshot: Snapshot, row: int, last: int) -> QuizBars:
    """The bars 1 to `last` of a session in ticks from its open."""
    ticks = snapshot.book.full_sessions(np.array([row]))[:, :last, 0]
    return QuizBars(*(ticks - ticks[0, 0]).tolist())
