"""The table of settings in docs/operations.md, made from the settings themselves.

Run as `python -m scripts.codegen.settings_table [--check]`.
"""

import sys
from collections.abc import Mapping
from dataclasses import MISSING
from pathlib import Path

from service.settings import VARIABLES
from service.settings.values import Rate

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "operations.md"
BEGIN = "<!-- settings: python -m scripts.codegen.settings_table -->"
END = "<!-- end of settings -->"


def render() -> str:
    lines: list[str] = []
    for name, each in VARIABLES.items():
        if title := each.metadata["group"]:
            head = ["", f"### {title}", "", "| variable | default | what it is for |", "| --- | --- | --- |"]
            lines += head if lines else head[1:]
        assert each.default_factory is not MISSING
        default = _written(each.default_factory())
        lines.append(f"| `{name}` | {f'`{default}`' if default else ''} | {each.metadata['meaning']} |")
    return "\n".join(lines)


def _written(value: object) -> str:
    """The default as it is written into the environment."""
    if value is None or isinstance(value, bool):
        return "" if value is None else str(int(value))
    if isinstance(value, Path) and value.is_absolute():
        return value.relative_to(ROOT).as_posix()
    if isinstance(value, Rate):
        return f"{value.count}/{value.seconds}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}:{part}" for name, part in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(part).removesuffix("/32").removesuffix("/128") for part in value)
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def placed(document: str) -> str:
    """The document with the tables between its two marker lines.

    Raises:
        ValueError: it has not both lines.
    """
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{DOCUMENT}: the lines {BEGIN} and {END} are needed")
    return f"{before}{BEGIN}\n{render()}\n{END}{after}"


def main(arguments: list[str]) -> int:
    """Write the tables; with `--check` only say whether the committed ones are current. The exit code."""
    try:
        now = DOCUMENT.read_text("utf-8")
        then = placed(now)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments != ["--check"]:
        DOCUMENT.write_text(then, "utf-8")
        return 0
    if now == then:
        return 0
    print(f"{DOCUMENT}: not what the settings say; run `make codegen` and commit it.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
