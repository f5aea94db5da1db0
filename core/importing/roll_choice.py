"""Settling where an import's contracts come from (ruling 4), and naming them."""

import io
from pathlib import Path

import numpy as np
import pandas as pd

from core.contracts.errors import DataError, escaped, quoted, quoted_names
from core.contracts.manifest import RollPolicy
from core.contracts.regular_files import read_regular
from core.importing.formats.bar_file import BarFile
from core.market.calendar import exchange_calendar
from core.market.instruments import Instrument, symbol_of_contract
from core.market.rolls import RollChoice, contracts_on
from core.market.session_clock import clock_bars

_MOST_BYTES = 10_000_000
_NAMING: tuple[RollPolicy, ...] = ("calendar", "file")


def roll_choice(file: BarFile, known: Instrument, roll: str | None) -> RollChoice:
    """What the file and `--roll` say together; DataError `roll_conflict` where they disagree."""
    choice = parse_roll(roll, known)
    if choice is not None and file.has_contracts:
        raise DataError(
            f"{file.path}: names its contracts and --roll {roll} says otherwise. Leave --roll out, or drop "
            "the contract column.",
            code="roll_conflict",
        )
    return choice or RollChoice("contracts" if file.has_contracts else "unknown")


def parse_roll(roll: str | None, instrument: Instrument) -> RollChoice | None:
    """The meaning of `--roll calendar|adjusted|FILE`; None where it was not given."""
    if roll is None:
        return None
    if roll == "calendar":
        return RollChoice("calendar")
    if roll == "adjusted":
        return RollChoice("adjusted")
    return _read_roll_file(Path(roll), instrument)


def settled_policy(old: RollPolicy | None, new: RollPolicy, path: Path) -> RollPolicy:
    """The policy of bars that are there (`old`, None without any) and a file's together.

    What is known settles what is unknown. A bar's own contract stands beside the roll calendar or a roll
    file, which name the bars that have none. Two others that are known and differ are a question: DataError
    `roll_conflict`.
    """
    if old is None or old in ("unknown", new) or (old == "contracts" and new in _NAMING):
        return new
    if new == "unknown" or (new == "contracts" and old in _NAMING):
        return old
    raise DataError(
        f"{path}: its rolls are settled by {new!r}, those of the bars already there by {old!r}. Import with "
        "the same --roll, or delete the symbol's folder under warehouse/bars and import everything anew.",
        code="roll_conflict",
    )


def name_contracts(bars: pd.DataFrame, choice: RollChoice, known: Instrument, path: Path) -> pd.DataFrame:
    """`bars` with every contract that is known; DataError where one has to be known and is not.

    A bar without one has that of its session's other bars where they agree, else what the policy names.
    """
    if choice.policy in ("unknown", "adjusted") or not bars["contract"].isna().any():
        return bars
    dates = clock_bars(bars["ts"], exchange_calendar(known.calendar)).session_date
    by_session = bars["contract"].groupby(dates)
    of_session = by_session.transform("first").where(by_session.transform("nunique") == 1)
    bars = bars.assign(contract=bars["contract"].fillna(of_session))
    unnamed = bars["contract"].isna().to_numpy()
    if not unnamed.any():
        return bars
    if not len(choice.starts) and choice.policy != "calendar":
        raise DataError(
            f"{path}: {unnamed.sum()} bars would have no contract, the first at "
            f"{bars['ts'].iloc[int(unnamed.argmax())]}, where the others have one. Import them "
            "again with contracts, or with --roll calendar|FILE.",
            code="roll_conflict",
        )
    named = bars["contract"].to_numpy(dtype=object, copy=True)
    named[unnamed] = contracts_on(dates[unnamed], choice, known)
    return bars.assign(contract=pd.Series(named, index=bars.index, dtype="str"))


def _read_roll_file(path: Path, instrument: Instrument) -> RollChoice:
    rows = _roll_rows(path)
    dates = pd.to_datetime(rows["session_date"], format="%Y-%m-%d", errors="coerce")
    contracts = rows["contract"].str.strip().str.upper()
    ours = contracts.map(symbol_of_contract) == instrument.symbol
    in_order = dates.diff().dt.days.fillna(1) > 0
    for wrong, column, expected in (
        (dates.isna(), "session_date", "a session_date as 2024-03-11"),
        (~ours, "contract", f"a contract of {instrument.symbol}, as {instrument.contract_root}H4"),
        (~in_order, "session_date", "dates in ascending order, each once"),
    ):
        if wrong.any():
            row = int(wrong.to_numpy().argmax())
            found = f"{column} is {quoted(rows[column].iloc[row])}"
            raise DataError(f"{path}: row {row + 1}: {found}. Expected {expected}.", code="bad_roll_file")
    return RollChoice("file", dates.to_numpy().astype("datetime64[D]"), contracts.to_numpy().astype(np.str_))


def _roll_rows(path: Path) -> pd.DataFrame:
    expected = "Expected calendar, adjusted or a CSV file with the columns session_date,contract"
    try:
        content = read_regular(path, f"{expected}.", _MOST_BYTES)
        rows = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
    except DataError as error:
        raise DataError(f"--roll {error.detail} {expected}.", code="bad_roll_file") from error
    except ValueError as error:
        raise DataError(
            f"--roll {path}: cannot be read ({escaped(str(error))}). {expected}.", code="bad_roll_file"
        ) from error
    rows.columns = rows.columns.str.strip().str.lower()
    if not {"session_date", "contract"} <= set(rows.columns) or rows.empty:
        found = quoted_names(rows.columns.tolist()) or "no columns"
        raise DataError(f"{path}: found {found} and {len(rows)} rows. {expected}.", code="bad_roll_file")
    return rows[["session_date", "contract"]]
