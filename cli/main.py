"""The `almanac` command. Exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use."""

import os
import shutil
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import (
    access,
    backup,
    bars,
    claims,
    days,
    features,
    members,
    nightly,
    serving,
    snapshots,
    status,
    today,
    tokens,
)
from core.contracts.errors import AlmanacError
from core.contracts.version import VERSION

_WIDEST = 100

app = typer.Typer(
    name="almanac",
    help="From a file of five-minute bars to a dashboard that answers filters.",
    epilog="exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use or a taken port",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
_OF_DATA = (bars, today, snapshots, nightly, status, backup, serving)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"almanac {VERSION}")
        raise typer.Exit


@app.callback()
def almanac(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="print the version and end"),
    ] = False,
) -> None:
    """From a file of five-minute bars to a dashboard that answers filters."""


for _each in (*_OF_DATA, access, tokens, members, days, claims, features):
    app.add_typer(_each.app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code. A fault is one plain line on standard error.

    SystemExit after a help text, and with code 2 after wrong use.
    """
    try:
        return _run(sys.argv[1:] if arguments is None else list(arguments))
    except typer.TyperException as error:
        _tell_wrong_use(error)
        raise SystemExit(error.exit_code) from None
    except typer.Exit as ended:
        raise SystemExit(ended.exit_code) from None
    except AlmanacError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
    except BrokenPipeError:
        # Nobody reads on, as behind `| head`: leave standard output nothing to say at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"almanac: {_in_words(error)}", file=sys.stderr)
    except KeyboardInterrupt as stopped:
        over = "\r" if sys.stderr.isatty() else ""  # the ^C of the terminal
        what = f"; {stopped}" if str(stopped) else "."
        print(f"{over}almanac: stopped{what}", file=sys.stderr)
        return 130
    return 1


def _in_words(error: OSError) -> str:
    """The file and what is wrong with it; of a folder that was copied its first file; of a full disk more."""
    from core.warehouse.room import Room, is_full

    file, why = error.filename or "the disk", error.strerror or error
    if isinstance(error, shutil.Error):
        _, file, why = error.args[0][0]
    if is_full(error):
        return Room(Path(file).parent, Path(file).name).full().detail
    return f"{file}: {why}"


@cache
def _command() -> Any:
    return typer.main.get_command(app)


def _run(arguments: list[str]) -> int:
    command, width = _command(), min(typer.get_terminal_size().columns, _WIDEST)
    if "_ALMANAC_COMPLETE" in os.environ:
        command.main(arguments, prog_name="almanac")  # answers the shell and ends
    with command.make_context("almanac", arguments, terminal_width=width) as context:
        code = command.invoke(context) or 0
    sys.stdout.flush()
    return int(code)


def _tell_wrong_use(error: typer.TyperException) -> None:
    """Print what is wrong in one line, and where to look."""
    error.message = error.message.removeprefix("Value error, ")
    is_ours = isinstance(error, typer.BadParameter) and error.param is None
    said = error.message if is_ours else error.format_message()
    context = getattr(error, "ctx", None)
    print(f"almanac: {' '.join(said.split())}", file=sys.stderr)
    if context is not None:
        print(f"Try: {context.command_path} --help", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
