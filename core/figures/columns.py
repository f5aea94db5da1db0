"""A snapshot as columns of small codes, and the rates of each feature: everything to count.

Every coded feature has a sheet: a column of its values and further ones that its modules read day by day. A
rate is four numbers: days with a code from a to b, of the days with a code from c to d.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import code_count
from core.figures.bitmap import Bitmap, Layout
from core.figures.formulas import Counts, Floats, Mask, log_factorials, median_ranks

Span = tuple[int, int]
"""The first code and the one after the last."""

VALUE, ACTIVE, LABELS = "value", "active", "labels"
"""The column of a feature's own values; the parts that tests count."""


@dataclass(frozen=True, slots=True)
class FeatureDays:
    """One feature day by day, as the serving pack holds it; every full session is a row.

    `codes` (N,) hold NULL_CODE where there is no value, `numbers` (N,) are a numeric's values, NaN = null.
    `goes_on` (N,) marks the exchange session after the row before, half days skipped over. `histogram_edges`
    (B + 1,) cut its histogram, the outer bins open. `extremes` (N, 4), `ema_runs` (S, N, 9) and
    `all_time_highs` (N, 4) are the pack's entries (core.contracts.pack), None unless its modules read them.
    `split` are the days (N,) with and without the event that splits its meaning.
    """

    definition: FeatureDefinition
    codes: NDArray[np.uint8]
    goes_on: Mask
    numbers: Floats | None = None
    histogram_edges: Floats | None = None
    extremes: NDArray[np.uint8] | None = None
    ema_runs: NDArray[np.uint8] | None = None
    all_time_highs: Floats | None = None
    split: tuple[Mask, Mask] | None = None

    @property
    def first(self) -> int:
        """The value of code 0 of an integer; 0 for booleans and labels."""
        return 0 if self.definition.value_range is None else self.definition.value_range[0]

    @property
    def known(self) -> Mask:
        return np.asarray(self.codes != NULL_CODE)


@dataclass(frozen=True, slots=True)
class Column:
    """One code a day: code k has the value values[k]; the last code, len(values), means null.

    Quantiles and mean range over the codes from `first` on.
    """

    codes: NDArray[Any]
    values: Floats
    first: int = 0

    @property
    def known(self) -> Mask:
        return np.asarray(self.codes < len(self.values))

    @property
    def numbers(self) -> Floats:
        """Each day's value, NaN = null."""
        return np.append(self.values, np.nan).take(self.codes)

    def by_value(self) -> Mask:
        """The days (V, N) with each value."""
        return np.asarray(self.codes == np.arange(len(self.values), dtype=self.codes.dtype)[:, None])

    def days_with(self, wanted: Mask) -> Mask:
        """The days with one of some values, a mask of `values`; by runs of neighbouring codes."""
        bounded = np.zeros(len(wanted) + 2, dtype=np.bool_)
        bounded[1:-1] = wanted
        ends = (bounded[1:] != bounded[:-1]).nonzero()[0].tolist()
        found = np.zeros(len(self.codes), dtype=np.bool_)
        for first, end in zip(ends[::2], ends[1::2], strict=True):
            found |= (self.codes >= first) & (self.codes < end)
        return found


def ranked(values: Floats) -> Column:
    """Numbers by their rank; NaN is null."""
    known = ~np.isnan(values)
    found, ranks = np.unique(values[known], return_inverse=True)
    codes = np.full(len(values), len(found), dtype=np.min_scalar_type(len(found)))
    codes[known] = ranks
    return Column(codes, found)


def counted(values: NDArray[Any], known: Mask, most: int, first: int = 0) -> Column:
    """Whole numbers from 0 to `most` on the known days."""
    codes = np.where(known, values, most + 1).astype(np.min_scalar_type(most + 1))
    return Column(codes, np.arange(most + 1.0), first)


def coded_column(definition: FeatureDefinition, codes: NDArray[np.uint8]) -> Column:
    """A coded feature's values as the pack has them, NULL_CODE = null."""
    first = 0 if definition.value_range is None else definition.value_range[0]
    return Column(codes, first + np.arange(float(NULL_CODE)))


def _own_column(days: FeatureDays) -> Column:
    """The feature's values; an event's bars begin at bar 1, no event is no bar."""
    if days.numbers is not None:
        return ranked(days.numbers)
    size = code_count(days.definition)
    codes = np.minimum(days.codes, np.uint8(size))
    first = max(0, 1 - days.first) if days.definition.kind == "integer bar" else 0
    return Column(codes, days.first + np.arange(float(size)), first)


class Side(NamedTuple):
    """A side of a feature: its active days (N,), and the state of every day (N,).

    `continues` marks the days after an active session. `following` is the state of the next session:
    0 absent or without a value, 1 not active, 2 active.
    """

    active: Mask
    continues: Mask
    following: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Part:
    """Some rates or counts of a sheet: their rows, and the counted codes by place."""

    rows: slice
    spans: Mapping[str, Span]


class Sheet:
    """What to count of one feature; its columns' codes are numbered one column after another.

    `everything` are the codes of the days with a value. `rows` are its columns in `Columns.codes`, the first
    of them `row`; `number_of` numbers them by name. `rate_cells` (R, 4) are days with a code from a to b, of
    the days with a code from c to d; `count_cells` (B, 2) days with a code from a to b. By code, `values`
    (S,) are the values, `has_value` (S,) whether they count, `whole` (S,) every session's days. `sides` have
    the streaks; `label_names` are an enum's labels.
    """

    def __init__(self, days: FeatureDays, recipes: Mapping[str, "Recipe"], row: int = 0) -> None:
        self.days, self.definition = days, days.definition
        self.columns = {VALUE: _own_column(days)}
        self.everything: Span = 0, len(self.columns[VALUE].values)
        self.label_names = [self.definition.label_name(label) for label in self.definition.labels]
        self.sides: list[Side] = []
        self.parts: dict[str, Part] = {}
        self._rates: list[tuple[int, int, int, int]] = []
        self._counts: list[Span] = []
        if self.definition.kind == "enum":
            self.rates(LABELS, {label: (code, code + 1) for code, label in enumerate(self.definition.labels)})
        for module in self.definition.modules:
            recipes[module](self)
        columns = self.columns.values()
        self.rows = range(row, row + len(columns))
        self.number_of = {name: number for number, name in enumerate(self.columns)}
        self.sizes = np.array([len(each.values) + 1 for each in columns])
        self.firsts = np.array([each.first for each in columns])
        self.values = np.concatenate([np.append(each.values, 0.0) for each in columns])
        for (name, each), end in zip([*self.columns.items()], np.cumsum(self.sizes), strict=True):
            self.columns[name] = replace(each, values=self.values[end - len(each.values) - 1 : end - 1])
        self.has_value = np.concatenate([_has_value(each) for each in columns])
        self.whole = np.concatenate(
            [np.bincount(each.codes, minlength=len(each.values) + 1) for each in columns]
        )
        self.rate_cells = np.array(self._rates, dtype=np.int64).reshape(-1, 4)
        self.count_cells = np.array(self._counts, dtype=np.int64).reshape(-1, 2)

    def within(self, least: float, most: float) -> Span:
        """The codes of the feature's values from `least` to `most`, both included."""
        own = self.columns[VALUE].values
        return int(own.searchsorted(least)), int(own.searchsorted(most, "right"))

    def column(self, name: str, column: Column) -> int:
        """Add a column; returns its first code."""
        start = sum(len(each.values) + 1 for each in self.columns.values())
        self.columns[name] = column
        return start

    def rates(self, name: str, spans: Mapping[str, Span], of: Span | None = None) -> None:
        """Count shares of days, by place; of the days with a value by default."""
        if name not in self.parts:
            start = len(self._rates)
            self._rates += [(*span, *(of or self.everything)) for span in spans.values()]
            self.parts[name] = Part(slice(start, len(self._rates)), spans)

    def counts(self, name: str, spans: Mapping[str, Span]) -> None:
        if name not in self.parts:
            start = len(self._counts)
            self._counts += spans.values()
            self.parts[name] = Part(slice(start, len(self._counts)), spans)

    def days_of(self, span: Span) -> Mask:
        """The days (N,) with a code of the span, in the column that holds it."""
        for column in self.columns.values():
            size = len(column.values) + 1
            if span[0] < size:
                return np.asarray((column.codes >= span[0]) & (column.codes < span[1]))
            span = span[0] - size, span[1] - size
        raise ValueError("a span lies in one of its sheet's columns")


Recipe = Callable[[Sheet], None]
"""What a module counts of a feature."""


def nothing(sheet: Sheet) -> None:
    """For a module that reads only the counted values, which every feature has."""


def _has_value(column: Column) -> NDArray[np.bool_]:
    codes = np.arange(len(column.values) + 1)
    return (codes >= column.first) & (codes < len(column.values))


class Columns:
    """One snapshot's features, ready to count; read-only.

    `codes` (C, N) are the columns of all sheets, `median_ranks` (N + 1,) those of `formulas.median_ranks`.
    """

    def __init__(
        self, features: Iterable[FeatureDays], layout: Layout, recipes: Mapping[str, Recipe]
    ) -> None:
        self.sheets: dict[str, Sheet] = {}
        columns: list[Column] = []
        for days in features:
            sheet = self.sheets[days.definition.name] = Sheet(days, recipes, len(columns))
            columns += sheet.columns.values()
        most = max((len(each.values) for each in columns), default=0)
        self.codes = np.array([each.codes for each in columns], dtype=np.min_scalar_type(most))
        for sheet in self.sheets.values():
            for row, (name, column) in zip(sheet.rows, sheet.columns.items(), strict=True):
                sheet.columns[name] = replace(column, codes=self.codes[row])
        self.sessions = layout.days
        self.flags = Flags(list(self.sheets.values()), layout)
        self.median_ranks = median_ranks(self.sessions)


class Flags:
    """The inputs of tests, as bits: days with a value, active days and days of each outcome.

    `words` (W, R) hold a flag a column, shared by flags of the same days; `whole` (R,) are its days.
    `row_of` numbers the features with a test; `known` (F,) and `active` (F,) are their flags. `outcomes`
    (F, L) are the flags of an enum's labels, else of active and inactive days, padded with the empty flag 0;
    `labels` (F,) counts the labels, 0 without. `is_enum` and `is_shown` (F,) mark features with labels and
    with an occurrence.
    """

    def __init__(self, sheets: Iterable[Sheet], layout: Layout) -> None:
        self.layout = layout
        numbers: dict[bytes, int] = {}

        def numbered(mask: Mask) -> int:
            return numbers.setdefault(layout.pack(mask).tobytes(), len(numbers))

        none = np.zeros(layout.days, dtype=np.bool_)
        numbered(none)
        self.row_of: dict[str, int] = {}
        known, active, outcomes, is_enum, is_shown = [], [], [], [], []
        for each in sheets:
            if not (ACTIVE in each.parts or LABELS in each.parts):
                continue
            self.row_of[each.definition.name] = len(self.row_of)
            is_enum.append(LABELS in each.parts)
            is_shown.append(ACTIVE in each.parts)
            days = {
                part: [each.days_of(span) for span in each.parts[part].spans.values()]
                for part in (ACTIVE, LABELS)
                if part in each.parts
            }
            shown = days.get(ACTIVE, [none])[0]
            known.append(numbered(each.days.known))
            active.append(numbered(shown))
            labels = days.get(LABELS, [shown, each.days.known & ~shown])
            outcomes.append([numbered(label) for label in labels])
        self.is_enum, self.is_shown = np.array(is_enum, dtype=np.bool_), np.array(is_shown, dtype=np.bool_)
        self.known, self.active = np.array(known, dtype=np.intp), np.array(active, dtype=np.intp)
        self.labels = [
            len(flags) if labelled else 0 for flags, labelled in zip(outcomes, is_enum, strict=True)
        ]
        self.outcomes = np.zeros((len(outcomes), max(map(len, outcomes), default=1)), dtype=np.intp)
        for row, flags in enumerate(outcomes):
            self.outcomes[row, : len(flags)] = flags
        words = [np.frombuffer(each, dtype=np.uint64) for each in numbers]
        self.words = np.ascontiguousarray(np.array(words).T)
        self.whole = self.count(layout.every_day)

    @cached_property
    def log_factorials(self) -> Floats:
        """The logarithms of 0! to N!."""
        return log_factorials(self.layout.days)

    def count(self, days: Bitmap) -> Counts:
        """Days of a group that have each flag (R,)."""
        both = np.bitwise_count(self.words & days.words[:, None])
        return np.asarray(both.sum(axis=0, dtype=np.int64))
