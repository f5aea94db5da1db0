"""The symbol of a file's bars, and their contracts: `--symbol`, `--roll`, the file (rulings 3, 4)."""

import io
from pathlib import Path

import numpy as np
import pandas as pd

from core.contracts.errors import DataError, escaped, quoted, quoted_names
from core.contracts.manifest import RollPolicy
from core.contracts.regular_files import read_regular
from core.importing.findings.defects import FileFinding, refuse_row
from core.importing.formats.bar_file import BarFile
from core.market.calendar import exchange_calendar
from core.market.instruments import (
    INSTRUMENTS,
    SAMPLE_SYMBOLS,
    Instrument,
    contract_named,
    instrument,
    symbol_named,
    symbol_of_contract,
    words_in_name,
)
from core.market.rolls import RollChoice, contracts_on
from core.market.session_clock import clock_bars

_MOST_BYTES = 10_000_000
_NAMING: tuple[RollPolicy, ...] = ("calendar", "file")
_ROLLS = {"calendar": RollChoice("calendar"), "adjusted": RollChoice("adjusted")}
"""Values of `--roll` other than a file."""


def resolve_symbol(file: BarFile, symbol: str | None = None, *, over_name: bool = False) -> str:
    """The one symbol on which everything stated about the file agrees.

    With `over_name`, `symbol` wins over the file's name, not over a contract. DataError `symbol_conflict` if
    two disagree, `symbol_unknown` if nothing names a known symbol, `sample_symbol` if it is the sample's.
    """
    stated = _stated(file, symbol, over_name=over_name)
    symbols = set(stated.values())
    said = ", ".join(f"{source} says {symbol}" for source, symbol in stated.items())
    if len(symbols) > 1:
        raise DataError(
            f"{file.path}: whose bars are these? {said}. Correct the one that is wrong (a file may "
            "be renamed) and import again.",
            code="symbol_conflict",
        )
    known = ", ".join(name for name in INSTRUMENTS if name not in SAMPLE_SYMBOLS)
    if not symbols:
        raise DataError(
            f"{file.path}: whose bars are these? Neither a contract column nor the file name says it. "
            f"Name it with --symbol; known symbols: {known}.",
            code="symbol_unknown",
        )
    if not symbols <= INSTRUMENTS.keys():
        raise DataError(
            f"{file.path}: {said}, a micro future that is not declared. Declare it in the file that "
            f"ALMANAC_INSTRUMENTS names (docs/scale-out.md); known symbols: {known}.",
            code="symbol_unknown",
        )
    return _refuse_sample(symbols.pop(), file.path)


def _stated(file: BarFile, symbol: str | None, *, over_name: bool) -> dict[str, str]:
    """Symbol by what states it; of the file's name only the contract if `symbol` wins."""
    stated: dict[str, str] = {}
    if symbol is not None:
        _refuse_sample(symbol.upper(), file.path)
        stated["--symbol"] = instrument(symbol.upper()).symbol
    of_name = contract_named(file.path.name)
    words = {} if symbol is not None and over_name else words_in_name(file.path.name)
    if of_name is not None:
        words[of_name] = symbol_named(of_name) or ""
    for column in ("contract", "symbol"):
        if column in file.frame and file.frame[column].unique().tolist() != [of_name]:
            stated |= _named_in(file.frame[column], column, file.path)
    return stated | {f"the file name ({word})": named for word, named in words.items()}


def name_findings(file: BarFile, symbol: str) -> tuple[FileFinding, ...]:
    """A finding if the file's name disagrees with `symbol`."""
    others = {word: said for word, said in words_in_name(file.path.name).items() if said != symbol}
    if not others:
        return ()
    said = " and ".join(sorted(set(others.values())))
    words = f"the file name ({', '.join(others)}) says {said}"
    detail = f"{words}; {symbol} decides, as asked with --symbol or by its folder"
    return (FileFinding("other_name", 1, detail),)


def _named_in(values: pd.Series, column: str, path: Path) -> dict[str, str]:
    """Symbols that a column names, each by its first mention."""
    named = {}
    for value in values.unique().tolist():
        symbol = symbol_named(value)
        if symbol is None:
            row = int((values == value).to_numpy().argmax())
            problem = f"{column} {quoted(value)} belongs to no known symbol ({', '.join(INSTRUMENTS)})"
            refuse_row(
                path, row, f"{problem}. Keep one contract per stamp and no spreads", code="symbol_unknown"
            )
        named[f"{column} {value}"] = symbol
    first = {symbol: source for source, symbol in reversed(named.items())}
    return {source: symbol for symbol, source in first.items()}


def _refuse_sample(symbol: str, path: Path) -> str:
    if symbol in SAMPLE_SYMBOLS:
        raise DataError(
            f"{path}: {symbol} is a symbol of sample data; nothing is imported into it. "
            "Import under the instrument's own symbol.",
            code="sample_symbol",
        )
    return symbol


def roll_choice(file: BarFile, known: Instrument, roll: str | None) -> RollChoice:
    """The roll choice of the file and of `--roll calendar|adjusted|FILE`.

    DataError `roll_conflict` if they disagree.
    """
    choice = None if roll is None else _ROLLS.get(roll) or read_roll_file(Path(roll), known)
    has_contracts = "contract" in file.frame
    if choice is not None and has_contracts:
        raise DataError(
            f"{file.path}: names its contracts and --roll {roll} says otherwise. Leave --roll out, or drop "
            "the contract column.",
            code="roll_conflict",
        )
    return choice or RollChoice("contracts" if has_contracts else "unknown")


def settled_policy(old: RollPolicy | None, new: RollPolicy, path: Path) -> RollPolicy:
    """The policy of existing bars (`old`, None without any) and a file together.

    A known policy settles an unknown one. A bar's own contract is compatible with the roll calendar or a roll
    file, which name the bars without one. DataError `roll_conflict` for two other known policies that differ.
    """
    if old is None or old in ("unknown", new) or (old == "contracts" and new in _NAMING):
        return new
    if new == "unknown" or (new == "contracts" and old in _NAMING):
        return old
    raise DataError(
        f"{path}: its rolls are settled by {new!r}, those of the bars already there by {old!r}. Import with "
        "the same --roll, or delete the symbol's folder under warehouse/bars and import everything again.",
        code="roll_conflict",
    )


def name_contracts(bars: pd.DataFrame, choice: RollChoice, known: Instrument, path: Path) -> pd.DataFrame:
    """`bars` with every known contract; DataError if a required one is unknown.

    A bar without one takes that of its session's other bars if they agree, else the policy's.
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


def read_roll_file(path: Path, instrument: Instrument) -> RollChoice:
    """The contracts that a roll file names; DataError `bad_roll_file` names the wrong row."""
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
