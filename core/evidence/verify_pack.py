"""Proves that a pack and its files equal the columns, bars and signals they were made from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import orjson
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.contracts.pack import (
    ALIKE_BARS,
    ALIKE_BRIER,
    ALIKE_DAYS,
    ALIKE_ERROR,
    ALIKE_WEEKS,
    FINAL_BAR,
    NULL_CODE,
    TOSS_BYTES,
    AllTimeHigh,
    EmaRun,
)
from core.contracts.ranges import code_count, ranges_of
from core.features.by_bar import event_bars, value_by_bar
from core.features.coin_days import CoinDays, all_coins
from core.features.compute import FeatureColumn
from core.figures.alike import LEAST_BEFORE, NEIGHBOURS, WEEK, nearest_before
from core.figures.columns import FeatureDays
from core.market.market import DateArray, FloatArray
from core.market.session_bars import SessionBars
from core.question.conditions import Condition
from core.question.index import SnapshotIndex
from core.signals.ama import Signals
from core.views.alike import Alike, AlikeDays, checkpoints_of, known_by
from core.warehouse.serving.bar_book import SERVER_DEFAULTS, BarBook, computed_bars, first_needed
from core.warehouse.serving.pack import Pack

_EVERY = 20
"""One session in so many, and every one without a bar before it, is recomputed as a chart does."""


@dataclass(frozen=True, slots=True)
class PackCheck:
    """What was compared: sessions, features, and index counts that equal column counts."""

    sessions: int
    features: int
    counts: int


def verify_written(folder: Path, pack: Pack) -> Pack:
    """The pack in `folder`, opened as a service does and compared byte for byte with the one in memory.

    `pack` has every written document. DataError if it cannot be opened; it names the first entry that
    differs.
    """
    written = Pack.open(folder)
    others = [
        f"array {name}"
        for name, array in pack.arrays.items()
        if written.array(name).tobytes() != np.ascontiguousarray(array).tobytes()
    ]
    others += [
        f"document {name}"
        for name, document in pack.documents.items()
        if written.document(name) != orjson.loads(orjson.dumps(document))
    ]
    if written.arrays.keys() != pack.arrays.keys() or written.documents.keys() != pack.documents.keys():
        others.append("table of contents")
    if others:
        raise DataError(
            f"{folder}, {others[0]}: read back other than written. Look at the disk, then build again."
        )
    return written


def verify_index(index: SnapshotIndex, columns: Mapping[str, FeatureColumn]) -> PackCheck:
    """Compare every feature of an index, written or still in memory, with its column.

    Values and per-session entries are compared one by one. Every label, whole number, range and deciding bar
    is counted through the index and in the column. DataError names the first feature that differs and where.
    """
    coded = [feature for feature in index.catalogue.features if feature.kind != "date"]
    counts = sum(_verify_feature(index, feature, columns) for feature in coded)
    return PackCheck(index.n_sessions, len(coded), counts)


def verify_coin(index: SnapshotIndex, coin: CoinDays) -> int:
    """Compare every feature's values on coin days with its column; returns how many features.

    DataError names the first that differs.
    """
    served = index.coin
    if served is None or served.draws != coin.draws or served.columns.keys() != coin.columns.keys():
        raise DataError("serving pack, coin days: other draws or features than made. Build it again.")
    rows = np.arange(0, index.n_sessions, _EVERY)
    tossed = np.unpackbits(served.tosses.reshape(-1, coin.draws, TOSS_BYTES)[rows], axis=2, count=LAST_BAR)
    coins = all_coins(index.session_date[rows], coin.draws)
    _expect_equal("coins", tossed.reshape(-1, LAST_BAR), coins)
    for name, column in coin.columns.items():
        _expect_equal(f"coin days of {name}", served.columns[name].numbers, column.values)
        if name in served.events:
            events = event_bars(served.definitions[name], column)
            _expect_equal(f"events on coin days of {name}", served.events[name], events)
    return len(coin.columns)


def verify_alike(index: SnapshotIndex, pack: Pack, first_new: int = LEAST_BEFORE) -> int:
    """Find days alike as a service does, on some days at every bar of the back-test; returns how many times.

    The days are every 250th from row `first_new` on, and the last. DataError if the back-test uses other
    days, or has an impossible figure.
    """
    checkpoints = checkpoints_of(index)
    most = np.array([each.known[LEAST_BEFORE:].sum(axis=0) for each in checkpoints])
    days, brier = pack.array(ALIKE_DAYS, most.shape), pack.array(ALIKE_BRIER, (2, *most.shape))
    _expect_equal("days of the back-test", np.clip(days, 0, most), days)
    _expect_equal("Brier scores without a day", np.isnan(brier), np.stack((days == 0, days == 0)))
    _expect_equal("Brier scores", np.clip(brier, 0, 1), brier)
    weeks, error = pack.array(ALIKE_WEEKS, most.shape), pack.array(ALIKE_ERROR, most.shape)
    _expect_equal("weeks of the back-test", np.clip(weeks, -(-days // WEEK), days), weeks)
    _expect_equal("errors without two weeks", np.isnan(error), weeks < 2)
    _expect_equal("errors of the scores", np.clip(error, 0, 1), error)
    last = index.n_sessions - 1
    rows = {*range(first_new, index.n_sessions, LEAST_BEFORE), last} if last >= LEAST_BEFORE else ()
    for row in rows:
        found = nearest_before(checkpoints, np.arange(row - 1, row + 1))
        for bar, (_, nearest) in zip(ALIKE_BARS, found, strict=True):
            asked = Alike(row, bar, NEIGHBOURS, tuple(known_by(index.catalogue.features, bar)), ())
            served = AlikeDays(index, asked, index.layout.every_day)
            _expect_equal(f"days like {index.session_date[row]} as of bar {bar}", nearest, served.rows)
    return len(rows) * len(ALIKE_BARS)


def _verify_feature(
    index: SnapshotIndex, feature: FeatureDefinition, columns: Mapping[str, FeatureColumn]
) -> int:
    values, codes = columns[feature.name].values, index.days[feature.name].codes
    if not np.array_equal(index.columns[feature.name].numbers, values, equal_nan=True):
        _differs(feature, "values", "other", "the column's")
    with_value = int((~np.isnan(values)).sum())
    _expect(feature, "days with a value", int((codes != NULL_CODE).sum()), with_value)
    if feature.kind == "numeric":
        _verify_ranges(feature, values, codes)
    else:
        _verify_filters(index, feature, values)
    checked = 1 + code_count(feature)
    if feature.waits_for_event:
        checked += _verify_events(index, feature, columns)
    return checked + _verify_sessions(index.days[feature.name], values, index.session_date)


def _verify_ranges(feature: FeatureDefinition, values: FloatArray, codes: NDArray[np.uint8]) -> None:
    ranges, found = ranges_of(feature), np.bincount(codes, minlength=NULL_CODE)
    expected = np.bincount(ranges.code(values[~np.isnan(values)]), minlength=NULL_CODE)
    for code, label in enumerate(ranges.labels):
        _expect(feature, f"days {label}", int(found[code]), int(expected[code]))


def _verify_filters(index: SnapshotIndex, feature: FeatureDefinition, values: FloatArray) -> None:
    """Count the days of every label or whole number through the index."""
    first = 0 if feature.value_range is None else feature.value_range[0]
    for number, cell in enumerate(feature.coded_values, first):
        _verify_days(index, Condition(feature.name, 0, "=", cell), f"days = {cell}", values == number)


def _verify_events(
    index: SnapshotIndex, feature: FeatureDefinition, columns: Mapping[str, FeatureColumn]
) -> int:
    """Count, for every bar, the days decided by then through the index; returns how many bars."""
    neutral = feature.neutral_label
    labels = tuple(label for label in feature.labels if label != neutral)
    codes = [feature.labels.index(label) for label in labels]
    for bar in range(1, LAST_BAR + 1):
        expected = np.isin(value_by_bar(feature, columns, bar), codes)
        condition = Condition(feature.name, 0, "in", labels, by_bar=bar)
        _verify_days(index, condition, f"days decided by bar {bar}", expected)
    return LAST_BAR


def _verify_days(index: SnapshotIndex, condition: Condition, what: str, expected: NDArray[np.bool_]) -> None:
    others = np.count_nonzero(index.sessions.passing(condition).mask != expected)
    _expect(index.catalogue.by_name[condition.feature], f"{what}, others", int(others), 0)


def _verify_sessions(sessions: FeatureDays, values: FloatArray, days: DateArray) -> int:
    """Compare the column (N,) with every entry that holds its values; returns how many were compared.

    Not the day regime: its entries hold more than its labels.
    """
    present = ~np.isnan(values)
    compared = 0
    for entry, found in _from_entries(sessions):
        differs = np.flatnonzero(present & ~np.equal(found, values))
        if len(differs):
            row = differs[0]
            where = f"{entry} of session {days[row]}"
            _differs(sessions.definition, where, f"{found[row]:g}", f"{values[row]:g}")
        compared += int(present.sum())
    return compared


def _from_entries(sessions: FeatureDays) -> Iterator[tuple[str, FloatArray]]:
    """The feature's values (N,) from its per-session entries."""
    feature = sessions.definition
    if sessions.extremes is not None:
        of_periods = sessions.extremes[:, :FINAL_BAR].sum(axis=1, dtype=np.float64)
        is_count = feature.kind == "integer count"
        yield "extremes", of_periods if is_count else sessions.extremes[:, FINAL_BAR].astype(np.float64)
    if sessions.ema_runs is not None and feature.kind == "integer count":
        runs = sessions.ema_runs.astype(np.float64)
        one_sided = len(runs) == 1
        tails = runs[0, :, EmaRun.TAIL] - runs[-1, :, EmaRun.TAIL]
        yield "ema_runs", runs[0, :, EmaRun.BARS] if one_sided else tails
    if sessions.all_time_highs is not None:
        first = sessions.all_time_highs[:, AllTimeHigh.FIRST_BAR]
        yield "all_time_highs", (first > 0).astype(np.float64) if feature.kind == "boolean" else first


def _expect(feature: FeatureDefinition, what: str, found: int, expected: int) -> None:
    if found != expected:
        _differs(feature, what, str(found), str(expected))


def _differs(feature: FeatureDefinition, what: str, found: str, expected: str) -> NoReturn:
    raise DataError(
        f"serving pack, feature {feature.name}, {what}: {found} found, {expected} expected. Build it again."
    )


def verify_bars(book: BarBook, bars: SessionBars, signals: Signals) -> int:
    """Compare every bar and signal with the pack's source; returns how many bars.

    DataError names the first column, or the first session, that differs.
    """
    prices = zip(("open", "high", "low", "close"), book.in_points(slice(None)), strict=True)
    volume = np.where(book.volume < 0, np.nan, book.volume)
    for name, found in (*prices, ("volume", volume), ("ema", book.ema)):
        _expect_equal(name, found, getattr(bars, name))
    _expect_equal("bar_number", book.bar_number, bars.bar_number)
    _expect_equal("session_of_bar", book.session_of_bar, bars.session_of_bar)
    counted = slice(bars.counted_bars)
    _expect_equal("signal_type", book.signals[0, counted], signals.signal_type)
    _expect_equal("ft_flag", book.signals[1, counted], signals.ft_flag)
    _expect_equal("signals of quarantined sessions", book.signals[:, bars.counted_bars :], 0)
    return len(book.bar_number)


def verify_signals(book: BarBook) -> int:
    """Recompute sessions from two sessions before, as a chart of them does; returns how many.

    DataError names the first session with other stored signals.
    """
    checked = [i for i in range(book.counted) if i % _EVERY == 0 or not book.sessions[i].follows]
    for index in checked:
        own, start = book.bars_of(index), book.bars_of(max(0, index - 2)).start
        found = computed_bars(
            book, slice(first_needed(book, start, SERVER_DEFAULTS), own.stop), SERVER_DEFAULTS, start
        )
        stored, day = book.signals[:, own], book.sessions[index].session_date
        for name, row in (("signal_type", stored[0]), ("ft_flag", stored[1])):
            _expect_equal(f"{name} of session {day}", row, getattr(found, name)[own.start - own.stop :])
    return len(checked)


def _expect_equal(what: str, found: NDArray[Any], expected: NDArray[Any] | int) -> None:
    if not np.array_equal(found, np.broadcast_to(expected, found.shape), equal_nan=found.dtype.kind == "f"):
        raise DataError(f"serving pack, {what}: not what the bars give. Build it again.")
