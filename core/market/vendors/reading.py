"""One vendor file from bytes to five-minute bars, with the decision that read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.contracts.errors import DataError
from core.market.instruments import INSTRUMENTS
from core.market.vendors.bars import bar_minutes, five_minute, is_newest_first, leading_contracts, ordered
from core.market.vendors.binary import DBN, SCID, read_dbn, read_scid
from core.market.vendors.decision import Decision, decide
from core.market.vendors.grammar import DELIMITERS, TextTable, read_text
from core.market.vendors.hints import NO_HINTS, Hints
from core.market.vendors.lean import is_lean, read_lean
from core.market.vendors.packing import Member
from core.market.vendors.probe import instants, opens
from core.market.vendors.roles import PRICE_ROLES, Role, Roles, named_roles, stated_roles
from core.market.vendors.rows import Rows
from core.market.vendors.stamps import Stamps, read_stamps
from core.market.vendors.values import found_roles, numbers, stamp_roles

_CONTINUOUS = r"^([A-Z0-9]{1,4})(?:\.[CNV]\.\d+|[!*#@].*|\d!)?$"
_EXPIRY = re.compile(r"([A-Z]{2,3})[ _](\d{2})-(\d{2})(?!\d)")
_MONTHS = "FGHJKMNQUVXZ"


@dataclass(frozen=True, slots=True)
class VendorBars:
    """What a vendor file holds.

    `frame` has ts (UTC opens), open, high, low, close, volume (float64) and, where known, contract or symbol;
    its index is the row in the file. `form`, `decision` and `notes` say how it was read and what was mended.
    """

    frame: pd.DataFrame
    form: str
    decision: Decision
    notes: tuple[str, ...]


def read_vendor_bars(path: Path, members: Sequence[Member], hints: Hints = NO_HINTS) -> VendorBars:
    """The bars of an unpacked file in any vendor's layout; DataError names the row or what stays unclear."""
    rows = _any_rows(path, members, hints)
    found = ordered(rows.frame, path)
    at = found.rows["at"].to_numpy()
    minutes = bar_minutes(at, path)
    stamps = replace(rows.stamps, at=at)
    decision = decide(stamps, found.rows["volume"].to_numpy(), minutes, hints, path)
    frame, notes = _bars(found.rows, stamps, decision, minutes)
    form = f"{rows.form}; stamps {stamps.form}; {minutes}-minute bars"
    said = (*rows.notes, *found.notes, *notes)
    return VendorBars(_with_contract(frame, members[0].name), form, decision, said)


def _any_rows(path: Path, members: Sequence[Member], hints: Hints) -> Rows:
    if is_lean(members):
        return read_lean(path, members)
    if len(members) > 1:
        names = ", ".join(member.name for member in members[:3])
        raise DataError(
            f"{path}: holds {len(members)} files ({names}). Expected one; unpack it and import them "
            "one by one.",
            code="several_files",
        )
    data = members[0].data
    if data.startswith(SCID):
        return read_scid(path, data)
    return read_dbn(path, data) if data.startswith(DBN) else _text_rows(read_text(path, data), hints)


def _text_rows(table: TextTable, hints: Hints) -> Rows:
    said = _said_roles(table, hints)
    where = said or stamp_roles(table)
    stamps = read_stamps(table.columns[where["ts"]], _second(table, where), table.path)
    roles = said or found_roles(table, where, newest_first=is_newest_first(stamps.at))
    header = "no header" if table.names is None else "header"
    form = f"{DELIMITERS[table.delimiter]}, {header}"
    footers = tuple(f"footer line left out: {text}" for text in table.footers)
    return Rows(_rows(table, roles, stamps), stamps, form, footers)


def _said_roles(table: TextTable, hints: Hints) -> Roles | None:
    if hints.columns is not None:
        return stated_roles(hints.columns, table)
    return None if table.names is None else named_roles(table.names, table.path)


def _second(table: TextTable, roles: Roles) -> pa.ChunkedArray | None:
    return table.columns[roles["time"]] if "time" in roles else None


def _rows(table: TextTable, roles: Roles, stamps: Stamps) -> pd.DataFrame:
    rows = pd.DataFrame({"at": stamps.at})
    parts: tuple[Role, ...] = ("volume",) if "volume" in roles else ("up", "down")
    values = {role: numbers(table.columns[roles[role]], role, table.path) for role in (*PRICE_ROLES, *parts)}
    for role in PRICE_ROLES:
        rows[role] = values[role]
    rows["volume"] = np.sum([values[part] for part in parts], axis=0)
    if "contract" in roles:
        text = pc.utf8_upper(pc.utf8_trim_whitespace(table.columns[roles["contract"]]))
        rows["contract"] = text.to_pandas().astype("str")
    return rows


def _bars(
    rows: pd.DataFrame, stamps: Stamps, decision: Decision, minutes: int
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    chosen = decision.chosen
    utc = instants(stamps, chosen.zone)
    if utc is None:
        raise DataError(f"zone {chosen.zone} never showed one of the stamps.", code="wrong_zone")
    ts = pd.DatetimeIndex(opens(utc, chosen.label, minutes)).tz_localize("UTC")
    frame = rows.drop(columns="at")
    frame.insert(0, "ts", ts)
    if minutes == 1:
        frame = five_minute(frame)
    return _led(frame) if "contract" in frame else (frame, ())


def _led(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    names = frame["contract"].drop_duplicates()
    roots = names.str.extract(_CONTINUOUS, expand=False)
    if roots.isin(list(INSTRUMENTS)).all() and len(roots.unique()) == 1:
        return frame.drop(columns="contract").assign(symbol=roots.iloc[0]), ()
    led = leading_contracts(frame)
    return led.rows, led.notes


def _with_contract(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    expiry = _EXPIRY.search(name.upper())
    if "contract" in frame or expiry is None or not 1 <= int(expiry[2]) <= 12:
        return frame
    return frame.assign(contract=f"{expiry[1]}{_MONTHS[int(expiry[2]) - 1]}{int(expiry[3]) % 10}")
