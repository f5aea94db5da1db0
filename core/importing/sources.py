"""Who bars come from: how much each source weighs, and how its files are read.

warehouse/sources.toml          a person's word: `[NAME]` with `priority = N`
warehouse/sources/NAME.json     the pin: what the first file of NAME showed, for a person to look at and edit
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.contracts.errors import DataError
from core.importing.merge import EQUAL_PRIORITY
from core.importing.pins import OWN_LAYOUT, KeptPin, Pin, read_pin, source_name, write_pin
from core.importing.time_zones.pinned import REMEDY
from core.storage.paths import Warehouse

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


@dataclass(frozen=True, slots=True)
class SourceOverrides:
    """What a person says of a file's source: its name, its priority, and whether to pin it anew."""

    name: str | None = None
    priority: int | None = None
    repin: bool = False


NO_SOURCE_OVERRIDES = SourceOverrides()


@dataclass(frozen=True, slots=True)
class Source:
    """The source of one file: the rank of its bars, and the pin to keep where that is news."""

    name: str
    priority: int
    pin: KeptPin | None


@dataclass(frozen=True, slots=True)
class SourceBook:
    """What is known of a file's source.

    `declared` are the priorities of the warehouse's sources.toml, `kept` its pins, `overrides` what a person
    says.
    """

    declared: Mapping[str, int]
    kept: Mapping[str, KeptPin]
    overrides: SourceOverrides = NO_SOURCE_OVERRIDES

    @property
    def priorities(self) -> dict[str, int]:
        """The priority of every source of which one is stated."""
        pinned = {name: pin.priority for name, pin in self.kept.items() if pin.priority is not None}
        return {**pinned, **self.declared}

    def pin_for(self, layout: str, path: Path) -> Pin | None:
        """The pin that a file of this layout is held to, None where there is none yet or it is made anew.

        DataError `pinned_otherwise` where the named source's files look otherwise, `source_unclear` where
        nothing is named and several sources have such files.
        """
        said = self.overrides
        if said.repin:
            return None
        if said.name is None:
            name = self._one_of(layout, path)
            return None if name is None else self.kept[name].pin
        kept = self.kept.get(said.name)
        if kept is not None and kept.pin.layout != layout:
            raise DataError(
                f"{path}: found {layout}; source {said.name} is pinned with {kept.pin.layout}. {REMEDY}.",
                code="pinned_otherwise",
            )
        return None if kept is None else kept.pin

    def source_of(self, pin: Pin, adjustment: str, sha256: str, path: Path) -> Source:
        """The source of a file that was read as `pin` says.

        DataError `bad_sources` where the overrides and sources.toml give two priorities.
        """
        said = self.overrides
        name = said.name or pin.source or self._one_of(pin.layout, path) or source_name(pin.layout)
        kept = self.kept.get(name)
        stated = said.priority if said.priority is not None else (kept.priority if kept else None)
        self._refuse_other_priority(name, path)
        priority = self.declared.get(name, EQUAL_PRIORITY if stated is None else stated)
        if kept is not None and not said.repin:
            news = None if kept.priority == stated else kept.ranked(stated)
            return Source(name, priority, news)
        if name == source_name(OWN_LAYOUT) and stated is None:
            return Source(name, priority, None)
        return Source(name, priority, KeptPin(pin, adjustment, sha256, stated))

    def _one_of(self, layout: str, path: Path) -> str | None:
        names = [name for name, kept in self.kept.items() if kept.pin.layout == layout]
        if len(names) > 1:
            raise DataError(
                f"{path}: whose file is this? {' and '.join(names)} have files of this form. "
                "Name one with --source.",
                code="source_unclear",
            )
        return names[0] if names else None

    def _refuse_other_priority(self, name: str, path: Path) -> None:
        stated = self.overrides.priority
        declared = self.declared.get(name, stated)
        if stated is not None and declared != stated:
            raise DataError(
                f"{path}: --priority {stated}; sources.toml gives {name} the priority {declared}. "
                "Leave --priority out, or change sources.toml.",
                code="bad_sources",
            )


NO_BOOK = SourceBook({}, {})


def read_sources(warehouse: Warehouse, overrides: SourceOverrides = NO_SOURCE_OVERRIDES) -> SourceBook:
    """Everything said and pinned of a warehouse's sources.

    DataError `bad_sources` where sources.toml, a pin or the claimed name is not as it must be.
    """
    if overrides.name is not None and not _NAME.fullmatch(overrides.name):
        raise DataError(
            f"--source {overrides.name!r}: expected lower-case letters, digits, - and _.", code="bad_sources"
        )
    files = sorted(warehouse.sources.glob("*.json"))
    return SourceBook(
        _declared(warehouse.sources_file), {path.stem: read_pin(path) for path in files}, overrides
    )


def keep_pin(warehouse: Warehouse, source: Source) -> None:
    """Write the source's pin where it is news."""
    if source.pin is not None:
        write_pin(warehouse.sources / f"{source.name}.json", source.pin)


def _declared(path: Path) -> dict[str, int]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
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
