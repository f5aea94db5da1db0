"""The `almanac` command."""

import sys


def main() -> int:
    """Run one command; its exit code. A package that is not installed is one plain line, as is Ctrl-C."""
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
    except KeyboardInterrupt:
        print("almanac: stopped.", file=sys.stderr)
        return 130


def _installing(package: str) -> str | None:
    """What to install for a package that ours asks for, with the extra that has it; None for another."""
    import re  # long enough for a Ctrl-C that `main` would not hear of
    from importlib.metadata import requires

    for line in requires("session-almanac") or ():
        name, _, condition = line.partition(";")
        if re.split(r"[^\w-]", name)[0].replace("-", "_") == package:
            extra = re.search(r"extra == ['\"](\w+)['\"]", condition)
            return f"session-almanac[{extra[1]}]" if extra else "session-almanac"
    return None
