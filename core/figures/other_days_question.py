"""A question's features on its matched days beside the other days of its dates (core.figures.other_days)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.rates import Interval, OtherDays
from core.contracts.results.verdict import Untested
from core.figures.bitmap import Bitmap
from core.figures.columns import Flags
from core.figures.formulas import Floats, to_json_numbers
from core.figures.other_days import AgainstOthers, DaysByYear, against_others
from core.figures.outcomes import OCCURRENCE, Family, Key, Outcome, Tested, outcomes_of, verdict_of
from core.figures.own_coins import LEAST_DAYS
from core.figures.verdict import Difference


class OtherDaysQuestion:
    """The `features` of one question, by name, on its matched `days` and on the `others`.

    Holm's adjustment ranges over all of their outcomes, but not over what filters have `decided`, or what is
    `certain` by then; `twin_of` gives by outcome the first that is the same question.
    """

    def __init__(
        self,
        flags: Flags,
        days: Bitmap,
        others: Bitmap,
        features: Mapping[str, FeatureDefinition],
        decided: Collection[str],
        certain: Collection[str],
        twin_of: Mapping[Key, Key],
        *,
        exact: bool,
    ) -> None:
        outcomes = list(outcomes_of(flags, features))
        keys = [each.key for each in outcomes]
        excluded = [_excluded(key.name, decided, certain) for key in keys]
        found = against_others(days_by_year(flags, outcomes, days, others), flags.log_factorials)
        tested = [place for place, reason in enumerate(excluded) if reason is None]
        family = Family([keys[place] for place in tested], twin_of, features)
        why_not = reasons_of(found)
        tests = family.tests(found.p_value[tested], [why_not[place] for place in tested], exact=exact)
        said: list[tuple[Tested, str | None]] = [(reason or "too_few", None) for reason in excluded]
        for place, test in zip(tested, tests, strict=True):
            said[place] = test, family.twin(keys[place])
        self.rates = dict(zip(keys, _rates(found, said, exact=exact), strict=True))


def _excluded(name: str, decided: Collection[str], certain: Collection[str]) -> Untested | None:
    if name in certain:
        return "known_by_then"
    return "fixed_by_filter" if name in decided else None


def days_by_year(flags: Flags, outcomes: Sequence[Outcome], days: Bitmap, others: Bitmap) -> DaysByYear:
    columns = np.array([each.flags_in(flags) for each in outcomes], dtype=np.intp).reshape(-1, 2).T.ravel()
    words = flags.words[:, columns]
    (n, came), (other_n, other_came) = (
        np.split(flags.layout.by_year(words & group.words[:, None]), 2, axis=1) for group in (days, others)
    )
    return DaysByYear(came, n, other_came, other_n)


def reasons_of(found: AgainstOthers) -> list[Untested]:
    """By outcome why it has no test, if it has none."""
    is_few = np.minimum(found.n, found.other_n) < LEAST_DAYS
    no_year = np.isnan(found.difference)
    return [
        "too_few" if few else "no_common_year" if apart else "no_chance"
        for few, apart in zip(is_few.tolist(), no_year.tolist(), strict=True)
    ]


def _rates(
    found: AgainstOthers, said: Sequence[tuple[Tested, str | None]], *, exact: bool
) -> list[OtherDays | None]:
    """By outcome the other days; None where they, or the matched days, have no day with a value."""
    rates = found.other_came / np.maximum(found.other_n, 1)
    shown = found.difference, found.lower, found.upper, found.lift, found.lift_lower, found.lift_upper
    figures: Floats = np.column_stack((rates, *shown))
    rows = to_json_numbers(figures, np.isnan(figures), exact=exact)
    counts = np.column_stack((found.n, found.other_n, found.other_came)).tolist()
    answers: list[OtherDays | None] = []
    for (n, other_n, came), row, excess, test in zip(counts, rows, found.excess.tolist(), said, strict=True):
        if not (n and other_n):
            answers.append(None)
            continue
        rate, difference, lower, upper, lift, *lift_limits = row
        verdict = verdict_of("others", *test, Difference(difference, rate, excess))
        limits = Interval(lower, upper), lift, Interval(*lift_limits)
        answers.append(OtherDays(rate, came, other_n, difference, *limits, verdict))
    return answers


@dataclass(frozen=True, slots=True)
class OtherDaysFigures:
    """One feature of a question on the other days."""

    question: OtherDaysQuestion
    name: str

    def occurrence(self) -> OtherDays | None:
        """How often the feature is active."""
        return self.question.rates.get(Key(self.name, OCCURRENCE))

    def label(self, place: int) -> OtherDays | None:
        """How often an enum has its label of that number."""
        return self.question.rates.get(Key(self.name, place))
