"""Tables of announced events read from CSV: which days are in them, and which days they say nothing of."""

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

KINDS = ("fomc", "nfp", "cpi")


@dataclass(frozen=True, slots=True)
class EventTable:
    """The days of one kind of event, complete from `first` to `last`, both included."""

    first: date
    last: date
    days: frozenset[date]

    def holds(self, day: date) -> bool | None:
        """Whether the day is in the table, None outside its coverage."""
        return day in self.days if self.first <= day <= self.last else None


@dataclass(frozen=True, slots=True)
class Announced:
    """Whether a day is that of an FOMC decision, a jobs report, a CPI release; None outside the table."""

    fomc: bool | None = None
    nfp: bool | None = None
    cpi: bool | None = None


def read_table(path: Path, first: date, last: date) -> EventTable:
    """A table from the `date` column of a CSV file."""
    with path.open(newline="") as lines:
        days = frozenset(date.fromisoformat(row["date"]) for row in csv.DictReader(lines))
    return EventTable(first, last, days)


def read_tables(folder: Path) -> dict[str, EventTable]:
    """The tables of a folder of fomc.csv, nfp.csv, cpi.csv, with their coverage in coverage.toml."""
    coverage = tomllib.loads((folder / "coverage.toml").read_text())
    return {
        kind: read_table(folder / f"{kind}.csv", *(_day(span[end]) for end in ("first", "last")))
        for kind, span in coverage.items()
    }


def _day(told: date | str) -> date:
    return date.fromisoformat(str(told))


def announced(day: date, tables: Mapping[str, EventTable]) -> Announced:
    """What the tables say of a day."""
    said = {kind: tables[kind].holds(day) if kind in tables else None for kind in KINDS}
    return Announced(**said)
