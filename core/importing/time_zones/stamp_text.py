"""Stamps as text, split into date, time, half of the day and zone, each distinct text of them once."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.importing.readers.bar_checks import refuse_row
from core.importing.readers.pieces import pieces

Coded = tuple[NDArray[np.int32], list[str]]
"""For each row the place of its text in the list, which is in the order of the file."""

_SPLIT = r"^(?P<date>\d[\d/.\-]*)[ Tt,;]*(?P<time>[\d:.]*)\s*(?P<half>[AaPp][Mm])?\s*(?P<zone>.*)$"
_PARTS = 4
_EXPECTED = "a date and a time of day, or an epoch in seconds, milli-, micro- or nanoseconds"


@dataclass(frozen=True, slots=True)
class StampText:
    """The text of n stamps: of one column, or of a date and a time column."""

    first: pa.ChunkedArray
    second: pa.ChunkedArray | None

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, row: int) -> str:
        second = None if self.second is None else self.second.slice(row, 1)
        return str(next(StampText(self.first.slice(row, 1), second).pieces())[0])

    def pieces(self) -> Iterator[pa.ChunkedArray]:
        """The stamps' text without space around it, some rows at a time."""
        if self.second is None:
            yield from map(pc.utf8_trim_whitespace, pieces(self.first, "the stamps"))
            return
        for first, second in zip(pieces(self.first, "the stamps"), pieces(self.second), strict=True):
            yield pc.utf8_trim_whitespace(pc.binary_join_element_wise(first, second, " "))


def split_stamps(text: StampText, path: Path) -> tuple[Coded, ...]:
    """Dates, times, halves (am, pm) and zones; DataError `bad_stamp` names the first row that has no date."""
    codes = [np.empty(len(text), dtype=np.int32) for _ in range(_PARTS)]
    words: list[dict[str, int]] = [{} for _ in range(_PARTS)]
    first = 0
    for piece in text.pieces():
        parts = pc.extract_regex(piece, _SPLIT)
        odd = pc.is_null(parts).to_numpy()
        if odd.any():
            refuse_stamp(path, text, first + int(odd.argmax()))
        for at in range(_PARTS):
            codes[at][first : first + len(piece)] = _coded(pc.struct_field(parts, at), words[at])
        first += len(piece)
    return tuple(zip(codes, map(list, words), strict=True))


def refuse_stamp(path: Path, text: StampText, row: int) -> NoReturn:
    """DataError `bad_stamp` for a stamp that is none."""
    refuse_row(path, row, f"the stamp is {text[row]!r}. Expected {_EXPECTED}", code="bad_stamp")


def _coded(part: pa.ChunkedArray, words: dict[str, int]) -> NDArray[np.int32]:
    """Where each row's text stands among `words`, to which new ones are added."""
    coded = part.dictionary_encode().combine_chunks()
    places = [words.setdefault(word, len(words)) for word in coded.dictionary.to_pylist()]
    codes: NDArray[np.int32] = np.array(places, dtype=np.int32)[coded.indices.to_numpy()]
    return codes
