"""The `almanac` command. Exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use."""

import argparse
import os
import sys
from collections.abc import Sequence

from cli import access
from cli.backup import BACKUP, RESTORE, VERIFY
from cli.bars import CHANGES, FINDINGS, IMPORT
from cli.nightly import ALERT, NIGHTLY
from cli.serving import DEMO, SERVE
from cli.snapshots import BUILD, PATH, PUBLISH, ROLLBACK, VIEWS
from cli.status import STATUS
from core.contracts.errors import AlmanacError

_OF_BARS = (IMPORT, CHANGES, FINDINGS)
_OF_SNAPSHOTS = (BUILD, PATH, ROLLBACK, PUBLISH, NIGHTLY, ALERT, VIEWS, STATUS, VERIFY, BACKUP, RESTORE)
_OF_THE_SERVICE = (SERVE, DEMO)


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
    for command in (*_OF_BARS, *_OF_SNAPSHOTS, *_OF_THE_SERVICE):
        command.add_to(commands)
    access.add_commands(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
