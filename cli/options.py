"""Options that several commands share, wrong use, and the choice of a symbol where none is named."""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse, default_symbol, known_symbols

BUILD_FIRST = "Make a snapshot with: almanac build"
IMPORT_FIRST = "Bring bars in with: almanac import FILE"
IMPORT_OR_SAMPLE = f"{IMPORT_FIRST}, or: almanac import --sample"


def _of_environment(name: str, otherwise: str) -> Callable[[], str]:
    return lambda: os.environ.get(name) or otherwise


def symbols_there(context: typer.Context) -> Iterable[str]:
    """Shell completion of a symbol: those of the warehouse."""
    warehouse = context.params.get("warehouse")
    return known_symbols(warehouse) if isinstance(warehouse, Warehouse) else ()


def symbol_argument(default: str = "ES if there, else the first") -> Any:
    """An optional argument, upper-cased."""
    return typer.Argument(
        metavar="SYMBOL",
        parser=str.upper,
        autocompletion=symbols_there,
        help=f"which symbol (default: {default})",
    )


def symbols_argument(default: str) -> Any:
    """Any number of arguments, upper-cased."""
    return typer.Argument(
        metavar="[SYMBOL]...",
        parser=str.upper,
        autocompletion=symbols_there,
        help=f"which symbols (default: {default})",
    )


def symbol_option(help_text: str) -> Any:
    """The option, upper-cased."""
    return typer.Option(
        "--symbol", parser=str.upper, metavar="SYMBOL", autocompletion=symbols_there, help=help_text
    )


def state_option(rest: str = "") -> Any:
    """The option; `rest` continues its help."""
    return typer.Option(
        "--state",
        metavar="DIR",
        default_factory=_of_environment("ALMANAC_STATE", "state"),
        show_default=False,
        help=f"folder of accounts, tokens and keys (ALMANAC_STATE, else ./state){rest}",
    )


AtWarehouse = Annotated[
    Warehouse,
    typer.Option(
        "--warehouse",
        parser=lambda text: Warehouse(Path(text)),
        metavar="DIR",
        default_factory=_of_environment("ALMANAC_WAREHOUSE", "warehouse"),
        show_default=False,
        help="the warehouse's folder (ALMANAC_WAREHOUSE, else ./warehouse)",
    ),
]
AtState = Annotated[Path, state_option("; REDIS_URL goes before it")]
Symbol = Annotated[str | None, symbol_argument()]
Symbols = Annotated[list[str] | None, symbols_argument("ES if there, else the first")]
AsJson = Annotated[bool, typer.Option("--json", help="the same as JSON")]


def wrong_use(message: str) -> NoReturn:
    """End with `message` and exit code 2."""
    raise typer.BadParameter(message)


def one_of(file: Path | None, flag: bool, name: str) -> None:
    """Wrong use unless either a FILE is named or the flag is given."""
    if file is None and not flag:
        wrong_use(f"give a FILE or {name}")
    if file is not None and flag:
        wrong_use(f"give a FILE or {name}, not both")


def day(text: str) -> date:
    """The date of an option; wrong use where it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        wrong_use(f"found {text!r}, expected a date as 2024-05-16")


def refuse_symbol_and_all(named: Sequence[str] | None, every: bool) -> None:
    """Wrong use where both are given."""
    if every and named:
        wrong_use("name a SYMBOL or say --all, not both")


def chosen_symbols(
    warehouse: Warehouse, named: Sequence[str] | None, every: bool, symbols: Sequence[str], remedy: str
) -> tuple[str, ...]:
    """With `every` all of `symbols`, else those named or the default, each once; as `symbol_among`."""
    refuse_symbol_and_all(named, every)
    wanted: Sequence[str | None] = named or [None]
    chosen = [symbol_among(warehouse, each, symbols, remedy) for each in wanted]
    return tuple(symbols) if every else tuple(dict.fromkeys(chosen))


def symbol_among(warehouse: Warehouse, symbol: str | None, symbols: Sequence[str], remedy: str) -> str:
    """The named symbol, else the default of `symbols`; DataError `no_symbol` where it is not there."""
    chosen: str | None = symbol or default_symbol(symbols)
    if chosen is None or chosen not in symbols:
        what = "nothing is there yet" if chosen is None else f"there is nothing of {chosen}"
        there = f"; there is: {', '.join(symbols)}" if symbols else ""
        root = warehouse.root
        where = f"{root}: " if root.is_dir() else f"{root} is no folder: "
        raise DataError(f"{where}{what}{there}. {remedy}", code="no_symbol")
    return chosen


def print_json(document: object) -> None:
    import orjson

    print(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())
