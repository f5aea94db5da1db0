"""Reads a serving pack and its catalogue into memory, so that later changes of its files do no harm.

core.contracts.pack documents its entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from core.contracts.catalogue import Catalogue, Category, FeatureDefinition
from core.contracts.errors import DataError, Outdated
from core.contracts.known_at import KnownAt
from core.contracts.pack import ARRAYS_FILE, PACK_SCHEMA, TOC_FILE
from core.warehouse.serving.array_files import Array, broken, read_arrays

_TUPLES = (
    "modules",
    "labels",
    "label_names",
    "label_words",
    "value_range",
    "bucket_edges",
    "clean_twins",
    "split_labels",
)


@dataclass(frozen=True, slots=True)
class Pack:
    """The entries of one serving pack, read-only; `sessions` is N.

    The writer builds one in memory, a service opens one from a folder; the index treats both alike.
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
        arrays = read_arrays(folder, toc["arrays"])
        documents = {name: _read_json(folder / str(file)) for name, file in toc["json"].items()}
        return cls(toc["sessions"], arrays, documents)

    def array(self, entry: str, shape: tuple[int, ...] | None = None) -> Array:
        """One array, checked against `shape` if given.

        Raises:
            DataError: the pack has no such entry, or one of another shape.
        """
        if entry not in self.arrays:
            broken(ARRAYS_FILE, f"entry {entry} is missing")
        found = self.arrays[entry]
        if shape is not None and found.shape != shape:
            broken(f"entry {entry}", f"shape {found.shape} found, {shape} expected")
        return found

    def document(self, entry: str) -> Any:
        """One decoded JSON document.

        Raises:
            DataError: the pack has no such entry.
        """
        if entry not in self.documents:
            broken(TOC_FILE, f"document {entry} is missing")
        return self.documents[entry]


def _read_json(path: Path) -> Any:
    try:
        return orjson.loads(path.read_bytes())
    except FileNotFoundError:
        broken(path, "the file is missing")
    except orjson.JSONDecodeError as error:
        broken(path, f"not whole JSON ({error})")


def _read_toc(path: Path) -> dict[str, Any]:
    toc = _read_json(path)
    if not isinstance(toc, dict) or toc.get("schema") != PACK_SCHEMA:
        found = toc.get("schema") if isinstance(toc, dict) else type(toc).__name__
        kind = Outdated if isinstance(found, int) and found < PACK_SCHEMA else DataError
        broken(path, f"schema {found} found, {PACK_SCHEMA} expected", kind)
    if not _is_positive(toc.get("sessions")):
        broken(path, f"sessions is {toc.get('sessions')!r}, a positive number expected")
    for part in ("arrays", "json"):
        if not isinstance(toc.get(part), dict):
            broken(path, f"{part} is not a table")
    return toc


def _is_positive(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


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
    tuples = {name: tuple(raw[name]) for name in _TUPLES if raw.get(name) is not None}
    return FeatureDefinition(**raw | tuples | {"known_at": KnownAt(raw["known_at"])})
