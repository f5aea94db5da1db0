"""The declaration of a module: its name, what it counts, its bars, and the function that answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import ModuleData
from core.figures.coin_question import CoinFigures
from core.figures.columns import Recipe, nothing
from core.figures.counting import Figures
from core.figures.held import NOT_HELD, Held
from core.figures.other_days_question import OtherDaysFigures

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature's figures on the matched, the other and all days of the question.

    `others` and the comparison with them, `against_others`, are None without a filter. `coin` are its figures
    on coin days, None without coin. As of a bar, `already` are the matched days on which the event had come
    by then. `held` says whether its years differ.
    """

    matched: Figures
    others: Figures | None
    baseline: Figures
    against_others: OtherDaysFigures | None = None
    held: Held = NOT_HELD
    coin: CoinFigures | None = None
    already: int | None = None

    @property
    def definition(self) -> FeatureDefinition:
        return self.matched.sheet.definition


def with_others(answer: Callable[[Figures, T | None], T]) -> Callable[[Feature], T]:
    """An answer on the matched days that includes the same of the other days."""

    @wraps(answer)
    def module(f: Feature) -> T:
        return answer(f.matched, None if f.others is None else answer(f.others, None))

    return module


def with_baseline(answer: Callable[[Figures, T | None], T]) -> Callable[[Feature], T]:
    """An answer on the matched days that includes the same of all days, computed once."""

    @wraps(answer)
    def module(f: Feature) -> T:
        kept = f.baseline.kept
        if answer.__name__ not in kept:
            kept[answer.__name__] = answer(f.baseline, None)
        baseline: T = kept[answer.__name__]
        return answer(f.matched, baseline)

    return module


Answer = Callable[[Feature], ModuleData]
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, slots=True)
class Kind:
    """A module: its name on the page, what it counts of a feature, and its answer.

    `bars` are the parts drawn as its bars on the page; a two-sided feature's second side has parts of the
    same names with BELOW.
    """

    display_name: str
    count: Recipe
    answer: Answer
    bars: tuple[str, ...] = ()


KINDS: dict[str, Kind] = {}
"""Every probability module that is built, by the name a feature's definition gives."""

BELOW = " below"


def kind(display_name: str, count: Recipe = nothing, bars: tuple[str, ...] = ()) -> Callable[[A], A]:
    """Register a module under its function's name."""

    def register(answer: A) -> A:
        KINDS[answer.__name__] = Kind(display_name, count, answer, bars)
        return answer

    return register
