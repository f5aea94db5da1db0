"""What the CHANGELOG says of a version: `python -m scripts.release_notes 1.2.0`; the text of its release."""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"
_HEADING = re.compile(r"^## (?P<name>.+)$", re.MULTILINE)
_RELEASED = re.compile(r"\[(?P<version>\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}")
UNRELEASED = "Unreleased"


def sections(text: str) -> dict[str, str]:
    """The text of each section by its version, the newest first; what is not released is `Unreleased`.

    Raises:
        ValueError: a heading is neither `## Unreleased` nor `## [1.2.0] - 2026-01-31`.
    """
    found: dict[str, str] = {}
    headings = [*_HEADING.finditer(text)]
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        name = heading["name"].strip()
        released = _RELEASED.fullmatch(name)
        if not released and name != UNRELEASED:
            raise ValueError(
                f"CHANGELOG.md: `## {name}`: expected `## [1.2.0] - 2026-01-31` or `## {UNRELEASED}`"
            )
        found[released["version"] if released else name] = text[heading.end() : end].strip()
    return found


def main(arguments: list[str]) -> int:
    try:
        (version,) = arguments
        found = sections(CHANGELOG.read_text("utf-8"))
    except ValueError as error:
        print(f"session-almanac: {error}", file=sys.stderr)
        return 1
    number = version.removeprefix("v")
    if number == UNRELEASED or not found.get(number):
        heading = f"`## [{number}] - {datetime.now(UTC).date()}`"
        print(
            f"session-almanac: CHANGELOG.md says nothing of {version}; it wants a section {heading}",
            file=sys.stderr,
        )
        return 1
    print(found[number])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
