"""The `almanac` command. Exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from cli import accounts, bars, codes, entry_link, serving, snapshots, status, views
from core.contracts.errors import AlmanacError

_EPILOG = "exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use or a taken port"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code. A fault is one plain line on standard error."""
    asked = build_parser().parse_args(arguments)
    try:
        return int(asked.run(asked))
    except AlmanacError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
    except OSError as error:
        print(f"almanac: {error.filename or 'the disk'}: {error.strerror or error}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command."""
    parser = argparse.ArgumentParser(
        prog="almanac",
        description="From a file of five-minute bars to a dashboard that answers filters.",
        epilog=_EPILOG,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (bars, snapshots, views, status, serving, accounts, codes, entry_link):
        group.add_commands(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
