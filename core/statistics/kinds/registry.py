"""How a module is written down: its name, what it has counted, its bars, and the function that answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import Difference, ModuleData
from core.statistics.columns import Draft
from core.statistics.counting import Figures
from core.statistics.tests import UNTESTED, Tests

T = TypeVar("T")


@dataclass(slots=True)
class Feature:
    """One feature's figures on the matched, the other and all days of the question, and its tests.

    `others` is None where nothing is filtered, `difference` where one of the two has no day; `lift` also
    where the feature was never active on the others.
    """

    matched: Figures
    others: Figures | None
    baseline: Figures
    lift: float | None = None
    difference: Difference | None = None
    tests: Tests = UNTESTED

    @property
    def definition(self) -> FeatureDefinition:
        """The feature."""
        return self.matched.sheet.definition

    def beside_others(self, answer: Callable[[Figures, T | None], T]) -> T:
        """An answer on the matched days with the same of the other days in it."""
        return answer(self.matched, None if self.others is None else answer(self.others, None))

    def of_baseline(self, name: str, answer: Callable[[Figures], T]) -> T:
        """An answer on all days, made once for the figures of all days."""
        kept = self.baseline.kept
        if name not in kept:
            kept[name] = answer(self.baseline)
        return cast(T, kept[name])


Answer = Callable[[Feature], ModuleData]
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, slots=True)
class Kind:
    """A module: what the page calls it, what it counts of a feature, and what it answers.

    `bars` are the parts whose places are its bars on the page; a two-sided feature's second side has parts of
    the same names with BELOW.
    """

    display_name: str
    count: Callable[[Draft], None]
    answer: Answer
    bars: tuple[str, ...] = ()


KINDS: dict[str, Kind] = {}
"""Every probability module that is built, by the name a feature's definition gives."""

BELOW = " below"


def nothing(draft: Draft) -> None:
    """For a module that reads what every feature has: its values, counted."""


def kind(
    display_name: str, count: Callable[[Draft], None] = nothing, bars: tuple[str, ...] = ()
) -> Callable[[A], A]:
    """Register a module under its function's name."""

    def register(answer: A) -> A:
        KINDS[answer.__name__] = Kind(display_name, count, answer, bars)
        return answer

    return register
