"""The files in a package, and which of several is meant."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.contracts.errors import DataError

_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class Member:
    """One unpacked file: its name inside the package (the file's own where plain) and its bytes.

    `origin` says in words where it stood, "" where it is the file itself.
    """

    name: str
    data: bytes
    origin: str = ""


def only_member(path: Path, what: str, names: Sequence[str], asked: str | None) -> str:
    """The name `asked` for, or the only one there is.

    DataError `no_member` where it is not there, `several_files` where it has to be said.
    """
    if asked is not None and asked not in names:
        held = listed(names) or "one file alone"
        raise DataError(f"{path}: --member {asked!r}: no such {what}; it holds {held}.", code="no_member")
    if asked is None and len(names) > 1:
        raise DataError(
            f"{path}: holds {len(names)} {what}s ({listed(names)}). Say which one with --member NAME.",
            code="several_files",
        )
    return asked if asked is not None else names[0]


def listed(names: Sequence[str]) -> str:
    """The first ten names."""
    return ", ".join(names[:_MOST_NAMED]) + (" and others" if len(names) > _MOST_NAMED else "")
