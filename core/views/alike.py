"""Days that were most like a day by a bar, and what followed on them.

Source: design/beyond.md, section 8. The rules, for the search and for the back-test of the build alike:

- Days are compared by the tier's features that are certain as of the bar (`is_known`), without dates. An
  event by then does not count: its feature is certain only at the close.
- Days are compared only with the matching days before the day, in their ranks and rates too.
- `core.figures.alike` defines difference, weight and distance.
- Outcomes are the features with an occurrence that are not certain by then, an enum by its activity. Their
  rates are of the days at risk: an event that came by the bar is no longer open, on the given day as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.day_answers import AlikeBrier, AlikeDay, AlikeOutcome, AlikePart
from core.contracts.pack import ALIKE_BARS
from core.contracts.results.rates import Interval
from core.contracts.view_requests import AlikeRequest
from core.figures.alike import (
    Checkpoint,
    Rows,
    Trait,
    differences,
    forecast,
    nearest,
    weights_of,
    with_value,
)
from core.figures.bitmap import Bitmap
from core.figures.columns import ACTIVE, VALUE
from core.figures.formulas import Floats, Mask, student, student_tail, to_json_numbers
from core.figures.outcomes import adjusted_tests
from core.figures.verdict import forecast_verdict
from core.question.conditions import as_of_words
from core.question.filter_values import refuse
from core.question.index import SnapshotIndex
from core.question.look_ahead import is_known
from core.question.values import Cell, cell_of, columns
from core.views.compare import difference_of, group_rates
from core.views.upcoming import UpcomingSession

FARTHEST = 3
LEAST_SCORED = 100
"""Fewest days for a back-test."""

ORDERED = ("numeric", "integer count", "integer bar")


@dataclass(frozen=True, slots=True)
class Alike:
    """A checked question: at most `most` days like the one of a row, as of a bar.

    `coming` is the session of a row past the last day. Days are compared by the features `looked_at`;
    `outcomes` are those not certain by then, both in catalogue order.
    """

    row: int
    as_of: int
    most: int
    looked_at: tuple[FeatureDefinition, ...]
    outcomes: tuple[FeatureDefinition, ...]
    coming: UpcomingSession | None = None


def alike_of(
    request: AlikeRequest,
    row: int,
    visible: Sequence[FeatureDefinition],
    coming: UpcomingSession | None = None,
    leave_out: str = "leave_out",
) -> Alike:
    """The request, checked; `row` is the given day's, `visible` are the features of the tier.

    For the day `coming`, features that need a missing level are left out. `leave_out` is the field's name.

    Raises:
        InvalidRequest: `missing_field`, `as_of_not_reached`, `all_left_out`.
    """
    bar = request.as_of
    if bar is None:
        refuse("missing_field", "as_of: missing; expected the last bar that is known, -1 to 80.")
    known = known_by(visible, bar)
    if coming is not None:
        _require_reached(coming, bar)
        known = [each for each in known if coming.number(each.name) is not None]
    looked_at = tuple(each for each in known if each.name not in request.leave_out)
    if not looked_at:
        refuse("all_left_out", f"{leave_out}: all {len(known)} features known by then are named; keep one.")
    return Alike(row, bar, request.n, looked_at, tuple(open_outcomes(visible, bar)), coming)


def _require_reached(coming: UpcomingSession, bar: int) -> None:
    if bar > coming.as_of:
        asked, reached = as_of_words(bar), as_of_words(coming.as_of)
        remedy = "ask as of then or earlier, or send its bars"
        refuse(
            "as_of_not_reached", f"as_of: {asked} found, the next session is known as of {reached}; {remedy}."
        )


def known_by(definitions: Iterable[FeatureDefinition], bar: int) -> list[FeatureDefinition]:
    """The features that compare days as of a bar."""
    return [each for each in definitions if each.kind != "date" and is_known(each, bar)]


def open_outcomes(definitions: Iterable[FeatureDefinition], bar: int) -> list[FeatureDefinition]:
    """The features with an occurrence that is open as of a bar."""
    return [each for each in definitions if "occurrence" in each.modules and not is_known(each, bar)]


@dataclass(frozen=True, slots=True)
class AtRisk:
    """An outcome as of a bar: days (N,) with its event by then, days at risk, days at risk with it later."""

    happened: Mask
    known: Mask
    active: Mask


def at_risk(index: SnapshotIndex, outcome: FeatureDefinition, bar: int) -> AtRisk:
    sheet = index.engine.columns.sheets[outcome.name]
    active = sheet.days_of(sheet.parts[ACTIVE].spans["active"])
    happened = (index.sessions.happened(outcome.name, bar) or index.layout.no_day).mask
    return AtRisk(happened, sheet.days.known & ~happened, active & ~happened)


def trait_of(index: SnapshotIndex, definition: FeatureDefinition) -> Trait:
    """A feature in the form that compares days."""
    column = index.engine.columns.sheets[definition.name].columns[VALUE]
    return Trait(column, definition.category, definition.kind in ORDERED)


def checkpoints_of(index: SnapshotIndex) -> list[Checkpoint]:
    """The known and the open features at each bar of the back-test: every coded feature is an outcome.

    A feature without an occurrence, or not open by then, has no day at risk.
    """
    found, coded, before = [], list(index.days), set[str]()
    for bar in ALIKE_BARS:
        known = np.zeros((index.n_sessions, len(coded)), dtype=np.bool_)
        active = np.zeros_like(known)
        for each in open_outcomes(index.catalogue.features, bar):
            place, risk = coded.index(each.name), at_risk(index, each, bar)
            known[:, place], active[:, place] = risk.known, risk.active
        traits = [each for each in known_by(index.catalogue.features, bar) if each.name not in before]
        before |= {each.name for each in traits}
        found.append(Checkpoint([trait_of(index, each) for each in traits], known, active))
    return found


@dataclass(frozen=True, eq=False)
class AlikeDays:
    """The days like a day, of the matched ones before it."""

    index: SnapshotIndex
    alike: Alike
    matched: Bitmap

    @cached_property
    def compared(self) -> Rows:
        """The rows of the candidate days."""
        return np.flatnonzero(self.matched.mask[: self.alike.row])

    @cached_property
    def weights(self) -> Floats:
        """The weights of the features looked at; they sum to 1."""
        return weights_of([each.category for each in self.alike.looked_at])

    @cached_property
    def _differences(self) -> Floats:
        """Of each feature looked at and each compared day (F, J)."""
        row = np.array([self.alike.row])
        return np.array(
            [
                differences(trait, self.compared, row)[:, 0].take(trait.column.codes[self.compared])
                for trait in map(self._trait, self.alike.looked_at)
            ]
        )

    @cached_property
    def _nearest(self) -> tuple[Rows, Floats]:
        """Places among the compared days, nearest first, and every compared day's distance."""
        distances = self.weights @ self._differences
        return nearest(distances[None], self.alike.most)[0], distances

    def _trait(self, definition: FeatureDefinition) -> Trait:
        """A feature's values; the coming day's is the last."""
        trait, coming = trait_of(self.index, definition), self.alike.coming
        number = None if coming is None else coming.number(definition.name)
        return trait if number is None else replace(trait, column=with_value(trait.column, number))

    def _own_cells(self, names: list[str]) -> dict[str, Cell]:
        coming, by_name = self.alike.coming, self.index.catalogue.by_name
        if coming is None:
            return {
                name: cells[0]
                for name, cells in columns(self.index, np.array([self.alike.row]), names).items()
            }
        return {name: cell_of(by_name[name], float(coming.values[name][0])) for name in names}

    def _has_come(self, outcome: FeatureDefinition, risk: AtRisk) -> bool:
        """Whether an outcome's event came on the given day by then."""
        coming = self.alike.coming
        if coming is None:
            return bool(risk.happened[self.alike.row])
        return outcome.name in coming.values and bool(coming.came(outcome.name, self.alike.as_of).all())

    @property
    def rows(self) -> Rows:
        return self.compared[self._nearest[0]]

    def days(self) -> list[AlikeDay]:
        """The days alike, nearest first, without parts that add nothing to a distance."""
        places, distances = self._nearest
        names = [each.name for each in self.alike.looked_at]
        own, cells = self._own_cells(names), columns(self.index, self.rows, names)
        found = []
        for number, place in enumerate(places.tolist()):
            of_features = self._differences[:, place]
            order = np.argsort(-self.weights * of_features, kind="stable")[:FARTHEST].tolist()
            parts = [
                AlikePart(names[at], own[names[at]], cells[names[at]][number], float(of_features[at]))
                for at in order
                if of_features[at] > 0
            ]
            day = str(self.index.session_date[self.rows[number]])
            found.append(AlikeDay(day, float(distances[place]), parts))
        return found

    def outcomes(self) -> list[AlikeOutcome]:
        """What followed, for outcomes without an event on the given day by then.

        The days alike are a part of all; `difference` is theirs minus the other days'.
        """
        asked = self.alike
        risks = ((each, at_risk(self.index, each, asked.as_of)) for each in asked.outcomes)
        found = [(each, risk) for each, risk in risks if not self._has_come(each, risk)]
        scores = self._scores([outcome for outcome, _ in found])
        return [self._outcome(*each, scores.get(each[0].name)) for each in found]

    def _outcome(self, outcome: FeatureDefinition, risk: AtRisk, brier: AlikeBrier | None) -> AlikeOutcome:
        days, n = (
            np.array([np.count_nonzero(mask[rows]) for rows in (self.rows, self.compared)])
            for mask in (risk.active, risk.known)
        )
        neighbours, every = group_rates(days, n)
        others = (np.array([own[0], own[1] - own[0]]) for own in (days, n))
        told = float(forecast(days[0], n[0], days[1] / n[1])) if n[1] else None
        return AlikeOutcome(outcome.name, neighbours, every, told, difference_of(*others), brier)

    def _scores(self, outcomes: Sequence[FeatureDefinition]) -> dict[str, AlikeBrier]:
        """The back-test at the last of its bars by then, of the outcomes with enough days.

        Holm's adjustment ranges over these.
        """
        found = self.index.back_test
        if found is None:
            return {}
        place = sum(bar <= self.alike.as_of for bar in ALIKE_BARS) - 1
        coded = {name: at for at, name in enumerate(self.index.days)}
        names = [each.name for each in outcomes if found.days[place, coded[each.name]] >= LEAST_SCORED]
        at = place, np.array([coded[name] for name in names], dtype=np.intp)
        brier, error, degrees = found.brier[:, *at], found.error[at], found.weeks[at] - 1
        difference = brier[0] - brier[1]
        with np.errstate(divide="ignore", invalid="ignore"):
            p_values = student_tail(difference / error, degrees)
        half = [student(each) for each in degrees.tolist()] * error
        figures = np.stack((*brier, difference, difference - half, difference + half), axis=1)
        tests = adjusted_tests(p_values, ["no_chance"] * len(names))
        return {
            name: AlikeBrier(
                ALIKE_BARS[place],
                days,
                own,
                base,
                off,
                Interval(*limits),
                forecast_verdict(off, None if isinstance(test, str) else test),
            )
            for name, days, (own, base, off, *limits), test in zip(
                names, found.days[at].tolist(), to_json_numbers(figures), tests, strict=True
            )
        }
