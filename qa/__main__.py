"""Run a harness: `python -m qa NAME [--short] [--size N] [PART ...]`; NAME is one of `NAMES`.

PART is the beginning of a name, all without one. The long form writes build/NAME.json and the harness's
section of docs/; the last line sums up; the exit code is 1 where a part failed.
"""

import argparse
import signal
import sys
from importlib import import_module

from qa.harness.run import Harness, RunOptions, run

NAMES = ("bench", "faults", "fuzz", "mutants", "page_numbers", "security", "soak", "verdicts")


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_intermixed_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    mutants = given.mutants or not given.short
    return run(harness_of(given.harness), RunOptions(tuple(given.parts), given.short, mutants, given.size))


def harness_of(name: str) -> Harness:
    harness: Harness = import_module(f"qa.{name}.harness").HARNESS
    return harness


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/harness", description=__doc__)
    parser.add_argument("harness", choices=NAMES)
    parser.add_argument("--short", action="store_true", help="seconds instead of minutes; nothing is written")
    parser.add_argument("--mutants", action="store_true", help="with --short: known faults of the code too")
    parser.add_argument(
        "--size", type=float, help="minutes of fuzz, mutants of a room, answers of soak, cases of security"
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="beginnings of names (default: all)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
