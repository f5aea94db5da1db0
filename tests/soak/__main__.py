"""A class at work while things go wrong: `-m tests.soak [--answers N] [--short] [--broken [NAME ...]]`.

Every answer is held, byte by byte, to what the snapshot it names says. The last line is
`N answers checked, N wrong, N lost, N faults survived`; build/soak.json and docs/reliability.md have more.
The exit code is 1 where an answer was wrong or lost or something did not recover. Before that, services that
are broken in known ways are started, each of which has to be found out; `--broken` does only this.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from tests.soak.broken import BREAKS
from tests.soak.planted import Found, found_out
from tests.soak.report import keep
from tests.soak.run import LONG, SHORT, Size, soak


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for; 0 where it passed."""
    given = _parser().parse_args(arguments)
    found = [] if given.short else _found_out(given.broken or list(BREAKS))
    passed = all(each.caught for each in found)
    if given.broken is None:
        size = SHORT if given.short else LONG
        size = size if given.answers is None else replace(size, answers=given.answers)
        passed = _soaked(size, found) and passed
    return 0 if passed else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--answers", type=int, help=f"how many are checked (default: {LONG.answers:,})")
    parser.add_argument("--short", action="store_true", help="seconds instead of minutes; nothing is written")
    parser.add_argument(
        "--broken",
        nargs="*",
        metavar="NAME",
        help="only find out services broken in these ways (default: all)",
    )
    return parser


def _found_out(names: list[str]) -> list[Found]:
    found = []
    for name in names:
        found.append(found_out(name))
        print(found[-1].line, flush=True)
    print(f"{sum(each.caught for each in found)} of {len(found)} broken services found out", flush=True)
    return found


def _soaked(size: Size, found: list[Found]) -> bool:
    """Whether the soak passed; the long form is written down."""
    soaked = soak(size)
    for each in soaked.told:
        print(each)
    if found:
        keep(soaked, found)
    print(soaked.line)
    return soaked.passed


if __name__ == "__main__":
    sys.exit(main())
