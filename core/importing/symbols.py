"""Whose bars a file holds: `--symbol`, the contract column and the file name have to agree (ruling 3)."""

from pathlib import Path

import pandas as pd

from core.contracts.errors import DataError
from core.importing.readers.bar_checks import refuse_row
from core.importing.readers.bar_file import BarFile
from core.market.instruments import (
    INSTRUMENTS,
    SAMPLE_SYMBOL,
    instrument,
    symbol_named,
    symbol_of_contract,
    symbols_in_name,
)


def resolve_symbol(file: BarFile, asked: str | None = None) -> str:
    """The one symbol that everything stated about the file agrees on.

    DataError `symbol_conflict` where two disagree, `symbol_unknown` where nothing names a symbol,
    `sample_symbol` where it would be the sample's.
    """
    if asked is not None:
        _refuse_sample(asked.upper(), file.path)
    stated: dict[str, str] = {}
    if asked is not None:
        stated["--symbol"] = instrument(asked.upper()).symbol
    for column in ("contract", "symbol"):
        if column in file.frame:
            stated |= _named_in(file.frame[column], column, file.path)
    stated |= {f"the file name ({token})": token for token in symbols_in_name(file.path.name)}
    symbols = set(stated.values())
    if len(symbols) > 1:
        words = ", ".join(f"{source} says {symbol}" for source, symbol in stated.items())
        raise DataError(
            f"{file.path}: whose bars are these? {words}. Correct the one that is wrong and import again.",
            code="symbol_conflict",
        )
    if not symbols:
        known = ", ".join(name for name in INSTRUMENTS if name != SAMPLE_SYMBOL)
        raise DataError(
            f"{file.path}: whose bars are these? Neither a contract column nor the file name says it. "
            f"Name it with --symbol; known symbols: {known}.",
            code="symbol_unknown",
        )
    return _refuse_sample(symbols.pop(), file.path)


def _named_in(values: pd.Series, column: str, path: Path) -> dict[str, str]:
    """What a column names, each symbol by its first mention."""
    named = {}
    for value in values.unique().tolist():
        symbol = symbol_named(value) if column == "symbol" else symbol_of_contract(value)
        if symbol is None:
            row = int((values == value).to_numpy().argmax())
            problem = f"{column} {value!r} belongs to no known symbol ({', '.join(INSTRUMENTS)})"
            refuse_row(
                path, row, f"{problem}. Keep one contract per stamp and no spreads", code="symbol_unknown"
            )
        named[f"{column} {value}"] = symbol
    first = {symbol: source for source, symbol in reversed(named.items())}
    return {source: symbol for symbol, source in first.items()}


def _refuse_sample(symbol: str, path: Path) -> str:
    if symbol == SAMPLE_SYMBOL:
        raise DataError(
            f"{path}: {SAMPLE_SYMBOL} is the sample data's symbol; nothing is imported into it. "
            "Import under the instrument's own symbol.",
            code="sample_symbol",
        )
    return symbol
