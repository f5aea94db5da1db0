"""What the tests of a tier count: the days of its features as bitmaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.modules.activity import active_codes
from core.query import bitmaps
from core.query.bitmaps import Words
from core.query.index import SnapshotIndex
from core.query.loading import code_count

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TierRows:
    """Bitmaps of T features (K, W), each once, row 0 that of no day, and where each feature's stand.

    `shown` (S, 4) are the features that show an occurrence: the rows of active days and of days with a value,
    the feature's place, and 1 for an enum. `enums` (E, 1 + L) are places and the rows of their labels, filled
    up with row 0.
    """

    words: Words
    shown: Rows
    enums: Rows

    @classmethod
    def of(cls, index: SnapshotIndex, names: Sequence[str]) -> TierRows:
        """The rows of coded features of a snapshot."""
        definitions = [index.catalogue.by_name[name] for name in names]
        rows = _Rows()
        shown = [
            (rows.add(_active(index, each)), rows.add(index.valid(each.name)), place, each.kind == "enum")
            for place, each in enumerate(definitions)
            if "occurrence" in each.modules
        ]
        enums = _label_rows(rows, index, definitions)
        words = np.stack([bitmaps.empty(index.n_sessions), *rows.words])
        return cls(words, np.array(shown, dtype=np.int64).reshape(-1, 4), enums)


class _Rows:
    """Bitmaps, each once; row 0 is left for that of no day."""

    def __init__(self) -> None:
        self.words: list[Words] = []
        self._at: dict[bytes, int] = {}

    def add(self, words: Words) -> int:
        """The row of a bitmap."""
        row = self._at.setdefault(words.tobytes(), len(self.words) + 1)
        if row > len(self.words):
            self.words.append(words)
        return row


def _active(index: SnapshotIndex, definition: FeatureDefinition) -> Words:
    """The days on which a feature was active."""
    low, high = active_codes(definition, index.scale(definition.name).first, code_count(definition))
    codes = index.codes(definition.name)
    return bitmaps.pack((codes >= low) & (codes < high))


def _label_rows(rows: _Rows, index: SnapshotIndex, definitions: Sequence[FeatureDefinition]) -> Rows:
    enums = [(place, each) for place, each in enumerate(definitions) if each.kind == "enum"]
    width = max((len(each.labels) for _, each in enums), default=1)
    found = np.zeros((len(enums), 1 + width), dtype=np.int64)
    for row, (place, each) in enumerate(enums):
        found[row, 0] = place
        codes = index.codes(each.name)
        for code in range(len(each.labels)):
            found[row, 1 + code] = rows.add(bitmaps.pack(codes == code))
    return found
