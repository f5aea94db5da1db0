"""Reads a serving pack and its catalogue into memory: what becomes of its files harms no reader.

What a pack holds is said in core.contracts.pack.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import orjson
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue, Category, FeatureDefinition
from core.contracts.errors import DataError, Outdated
from core.contracts.known_at import KnownAt
from core.contracts.pack import ALIGNMENT, ARRAYS_FILE, PACK_SCHEMA, TOC_FILE

Array = NDArray[Any]
DTYPES = ("<u2", "<i2", "<i4", "<f8", "|u1", "|i1")
_TUPLES = ("modules", "labels", "label_names", "value_range", "bucket_edges", "clean_twins", "split_labels")
_REMEDY = "Build the snapshot again, or roll back to the one before."


@dataclass(frozen=True, slots=True)
class Pack:
    """The entries of one serving pack, read-only; `sessions` is N.

    The writer assembles one in memory, a service opens one from a folder: the index cannot tell them apart.
    """

    sessions: int
    arrays: Mapping[str, Array]
    documents: Mapping[str, Any]

    @classmethod
    def open(cls, folder: Path) -> Pack:
        """The pack in a folder, copied: a mapped file that is cut short would end the process (SIGBUS).

        Raises:
            DataError: a file is missing, half-written or of another schema.
        """
        toc = _read_toc(folder / TOC_FILE)
        arrays = _read_arrays(folder / ARRAYS_FILE, toc["arrays"])
        documents = {name: _read_json(folder / str(file)) for name, file in toc["json"].items()}
        return cls(toc["sessions"], arrays, documents)

    def array(self, entry: str, shape: tuple[int, ...] | None = None) -> Array:
        """One array, of the shape that it must have where one is given.

        Raises:
            DataError: the pack has no such entry, or one of another shape.
        """
        if entry not in self.arrays:
            _broken(ARRAYS_FILE, f"entry {entry} is missing")
        found = self.arrays[entry]
        if shape is not None and found.shape != shape:
            _broken(f"entry {entry}", f"shape {found.shape} found, {shape} expected")
        return found

    def document(self, entry: str) -> Any:
        """One decoded JSON document.

        Raises:
            DataError: the pack has no such entry.
        """
        if entry not in self.documents:
            _broken(TOC_FILE, f"document {entry} is missing")
        return self.documents[entry]


def _broken(where: Path | str, found: str, kind: type[DataError] = DataError) -> NoReturn:
    raise kind(f"serving pack, {where}: {found}. {_REMEDY}")


def _read_json(path: Path) -> Any:
    try:
        return orjson.loads(path.read_bytes())
    except FileNotFoundError:
        _broken(path, "the file is missing")
    except orjson.JSONDecodeError as error:
        _broken(path, f"not whole JSON ({error})")


def _read_toc(path: Path) -> dict[str, Any]:
    toc = _read_json(path)
    if not isinstance(toc, dict) or toc.get("schema") != PACK_SCHEMA:
        found = toc.get("schema") if isinstance(toc, dict) else type(toc).__name__
        kind = Outdated if isinstance(found, int) and found < PACK_SCHEMA else DataError
        _broken(path, f"schema {found} found, {PACK_SCHEMA} expected", kind)
    if not _is_count(toc.get("sessions")) or toc["sessions"] == 0:
        _broken(path, f"sessions is {toc.get('sessions')!r}, a positive number expected")
    for part in ("arrays", "json"):
        if not isinstance(toc.get(part), dict):
            _broken(path, f"{part} is not a table")
    return toc


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _read_arrays(path: Path, entries: dict[str, Any]) -> dict[str, Array]:
    expected = max((_end(path, name, entry) for name, entry in entries.items()), default=0)
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno()).st_size
            if found != expected or not found:
                _broken(path, f"{found} bytes found, {expected} expected")
            # memory of its own, which the system has back at once when it is let go
            buffer = mmap(-1, found, flags=MAP_PRIVATE | MAP_ANONYMOUS)
            if (read := file.readinto(buffer)) != found:
                _broken(path, f"{read} bytes read, {expected} expected")
    except FileNotFoundError:
        _broken(path, "the file is missing")
    view = memoryview(buffer).toreadonly()
    return {
        name: np.ndarray(tuple(entry["shape"]), np.dtype(entry["dtype"]), view, entry["offset"])
        for name, entry in entries.items()
    }


def _end(path: Path, name: str, entry: Any) -> int:
    """Where an entry's bytes end in `arrays.bin`."""
    if not isinstance(entry, dict) or entry.get("dtype") not in DTYPES:
        _broken(path, f"entry {name} has no known dtype")
    shape, offset = entry.get("shape"), entry.get("offset")
    if not isinstance(shape, list) or not all(_is_count(length) for length in shape):
        _broken(path, f"entry {name} has no shape")
    if not isinstance(offset, int) or offset < 0 or offset % ALIGNMENT:
        _broken(path, f"entry {name} starts at {offset!r}, a multiple of {ALIGNMENT} expected")
    return offset + int(np.prod(shape, dtype=np.int64)) * np.dtype(entry["dtype"]).itemsize


def catalogue_to_json(catalogue: Catalogue) -> dict[str, Any]:
    """{"features": [...], "categories": [...]} of plain values."""
    return {
        "features": [asdict(feature) | {"known_at": str(feature.known_at)} for feature in catalogue.features],
        "categories": [asdict(category) for category in catalogue.categories],
    }


def catalogue_from_json(document: Any) -> Catalogue:
    """The catalogue that `catalogue_to_json` wrote.

    Raises:
        DataError: a field is missing or unknown: the pack is another version's.
    """
    try:
        features = tuple(_feature(raw) for raw in document["features"])
        categories = tuple(Category(**raw) for raw in document["categories"])
    except (KeyError, TypeError, ValueError) as error:
        remedy = "It was written by another version; build the snapshot again."
        raise DataError(f"serving pack, catalogue: {error}. {remedy}") from error
    return Catalogue(features, categories)


def _feature(raw: dict[str, Any]) -> FeatureDefinition:
    tuples = {name: tuple(raw[name]) for name in _TUPLES if raw[name] is not None}
    return FeatureDefinition(**raw | tuples | {"known_at": KnownAt(raw["known_at"])})
