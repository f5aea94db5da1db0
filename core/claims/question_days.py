"""The days of each usual question, real and by coin: eligible ones, and those with its outcome.

As of a bar a question is about the days at risk: those without its event by then.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from core.claims.definition import ClaimDefinition
from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import InvalidRequest
from core.contracts.known_at import LAST_BAR
from core.figures.bitmap import Bitmap, Layout, Words
from core.figures.formulas import Counts
from core.question.bitmaps import Bitmaps, matching
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex
from core.question.look_ahead import is_known, require_known


@dataclass(frozen=True, slots=True)
class Question:
    """A claim's question, as of the bar of its `query`, on the dates of a snapshot."""

    definition: ClaimDefinition
    query: FilterQuery


@dataclass(frozen=True, eq=False)
class QuestionDays:
    """By question the words (K, W) of the days it is about, `eligible`, and of those on which it `came`."""

    eligible: Words
    came: Words

    def of(self, rows: list[int]) -> "QuestionDays":
        return QuestionDays(self.eligible[rows], self.came[rows])

    def count(self, days: Bitmap | None = None) -> tuple[Counts, Counts]:
        """Days it is about and days on which it came (K,), of a group of days; None are all."""
        eligible, came = (each if days is None else each & days.words for each in (self.eligible, self.came))
        return _sum(eligible), _sum(came)


def _sum(words: Words) -> Counts:
    return np.asarray(np.bitwise_count(words).sum(axis=1, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class QuestionTable:
    """Questions (K,), each with its days and its coin days; `coin` is None without coin days."""

    questions: tuple[Question, ...]
    days: QuestionDays
    coin: QuestionDays | None

    def visible(self, tier: Tier) -> "QuestionTable":
        rank = TIERS.index(tier)
        rows = [at for at, each in enumerate(self.questions) if TIERS.index(each.definition.tier) <= rank]
        coin = None if self.coin is None else self.coin.of(rows)
        return QuestionTable(tuple(self.questions[at] for at in rows), self.days.of(rows), coin)


class Questions:
    """The usual questions of a snapshot, as of any bar; caches the tables of the latest bars."""

    def __init__(self, index: SnapshotIndex, definitions: Sequence[ClaimDefinition]) -> None:
        self.index = index
        self.definitions = tuple(definitions)
        self._as_of = lru_cache(maxsize=4)(partial(_ask, index, self.definitions))

    @property
    def outcomes(self) -> frozenset[str]:
        return frozenset(each.outcome.feature for each in self.definitions)

    def as_of(self, bar: int | None) -> QuestionTable:
        """Every question, or those open at the close of a bar, each as of its own bar or later.

        Left out are questions with filters not certain by the bar, or with a certain outcome.
        """
        return self._as_of(bar)


def _ask(index: SnapshotIndex, definitions: Sequence[ClaimDefinition], bar: int | None) -> QuestionTable:
    own = (replace(each.query, start=index.first_date, end=index.last_date) for each in definitions)
    made = [Question(*each) for each in zip(definitions, own, strict=True)]
    questions = tuple(made if bar is None else _by(index, made, bar))
    coin = index.coin_bitmaps
    return QuestionTable(
        questions, _days_of(index.sessions, questions), None if coin is None else _days_of(coin, questions)
    )


def _days_of(bitmaps: Bitmaps, questions: Sequence[Question]) -> QuestionDays:
    """Sessions or coin days of some questions; no coin day if no bar of the day decides the outcome."""
    layout = bitmaps.layout
    eligible = [
        _at_risk(bitmaps, each) if each.definition.outcome.feature in bitmaps.columns else layout.no_day
        for each in questions
    ]
    came = [
        days & bitmaps.passing(each.definition.outcome)
        for each, days in zip(questions, eligible, strict=True)
    ]
    return QuestionDays(_words(layout, eligible), _words(layout, came))


def _words(layout: Layout, days: Sequence[Bitmap]) -> Words:
    return np.array([each.words for each in days]).reshape(len(days), len(layout.no_day.words))


def _at_risk(bitmaps: Bitmaps, question: Question) -> Bitmap:
    """The matched days with an answer but no event by the question's bar."""
    outcome, bar = question.definition.outcome, question.query.as_of
    eligible = bitmaps.select(question.query) & bitmaps.bitmap(outcome).known
    if bar is None:
        return eligible
    done = bitmaps.happened(outcome.feature, bar)
    return eligible if done is None else eligible & ~done


def _by(index: SnapshotIndex, questions: Sequence[Question], bar: int) -> list[Question]:
    """The questions open at the close of a bar; one as of a later bar keeps that bar."""
    found = []
    for each in questions:
        own = each.query.as_of
        query = replace(each.query, as_of=bar if own is None else max(own, bar))
        if _is_known(index, query, bar) and _is_open(index, each.definition, query):
            found.append(replace(each, query=query))
    return found


def _is_known(index: SnapshotIndex, query: FilterQuery, bar: int) -> bool:
    try:
        require_known(query.conditions, index.catalogue, bar)
    except InvalidRequest:
        return False
    return True


def _is_open(index: SnapshotIndex, claim: ClaimDefinition, query: FilterQuery) -> bool:
    """Whether the outcome is still open: of an event, by what can come after the bar."""
    outcome, bar = claim.outcome, query.as_of
    assert bar is not None
    definition = index.catalogue.by_name[outcome.feature]
    if is_known(definition, bar, outcome.by_bar):
        return False
    if not (definition.is_event_bar and definition.by_bar_safe):
        return True
    later = np.array([0, *range(bar + 1, (outcome.by_bar or LAST_BAR) + 1)], dtype=np.float64)
    holds = matching(definition, later, outcome.operator, outcome.value)
    return bool(holds.any() and not holds.all())
