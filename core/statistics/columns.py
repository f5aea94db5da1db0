"""A snapshot as columns of small codes, and the rates of each feature: all that a question counts.

Every coded feature becomes a sheet: a column of its values and whatever else its modules read day by day. A
rate is four numbers: days with a code from a to b, of the days with a code from c to d.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import code_count
from core.statistics.bitmaps import Mask, Words, pack

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

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
    `all_time_highs` (N, 4) are the pack's entries (core.contracts.pack), None where its modules do not read
    them. `split` are the days (N,) on which the event that splits its meaning happened, and those on which it
    did not.
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
        """Days with a value."""
        return np.asarray(self.codes != NULL_CODE)


@dataclass(frozen=True, slots=True)
class Column:
    """One code a day: code k is worth values[k], the last code, len(values), means null.

    `first` is the first code that its quantiles and mean range over.
    """

    codes: NDArray[Any]
    values: Floats
    first: int = 0


def ranked(values: Floats) -> Column:
    """Numbers by their rank; NaN is null."""
    known = ~np.isnan(values)
    found, ranks = np.unique(values[known], return_inverse=True)
    codes = np.full(len(values), len(found), dtype=np.int32)
    codes[known] = ranks
    return Column(codes, found)


def counted(values: NDArray[Any], known: Mask, most: int, first: int = 0) -> Column:
    """Whole numbers from 0 to `most` on the known days."""
    return Column(np.where(known, values.astype(np.int32), np.int32(most + 1)), np.arange(most + 1.0), first)


def _own_column(days: FeatureDays) -> Column:
    """The feature's values; an event's bars begin at bar 1, what did not happen is no bar."""
    if days.numbers is not None:
        return ranked(days.numbers)
    size = code_count(days.definition)
    codes = np.where(days.known, days.codes.astype(np.int32), np.int32(size))
    first = max(0, 1 - days.first) if days.definition.kind == "integer bar" else 0
    return Column(codes, days.first + np.arange(float(size)), first)


@dataclass(frozen=True, slots=True)
class Part:
    """Some rates or counts of a sheet: which rows, and by place the codes counted."""

    rows: slice
    spans: Mapping[str, Span]


class Draft:
    """Collects what is counted of one feature, by name; a part that is there already stays."""

    def __init__(self, days: FeatureDays) -> None:
        self.days = days
        self.columns = {VALUE: _own_column(days)}
        self.parts: dict[str, Part] = {}
        self.rate_rows: list[tuple[int, int, int, int]] = []
        self.count_rows: list[Span] = []

    @property
    def everything(self) -> Span:
        """The codes of the days with a value."""
        return 0, len(self.columns[VALUE].values)

    def values(self, least: float, most: float) -> Span:
        """The codes of the feature's values between two numbers, both included."""
        own = self.columns[VALUE].values
        return int(own.searchsorted(least)), int(own.searchsorted(most, "right"))

    def column(self, name: str, column: Column) -> int:
        """Add a column; the code that it begins at."""
        start = sum(len(each.values) + 1 for each in self.columns.values())
        self.columns[name] = column
        return start

    def rates(self, name: str, spans: Mapping[str, Span], of: Span | None = None) -> None:
        """Count shares of days, by place; of the days with a value where nothing else is said."""
        if name not in self.parts:
            start = len(self.rate_rows)
            self.rate_rows += [(*span, *(of or self.everything)) for span in spans.values()]
            self.parts[name] = Part(slice(start, len(self.rate_rows)), spans)

    def counts(self, name: str, spans: Mapping[str, Span]) -> None:
        """Count days, by place."""
        if name not in self.parts:
            start = len(self.count_rows)
            self.count_rows += spans.values()
            self.parts[name] = Part(slice(start, len(self.count_rows)), spans)


Recipe = Callable[[Draft], None]
"""What a module has counted of a feature."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is counted of one feature, its columns' codes numbered one column after another.

    `rows` are its columns' rows in `Columns.codes`, in the order of `columns`; `rates` (R, 4) are days with a
    code from a to b, of the days with a code from c to d; `counts` (B, 2) days with a code from a to b.
    `whole` counts every session's codes. `measured` is its row in `Columns.measured`.
    """

    days: FeatureDays
    rows: range
    columns: Mapping[str, int]
    sizes: tuple[int, ...]
    firsts: tuple[int, ...]
    values: Floats
    whole: Counts
    rates: Counts
    counts: Counts
    parts: Mapping[str, Part]
    measured: int | None = None

    @property
    def definition(self) -> FeatureDefinition:
        """The feature."""
        return self.days.definition

    def span(self, names: Iterable[str], place: str) -> Span | None:
        """The codes of a place in one of several parts."""
        return next(
            (s for n in names if n in self.parts for s in [self.parts[n].spans.get(place)] if s), None
        )


def _sheet(draft: Draft, row: int, measured: int | None) -> Sheet:
    columns = list(draft.columns.values())
    return Sheet(
        days=draft.days,
        rows=range(row, row + len(columns)),
        columns={name: place for place, name in enumerate(draft.columns)},
        sizes=tuple(len(each.values) + 1 for each in columns),
        firsts=tuple(each.first for each in columns),
        values=np.concatenate([np.append(each.values, 0.0) for each in columns]),
        whole=np.concatenate([np.bincount(each.codes, minlength=len(each.values) + 1) for each in columns]),
        rates=np.array(draft.rate_rows, dtype=np.int64).reshape(-1, 4),
        counts=np.array(draft.count_rows, dtype=np.int64).reshape(-1, 2),
        parts=draft.parts,
        measured=measured,
    )


class Columns:
    """One snapshot's features, ready to count; read-only.

    `codes` (C, N) are the columns of all sheets; `measured` (M, N) are the values of numerics and counts, 0
    where `known` (M, N) says there is none.
    """

    def __init__(self, features: Sequence[FeatureDays], recipes: Mapping[str, Recipe]) -> None:
        self.sheets: dict[str, Sheet] = {}
        columns: list[Column] = []
        values: list[Floats] = []
        for days in features:
            draft = Draft(days)
            _draw_up(draft, recipes)
            measured = len(values) if days.definition.kind in ("numeric", "integer count") else None
            if measured is not None:
                values.append(_measured(days))
            self.sheets[days.definition.name] = _sheet(draft, len(columns), measured)
            columns += draft.columns.values()
        self.sessions = len(features[0].codes) if features else 0
        most = max((len(each.values) for each in columns), default=0)
        self.codes = np.array([each.codes for each in columns], dtype=np.min_scalar_type(most))
        table = np.array(values, dtype=np.float64).reshape(len(values), self.sessions)
        self.known = ~np.isnan(table)
        self.measured = np.where(self.known, table, 0.0)
        self.flags = Flags(list(self.sheets.values()), self.codes)


def _draw_up(draft: Draft, recipes: Mapping[str, Recipe]) -> None:
    """What the tests count of every feature, and what its modules ask for."""
    definition = draft.days.definition
    if definition.kind == "enum":
        draft.rates(LABELS, {label: (code, code + 1) for code, label in enumerate(definition.labels)})
    for module in definition.modules:
        recipes[module](draft)


def _measured(days: FeatureDays) -> Floats:
    if days.numbers is not None:
        return days.numbers
    return np.where(days.known, days.codes.astype(np.float64) + days.first, np.nan)


class Flags:
    """What tests count, as bits: days with a value, active days and days of each label.

    `words` (W, R) hold a flag a column, `whole` (R,) its days. `shown` and `enums` number the features with
    an occurrence and those with labels; `label_rows` (E, L) are the flags of each enum's labels, filled up
    with one that no day has.
    """

    def __init__(self, sheets: Sequence[Sheet], codes: NDArray[Any]) -> None:
        shown, enums = ([each for each in sheets if part in each.parts] for part in (ACTIVE, LABELS))
        masks = [_within(codes, each, (0, each.sizes[0] - 1)) for each in shown]
        masks += [_within(codes, each, span) for each in shown for span in each.parts[ACTIVE].spans.values()]
        labels = [each.parts[LABELS].spans.values() for each in enums]
        starts = list(accumulate((len(spans) for spans in labels), initial=len(masks) + 1))
        self.label_rows = np.full((len(enums), max(map(len, labels), default=0)), len(masks))
        masks.append(np.zeros(codes.shape[-1], dtype=np.bool_))
        for row, (each, spans) in enumerate(zip(enums, labels, strict=True)):
            self.label_rows[row, : len(spans)] = np.arange(starts[row], starts[row + 1])
            masks += [_within(codes, each, span) for span in spans]
        self.words: Words = np.ascontiguousarray(pack(np.array(masks)).T)
        self.whole = np.array([np.count_nonzero(mask) for mask in masks])
        self.shown = {each.definition.name: place for place, each in enumerate(shown)}
        self.enums = {each.definition.name: place for place, each in enumerate(enums)}

    def count(self, days: Words) -> Counts:
        """Days of a set on which each flag stands (R,)."""
        both = np.bitwise_count(self.words & days[:, None])
        return np.asarray(np.add.reduce(both, axis=0, dtype=np.int64))


def _within(codes: NDArray[Any], sheet: Sheet, span: Span) -> Mask:
    own = codes[sheet.rows.start]
    return np.asarray((own >= span[0]) & (own < span[1]))
