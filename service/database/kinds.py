"""Declarations of the kinds of records: name, owner, expiry. Keys, sweep and erasure follow from them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import msgspec

_T = TypeVar("_T", bound=type)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record.

    `name` is the kind of its rows in SQLite and part of its keys in Redis. `owners` are the fields that
    name the member it belongs to, `space` is the prefix of that member's ids. A record without owners
    belongs to nobody. A record with `expires_at` stays in the store for `stays` seconds more, as a clock may
    have been ahead. A hashed kind keeps digests of names that strangers choose. `label` is the erasure's
    name for the records, or for the entries of their field `entries`. Readers poll a polled kind's state.
    """

    name: str
    owners: tuple[str, ...] = ()
    space: str = ""
    stays: int = 0
    is_hashed: bool = False
    label: str | None = None
    entries: str | None = None
    is_polled: bool = False

    def owners_of(self, text: str) -> set[str]:
        """The ids that a record names, also a damaged one; quotes within the text of a field are escaped."""
        found = re.findall(rf'"(?:{"|".join(self.owners)})":\s*("(?:[^"\\]|\\.)*")', text)
        return {self.space + msgspec.json.decode(each) for each in found} if self.owners else set()

    def count(self, text: str) -> int:
        """How many records, or entries of a record, an erasure counts."""
        if self.entries is None:
            return 1
        try:
            return len(msgspec.json.decode(text)[self.entries])
        except (msgspec.MsgspecError, KeyError, TypeError):
            return 0


KINDS: dict[type, Kind] = {}
"""Every kind, by the class of its records."""


def kept(kind: Kind) -> Callable[[_T], _T]:
    """Declare the class below to be the records of a kind."""

    def declare(record: _T) -> _T:
        KINDS[record] = kind
        return record

    return declare
