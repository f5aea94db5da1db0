"""README and docs as what somebody would type: blocks, and the commands of the shell in them."""

import re
import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
GROUPS = ("accounts", "codes", "tokens", "days", "claims", "features")

STAND_FOR = {
    "today FILE": "today ES_today.csv",
    "FILE": "ES_5m.csv",
    "HISTORY": "ES_5m.parquet",
    "SYMBOL": "ES",
    "NAME": "kibot",
    "COMMAND": "build",
    "$(date +%F)": "2026-11-20",
    "/var/backups/almanac/": "backups/",
    "/var/lib/almanac/": "",
}
"""What a reader puts in by hand."""

NEEDS = re.compile(r"\bneeds ([A-Z][A-Z_]+)")
"""A comment that says so marks a command that is refused here: it must end with naming this setting."""

SHOWN = re.compile(r"(?:^|[;(]|bin/) *almanac ([a-z][^\n|;#)>&]+)", re.MULTILINE)

PIECE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$|`almanac ([^`\n]+)`", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Piece:
    """A block, or a command in the prose, with the line it begins on."""

    line: int
    language: str
    code: str


@dataclass(frozen=True)
class Shown:
    """One command: its words, the file its output goes to, and the setting it says it needs."""

    words: list[str]
    into: str = ""
    mode: str = "w"
    needs: str = ""


def pieces(page: str) -> Iterator[Piece]:
    for found in PIECE.finditer(page):
        line = page.count("\n", 0, found.start()) + 1
        if found[3]:
            yield Piece(line, "prose", f"almanac {found[3]}")
        else:
            yield Piece(line, found[1], textwrap.dedent(found[2]))


def shown_in(code: str) -> Iterator[Shown]:
    """The commands of a block of the shell. What only a whole shell can run is refused by name."""
    for line in concrete(code).replace("\\\n", " ").splitlines():
        text, _, comment = re.sub(r"(^|\s)#", "\0", line, count=1).partition("\0")
        needs = NEEDS.search(comment)
        lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        yield from _commands(list(lexer), needs[1] if needs else "")


def concrete(code: str) -> str:
    """The code with what a reader puts in."""
    for name, meant in STAND_FOR.items():
        code = code.replace(name, meant)
    return code


def _commands(words: list[str], needs: str) -> Iterator[Shown]:
    while words:
        end = next((at for at, word in enumerate(words) if word in (";", "&&")), len(words))
        one, words = words[:end], words[end + 1 :]
        if one[-2:-1] in ([">"], [">>"]):
            yield Shown(one[:-2], one[-1], "w" if one[-2] == ">" else "a", needs)
        else:
            yield Shown(one, needs=needs)


def is_ours(piece: Piece) -> bool:
    """Whether a block has a command `almanac` or `duckdb`; of commands in the prose, one with words to it."""
    if piece.language == "prose":
        words = piece.code.split()[1:]
        return words[0][0] != "-" and len(words) > (2 if words[0] in GROUPS else 1)
    return bool(SHOWN.search(piece.code) or re.search("^duckdb ", piece.code, re.MULTILINE))
