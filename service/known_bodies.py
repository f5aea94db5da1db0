"""Bodies that were asked before, by what they ask: a kept answer is found without reading them again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping

from core.contracts.catalogue import Tier
from service.snapshot import Snapshot

_MOST_KEPT = 4096


class KnownBodies:
    """Keys of answers by the asker's tier and the body's bytes.

    A key holds for the snapshots it was made for and no others: with the next publication all are forgotten.
    Only bodies that were answered are remembered, and a tier that was refused never finds another's.
    """

    def __init__(self) -> None:
        self._snapshots: Mapping[str, Snapshot] = {}
        self._keys: OrderedDict[tuple[Tier, bytes], str] = OrderedDict()

    def key(self, snapshots: Mapping[str, Snapshot], tier: Tier, raw: bytes) -> str | None:
        """The key of the answer to a body, None where it was not asked of these snapshots."""
        if snapshots is not self._snapshots:
            return None
        return self._keys.get((tier, _digest(raw)))

    def remember(
        self, snapshots: Mapping[str, Snapshot], answers: Snapshot, tier: Tier, raw: bytes, key: str
    ) -> None:
        """Keep a body's key; the oldest make room. Nothing where the answering snapshot is none of them."""
        if snapshots.get(answers.symbol) is not answers:
            return
        if snapshots is not self._snapshots:
            self._snapshots = snapshots
            self._keys.clear()
        self._keys[tier, _digest(raw)] = key
        if len(self._keys) > _MOST_KEPT:
            self._keys.popitem(last=False)


def _digest(raw: bytes) -> bytes:
    return hashlib.blake2b(raw, digest_size=20).digest()
