"""The entry point: a file of any form as bars, our own form strictly, a vendor's by grammar and probe."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding, refuse_row, rows_finding
from core.importing.formats.bar_file import (
    BarFile,
    bar_minutes,
    finished,
    five_minute,
    without_open_minutes,
)
from core.importing.formats.columns import (
    NUMERIC_ROLES,
    Roles,
    found_roles,
    named_roles,
    numbers,
    stamp_roles,
    stated_roles,
    volumes,
)
from core.importing.formats.header import PRICES, ROLES, repeated_names
from core.importing.formats.packages import PackedFile
from core.importing.formats.registry import FORMATS, Format
from core.importing.formats.rows import Rows, leading_contracts, ordered, time_order
from core.importing.formats.text import DELIMITERS, TextTable, comma_findings
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.progress import report_progress
from core.importing.sources import OWN_LAYOUT, STATED, PinFinder, text_layout
from core.importing.zones.decision import decided, pin_of
from core.importing.zones.probe import Reading, opens
from core.importing.zones.segments import refuse_mixed_zones
from core.importing.zones.stamps import Stamps, read_stamps
from core.market.instruments import continuous_symbol, contract_named
from core.market.market import BoolArray, FloatArray

_EXCHANGE = r"^(?:[A-Z][A-Z_]*:)?[@/]?"
"""Prefixes that vendors write before a contract's name."""

_QUOTES = re.compile(r"[ ._-](bid|ask|bidask|midpoint|mid)(?=[ ._-])", re.IGNORECASE)
_HEAD_BYTES = 2_000_000
_CLOSE_LABELLED = {"timestamp", "totalvolume"}
"""The names of TradeStation, which stamps the end of a bar."""

_FILL = np.timedelta64(40, "m")
_FIRST, _LAST = np.datetime64("1970"), np.datetime64("2200")


def read_any_file(
    path: Path | str,
    overrides: Overrides = NO_OVERRIDES,
    find: PinFinder = lambda _: None,
    *,
    with_minutes: bool = False,
) -> BarFile:
    """Read the bars of a file in any known layout, plain or packed.

    The first of `FORMATS` that recognises the file reads it. If `find` knows a pin for the layout, the file
    must match it. `with_minutes` also keeps the one-minute bars. DataError names the file, the row or the
    unclear reading, and the remedy.
    """
    file = PackedFile(Path(path), overrides, with_minutes)
    form = next(each for each in FORMATS if each.sniff(file))
    if form is FORMATS[-1]:
        _refuse_head(file, form, find)
    found = form.read(file)
    if isinstance(found, BarFile):
        return replace(found, pin=find(OWN_LAYOUT) or found.pin)
    first, *others = file.members
    name, origin = first.name, f"{first.origin}, " if first.origin and not others else ""
    del first, others, file.members  # their bytes, before the rows are made
    if isinstance(found, TextTable):
        rows = _text_rows(found, overrides, find)
    else:
        rows = replace(found, layout=found.form, pin=find(found.form))
    del found
    return _placed_in_time(file, name, origin, rows)


def _refuse_head(file: PackedFile, form: Format, find: PinFinder) -> None:
    """Check the first rows of a long file before reading the rest; DataError for a bad stamp or number."""
    member = file.members[0]
    if len(member.data) <= _HEAD_BYTES:
        return
    head = PackedFile(file.path, file.overrides)
    head.members = (replace(member, data=member.data[:_HEAD_BYTES].rpartition(b"\n")[0]),)
    try:
        found = form.read(head)
        assert isinstance(found, TextTable)
        _text_rows(found, file.overrides, find)
    except DataError as error:
        if error.code in ("bad_stamp", "bad_number"):
            raise


def _placed_in_time(file: PackedFile, name: str, origin: str, rows: Rows) -> BarFile:
    """The bars of `rows`, by the known or best-fitting zone and label."""
    path, overrides, with_minutes = file.path, file.overrides, file.with_minutes
    pa.default_memory_pool().release_unused()
    _refuse_quotes(name, rows, path)
    report_progress("finding the time zone")
    filled = _filled(rows.frame)
    pinned = None if rows.pin is None or rows.pin.zone == STATED else rows.pin.zone
    _refuse_far_or_mixed(rows, filled, path, overrides.zone or pinned)
    found, mended = ordered(rows.frame, path)
    at = found["at"].to_numpy()
    minutes = bar_minutes(at, path)
    stamps = replace(rows.stamps, at=at)
    traded = found[~filled[found.index]] if filled.any() else found
    decision = decided(rows, traded, minutes, overrides, path)
    if len(traded) < len(found) and opens(stamps, decision.chosen, minutes) is None:
        found, stamps = traded, replace(stamps, at=traded["at"].to_numpy())
        words = "rows of one price and no volume left out: the clock shows some of them twice or never"
        mended = (*mended, *rows_finding("filled_pauses", words, filled, rows.frame.index + 1))
    frame, cut, inside = _bars(
        found, stamps, decision.chosen, minutes, path, with_minutes=with_minutes and minutes == 1
    )
    if frame.empty:
        raise DataError(f"{path}: holds spreads alone. Import outright contracts.", code="empty_file")
    contract = contract_named(name)
    if contract is not None and "contract" not in frame:
        frame = frame.assign(contract=contract)
    form = f"read as {origin}{rows.form}; stamps {stamps.form}; {minutes}-minute bars"
    findings = (*rows.findings, *mended, *cut)
    pin = rows.pin or pin_of(rows, decision, minutes)
    return finished(path, frame, (form, str(decision)), findings, pin, inside)


def _text_rows(table: TextTable, overrides: Overrides, find: PinFinder) -> Rows:
    path, layout = table.path, text_layout(table)
    pin = find(layout)
    known: Roles | None = None
    if overrides.columns is not None:
        known = stated_roles(overrides.columns, table)
    elif pin is not None and pin.columns:
        known = {role: pin.columns[role] for role in ROLES if role in pin.columns}
    elif table.names is not None:
        known = named_roles(table)
    where = known or stamp_roles(table)
    second = table.columns[where["time"]] if "time" in where else None
    stamps = read_stamps(table.columns[where["ts"]], second, path, None if pin is None else pin.stamps)
    if set(table.names or ()) >= _CLOSE_LABELLED:
        stamps = replace(stamps, documented="close")
    roles = known or found_roles(table, where, time_order(stamps.at))
    if table.contract is not None:
        roles = roles | {"contract": table.contract}
    commas = comma_findings(table.columns[roles[role]] for role in NUMERIC_ROLES if role in roles)
    findings = (*table.findings, *repeated_names(table.names or ()), *commas)
    header = "no header" if table.names is None else "header"
    form = f"{DELIMITERS.get(table.delimiter, table.delimiter)}, {header}"
    columns = {str(role): at for role, at in roles.items()}
    return Rows(_frame(table, roles, stamps), stamps, form, findings, layout, columns, pin)


def _frame(table: TextTable, roles: Roles, stamps: Stamps) -> pd.DataFrame:
    prices: dict[str, FloatArray] = {
        role: numbers(table.columns[roles[role]], role, table.path) for role in PRICES
    }
    frame = pd.DataFrame({"at": stamps.at, **prices, "volume": volumes(table, roles)}, copy=False)
    if "contract" in roles:
        names = pc.utf8_upper(pc.utf8_trim_whitespace(pc.cast(table.columns[roles["contract"]], pa.string())))
        frame["contract"] = pc.replace_substring_regex(names, _EXCHANGE, "").to_pandas().astype("str")
    return frame


def _refuse_quotes(name: str, rows: Rows, path: Path) -> None:
    """DataError `quotes_not_trades` if the name says bid or ask, or every volume is -1."""
    volume, word = rows.frame["volume"].to_numpy(), _QUOTES.search(f"{name} ")
    if word is not None or (len(volume) and (volume == -1).all()):
        sign = f"the file's name says {word[1]}" if word else "every volume is -1, as of bars without trades"
        problem = f"{sign}: these are quotes, no trades. Export the last price"
        refuse_row(path, 0, problem, code="quotes_not_trades")


def _filled(frame: pd.DataFrame) -> BoolArray:
    """Rows in a long run of one price without volume: a vendor's fill, which hides the pauses."""
    flat = (frame["high"] == frame["low"]) & ~(frame["volume"] > 0)
    goes_on = flat & flat.shift(fill_value=False) & (frame["close"] == frame["close"].shift())
    starts = np.flatnonzero(~goes_on.to_numpy())
    counts = np.diff(np.append(starts, len(frame)))
    at = frame["at"].to_numpy()
    length = np.abs(at[starts + counts - 1] - at[starts])
    return np.repeat(length >= _FILL, counts) & flat.to_numpy()


def _refuse_far_or_mixed(rows: Rows, filled: BoolArray, path: Path, stated: str | None) -> None:
    """DataError for a stamp outside any bar's time, or a zone or label that changes within the file."""
    at = rows.frame["at"].to_numpy()
    far = ~((at >= _FIRST) & (at < _LAST))
    if far.any():
        problem = f"the stamp is no time of a bar. Expected years from {_FIRST} to {_LAST}"
        refuse_row(path, int(rows.frame.index[int(far.argmax())]), problem, code="bad_stamp")
    order = time_order(at)
    row = np.arange(len(at))[order]
    row = row[~filled[row]]
    refuse_mixed_zones(replace(rows.stamps, at=at[row]), row, bar_minutes(at[order], path), path, stated)


def _bars(
    rows: pd.DataFrame, stamps: Stamps, reading: Reading, minutes: int, path: Path, *, with_minutes: bool
) -> tuple[pd.DataFrame, tuple[FileFinding, ...], pd.DataFrame | None]:
    """Build five-minute bars of each day's leading contract from ordered rows.

    Returns the bars, the findings about rows left out, and with `with_minutes` the one-minute bars of every
    contract.
    """
    opened = opens(stamps, reading, minutes)
    if opened is None:
        raise DataError(f"zone {reading.zone} never showed one of the stamps.", code="wrong_zone")
    frame = rows.drop(columns="at")
    frame.insert(0, "ts", pd.DatetimeIndex(opened).tz_localize("UTC"))
    cut: tuple[FileFinding, ...] = ()
    inside: pd.DataFrame | None = None
    if minutes == 1:
        frame, cut = without_open_minutes(frame, path)
        inside = frame if with_minutes else None
        frame = five_minute(frame)
    if "contract" not in frame:
        return frame, cut, inside
    symbols = {continuous_symbol(name) for name in frame["contract"].unique()}
    if len(symbols) == 1 and None not in symbols:
        return frame.drop(columns="contract").assign(symbol=symbols.pop()), cut, inside
    frame, left_out = leading_contracts(frame, path)
    return frame, (*cut, *left_out), inside
