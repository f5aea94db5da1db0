"""The outcomes of features: what comes on a day or does not, and is compared with other days or a coin."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.verdict import Against, Untested, Verdict
from core.figures.columns import Flags
from core.figures.formulas import Counts, Floats, to_json_numbers
from core.figures.tests import holm
from core.figures.verdict import Difference, PValues, difference_verdict, untested

OCCURRENCE, MEDIAN = -1, -2
"""The feature is active; its value is above the coin's median."""


class Key(NamedTuple):
    """An outcome of a feature: one of its labels by number, or one of `OCCURRENCE` and `MEDIAN`."""

    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome that has flags, and its feature's row of `Flags`."""

    key: Key
    row: int

    @property
    def is_label(self) -> bool:
        return self.key.place >= 0

    def flags_in(self, flags: Flags) -> tuple[int, int]:
        """The flags of the days with a value and of those on which it came."""
        place = self.key.place
        came = flags.active[self.row] if place == OCCURRENCE else flags.outcomes[self.row, place]
        return int(flags.known[self.row]), int(came)


def outcomes_of(flags: Flags, names: Iterable[str]) -> Iterator[Outcome]:
    """The outcomes of some features with flags: the occurrence that a card shows, and each label."""
    for name in names:
        row = flags.row_of.get(name)
        if row is None:
            continue
        if flags.is_shown[row]:
            yield Outcome(Key(name, OCCURRENCE), row)
        yield from (Outcome(Key(name, label), row) for label in range(flags.labels[row]))


Tested = PValues | Untested
"""The p-values of a test, or why there is none."""


def adjusted_tests(
    p_values: Floats, why_not: Sequence[Untested], first_twin: Counts | None = None, *, exact: bool = False
) -> list[Tested]:
    """By test its p-value and Holm's adjusted one; `why_not` where it is NaN.

    `first_twin` is by test the place of the first that is the same question: such tests count once. A NaN,
    for what cannot come out in another way either, counts nothing.
    """
    first = np.arange(len(p_values)) if first_twin is None else first_twin
    adjusted = np.full(len(first), np.nan)
    own = np.array(sorted(set(first.tolist())), dtype=np.intp)
    adjusted[own] = holm(p_values[own])
    size = int(np.count_nonzero(~np.isnan(p_values[own])))
    both = np.column_stack((p_values, np.where(np.isnan(p_values), np.nan, adjusted[first])))
    shown = to_json_numbers(both, np.isnan(both), exact=exact)
    return [
        reason if p is None else PValues(p, adjusted_p, size)
        for (p, adjusted_p), reason in zip(shown, why_not, strict=True)
    ]


def verdict_of(against: Against, tested: Tested, twin: str | None, difference: Difference) -> Verdict:
    """The verdict on an outcome's `difference`; `twin` is another one that asks the same."""
    if twin is not None:
        return untested(against, "twin", twin)
    return (
        untested(against, tested)
        if isinstance(tested, str)
        else difference_verdict(against, difference, tested)
    )


class Family:
    """The outcomes that one answer tests together; among them twins count once.

    `twin_of` gives by outcome the first of all features' that is the same question.
    """

    def __init__(
        self,
        keys: Sequence[Key],
        twin_of: Mapping[Key, Key],
        definitions: Mapping[str, FeatureDefinition],
    ) -> None:
        self.row_of = {key: row for row, key in enumerate(keys)}
        first: dict[Key, Key] = {}
        self._twin_of = {key: first.setdefault(twin_of.get(key, key), key) for key in keys}
        self._definitions = definitions

    def tests(self, p_values: Floats, why_not: Sequence[Untested], *, exact: bool) -> list[Tested]:
        """The tests of the outcomes, among which twins count once."""
        first = np.array([self.row_of[twin] for twin in self._twin_of.values()], dtype=np.intp)
        return adjusted_tests(p_values, why_not, first, exact=exact)

    def twin(self, key: Key) -> str | None:
        """The display name of another feature's outcome before this one that is the same question."""
        twin = self._twin_of[key]
        if twin.name == key.name:
            return None
        definition = self._definitions[twin.name]
        label = "" if twin.place < 0 else f": {definition.label_name(definition.labels[twin.place])}"
        return f"{definition.display_name}{label}"
