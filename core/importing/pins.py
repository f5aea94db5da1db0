"""How the files of one source are read: found once, kept, and later files are held to it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from core.importing.overrides import Label
from core.importing.readers.text import DELIMITERS, TextTable

OWN_LAYOUT = "our own form"
STATED = "stated"
"""The zone of stamps that name their zone themselves."""

_STAMP = re.compile(
    r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}.*|\d{8}([ T].*)?|\d{10}|\d{13}|\d{16}|\d{19}", re.DOTALL
)
_WORD = re.compile(r"\d{8,}")
_END_OFFSET = re.compile(r"(?<=:9)[+-]9(:?9)?$")


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
