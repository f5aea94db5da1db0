"""Bodies that were asked before: the checked question of each, so that it is read and checked once."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from core.contracts.catalogue import Tier
from service.snapshot import Snapshot

_MOST_KEPT = 1024
_LONGEST_BODY = 8 * 1024

Asked = TypeVar("Asked")
Asker = tuple[Tier, str | None]
"""Who asks: the tier, and the symbol of the address, if it has one."""


class KnownBodies(Generic[Asked]):
    """What bodies of one call ask, by the asker and the body's bytes.

    It holds for the snapshots it was checked against: with the next publication all is forgotten.
    Only what was found right is remembered, so a body that is refused is refused every time, and a tier never
    finds what another may ask.
    """

    def __init__(self) -> None:
        self._snapshots: Mapping[str, Snapshot] = {}
        self._asked: OrderedDict[tuple[Asker, bytes], Asked] = OrderedDict()

    def asked(
        self, snapshots: Mapping[str, Snapshot], asker: Asker, raw: bytes, read: Callable[[], Asked]
    ) -> Asked:
        """What a body asks of these snapshots, by `read` where it is not known, with what that raises.

        `snapshots` are taken before `read` takes one: what is read of newer ones is forgotten with these.
        """
        if snapshots is not self._snapshots:
            self._snapshots = snapshots
            self._asked.clear()
        name = (asker, hashlib.blake2b(raw, digest_size=20).digest())
        known = self._asked.get(name)
        if known is None:
            known = read()
            if len(raw) <= _LONGEST_BODY:
                self._keep(name, known)
        return known

    def _keep(self, name: tuple[Asker, bytes], asked: Asked) -> None:
        self._asked[name] = asked
        if len(self._asked) > _MOST_KEPT:
            self._asked.popitem(last=False)
