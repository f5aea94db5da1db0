"""The `almanac` command. Exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use."""

import argparse
import os
import sys
from collections.abc import Sequence

from cli import access, backup, bars, claims, days, nightly, serving, snapshots, status, today
from core.contracts.errors import AlmanacError

_OF_BARS = (bars.import_bars, today.today, bars.changes, bars.findings)
_OF_SNAPSHOTS = (snapshots.build, snapshots.path, snapshots.rollback, snapshots.publish)
_OF_NIGHTS = (nightly.nightly, nightly.alert, snapshots.views, status.status)
_OF_FOLDERS = (backup.verify, backup.backup, backup.restore, serving.serve, serving.demo)


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
        # Nobody reads on, as behind `| head`: leave standard output nothing to say at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
        epilog="exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use or a taken port",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (*_OF_BARS, *_OF_SNAPSHOTS, *_OF_NIGHTS, *_OF_FOLDERS):
        command.add_to(commands)
    access.add_commands(commands)
    days.add_commands(commands)
    claims.add_commands(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
