"""The coin days of a snapshot, in the form that its sessions' features have.

Coin days are real sessions in which a fair coin decided the direction of each bar
(core.features.coin_days).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.contracts.results.verdict import Untested
from core.figures.bitmap import Bitmap, Layout
from core.figures.coin_rates import pairs_of
from core.figures.columns import VALUE, Column, Columns, FeatureDays, Flags, Sheet, nothing
from core.figures.outcomes import MEDIAN, Key, Outcome, outcomes_of
from core.figures.own_coins import PairedDays, against_coins

LEAST_DAYS, LEAST_COIN_DAYS = 10, 200
"""Fewest matched days and coin days for a chart or a rate of both."""

SHARED = 0.95
"""The share of days with a value of either of two twins that have a value of both."""


@dataclass(frozen=True, eq=False)
class CoinColumns:
    """The coin days of N sessions, D = N x `draws` in `layout`; those of a session are consecutive.

    By name of each feature that bars of the day decide: its definition, with its range of whole numbers
    widened to the coin days', and its values (D,). Numbers are coded by rank, others as in `FeatureDays`.
    `events` (D,) are the bars of the events that decide an enum, 0 without one. `tosses` (D, 11) are the
    coins as bits, bar 1 first: 1 keeps a bar, 0 mirrors it.
    """

    draws: int
    layout: Layout
    definitions: Mapping[str, FeatureDefinition]
    columns: Mapping[str, Column]
    events: Mapping[str, NDArray[np.uint8]]
    tosses: NDArray[np.uint8]


def excluded(
    columns: CoinColumns, name: str, decided: Collection[str], certain: Collection[str] = ()
) -> Untested | None:
    """Why a feature has no coin on any day: filters `decided` it, or it is `certain` as of the bar."""
    if name not in columns.columns:
        return "no_coin"
    if name in certain:
        return "known_by_then"
    return "fixed_by_filter" if name in decided else None


def too_few(days: int, coin_days: int) -> Untested | None:
    """The reason if matched days or coin days are too few for a chart or a rate of both."""
    return "too_few" if days < LEAST_DAYS or coin_days < LEAST_COIN_DAYS else None


class Coin:
    """The coin days of a snapshot, with its sessions' own columns.

    `features` are those with flags, in their order; `count_active` marks the active days of one.
    """

    def __init__(
        self,
        columns: CoinColumns,
        sessions: Columns,
        features: Sequence[FeatureDays],
        count_active: Callable[[Sheet], None],
    ) -> None:
        self.columns, self.sessions = columns, sessions
        size = columns.layout.days
        unknown, never = np.broadcast_to(np.uint8(NULL_CODE), size), np.broadcast_to(np.False_, size)

        def sheet(days: FeatureDays) -> Sheet:
            name, recipes = days.definition.name, {"occurrence": count_active}
            definition = columns.definitions.get(name, days.definition)
            codes = columns.columns[name].codes if name in columns.columns else unknown
            own = FeatureDays(definition, codes, never)
            return Sheet(own, {module: recipes.get(module, nothing) for module in definition.modules})

        self.flags = Flags(map(sheet, features), columns.layout)

    def pairs(self, names: Collection[str], days: Bitmap, coin_days: Bitmap) -> tuple[list[Key], PairedDays]:
        """The outcomes of some features that have flags, on some sessions and the coin days that match."""
        here, there = self.sessions.flags, self.flags
        outcomes = list(outcomes_of(here, names))
        columns = [(*each.flags_in(here), *each.flags_in(there)) for each in outcomes]
        known, came, coin_known, coin_came = np.array(columns, dtype=np.intp).reshape(-1, 4).T
        matching = coin_days.words[:, None]
        own = here.words[:, known], here.words[:, came]
        drawn = there.words[:, coin_known] & matching, there.words[:, coin_came] & matching
        return [each.key for each in outcomes], pairs_of(days, there.layout, *own, *drawn)

    @cached_property
    def above_coin(self) -> dict[Key, float]:
        """By how much each outcome's rate on all days exceeds its coin's."""
        every_day = self.sessions.flags.layout.every_day, self.flags.layout.every_day
        keys, paired = self.pairs(self.columns.columns, *every_day)
        differences = np.nan_to_num(against_coins(paired).difference)
        return dict(zip(keys, differences.tolist(), strict=True))

    @cached_property
    def twin_of(self) -> dict[Key, Key]:
        """By outcome the first one that is the same question.

        Both are equal or complementary on every day and coin day on which both have a value, and few days
        have a value of one alone.
        """
        return self._twins_by_flags() | self._twins_by_values()

    @cached_property
    def alike(self) -> dict[str, frozenset[str]]:
        """By feature those of which an outcome is the same question as one of its own, itself too."""
        names: dict[Key, set[str]] = {}
        for key, first in self.twin_of.items():
            names.setdefault(first, {first.name}).add(key.name)
        found: dict[str, frozenset[str]] = {}
        for together in names.values():
            found |= {name: found.get(name, frozenset()) | together for name in together}
        return found

    def _twins_by_flags(self) -> dict[Key, Key]:
        """Outcomes that agree or disagree on all days, by counts of every two of them; then on coin days."""
        here = self.sessions.flags
        outcomes = list(outcomes_of(here, self.columns.columns))
        pairs = np.array([each.flags_in(here) for each in outcomes], dtype=np.intp).reshape(-1, 2)
        days = here.layout.unpack(here.words[:, pairs.T]).astype(np.float32)
        known, came = days[:, 0], days[:, 1]
        both, crossed, common = known.T @ known, came.T @ known, came.T @ came
        either = np.add.outer(known.sum(axis=0), known.sum(axis=0)) - both
        is_same, is_opposite = (common == crossed) & (common == crossed.T), (crossed + crossed.T) == both
        is_likely = (is_same | (is_opposite & (common == 0))) & (both >= SHARED * either)
        found: dict[Key, Key] = {}
        for later, earlier in np.argwhere(np.tril(is_likely, -1)).tolist():
            one, other = outcomes[later], outcomes[earlier]
            if one.key not in found and self._is_twin(one, other):
                found[one.key] = found.get(other.key, other.key)
        return found

    def _is_twin(self, one: Outcome, other: Outcome) -> bool:
        """Whether two outcomes are equal or complementary on the coin days, and both differ between them."""
        known, came = zip(one.flags_in(self.flags), other.flags_in(self.flags), strict=True)
        shared, (first, second) = self.flags.words[:, known].T, self.flags.words[:, came].T
        is_known = np.bitwise_and.reduce(shared)
        is_mixed = bool((is_known & first).any() and (is_known & ~first).any())
        unlike = (first ^ second) & is_known
        return is_mixed and (not unlike.any() or np.array_equal(unlike, is_known))

    def _twins_by_values(self) -> dict[Key, Key]:
        """Counts that are the same on all days and coin days, from either end."""
        first: dict[bytes, Key] = {}
        found: dict[Key, Key] = {}
        for name, definition in self.columns.definitions.items():
            if name in self.sessions.flags.row_of or definition.kind == "numeric":
                continue
            columns = self.sessions.sheets[name].columns[VALUE], self.columns.columns[name]
            values = np.concatenate([each.numbers for each in columns])
            if np.isnan(values).all():
                continue
            for side in (values - np.nanmin(values), np.nanmax(values) - values):
                key = Key(name, MEDIAN)
                earlier = first.setdefault(np.nan_to_num(side, nan=-1.0).tobytes(), key)
                if earlier != key:
                    found[key] = earlier
        return found
