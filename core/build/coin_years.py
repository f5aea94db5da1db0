"""Coin days by year; unchanged ones are copied from the build before.

A coin depends on its session's date and draw alone. A session's coin days depend on its own bars and
levels, on the sessions before it, and on the code of each feature. Digests of these show what is new.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from core.build.code_digest import feature_digest
from core.build.part_record import UnreadablePart, read_record
from core.features import coin_days as coin_days_module
from core.features.coin_days import COIN_DECIDED, CoinDays, draws_for, toss
from core.features.compute import FeatureColumn
from core.features.entries import Feature
from core.features.ticks import in_ticks
from core.market.dates import years_of
from core.market.market import CalendarFacts, IntArray, Market, SessionTable

EVENT_BAR = "#event_bar"
"""Suffix of the column with a feature's event bars."""

_DIGEST_BYTES = 16
_POSITIONS = ("ordinal", "previous_row", "previous", "full_row")
"""Places in a table, which any added earlier session moves."""

Kept = Mapping[str, pq.ParquetFile]
"""The years of an earlier build, each an open file."""


@dataclass(frozen=True, slots=True)
class YearMark:
    """The inputs of a year's coin days: a digest per session, and one per feature's code."""

    sessions: tuple[bytes, ...]
    code: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CoinYears:
    """The coin days of every session, with the `rows` and the mark of each year."""

    days: CoinDays
    rows: Mapping[str, slice]
    marks: Mapping[str, YearMark]

    def is_in(self, kept: Kept, year: str) -> bool:
        """Whether an earlier build left the same year, perhaps with more draws per session."""
        file = kept.get(year)
        return file is not None and _draws_of(file) >= self.days.draws and _mark_of(file) == self.marks[year]

    def table(self, year: str) -> pa.Table:
        """A year in the form of its file."""
        draws, mark = self.days.draws, self.marks[year]
        part = slice(self.rows[year].start * draws, self.rows[year].stop * draws)
        columns = {name: each.values[part] for name, each in self.days.columns.items()}
        for name, each in self.days.columns.items():
            if each.event_bar is not None:
                columns[name + EVENT_BAR] = each.event_bar[part]
        tosses = {f"byte_{place}": column[part] for place, column in enumerate(self.days.tosses.T)}
        about = {
            "draws": str(draws),
            "sessions": b"".join(mark.sessions).hex(),
            "code": orjson.dumps(mark.code),
        }
        return pa.table(columns | tosses).replace_schema_metadata(about)


def open_years(folder: Path) -> Kept:
    """The years that an earlier build left in `folder`; none if they are not as written.

    Hold the folder's lock.
    """
    try:
        files = read_record(folder).files
    except UnreadablePart:
        return {}
    return {Path(each.path).stem: pq.ParquetFile(folder / each.path) for each in files}


def coin_years(market: Market, kept: Kept, features: tuple[Feature, ...] = COIN_DECIDED) -> CoinYears:
    """The coin days of a market in points; computes only sessions and features missing in `kept`."""
    ticks, draws = in_ticks(market), draws_for(len(market))
    digests = session_digests(ticks)
    code = {each.definition.name: feature_digest(each, coin_days_module.__name__) for each in features}
    days = _empty(len(market), draws, features)
    rows, marks = dict[str, slice](), dict[str, YearMark]()
    for year, part in years_of(ticks.session_date):
        rows[year], marks[year] = part, YearMark(tuple(digests[part]), code)
        file = kept.get(year)
        found, places = _found(file, digests[part], code, draws)
        numbers = np.arange(part.start, part.stop)
        if file is not None and found:
            _take(days, file, found, numbers[places >= 0], places[places >= 0])
        absent = tuple(each for each in features if each.definition.name not in found)
        _compute(days, ticks, features, numbers[places < 0])
        _compute(days, ticks, absent, numbers[places >= 0])
    return CoinYears(days, rows, marks)


def session_digests(ticks: Market) -> list[bytes]:
    """Digest of each session's inputs: its row and every counted session before it."""
    table, calendar = ticks.sessions, ticks.calendar
    behind = np.where(table.previous < 0, -1, np.arange(len(table)) - table.previous)
    counted = _bytes_of([*_arrays(table), behind])
    minutes = [] if ticks.minutes is None else [ticks.minutes.high, ticks.minutes.low]
    own = _bytes_of([*_arrays(ticks), *_arrays(calendar), *minutes])
    so_far, before = hashlib.blake2b(ticks.symbol.encode(), digest_size=_DIGEST_BYTES), []
    for row in counted:
        before.append(so_far.digest())
        so_far.update(row)
    return [
        hashlib.blake2b(before[place] + row, digest_size=_DIGEST_BYTES).digest()
        for place, row in zip(ticks.ordinal.tolist(), own, strict=True)
    ]


def _arrays(of: Market | SessionTable | CalendarFacts) -> list[np.ndarray[Any, Any]]:
    found = {each.name: getattr(of, each.name) for each in fields(of) if each.name not in _POSITIONS}
    return [each for each in found.values() if isinstance(each, np.ndarray)]


def _bytes_of(arrays: Sequence[np.ndarray[Any, Any]]) -> list[bytes]:
    """The bytes of each row of some arrays; texts are padded to a fixed width."""
    rows = len(arrays[0])
    plain = [each.astype("U32") if each.dtype.kind == "U" else each for each in arrays]
    parts = [np.ascontiguousarray(each).view(np.uint8).reshape(rows, -1) for each in plain]
    return [row.tobytes() for row in np.concatenate(parts, axis=1)]


def _empty(sessions: int, draws: int, features: Sequence[Feature]) -> CoinDays:
    count = sessions * draws
    columns = {
        each.definition.name: FeatureColumn(
            np.empty(count), None if each.decided_on is None else np.empty(count)
        )
        for each in features
    }
    return CoinDays(draws, columns, np.empty((count, coin_days_module.TOSS_BYTES), dtype=np.uint8))


def _mark_of(file: pq.ParquetFile) -> YearMark:
    about = file.schema_arrow.metadata
    joined = bytes.fromhex(about[b"sessions"].decode())
    sessions = [joined[at : at + _DIGEST_BYTES] for at in range(0, len(joined), _DIGEST_BYTES)]
    return YearMark(tuple(sessions), orjson.loads(about[b"code"]))


def _draws_of(file: pq.ParquetFile) -> int:
    return int(file.schema_arrow.metadata[b"draws"])


def _found(
    file: pq.ParquetFile | None, sessions: Sequence[bytes], code: Mapping[str, str], draws: int
) -> tuple[list[str], IntArray]:
    """The reusable features of a file, and the place of each session in it; -1 if missing."""
    if file is None or _draws_of(file) < draws:
        return [], np.full(len(sessions), -1)
    mark = _mark_of(file)
    at = {digest: place for place, digest in enumerate(mark.sessions)}
    places = np.array([at.get(digest, -1) for digest in sessions])
    return [name for name, digest in code.items() if mark.code.get(name) == digest], places


def _take(days: CoinDays, file: pq.ParquetFile, names: list[str], rows: IntArray, places: IntArray) -> None:
    """Copy the sessions at `places` of `file` into `rows`; the file may have more draws per session."""
    draws, many = days.draws, _draws_of(file)
    bars = [name + EVENT_BAR for name in names if days.columns[name].event_bar is not None]
    bits = [f"byte_{place}" for place in range(days.tosses.shape[1])]
    table = file.read(columns=[*names, *bars, *bits])
    into, taken = _of_sessions(rows, draws, draws), _of_sessions(places, many, draws)
    for name in names:
        days.columns[name].values[into] = table.column(name).to_numpy()[taken]
    for name in bars:
        event_bar = days.columns[name.removesuffix(EVENT_BAR)].event_bar
        assert event_bar is not None
        event_bar[into] = table.column(name).to_numpy()[taken]
    days.tosses[into] = np.column_stack([table.column(name).to_numpy()[taken] for name in bits])


def _compute(days: CoinDays, ticks: Market, features: tuple[Feature, ...], rows: IntArray) -> None:
    if not features or not len(rows):
        return
    made, into = toss(ticks, rows, days.draws, features), _of_sessions(rows, days.draws, days.draws)
    days.tosses[into] = made.tosses
    for name, column in made.columns.items():
        days.columns[name].values[into] = column.values
        event_bar = days.columns[name].event_bar
        if column.event_bar is not None and event_bar is not None:
            event_bar[into] = column.event_bar


def _of_sessions(rows: IntArray, many: int, draws: int) -> IntArray:
    """Places of the first `draws` coin days of some sessions; each session has `many` in a row."""
    return np.asarray((rows[:, np.newaxis] * many + np.arange(draws)).ravel())
