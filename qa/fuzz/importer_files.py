"""Vendors' files that something happened to: imported as a plain reading has them, or refused by name."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import zstandard
from hypothesis import strategies as st

from core.contracts.errors import DataError
from core.importing.overrides import NO_OVERRIDES, Overrides
from qa.fuzz.plain_files import Bar, NoHeader, plain_bars, plain_json
from qa.fuzz.plain_forms import FORMS, JSON_FORMS
from qa.fuzz.scratch import imported, standing
from qa.fuzz.target import Target
from qa.fuzz.values import changed_bytes
from tests.unit.importing.vendor_files import known_bars, rth_only
from tests.unit.importing.vendor_layouts import LAYOUTS

NAMES = [*FORMS, *JSON_FORMS]
CONTRACTS = ("ninjatrader", "databento_iso", "massive", "massive_futures", "massive_json")
"""Layouts that name the contract."""

LEFT_OUT = ("spreads", "second_expiry", "partial_last_bar", "stray_prints", "filled_pauses")
MOST_WRITTEN = 0.9
"""The least share of bars as written in a file that has lost its header; the others were changed."""

PACKINGS: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}


@dataclass(frozen=True, slots=True)
class File:
    """A file of a layout: its bytes as they were before they were packed, and what a person says of it."""

    layout: str
    data: bytes
    packing: str = ""
    overrides: Overrides = NO_OVERRIDES


@cache
def whole(layout: str, seed: int = 7) -> bytes:
    """Two sessions as the vendor writes them."""
    bars = rth_only(known_bars("2024-11-13", "2024-11-14", seed=seed))
    return LAYOUTS[layout].write(bars).encode()


@st.composite
def files(draw: st.DrawFn) -> File:
    """A vendor's file with one or two things wrong."""
    layout = draw(st.sampled_from(NAMES))
    data = whole(layout)
    for _ in range(draw(st.integers(1, 2))):
        data = draw(_changed(layout, data))
    place = LAYOUTS[layout]
    overrides = NO_OVERRIDES if place.zone is None else Overrides(zone=place.zone, label=place.label)
    said = draw(st.sampled_from([overrides, overrides, overrides, NO_OVERRIDES]))
    return File(layout, data, draw(st.sampled_from(["", "", *PACKINGS])), said)


def _changed(layout: str, data: bytes) -> st.SearchStrategy[bytes]:
    changes = [changed_bytes(data), changed_bytes(data), _lines(data), _encoded(data)]
    other = st.sampled_from([layout, layout, *NAMES]).flatmap(lambda name: _joined(data, name))
    if layout in FORMS and FORMS[layout].has_header:
        changes.append(_columns_exchanged(data, FORMS[layout].between.encode()))
    return st.one_of(*changes, other)


@st.composite
def _lines(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    at = draw(st.integers(0, len(lines) - 1))
    to = draw(st.integers(at, min(at + 50, len(lines))))
    how = draw(st.sampled_from(["gone", "twice", "shuffled", "turned", "later", "empty", "ends"]))
    if how == "shuffled":
        rest = lines[1:]
        draw(st.randoms(use_true_random=False)).shuffle(rest)
        return b"".join([*lines[:1], *rest])
    return {
        "gone": lambda: b"".join(lines[:at] + lines[to:]),
        "twice": lambda: b"".join(lines[:to] + lines[at:]),
        "turned": lambda: b"".join([*lines[:1], *lines[:0:-1]]),
        "later": lambda: b"".join(lines[:at] + lines[to:] + lines[at:to]),
        "empty": lambda: b"".join([*lines[:at], b"\n", *lines[at:]]),
        "ends": lambda: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    }[how]()


@st.composite
def _columns_exchanged(draw: st.DrawFn, data: bytes, between: bytes) -> bytes:
    """Two columns in each other's place, with their names or, from some line on, without."""
    lines = data.split(b"\n")
    width = lines[0].count(between) + 1
    one, other = draw(st.integers(0, width - 1)), draw(st.integers(0, width - 1))
    since = draw(st.sampled_from([0, 0, 1, draw(st.integers(1, len(lines)))]))
    for number in range(since, len(lines)):
        cells = lines[number].split(between)
        if len(cells) == width:
            cells[one], cells[other] = cells[other], cells[one]
        lines[number] = between.join(cells)
    return b"\n".join(lines)


def _encoded(data: bytes) -> st.SearchStrategy[bytes]:
    text = data.decode("utf-8", "replace")
    return st.sampled_from(["utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "cp037"]).map(
        lambda name: text.encode(name, "replace")
    )


@st.composite
def _joined(draw: st.DrawFn, data: bytes, name: str) -> bytes:
    """The file with another one behind it, of the same days or of other prices."""
    other = whole(name, draw(st.sampled_from([7, 8])))
    has_header = draw(st.booleans())
    return data + (other if has_header else other.partition(b"\n")[2])


def check(file: File) -> str:
    place = LAYOUTS[file.layout]
    name = place.name + file.packing
    contract = "ESZ4" if file.layout in CONTRACTS else None
    outcome, bars = imported(name, PACKINGS[file.packing](file.data), file.overrides, contract)
    if isinstance(outcome, DataError):
        return f"refused: {outcome.code}"
    try:
        plain = _plain(file)
    except NoHeader:
        stamps = {bar[0] for bar in _written()}
        plain = [bar for bar in bars if bar[0] in stamps]
        assert sum(bar in _written() for bar in plain) >= MOST_WRITTEN * len(plain)
    left_out = sum(found.rows for found in outcome.findings if found.kind in LEFT_OUT)
    found = {bar[0]: bar for bar in bars}
    assert found.keys() - standing(contract).keys() <= {bar[0] for bar in plain}
    there = standing(contract)
    fresh = [_with_volume_there(bar, there) for bar in plain]
    expected = there | {bar[0]: bar for bar in fresh if left_out == 0 or found.get(bar[0]) == bar}
    assert found == expected
    return "imported"


def _with_volume_there(bar: Bar, there: dict[datetime, Bar]) -> Bar:
    """A bar without a volume keeps the one of the bar whose place it takes."""
    return bar if bar[5] is not None or bar[0] not in there else (*bar[:5], there[bar[0]][5])


@cache
def _written() -> set[Bar]:
    """Every bar that files are made of."""
    return set(bar for seed in (7, 8) for bar in plain_bars(FORMS["firstrate"], whole("firstrate", seed)))


def _plain(file: File) -> list[Bar]:
    if file.layout in JSON_FORMS:
        return plain_json(JSON_FORMS[file.layout], file.data)
    return plain_bars(FORMS[file.layout], file.data)


VENDOR_FILES = Target(
    "vendors' files", "imported as a plain reading has it, or refused with a reason", files(), check, 24
)
