"""A file on its way into the warehouse: checked in itself, its bars bare, its rolls' settlement chosen."""

import re
from dataclasses import dataclass

import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.report import FindingsReport, report_of
from core.importing.readers.bar_checks import PRICE_COLUMNS, check_values, check_zone, on_tick
from core.importing.readers.bar_file import BarFile
from core.importing.roll_choice import roll_choice
from core.importing.symbols import resolve_symbol
from core.market.calendar import exchange_calendar
from core.market.instruments import Instrument, instrument
from core.market.rolls import RollChoice
from core.market.session_clock import clock_bars
from core.storage.schemas import TO_LABEL

_SHORT = re.compile(r"(?<=[FGHJKMNQUVXZ])\d(?=\d$)")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file that is right in itself: its bars (`TO_LABEL`), what settles their rolls, its findings."""

    file: BarFile
    bars: pd.DataFrame
    choice: RollChoice
    known: Instrument
    report: FindingsReport


def checked(file: BarFile, symbol: str | None, roll: str | None) -> Incoming:
    """The file with everything checked that needs no other bars; DataError on any fault."""
    known = instrument(resolve_symbol(file, symbol))
    check_zone(file.frame, file.path)
    _refuse_uncovered(file, known)
    report = report_of(file, known)
    check_values(file.frame, known, file.path)
    choice = roll_choice(file, known, roll)
    return Incoming(file, _bare(file, known), choice, known, report)


def _refuse_uncovered(file: BarFile, known: Instrument) -> None:
    try:
        clock_bars(file.frame["ts"], exchange_calendar(known.calendar))
    except DataError as error:
        raise DataError(f"{file.path}: {error.detail}", code=error.code) from error


def _bare(file: BarFile, known: Instrument) -> pd.DataFrame:
    frame = file.frame.reset_index(drop=True).reindex(columns=TO_LABEL).astype({"contract": "str"})
    if frame["volume"].notna().all():
        frame["volume"] = frame["volume"].astype("int64")
    frame["contract"] = _short_codes(frame["contract"])
    frame[PRICE_COLUMNS] = on_tick(frame[PRICE_COLUMNS].to_numpy(), known)
    return frame


def _short_codes(contracts: pd.Series) -> pd.Series:
    """Contracts with one digit of the year, so that ESZ24 of one vendor is ESZ4 of another."""
    names = contracts.dropna().unique()
    return contracts.replace({name: _SHORT.sub("", name) for name in names if _SHORT.search(name)})
