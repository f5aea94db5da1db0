"""QuantConnect Lean: a zip per day with a header-less CSV per expiry, the date in the files' names."""

import re
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.formats.columns import numbers
from core.importing.formats.packages import Member, PackedFile
from core.importing.formats.rows import Rows
from core.importing.formats.text import read_text
from core.importing.zones.stamps import Stamps
from core.market.instruments import MONTH_CODES
from core.warehouse.schemas import PRICE_COLUMNS

_NAME = re.compile(r"(\d{8})_([a-z0-9]+)_minute_trade_(\d{4})(\d{2})\w*\.csv", re.IGNORECASE)
_COLUMNS = ("of_day", *PRICE_COLUMNS, "volume")


def sniff(file: PackedFile) -> bool:
    """Whether every file of a package matches Lean's name pattern."""
    return all(_NAME.fullmatch(member.name) for member in file.members)


def read(file: PackedFile) -> Rows:
    """The one-minute bars of every expiry; stamps are UTC, the file name gives the contract."""
    frame = pd.concat([_bars(file.path, member) for member in file.members], ignore_index=True)
    frame = frame.sort_values("at", kind="stable", ignore_index=True)
    return Rows(frame, Stamps(frame["at"].to_numpy(), "milliseconds of the day", "UTC"), "Lean zip")


def _bars(path: Path, member: Member) -> pd.DataFrame:
    found = _NAME.fullmatch(member.name)
    assert found is not None
    table = read_text(path, member.data)
    try:
        date(int(found[3]), int(found[4]), 1)
        day = date.fromisoformat(found[1])
    except ValueError:
        raise DataError(
            f"{path}: its file {member.name} names no day or no expiry. Expected as "
            "20241113_es_minute_trade_202412.csv.",
            code="bad_stamp",
        ) from None
    if len(table.columns) != len(_COLUMNS):
        raise DataError(
            f"{path}: its file {member.name} has {len(table.columns)} columns. Expected {len(_COLUMNS)}: "
            "milliseconds of the day, open, high, low, close, volume.",
            code="damaged_file",
        )
    frame = pd.DataFrame(
        {name: numbers(column, name, path) for name, column in zip(_COLUMNS, table.columns, strict=True)}
    )
    at = np.datetime64(day, "us") + frame.pop("of_day").to_numpy().astype("timedelta64[ms]")
    frame.insert(0, "at", at.astype("datetime64[us]"))
    return frame.assign(contract=f"{found[2].upper()}{MONTH_CODES[int(found[4]) - 1]}{int(found[3]) % 10}")
