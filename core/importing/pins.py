"""How the files of one source are read: found once, kept in a file, and later files are held to it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import orjson

from core.contracts.errors import DataError
from core.importing.overrides import LABELS, Label
from core.importing.readers.roles import ROLES
from core.importing.readers.text import DELIMITERS, TextTable
from core.importing.time_zones.stamps import is_zone
from core.storage.durable import write_file

OWN_LAYOUT = "our own form"
STATED = "stated"
"""The zone of stamps that name their zone themselves."""

_STAMP = re.compile(
    r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}.*|\d{8}([ T].*)?|\d{10}|\d{13}|\d{16}|\d{19}", re.DOTALL
)
_WORD = re.compile(r"\d{8,}")
_END_OFFSET = re.compile(r"(?<=:9)[+-]9(:?9)?$")

_TEXTS = ("layout", "stamps", "zone", "label", "adjustment", "sha256")


@dataclass(frozen=True, slots=True)
class Pin:
    """How a file was read.

    `layout` is its grammar in words, `columns` where each role stands, `stamps` their written form, `zone` an
    IANA name or `stated`, `minutes` the bars' length. `score` is the probe's, `runner_up` the reading that
    came next and `margin` the distance to it. `source` names whose files are read so, "" where nobody's yet.
    """

    layout: str
    stamps: str
    zone: str
    label: Label
    minutes: int
    score: float
    columns: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    runner_up: str | None = None
    margin: float | None = None
    source: str = ""

    @property
    def reading(self) -> str:
        """The zone and the label in words."""
        return f"zone {self.zone}, bar {self.label}"


PinFinder = Callable[[str], Pin | None]
"""The pin that a file of this layout is held to, None where there is none yet."""

OWN_PIN = Pin(OWN_LAYOUT, "ISO 8601", "UTC", "open", 5, 1.0)
"""A file in our own form: nothing was to be found out."""


def no_pins(_: str) -> None:
    """The finder where nothing is pinned."""
    return


def source_name(layout: str) -> str:
    """The name of a source that nobody named, the same for every file of its layout."""
    if layout == OWN_LAYOUT:
        return "own"
    word = re.sub(r"\W+", "-", layout.partition(";")[0].lower())
    return f"{word}-{hashlib.sha256(layout.encode()).hexdigest()[:6]}"


def text_layout(table: TextTable) -> str:
    """The grammar of a text file: delimiter, header or number of columns, and the shape of its stamps."""
    names = f"{len(table.columns)} columns without a header"
    if table.names is not None:
        names = f"header {','.join(table.names)}"
    cells = [str(column[0].as_py()).strip() for column in table.columns]
    stamp = next((at for at, cell in enumerate(cells) if _STAMP.fullmatch(cell)), len(cells))
    is_split = stamp + 1 < len(cells) and ":" in cells[stamp + 1]
    shapes = " ".join(map(_shape, cells[stamp : stamp + 1 + is_split]))
    return f"{DELIMITERS.get(table.delimiter, table.delimiter)}; {names}; stamps {shapes}"


def _shape(cell: str) -> str:
    """A stamp with its numbers and letters worn down to what is the same in every file of a source."""
    plain = _WORD.sub(lambda found: f"<{len(found[0])}>", cell.strip())
    worn = re.sub(r"[A-Za-z]+", "a", re.sub(r"(?<!<)\d+(?!>)", "9", plain))
    return _END_OFFSET.sub("+9:9", worn)


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
    if not found and record["zone"] != STATED and not is_zone(record["zone"]):
        found.append(("zone", f"an IANA name, as America/Chicago, or {STATED}"))
    return found
