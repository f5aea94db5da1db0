"""Each target against a planted bug: `.venv/bin/python -m qa.fuzz.planted` says which were caught."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import jwt

from core.contracts.operators import OPERATORS
from core.importing import importer, sources
from core.importing.formats import packages
from core.signals import ama_config
from core.warehouse.paths import Warehouse
from qa.fuzz.target import run
from qa.fuzz.targets import TARGETS
from service.members.entry import link
from service.members.tokens import AccessTokens, Claims

ROUNDS = 12
Bug = tuple[str, str, Callable[[], AbstractContextManager[Any]]]


def _seen_first(warehouse: Warehouse, *rest: Any) -> Any:
    (warehouse.root / "seen").touch()
    return _READ_SOURCES(warehouse, *rest)


def _unsigned(tokens: AccessTokens, token: str) -> Any:
    read = jwt.decode(token, options={"verify_signature": False})
    return Claims(read["sub"], read["sid"], read["tier"], read["gen"]), read["exp"]


def _skipping(path: Any, odd: list[Any], *rest: Any) -> list[Any]:
    return odd


_READ_SOURCES = sources.read_sources

BUGS: list[Bug] = [
    (
        "importer's bytes",
        "a broken package's own error is let through",
        lambda: patch.object(packages, "_DAMAGE", ()),
    ),
    (
        "importer's bytes",
        "something is written before the file is read",
        lambda: patch.object(importer, "read_sources", _seen_first),
    ),
    (
        "vendors' files",
        "lines that fit nowhere are skipped",
        lambda: patch("core.importing.formats.text._footers", _skipping),
    ),
    ("filters", "at most is read as below", lambda: patch.dict(OPERATORS, {"<=": OPERATORS["<"]})),
    (
        "ama settings",
        "a window of 21 bars is taken",
        lambda: patch.dict(ama_config._READERS, range_lookback=ama_config._whole(1, 21)),
    ),
    (
        "access tokens",
        "the signature is not looked at",
        lambda: patch.object(AccessTokens, "_payload", _unsigned),
    ),
    (
        "entry links",
        "the tier that is asked for is left out of what is signed",
        lambda: patch.object(link, "_BESIDE_THE_LINK", link._BESIDE_THE_LINK | {"profile"}),
    ),
    (
        "entry links",
        "a link is taken however far ahead it ends",
        lambda: patch.object(link, "LIFETIME", 10**9),
    ),
]


def is_caught(target: str, bug: Callable[[], AbstractContextManager[Any]]) -> bool:
    """Whether a case of a few rounds fails while the bug is there."""
    with bug():
        try:
            for number in range(ROUNDS):
                run(TARGETS[target], TARGETS[target].short, number)
        except Exception:
            return True
    return False


def main() -> int:
    missed = 0
    for target, name, bug in BUGS:
        caught = is_caught(target, bug)
        missed += not caught
        print(f"{'caught' if caught else 'MISSED'}  {target}: {name}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
