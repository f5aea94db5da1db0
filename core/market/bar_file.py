"""Reading our own form of a file of five-minute bars: parquet, or CSV with a header.

Columns, in any order and case: a stamp (`ts`, `timestamp`, `datetime` or `time`), `open`, `high`, `low`,
`close`, and where known `volume`, `contract` (ESH4) or `symbol` (ES, or ESH4 in place of a contract). The
stamp is the bar's open; a stamp without an offset is UTC. In text it is ISO 8601. Other columns are left out.
Nothing is repaired: a file that is not so is refused with its row, counted from 1 without the header.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from core.contracts.errors import DataError
from core.market.bar_checks import check_stamps, refuse_row
from core.market.defects import FileFinding
from core.market.instruments import INSTRUMENTS
from core.market.vendors.pins import OWN_PIN, Pin
from core.market.vendors.roles import repeated_names
from core.market.vendors.values import NOTHING

STAMPS = ("ts", "timestamp", "datetime", "time")
PRICES = ("open", "high", "low", "close")
NUMBERS = (*PRICES, "volume")
NAMES = ("contract", "symbol")

_PARQUET_MAGIC = b"PAR1"
_PACKED_MAGICS = (b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd")


@dataclass(frozen=True, slots=True)
class BarFile:
    """A file whose form is right: its stamps ascend on the five-minute grid and its numbers are numbers.

    `frame` has ts (datetime64[us, UTC]), open, high, low, close, volume (float64, NaN where unknown) and,
    where the file has them, contract and symbol (text); its index is the row in the file. `sha256` is of
    the file's bytes, `reading` says in words how a vendor's file was read, `findings` what was mended on the
    way, `pin` what later files of its source are held to.
    """

    path: Path
    sha256: str
    frame: pd.DataFrame
    reading: tuple[str, ...] = ()
    findings: tuple[FileFinding, ...] = ()
    pin: Pin = OWN_PIN

    @property
    def has_contracts(self) -> bool:
        """Whether every bar names its contract."""
        return "contract" in self.frame


def read_bar_file(path: Path | str) -> BarFile:
    """The bars of a parquet or CSV file; DataError names the file, the row and the remedy."""
    path = Path(path)
    head = first_bytes(path)
    table = _read_parquet(path) if is_parquet(path, head) else _read_csv(path, head)
    frame = _typed(_named(table, path), path)
    check_stamps(frame, path)
    repeated = repeated_names(_plain(table.column_names))
    return BarFile(path, hashlib.sha256(path.read_bytes()).hexdigest(), frame, findings=repeated)


def first_bytes(path: Path) -> bytes:
    """A file's first four bytes; DataError `not_a_file` or `empty_file` where there are none."""
    if path.is_dir():
        raise DataError(f"{path}: is a folder. Name one file of bars.", code="not_a_file")
    try:
        with path.open("rb") as file:
            head = file.read(4)
    except OSError as error:
        problem = f"{path}: cannot be read ({error.strerror}). Check the path."
        raise DataError(problem, code="not_a_file") from error
    if not head:
        raise DataError(f"{path}: is empty (0 bytes). Export it again.", code="empty_file")
    return head


def is_parquet(path: Path, head: bytes) -> bool:
    """Whether the file's first bytes or its name say parquet."""
    return head == _PARQUET_MAGIC or path.suffix.lower() in (".parquet", ".pq")


def has_our_columns(path: Path) -> bool:
    """Whether a parquet file has a stamp and prices by our names; true too where it cannot be read."""
    try:
        names = _plain(pq.ParquetFile(path).schema_arrow.names)
    except (pa.ArrowException, OSError):
        return True
    return set(PRICES) <= set(names) and sum(name in STAMPS for name in names) > 0


def _read_parquet(path: Path) -> pa.Table:
    try:
        return pq.ParquetFile(path).read()
    except (pa.ArrowException, OSError) as error:
        raise DataError(
            f"{path}: is not a whole parquet file ({_first_line(error)}). It may be half-written; "
            "export or copy it again.",
            code="damaged_file",
        ) from error


def _read_csv(path: Path, head: bytes) -> pa.Table:
    if head.startswith(_PACKED_MAGICS):
        raise DataError(f"{path}: is compressed. Unpack it and import the file inside.", code="damaged_file")
    try:
        with path.open("rb") as file:
            names = pyarrow.csv.open_csv(file).schema.names
        as_text = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
        return pyarrow.csv.read_csv(path, convert_options=as_text)
    except (pa.ArrowException, UnicodeDecodeError) as error:
        raise DataError(
            f"{path}: is not a table of comma-separated values ({_first_line(error)}). Every line needs the "
            "header's number of values, in UTF-8.",
            code="damaged_file",
        ) from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].strip()


def _named(table: pa.Table, path: Path) -> dict[str, pa.ChunkedArray]:
    names = _plain(table.column_names)
    _require_names(names, path)
    if table.num_rows == 0:
        raise DataError(f"{path}: has a header and no rows. Export it again.", code="empty_file")
    stamp = next(name for name in STAMPS if name in names)
    wanted = {stamp: "ts", **{name: name for name in (*NUMBERS, *NAMES)}}
    return {word: table.column(names.index(name)) for name, word in wanted.items() if name in names}


def _plain(names: list[str]) -> list[str]:
    return [str(name).strip().lower() for name in names]


def _require_names(names: list[str], path: Path) -> None:
    stamps = [name for name in names if name in STAMPS]
    missing = [name for name in PRICES if name not in names]
    if len(stamps) == 1 and not missing:
        return
    found = ", ".join(names)
    if missing:
        problem = f"column {missing[0]!r} is missing"
    elif stamps:
        problem = f"it has several stamps ({', '.join(stamps)})"
    else:
        problem = "a stamp column (ts, timestamp, datetime or time) is missing"
    raise DataError(
        f"{path}: {problem}; found: {found}. Expected a header with one stamp and open, high, low, close.",
        code="missing_column",
    )


def _typed(columns: dict[str, pa.ChunkedArray], path: Path) -> pd.DataFrame:
    frame = pd.DataFrame({"ts": _stamps(columns["ts"], path)})
    for name in PRICES:
        frame[name] = _numbers(columns[name], name, path)
    frame["volume"] = float("nan")
    if "volume" in columns:
        frame["volume"] = _numbers(columns["volume"], "volume", path, nullable=True)
    for name in NAMES:
        if name in columns and columns[name].null_count < len(columns[name]):
            frame[name] = _texts(columns[name], name, path)
    return _contracts_named(frame)


def _contracts_named(frame: pd.DataFrame) -> pd.DataFrame:
    if "contract" in frame or "symbol" not in frame or frame["symbol"].isin(list(INSTRUMENTS)).all():
        return frame
    return frame.rename(columns={"symbol": "contract"})


def _stamps(column: pa.ChunkedArray, path: Path) -> pd.Series:
    if not _is_text(column.type) and not pa.types.is_timestamp(column.type):
        raise DataError(
            f"{path}: the stamps are {column.type}. Expected timestamps or ISO 8601 text in UTC.",
            code="bad_stamp",
        )
    values = column.to_pandas()
    parsed: pd.Series = pd.to_datetime(values, utc=True, format="ISO8601", errors="coerce").dt.as_unit("us")
    expected = "an ISO 8601 stamp in UTC, as 2024-02-05T14:30:00Z"
    _refuse_missing(parsed, values, path, "ts", expected, "bad_stamp")
    return parsed


def _numbers(column: pa.ChunkedArray, name: str, path: Path, *, nullable: bool = False) -> pd.Series:
    values = column.to_pandas()
    parsed = pd.to_numeric(values, errors="coerce").astype("float64")
    numbers: pd.Series = parsed.where(parsed.abs() != float("inf"))
    unread = values[numbers.isna()]
    nothing = unread.isna() | unread.astype("str").str.strip().str.lower().isin(NOTHING)
    known = numbers.drop(unread.index[nothing]) if nullable else numbers
    _refuse_missing(known, values, path, name, "a number", "bad_number")
    return numbers


def _texts(column: pa.ChunkedArray, name: str, path: Path) -> pd.Series:
    texts = column.cast(pa.string()).to_pandas().astype("str").str.strip().str.upper()
    known: pd.Series = texts.where(texts != "")
    _refuse_missing(known, texts, path, name, f"a {name} in every row, or no such column", "bad_contract")
    return known


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _refuse_missing(
    parsed: pd.Series, values: pd.Series, path: Path, name: str, expected: str, code: str
) -> None:
    missing = parsed.isna().to_numpy()
    if missing.any():
        row = int(parsed.index.to_numpy()[missing][0])
        refuse_row(path, row, f"{name} is {values.iloc[row]!r}. Expected {expected}", code=code)
