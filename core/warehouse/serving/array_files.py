"""Reads the array files of a pack into memory of its own; their form is that of core.contracts.pack."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import accumulate
from math import prod
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.contracts.pack import ALIGNMENT, TOC_FILE, coin_values, is_ranks, rank_type, values_of

Array = NDArray[Any]
_REMEDY = "Build the snapshot again, or roll back to the one before."

Count = Annotated[int, msgspec.Meta(ge=0)]


class Part(msgspec.Struct, frozen=True):
    """A run of an entry's rows: `length` rows in a file, from byte `offset` on."""

    file: Annotated[str, msgspec.Meta(pattern="^arrays[_0-9]*[.]bin$")]
    length: Count
    offset: Annotated[int, msgspec.Meta(ge=0, multiple_of=ALIGNMENT)]


class Entry(msgspec.Struct, frozen=True):
    """One entry of the table of contents; its parts are consecutive along `axis`."""

    dtype: Literal["<u2", "<i2", "<i4", "<f8", "|u1", "|i1"]
    shape: Annotated[tuple[Count, ...], msgspec.Meta(min_length=1)]
    axis: Count
    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1)]

    @property
    def rows(self) -> int:
        return sum(part.length for part in self.parts)

    def shape_with(self, rows: int) -> tuple[int, ...]:
        return (*self.shape[: self.axis], rows, *self.shape[self.axis + 1 :])

    def size_with(self, rows: int) -> int:
        return prod(self.shape_with(rows)) * np.dtype(self.dtype).itemsize


def read_arrays(folder: Path, toc: Mapping[str, Any]) -> dict[str, Array]:
    """Every entry in memory, its parts joined; DataError if a file differs from `toc`."""
    entries = {name: _entry(folder / TOC_FILE, name, each) for name, each in toc.items()}
    joined = _room_for(entries)
    for file, parts in sorted(_by_file(entries).items()):
        ends = (part.offset + entries[name].size_with(part.length) for name, _, part in parts)
        content = _content(folder / file, max(ends))
        for name, begin, part in parts:
            entry, rows = entries[name], slice(begin, begin + part.length)
            into = joined[name][(slice(None),) * entry.axis + (rows,)]
            into[...] = np.ndarray(entry.shape_with(part.length), entry.dtype, content, part.offset)
    for name in filter(is_ranks, entries):
        _join_ranks(folder, name, entries, joined)
    for array in joined.values():
        array.flags.writeable = False
    return joined


def broken(where: Path | str, found: str, kind: type[DataError] = DataError) -> NoReturn:
    """Raise a `kind` error: the pack is not as it was written."""
    raise kind(f"serving pack, {where}: {found}. {_REMEDY}")


def _entry(path: Path, name: str, found: Any) -> Entry:
    try:
        entry = msgspec.convert(found, Entry)
    except msgspec.ValidationError as error:
        broken(path, f"entry {name}: {error}")
    if entry.axis >= len(entry.shape):
        broken(path, f"entry {name}: axis {entry.axis} found, one of {len(entry.shape)} expected")
    if entry.rows != entry.shape[entry.axis] and not name.startswith(coin_values("")):
        broken(path, f"entry {name}: parts of {entry.rows} rows found, shape {entry.shape} expected")
    return entry


def _by_file(entries: Mapping[str, Entry]) -> dict[str, list[tuple[str, int, Part]]]:
    """The parts of each file, with their entry and their first row in it."""
    found = defaultdict[str, list[tuple[str, int, Part]]](list)
    for name, entry in entries.items():
        row = 0
        for part in entry.parts:
            found[part.file].append((name, row, part))
            row += part.length
    return found


def _content(path: Path, expected: int) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        broken(path, "the file is missing")
    if len(content) != expected:
        broken(path, f"{len(content)} bytes found, {expected} expected")
    return content


def _room_for(entries: Mapping[str, Entry]) -> dict[str, Array]:
    """An array per entry, in memory that returns to the system as soon as it is freed."""
    types = {name: np.dtype(_type_in_memory(entries, name)) for name in entries}
    shapes = {name: each.shape_with(each.rows) for name, each in entries.items()}
    sizes = (prod(shape) * types[name].itemsize for name, shape in shapes.items())
    ends = list(accumulate(-(-size // ALIGNMENT) * ALIGNMENT for size in sizes))
    buffer = mmap(-1, max([*ends, 1]), flags=MAP_PRIVATE | MAP_ANONYMOUS)
    return {
        name: np.ndarray(shape, types[name], buffer, begin)
        for (name, shape), begin in zip(shapes.items(), [0, *ends], strict=False)
    }


def _type_in_memory(entries: Mapping[str, Entry], name: str) -> str:
    """As in the files; ranks among the values of all years may be larger."""
    values = entries.get(values_of(name)) if is_ranks(name) else None
    return entries[name].dtype if values is None else rank_type(values.shape[0])


def _join_ranks(folder: Path, name: str, entries: Mapping[str, Entry], joined: dict[str, Array]) -> None:
    """Turn ranks among a year's values into ranks among all values."""
    named = values_of(name)
    if named not in entries or len(entries[named].parts) != len(entries[name].parts):
        broken(folder / TOC_FILE, f"entry {named} does not have the parts of {name}")
    by_year, ranks = joined[named], joined[name]
    values = np.unique(by_year)
    if len(values) != entries[named].shape[0]:
        broken(
            folder / TOC_FILE, f"entry {named}: {len(values)} values found, {entries[named].shape} expected"
        )
    row = value = 0
    for of_ranks, of_values in zip(entries[name].parts, entries[named].parts, strict=True):
        own = by_year[value : value + of_values.length]
        places = np.append(np.searchsorted(values, own), len(values)).astype(ranks.dtype)
        rows = slice(row, row + of_ranks.length)
        ranks[rows] = places[np.minimum(ranks[rows], len(own))]
        row, value = rows.stop, value + of_values.length
    joined[named] = values
