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
    """What to install for a package of ours: the smallest extra that has it; None for another package."""
    import re  # long enough for a Ctrl-C that `main` would not hear of
    from collections import Counter
    from importlib.metadata import requires

    sizes: Counter[str] = Counter()
    having: list[str] = []
    for line in requires("session-almanac") or ():
        name, _, condition = line.partition(";")
        found = re.search(r"extra == ['\"](\w+)['\"]", condition)
        extra = f"[{found[1]}]" if found else ""
        sizes[extra] += 1
        if re.split(r"[^\w-]", name)[0].replace("-", "_") == package:
            having.append(extra)
    if not having:
        return None
    return f"session-almanac{'' if '' in having else min(having, key=sizes.__getitem__)}"
