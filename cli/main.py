"""The `almanac` command. Exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use."""

import argparse
import os
import sys
from collections.abc import Sequence

from cli import (
    accounts,
    alert,
    backup,
    bars,
    changes,
    codes,
    entry_link,
    findings,
    nightly,
    publication,
    serving,
    snapshots,
    status,
    verify,
    views,
)
from core.contracts.errors import AlmanacError

_EPILOG = "exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use or a taken port"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code. A fault is one plain line on standard error."""
    asked = build_parser().parse_args(arguments)
    try:
        code = int(asked.run(asked))
        sys.stdout.flush()
        return code
    except AlmanacError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
    except BrokenPipeError:
        _stop_writing()
    except OSError as error:
        print(f"almanac: {error.filename or 'the disk'}: {error.strerror or error}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


def _stop_writing() -> None:
    """Nobody reads on, as behind `| head`: leave standard output nothing to say at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command."""
    parser = argparse.ArgumentParser(
        prog="almanac",
        description="From a file of five-minute bars to a dashboard that answers filters.",
        epilog=_EPILOG,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    of_data = (bars, changes, findings, snapshots, publication, nightly, alert, views, status)
    for group in (*of_data, verify, backup, serving, accounts, codes, entry_link):
        group.add_commands(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
