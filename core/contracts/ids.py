"""Names that come from content: the engine's version, digests, snapshot ids (ruling 12)."""

import hashlib
import re
from dataclasses import fields, is_dataclass
from typing import Any

import orjson

from core.contracts.catalogue import Catalogue

ENGINE_VERSION = "1"
"""The version people speak of; `core.build.manifest` adds what the code itself says."""

_SNAPSHOT_ID = re.compile(r"\d{4}-\d{2}-\d{2}-[0-9a-f]{12}")


def digest_of(value: Any) -> str:
    """SHA-256 of `value` as JSON with sorted keys; dataclasses and tuples count as maps and lists."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS
    return hashlib.sha256(orjson.dumps(value, _to_fields, options)).hexdigest()


def _to_fields(value: Any) -> dict[str, Any]:
    """A dataclass's fields; orjson itself would add its cached properties."""
    if not is_dataclass(value):
        raise TypeError
    return {each.name: getattr(value, each.name) for each in fields(value)}


def definitions_digest(catalogue: Catalogue) -> str:
    """Digest of every feature and category as defined, in display order."""
    return digest_of([catalogue.features, catalogue.categories])


def snapshot_id(
    last_session: str, *, sources: list[str], definitions: str, options: dict[str, Any], engine: str
) -> str:
    """The id that two builds of the same bars share: last session's ISO date and twelve hex digits.

    `sources` are the imported files' digests in import order, `definitions` is `definitions_digest`,
    `options` the other inputs of the numbers (instrument, rolls, calendar), `engine` the code's version.
    """
    made_of = {"sources": sources, "definitions": definitions, "options": options, "engine": engine}
    return f"{last_session}-{digest_of(made_of)[:12]}"


def is_snapshot_id(name: str) -> bool:
    return _SNAPSHOT_ID.fullmatch(name) is not None
