"""Questions asked of a snapshot's days and coin days: which days each is about, and where it came.

As of a bar a question is about the days at risk: those on which its event has not come by then.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from weakref import proxy

import numpy as np
from numpy.typing import NDArray

from core.claims.definition import ClaimDefinition
from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import InvalidRequest
from core.contracts.known_at import LAST_BAR
from core.figures.formulas import Counts, Mask
from core.question.as_of import happened_by
from core.question.conditions import FilterQuery
from core.question.day_values import DayValues, Numbers
from core.question.index import SnapshotIndex
from core.question.marks import is_known, require_known
from core.question.operators import matching

Bits = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Question:
    """A claim's question, as of the bar of its `query`, on the dates of a snapshot."""

    definition: ClaimDefinition
    query: FilterQuery


@dataclass(frozen=True, eq=False)
class AskedDays:
    """Days (M,) as bits by question (K, M / 8): those it is `asked` of, and those on which it `came`."""

    asked: Bits
    came: Bits

    def of(self, rows: list[int]) -> "AskedDays":
        """Those of some questions."""
        return AskedDays(self.asked[rows], self.came[rows])

    def count(self, days: Mask | None = None) -> tuple[Counts, Counts]:
        """Days it is asked of and days on which it came (K,), of a group of days (M,); None are all."""
        group = np.uint8(255) if days is None else np.packbits(days)
        return _sum(self.asked & group), _sum(self.came & group)


def _sum(bits: Bits) -> Counts:
    return np.asarray(np.bitwise_count(bits).sum(axis=1, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class AskedQuestions:
    """Questions (K,), each with its days and its coin days; `coin` is None where there are no coin days."""

    questions: tuple[Question, ...]
    days: AskedDays
    coin: AskedDays | None

    def visible(self, tier: Tier) -> "AskedQuestions":
        """Those that a tier may ask."""
        rank = TIERS.index(tier)
        rows = [at for at, each in enumerate(self.questions) if TIERS.index(each.definition.tier) <= rank]
        coin = None if self.coin is None else self.coin.of(rows)
        return AskedQuestions(tuple(self.questions[at] for at in rows), self.days.of(rows), coin)


class Questions:
    """The questions of a snapshot, asked of its days as of any bar; what was asked lately is kept."""

    def __init__(self, index: SnapshotIndex, definitions: Sequence[ClaimDefinition]) -> None:
        self.index = index
        self.definitions = tuple(definitions)
        self._asked = lru_cache(maxsize=4)(partial(Questions._ask, proxy(self)))

    @property
    def outcomes(self) -> frozenset[str]:
        """The features that they ask of."""
        return frozenset(each.outcome.feature for each in self.definitions)

    def as_of(self, bar: int | None) -> AskedQuestions:
        """Every question, or those that can be asked at the close of a bar, each as of its own bar or later.

        Left out is one whose filters are not certain by the bar, or whose outcome is.
        """
        return self._asked(bar)

    def _ask(self, bar: int | None) -> AskedQuestions:
        index = self.index
        own = (replace(each.query, start=index.first_date, end=index.last_date) for each in self.definitions)
        made = [Question(*each) for each in zip(self.definitions, own, strict=True)]
        questions = tuple(made if bar is None else _by(index, made, bar))
        days = _bits(index.n_sessions, (self._real(each) for each in questions))
        if index.coin is None:
            return AskedQuestions(questions, days, None)
        size = index.n_sessions * index.coin.draws
        return AskedQuestions(questions, days, _bits(size, (self._tossed(each) for each in questions)))

    def _real(self, question: Question) -> tuple[Mask, Mask]:
        codes = self.index.days[question.definition.outcome.feature].codes
        return _asked(self.index.values, question, codes, self.index.select(question.query).mask)

    def _tossed(self, question: Question) -> tuple[Mask, Mask]:
        """No day where no bar of the day has a say in the outcome."""
        coin, name = self.index.coin, question.definition.outcome.feature
        matched = self.index.coin_days(question.query)
        assert coin is not None
        assert matched is not None
        if name not in coin.columns:
            return np.zeros_like(matched), np.zeros_like(matched)
        return _asked(self._coin_values, question, coin.columns[name].codes, matched)

    @cached_property
    def _coin_values(self) -> DayValues:
        coin = self.index.coin
        assert coin is not None
        return DayValues(coin.definitions, Numbers(coin.columns), coin.events)


def _asked(
    values: DayValues, question: Question, codes: NDArray[np.integer], matched: Mask
) -> tuple[Mask, Mask]:
    """The matched days with an answer that are at risk, and those of them on which it came."""
    outcome, bar = question.definition.outcome, question.query.as_of
    found = values.read(outcome)
    asked = matched & found.known
    if bar is not None:
        done = happened_by(values.definitions[outcome.feature], codes.astype(np.uint8), values.events, bar)
        asked &= True if done is None else ~done
    return asked, asked & found.holds


def _bits(size: int, masks: Iterable[tuple[Mask, Mask]]) -> AskedDays:
    packed = [tuple(map(np.packbits, both)) for both in masks]
    none = np.zeros((0, -(-size // 8)), dtype=np.uint8)
    asked, came = (np.array(side) for side in zip(*packed, strict=True)) if packed else (none, none)
    return AskedDays(asked, came)


def _by(index: SnapshotIndex, questions: Sequence[Question], bar: int) -> list[Question]:
    """Those that can be asked at the close of a bar; one asked as of a later bar stays as of that."""
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
    """Whether the outcome may still be one or the other: of an event, by what can come after the bar."""
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
