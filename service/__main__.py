"""`python -m service`: the service alone, in an environment that has only its dependencies."""

import argparse
import sys
from pathlib import Path

from core.contracts.errors import DataError
from service.serving import serve
from service.settings import from_environment


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and serve; the exit code."""
    given = vars(_parser().parse_args(arguments))
    try:
        serve(from_environment(**{name: value for name, value in given.items() if value is not None}))
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m service", description=__doc__)
    parser.add_argument("--warehouse", type=Path, help="folder with snapshots/ (default: ALMANAC_WAREHOUSE)")
    parser.add_argument("--state", type=Path, help="folder for tokens and keys (default: ALMANAC_STATE)")
    parser.add_argument("--web", type=Path, help="the built page (default: build/web)")
    parser.add_argument("--host", help="address to bind (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to bind (default: 8000)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
