"""A source's pin as a file that a person can read and edit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from core.contracts.errors import DataError
from core.importing.overrides import LABELS
from core.importing.pins import STATED, Pin
from core.importing.readers.roles import ROLES
from core.storage.durable import write_file

_TEXTS = ("layout", "stamps", "zone", "label", "adjustment", "sha256")


@dataclass(frozen=True, slots=True)
class KeptPin:
    """A pin with what else is kept: the prices' adjustment, the first file's digest, a stated priority."""

    pin: Pin
    adjustment: str
    sha256: str
    priority: int | None = None

    def ranked(self, priority: int | None) -> KeptPin:
        """The same with another priority."""
        return replace(self, priority=priority)


def write_pin(path: Path, kept: KeptPin) -> None:
    """Write a pin whole or not at all."""
    pin = kept.pin
    record = {
        "layout": pin.layout,
        "columns": dict(pin.columns),
        "stamps": pin.stamps,
        "zone": pin.zone,
        "label": pin.label,
        "minutes": pin.minutes,
        "adjustment": kept.adjustment,
        "priority": kept.priority,
        "score": pin.score,
        "runner_up": pin.runner_up,
        "margin": pin.margin,
        "sha256": kept.sha256,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, orjson.dumps(record, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def read_pin(path: Path) -> KeptPin:
    """The pin in a file; its name is the source's. DataError `bad_sources` names the entry that is wrong."""
    try:
        record = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise DataError(f"{path}: is no JSON ({error}). Correct or delete it.", code="bad_sources") from error
    for name, expected in _faults(record if isinstance(record, dict) else {}):
        raise DataError(
            f"{path}: {name}: expected {expected}. Correct it, or delete the file and import with --repin.",
            code="bad_sources",
        )
    pin = Pin(
        layout=record["layout"],
        stamps=record["stamps"],
        zone=record["zone"],
        label=record["label"],
        minutes=record["minutes"],
        score=record.get("score", 0.0),
        columns=record["columns"],
        runner_up=record.get("runner_up"),
        margin=record.get("margin"),
        source=path.stem,
    )
    return KeptPin(pin, record["adjustment"], record["sha256"], record.get("priority"))


def _faults(record: dict[str, Any]) -> list[tuple[str, str]]:
    found = [(name, "a text") for name in _TEXTS if not isinstance(record.get(name), str)]
    columns, priority = record.get("columns"), record.get("priority")
    if not isinstance(columns, dict) or not all(
        role in ROLES and isinstance(at, int) for role, at in columns.items()
    ):
        found.append(("columns", f"the positions of {', '.join(ROLES)}"))
    if type(record.get("minutes")) is not int:
        found.append(("minutes", "1 or 5"))
    if priority is not None and type(priority) is not int:
        found.append(("priority", "a whole number or null"))
    if not found and record["label"] not in LABELS:
        found.append(("label", " or ".join(LABELS)))
    if not found and record["zone"] != STATED and not _is_zone(record["zone"]):
        found.append(("zone", f"an IANA name, as America/Chicago, or {STATED}"))
    return found


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
