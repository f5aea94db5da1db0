"""The `almanac` command."""

import re
import sys
from importlib.metadata import requires


def main() -> int:
    """Run one command; its exit code. A package that is not installed is one plain line."""
    try:
        from cli.main import main as run  # the client of data frames does without the command

        return int(run() or 0)
    except ModuleNotFoundError as error:
        named = _installing((error.name or "").partition(".")[0])
        if named is None:
            raise
        print(
            f"almanac: the package {error.name} is missing. Install it: pip install '{named}'",
            file=sys.stderr,
        )
        return 1


def _installing(package: str) -> str | None:
    """What to install for a package that ours asks for, with the extra that has it; None for another."""
    for line in requires("session-almanac") or ():
        name, _, condition = line.partition(";")
        if re.split(r"[^\w-]", name)[0].replace("-", "_") == package:
            extra = re.search(r"extra == ['\"](\w+)['\"]", condition)
            return f"session-almanac[{extra[1]}]" if extra else "session-almanac"
    return None
