"""A vendor's file of any layout from its bytes to five-minute bars, with the decision that read it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.pins import Pin, PinFinder, no_pins, text_layout
from core.importing.progress import now_at
from core.importing.readers.bar_checks import refuse_row
from core.importing.readers.bar_file import BarFile, finished
from core.importing.readers.contract_files import contract_named, read_contract_files
from core.importing.readers.databento import DBN, read_dbn
from core.importing.readers.five_minutes import bar_minutes, five_minute, without_open_minutes
from core.importing.readers.json_bars import documented_label, is_json, read_json
from core.importing.readers.lean import is_lean, read_lean
from core.importing.readers.members import Member
from core.importing.readers.packing import unpacked
from core.importing.readers.parquet import PARQUET, read_parquet_table
from core.importing.readers.roles import (
    PRICE_ROLES,
    ROLES,
    Role,
    Roles,
    named_roles,
    repeated_names,
    stated_roles,
)
from core.importing.readers.rows import Rows, leading_contracts, ordered, time_order
from core.importing.readers.sierra import SCID, read_scid
from core.importing.readers.spelling import comma_findings, in_utf8, with_decimal_points
from core.importing.readers.text import DELIMITERS, TextTable, read_text
from core.importing.readers.values import found_roles, numbers, stamp_roles
from core.importing.readers.volumes import refuse_counts, refuse_quotes
from core.importing.time_zones.decision import Decision
from core.importing.time_zones.pinned import decided, pin_of
from core.importing.time_zones.probe import instants, opens
from core.importing.time_zones.segments import refuse_mixed_zones
from core.importing.time_zones.stamps import Stamps, read_stamps
from core.market.instruments import INSTRUMENTS
from core.market.market import FloatArray

_CONTINUOUS = r"^([A-Z0-9]{1,4})(?:\.[CNV]\.\d+|[!*#@].*|\d!)?$"
_HEAD_BYTES = 2_000_000
_FIRST, _LAST = np.datetime64("1970"), np.datetime64("2200")
_NUMBERS: tuple[Role, ...] = (*PRICE_ROLES, "volume", "up", "down")


def read_vendor_file(path: Path, overrides: Overrides = NO_OVERRIDES, find: PinFinder = no_pins) -> BarFile:
    """The bars of a file in any vendor's layout; DataError names the row or what stays unclear.

    Where `find` knows a pin for the layout the file is held to that.
    """
    name, origin, rows = _taken_apart(path, overrides, find)
    pa.default_memory_pool().release_unused()
    refuse_quotes(name, rows.frame["volume"].to_numpy(), path)
    _refuse_far(rows, path)
    now_at("finding the time zone")
    _refuse_mixed(rows, path)
    found = ordered(rows.frame, path)
    at = found.rows["at"].to_numpy()
    minutes = bar_minutes(at, path)
    stamps = replace(rows.stamps, at=at)
    decision = decided(rows, found.rows, minutes, overrides, path)
    frame, mended = _bars(found.rows, stamps, decision, minutes, path)
    if frame.empty:
        raise DataError(f"{path}: holds spreads alone. Import outright contracts.", code="empty_file")
    form = f"read as {origin}{rows.form}; stamps {stamps.form}; {minutes}-minute bars"
    findings = (*rows.findings, *found.findings, *mended)
    pin = rows.pin or pin_of(rows, decision, minutes)
    return finished(path, _with_contract(frame, name), (form, str(decision)), findings, pin)


def _taken_apart(path: Path, overrides: Overrides, find: PinFinder) -> tuple[str, str, Rows]:
    """The name of a file's first member, where that stood, and the rows; its bytes are let go on the way."""
    now_at("taking the file apart")
    members = unpacked(path, path.read_bytes(), overrides.member)
    first = members[0]
    name, origin = first.name, f"{first.origin}, " if len(members) == 1 and first.origin else ""
    if is_lean(members) or first.data.startswith((SCID, DBN)):
        rows = _binary_rows(path, members)
        return name, origin, replace(rows, layout=rows.form, pin=find(rows.form))
    if len(members) == 1:
        _refuse_head(path, first, overrides, find)
    table = _table(path, members)
    del members, first
    return name, origin, _text_rows(table, overrides, find)


def _refuse_head(path: Path, member: Member, overrides: Overrides, find: PinFinder) -> None:
    """DataError where a stamp or a number among a long file's first rows is none, before the rest is read."""
    head = member.data[:_HEAD_BYTES].rpartition(b"\n")[0]
    if len(member.data) <= _HEAD_BYTES or head.startswith(PARQUET) or is_json(head):
        return
    try:
        _text_rows(_table(path, [replace(member, data=head)]), overrides, find)
    except DataError as error:
        if error.code in ("bad_stamp", "bad_number"):
            raise


def _refuse_far(rows: Rows, path: Path) -> None:
    at = rows.frame["at"].to_numpy()
    far = ~((at >= _FIRST) & (at < _LAST))
    if far.any():
        problem = f"the stamp is no time of a bar. Expected years from {_FIRST} to {_LAST}"
        refuse_row(path, int(rows.frame.index[int(far.argmax())]), problem, code="bad_stamp")


def _refuse_mixed(rows: Rows, path: Path) -> None:
    order = time_order(rows.frame["at"].to_numpy())
    at = rows.frame["at"].to_numpy()[order]
    row = range(len(at))[order] if isinstance(order, slice) else order
    refuse_mixed_zones(replace(rows.stamps, at=at), row, bar_minutes(at, path), path)


def _binary_rows(path: Path, members: Sequence[Member]) -> Rows:
    if is_lean(members):
        return read_lean(path, members)
    data = members[0].data
    return read_scid(path, data) if data.startswith(SCID) else read_dbn(path, data)


def _table(path: Path, members: Sequence[Member]) -> TextTable:
    if len(members) > 1:
        return read_contract_files(path, members)
    if members[0].data.startswith(PARQUET):
        return read_parquet_table(path, members[0].data)
    data, findings = in_utf8(members[0].data)
    table = read_json(path, data) if is_json(data) else with_decimal_points(read_text(path, data))
    return replace(table, findings=(*findings, *table.findings))


def _text_rows(table: TextTable, overrides: Overrides, find: PinFinder) -> Rows:
    layout = text_layout(table)
    pin = find(layout)
    known = _known_roles(table, overrides, pin)
    where = known or stamp_roles(table)
    likely = None if pin is None else pin.stamps
    stamps = read_stamps(table.columns[where["ts"]], _second(table, where), table.path, likely)
    stamps = replace(stamps, documented=documented_label(table.names or ()))
    roles = known or found_roles(table, where, time_order(stamps.at))
    if table.contract is not None:
        roles = roles | {"contract": table.contract}
    header = "no header" if table.names is None else "header"
    form = f"{DELIMITERS.get(table.delimiter, table.delimiter)}, {header}"
    repeated = repeated_names(table.names or ())
    commas = comma_findings(table.columns[roles[role]] for role in _NUMBERS if role in roles)
    frame, findings = _rows(table, roles, stamps), (*table.findings, *repeated, *commas)
    return Rows(frame, stamps, form, findings, layout, {str(role): at for role, at in roles.items()}, pin)


def _known_roles(table: TextTable, overrides: Overrides, pin: Pin | None) -> Roles | None:
    if overrides.columns is not None:
        return stated_roles(overrides.columns, table)
    if pin is not None and pin.columns:
        return {role: pin.columns[role] for role in ROLES if role in pin.columns}
    return None if table.names is None else named_roles(table.names, table.path)


def _second(table: TextTable, roles: Roles) -> pa.ChunkedArray | None:
    return table.columns[roles["time"]] if "time" in roles else None


def _rows(table: TextTable, roles: Roles, stamps: Stamps) -> pd.DataFrame:
    values: dict[str, FloatArray] = {
        role: numbers(table.columns[roles[role]], role, table.path) for role in PRICE_ROLES
    }
    rows = pd.DataFrame({"at": stamps.at, **values, "volume": _volume(table, roles)}, copy=False)
    if "trades" in roles:
        trades = numbers(table.columns[roles["trades"]], "trades", table.path)
        refuse_counts(rows["volume"].to_numpy(), trades, table.path)
    if "contract" in roles:
        rows["contract"] = _contracts(table.columns[roles["contract"]])
    return rows


def _contracts(column: pa.ChunkedArray) -> pd.Series:
    text = pc.utf8_upper(pc.utf8_trim_whitespace(pc.cast(column, pa.string())))
    contracts: pd.Series = text.to_pandas().astype("str")
    return contracts


def _volume(table: TextTable, roles: Roles) -> FloatArray:
    """The volume, whole or of its two parts (n,); NaN where there is none."""
    halves: tuple[Role, ...] = ("up", "down") if {"up", "down"} <= set(roles) else ()
    parts: tuple[Role, ...] = ("volume",) if "volume" in roles else halves
    values = [numbers(table.columns[roles[part]], part, table.path, nullable=True) for part in parts]
    return reduce(np.add, values) if values else np.full(table.rows, np.nan)


def _bars(
    rows: pd.DataFrame, stamps: Stamps, decision: Decision, minutes: int, path: Path
) -> tuple[pd.DataFrame, tuple[FileFinding, ...]]:
    chosen = decision.chosen
    utc = instants(stamps, chosen.zone)
    if utc is None:
        raise DataError(f"zone {chosen.zone} never showed one of the stamps.", code="wrong_zone")
    ts = pd.DatetimeIndex(opens(utc, chosen.label, minutes)).tz_localize("UTC")
    frame = rows.drop(columns="at")
    frame.insert(0, "ts", ts)
    cut: tuple[FileFinding, ...] = ()
    if minutes == 1:
        frame, cut = without_open_minutes(frame, path)
        frame = five_minute(frame)
    led, findings = _led(frame, path) if "contract" in frame else (frame, ())
    return led, (*cut, *findings)


def _led(frame: pd.DataFrame, path: Path) -> tuple[pd.DataFrame, tuple[FileFinding, ...]]:
    names = frame["contract"].drop_duplicates()
    roots = names.str.extract(_CONTINUOUS, expand=False)
    if roots.isin(list(INSTRUMENTS)).all() and len(roots.unique()) == 1:
        return frame.drop(columns="contract").assign(symbol=roots.iloc[0]), ()
    led = leading_contracts(frame, path)
    return led.rows, led.findings


def _with_contract(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    contract = contract_named(name)
    if contract is None or "contract" in frame:
        return frame
    return frame.assign(contract=contract)
