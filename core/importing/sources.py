"""The sources of bars: the priority of each, and how to read its files.

warehouse/sources.toml          a person's choice: `[NAME]` with `priority = N`
warehouse/sources/NAME.json     the pin: how the first file of NAME was read, for a person to check and edit
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson

from core.contracts.bounded_toml import load_toml
from core.contracts.errors import DataError
from core.importing.formats.header import ROLES
from core.importing.formats.text import DELIMITERS, TextTable
from core.importing.overrides import LABELS, Label
from core.importing.zones.zones import is_zone
from core.warehouse.durable import write_file
from core.warehouse.paths import Warehouse

REMEDY = (
    "Name another vendor's file with --source NAME; where the vendor changed its form, pin again with --repin"
)
OWN_LAYOUT = "our own form"
STATED = "stated"
"""The zone of stamps that state their own."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_STAMP = re.compile(
    r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}.*|\d{8}([ T].*)?|(\d{10}|\d{13}|\d{16}|\d{19})(\.0*)?", re.DOTALL
)
_WORD = re.compile(r"\d{8,}")
_END_OFFSET = re.compile(r"(?<=:9)[+-]9(:?9)?$")

_TEXTS = ("layout", "stamps", "zone", "label", "adjustment", "sha256")
_RECORD = (
    *("layout", "columns", "stamps", "zone", "label", "minutes", "adjustment", "priority"),
    *("score", "runner_up", "margin", "sha256"),
)

EQUAL_PRIORITY = 0
"""The default priority of a source."""


@dataclass(frozen=True, slots=True)
class Pin:
    """How a file was read.

    `layout` is its grammar in words, `columns` the position of each role, `stamps` their written form, `zone`
    an IANA name or `stated`, `minutes` the bars' length. `score` is the probe's, `runner_up` the second-best
    reading and `margin` the distance to it. `source` names the source, "" if none yet. A kept pin also has
    `adjustment`, that of the prices, `sha256`, the first file's digest, and `priority`, if stated.
    """

    layout: str
    stamps: str
    zone: str
    label: Label
    minutes: int
    score: float = 0.0
    columns: dict[str, int] = field(default_factory=dict)
    runner_up: str | None = None
    margin: float | None = None
    source: str = ""
    adjustment: str = ""
    sha256: str = ""
    priority: int | None = None

    @property
    def reading(self) -> str:
        return f"zone {self.zone}, bar {self.label}"


PinFinder = Callable[[str], Pin | None]
"""The pin that a file of this layout must match, None if there is none yet."""

OWN_PIN = Pin(OWN_LAYOUT, "ISO 8601", "UTC", "open", 5, 1.0)
"""The pin of our own form, which needs no detection."""


@dataclass(frozen=True, slots=True)
class SourceOverrides:
    """A person's choice of a file's source: its name, its priority, and whether to pin it again."""

    name: str | None = None
    priority: int | None = None
    repin: bool = False


NO_SOURCE_OVERRIDES = SourceOverrides()


@dataclass(frozen=True, slots=True)
class Source:
    """The source of one file: the rank of its bars, and the pin to keep if it is new."""

    name: str
    priority: int
    pin: Pin | None


@dataclass(frozen=True, slots=True)
class SourceBook:
    """Known sources: `declared` are the priorities of sources.toml, `kept` the pins of the warehouse.

    `overrides` are a person's choice for this file.
    """

    declared: Mapping[str, int]
    kept: Mapping[str, Pin]
    overrides: SourceOverrides = NO_SOURCE_OVERRIDES

    @property
    def priorities(self) -> dict[str, int]:
        """Priority by source; only sources with a stated one."""
        pinned = {name: pin.priority for name, pin in self.kept.items() if pin.priority is not None}
        return {**pinned, **self.declared}

    def pin_for(self, layout: str, path: Path) -> Pin | None:
        """The pin that a file of this layout must match; None if there is none or it is made again.

        DataError `pinned_otherwise` if the named source's files have another layout, `source_unclear` if no
        source is named and several have this layout.
        """
        if self.overrides.repin:
            return None
        name = self.overrides.name or self._one_of(layout, path)
        pin = None if name is None else self.kept.get(name)
        if pin is not None and pin.layout != layout:
            raise DataError(
                f"{path}: found {layout}; source {name} is pinned with {pin.layout}. {REMEDY}.",
                code="pinned_otherwise",
            )
        return pin

    def source_of(self, pin: Pin, adjustment: str, sha256: str, path: Path) -> Source:
        """The source of a file that was read as `pin` states.

        DataError `bad_sources` if the overrides and sources.toml give two priorities.
        """
        person = self.overrides
        name = person.name or pin.source or self._one_of(pin.layout, path) or _layout_name(pin.layout)
        kept = self.kept.get(name)
        declared = self.declared.get(name)
        if person.priority is not None and declared not in (None, person.priority):
            raise DataError(
                f"{path}: --priority {person.priority}; sources.toml gives {name} the priority {declared}. "
                "Leave --priority out, or change sources.toml.",
                code="bad_sources",
            )
        stated = person.priority
        if stated is None and kept is not None:
            stated = kept.priority
        priority = next((each for each in (declared, stated) if each is not None), EQUAL_PRIORITY)
        news: Pin | None = replace(pin, adjustment=adjustment, sha256=sha256, priority=stated)
        if kept is not None and not person.repin:
            news = None if kept.priority == stated else replace(kept, priority=stated)
        elif name == _layout_name(OWN_LAYOUT) and stated is None:
            news = None
        return Source(name, priority, news)

    def _one_of(self, layout: str, path: Path) -> str | None:
        names = [name for name, pin in self.kept.items() if pin.layout == layout]
        if len(names) > 1:
            raise DataError(
                f"{path}: whose file is this? {' and '.join(names)} have files of this form. "
                "Name one with --source.",
                code="source_unclear",
            )
        return names[0] if names else None


NO_BOOK = SourceBook({}, {})


def read_sources(warehouse: Warehouse, overrides: SourceOverrides = NO_SOURCE_OVERRIDES) -> SourceBook:
    """Read sources.toml and the pins of a warehouse.

    DataError `bad_sources` if sources.toml, a pin or the claimed name is invalid.
    """
    if overrides.name is not None and not _NAME.fullmatch(overrides.name):
        raise DataError(
            f"--source {overrides.name!r}: expected lower-case letters, digits, - and _.", code="bad_sources"
        )
    pins = {path.stem: _read_pin(path) for path in sorted(warehouse.sources.glob("*.json"))}
    return SourceBook(_declared(warehouse.sources_file), pins, overrides)


def keep_pin(warehouse: Warehouse, source: Source) -> None:
    """Write the source's pin if it is new, whole or not at all."""
    if source.pin is not None:
        warehouse.sources.mkdir(parents=True, exist_ok=True)
        record = {name: getattr(source.pin, name) for name in _RECORD}
        content = orjson.dumps(record, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
        write_file(warehouse.sources / f"{source.name}.json", content)


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
    """A stamp reduced to the pattern that all files of a source share."""
    plain = _WORD.sub(lambda found: f"<{len(found[0])}>", cell.strip())
    worn = re.sub(r"[A-Za-z]+", "a", re.sub(r"(?<!<)\d+(?!>)", "9", plain))
    return _END_OFFSET.sub("+9:9", worn)


def _layout_name(layout: str) -> str:
    """A default source name, the same for every file of the layout."""
    if layout == OWN_LAYOUT:
        return "own"
    word = re.sub(r"\W+", "-", layout.partition(";")[0].lower())
    return f"{word}-{hashlib.sha256(layout.encode()).hexdigest()[:6]}"


def _read_pin(path: Path) -> Pin:
    """The pin in a file named by its source; DataError `bad_sources` names the wrong entry."""
    try:
        record = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise DataError(f"{path}: is no JSON ({error}). Correct or delete it.", code="bad_sources") from error
    for name, expected in _faults(record if isinstance(record, dict) else {}):
        raise DataError(
            f"{path}: {name}: expected {expected}. Correct it, or delete the file and import with --repin.",
            code="bad_sources",
        )
    return Pin(source=path.stem, **{name: record[name] for name in _RECORD if name in record})


def _faults(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The wrong entries of a pin file, each with what is expected."""
    for name in _TEXTS:
        if not isinstance(record.get(name), str):
            yield name, "a text"
    columns = record.get("columns")
    if not isinstance(columns, dict) or not all(
        role in ROLES and isinstance(at, int) for role, at in columns.items()
    ):
        yield "columns", f"the positions of {', '.join(ROLES)}"
    if type(record.get("minutes")) is not int:
        yield "minutes", "1 or 5"
    if type(record.get("priority", 0)) not in (int, type(None)):
        yield "priority", "a whole number or null"
    if record["label"] not in LABELS:
        yield "label", " or ".join(LABELS)
    if record["zone"] != STATED and not is_zone(record["zone"]):
        yield "zone", f"an IANA name, as America/Chicago, or {STATED}"


def _declared(path: Path) -> dict[str, int]:
    try:
        tables = load_toml(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: is no TOML ({error}). Correct it.", code="bad_sources") from error
    for name, table in tables.items():
        priority = table.get("priority") if isinstance(table, dict) and len(table) == 1 else None
        if not _NAME.fullmatch(name) or type(priority) is not int:
            raise DataError(
                f"{path}: [{name}]: found {table}. Expected a name of lower-case letters, digits, - and _, "
                "and in its table `priority = N`, a whole number.",
                code="bad_sources",
            )
    return {name: table["priority"] for name, table in tables.items()}
