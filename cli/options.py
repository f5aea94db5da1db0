"""What a command is, options that several of them share, and the choice of a symbol where none is named."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from core.contracts.errors import DataError
from core.storage.paths import Warehouse, default_symbol

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Option = tuple[tuple[str, ...], dict[str, Any]]

BUILD_FIRST = "Make a snapshot with: almanac build"
IMPORT_FIRST = "Bring bars in with: almanac import FILE"
IMPORT_OR_SAMPLE = f"{IMPORT_FIRST}, or: almanac import --sample"


def option(*names: str, **settings: Any) -> Option:
    """An argument as `add_argument` takes it; a `default` may be a function, asked at every run."""
    return names, settings


@dataclass(frozen=True)
class Command:
    """A command of `almanac`: `run` carries it out and gives its exit code; its docstring is shown by --help.

    One of `either` has to be given. `asked.parser` is the command's own parser, to refuse wrong use with.
    """

    run: Callable[[argparse.Namespace], int]
    name: str
    help: str
    options: tuple[Option, ...]
    either: tuple[Option, ...]
    epilog: str | None

    def add_to(self, commands: Commands) -> None:
        """Register it."""
        form = argparse.RawDescriptionHelpFormatter if self.epilog else argparse.HelpFormatter
        parser = commands.add_parser(
            self.name, help=self.help, description=self.run.__doc__, epilog=self.epilog, formatter_class=form
        )
        either = parser.add_mutually_exclusive_group(required=True) if self.either else parser
        listed = [(either, each) for each in self.either] + [(parser, each) for each in self.options]
        for target, (names, settings) in listed:
            default = settings.get("default")
            filled = {"default": default()} if callable(default) else {}
            target.add_argument(*names, **settings | filled)
        parser.set_defaults(run=self.run, parser=parser)


def command(
    name: str, help_text: str, *options: Option, either: tuple[Option, ...] = (), epilog: str | None = None
) -> Callable[[Callable[[argparse.Namespace], int]], Command]:
    """Makes a command of the function below it."""
    return partial(Command, name=name, help=help_text, options=options, either=either, epilog=epilog)


WAREHOUSE = option(
    "--warehouse",
    type=lambda text: Warehouse(Path(text)),
    metavar="DIR",
    default=lambda: Warehouse(Path(os.environ.get("ALMANAC_WAREHOUSE") or "warehouse")),
    help="the warehouse's folder (ALMANAC_WAREHOUSE, else ./warehouse)",
)
JSON = option("--json", action="store_true", help="the same as JSON")


def state_option(rest: str = "") -> Option:
    """The --state option; `rest` goes on with its help."""
    return option(
        "--state",
        type=Path,
        metavar="DIR",
        default=lambda: Path(os.environ.get("ALMANAC_STATE") or "state"),
        help=f"folder of accounts, tokens and keys (ALMANAC_STATE, else ./state){rest}",
    )


STATE = state_option("; REDIS_URL goes before it")


def symbol_option(default: str = "ES if there, else the first") -> Option:
    """The optional SYMBOL argument, upper-cased."""
    return option(
        "symbol", nargs="?", type=str.upper, metavar="SYMBOL", help=f"which symbol (default: {default})"
    )


def all_symbols(help_text: str) -> tuple[Option, Option]:
    """The optional SYMBOL argument, or --all."""
    return symbol_option(), option("--all", action="store_true", help=help_text)


def day(text: str) -> date:
    """The date an option says; argparse's own error where it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a date as 2024-05-16") from error


def refuse_symbol_and_all(asked: argparse.Namespace) -> None:
    """Wrong use where both are given."""
    if asked.all and asked.symbol:
        asked.parser.error("name a SYMBOL or say --all, not both")


def chosen_symbols(asked: argparse.Namespace, symbols: Sequence[str], remedy: str) -> tuple[str, ...]:
    """With --all every one of `symbols`, else the one asked for or the default; as `symbol_among`."""
    refuse_symbol_and_all(asked)
    chosen = symbol_among(asked, symbols, remedy)
    return tuple(symbols) if asked.all else (chosen,)


def symbol_among(asked: argparse.Namespace, symbols: Sequence[str], remedy: str) -> str:
    """The symbol asked for, else the default of `symbols`; DataError `no_symbol` where it is not there."""
    chosen: str | None = asked.symbol or default_symbol(symbols)
    if chosen is None or chosen not in symbols:
        what = "nothing is there yet" if chosen is None else f"there is nothing of {chosen}"
        there = f"; there is: {', '.join(symbols)}" if symbols else ""
        root = asked.warehouse.root
        where = f"{root}: " if root.is_dir() else f"{root} is no folder: "
        raise DataError(f"{where}{what}{there}. {remedy}", code="no_symbol")
    return chosen


def print_json(document: object) -> None:
    """Print a document, indented."""
    import orjson

    print(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())
