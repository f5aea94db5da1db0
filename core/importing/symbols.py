"""Whose bars a file holds: `--symbol`, the contract column and the file name (ruling 3)."""

from pathlib import Path

import pandas as pd

from core.contracts.errors import DataError, quoted
from core.importing.findings.defects import FileFinding
from core.importing.formats.bar_checks import refuse_row
from core.importing.formats.bar_file import BarFile
from core.importing.formats.contract_files import contract_named
from core.market.instruments import (
    INSTRUMENTS,
    SAMPLE_SYMBOL,
    instrument,
    symbol_named,
    words_in_name,
)


def resolve_symbol(file: BarFile, asked: str | None = None, *, over_name: bool = False) -> str:
    """The one symbol that everything stated about the file agrees on.

    With `over_name` what is `asked` decides against a symbol in the file's name, not against a contract.

    DataError `symbol_conflict` where two disagree, `symbol_unknown` where nothing names a symbol there is,
    `sample_symbol` where it would be the sample's.
    """
    stated = _stated(file, asked, over_name=over_name)
    symbols = set(stated.values())
    said = ", ".join(f"{source} says {symbol}" for source, symbol in stated.items())
    if len(symbols) > 1:
        raise DataError(
            f"{file.path}: whose bars are these? {said}. Correct the one that is wrong (a file may "
            "be renamed) and import again.",
            code="symbol_conflict",
        )
    known = ", ".join(name for name in INSTRUMENTS if name != SAMPLE_SYMBOL)
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


def _stated(file: BarFile, asked: str | None, *, over_name: bool) -> dict[str, str]:
    """Everything that says a symbol, with it; of the file's name the contract alone where `asked` decides."""
    stated: dict[str, str] = {}
    if asked is not None:
        _refuse_sample(asked.upper(), file.path)
        stated["--symbol"] = instrument(asked.upper()).symbol
    of_name = contract_named(file.path.name)
    words = {} if asked is not None and over_name else words_in_name(file.path.name)
    if of_name is not None:
        words[of_name] = symbol_named(of_name) or ""
    for column in ("contract", "symbol"):
        if column in file.frame and file.frame[column].unique().tolist() != [of_name]:
            stated |= _named_in(file.frame[column], column, file.path)
    return stated | {f"the file name ({word})": symbol for word, symbol in words.items()}


def name_findings(file: BarFile, symbol: str) -> tuple[FileFinding, ...]:
    """What the file's name says otherwise than `symbol`, which was asked for and decides."""
    others = {word: said for word, said in words_in_name(file.path.name).items() if said != symbol}
    if not others:
        return ()
    said = " and ".join(sorted(set(others.values())))
    words = f"the file name ({', '.join(others)}) says {said}"
    detail = f"{words}; {symbol} decides, as asked with --symbol or by its folder"
    return (FileFinding("other_name", 1, detail),)


def _named_in(values: pd.Series, column: str, path: Path) -> dict[str, str]:
    """What a column names, each symbol by its first mention."""
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
    if symbol == SAMPLE_SYMBOL:
        raise DataError(
            f"{path}: {SAMPLE_SYMBOL} is the sample data's symbol; nothing is imported into it. "
            "Import under the instrument's own symbol.",
            code="sample_symbol",
        )
    return symbol
