"""Groups of days as bits: 64 days a word; each calendar year begins a new word."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from core.figures.formulas import Counts, Mask

Dates = NDArray[np.datetime64]
Words = NDArray[np.uint64]

WORD = 64
"""Days in a word."""


class Layout:
    """The bit of each of some days, with ascending dates (N,).

    Every calendar year of `years` (Y,) begins a word, at `year_words` (Y,); bits after its last day are 0.
    There are `size` bits for `days` days.
    """

    def __init__(self, dates: Dates) -> None:
        year_of = dates.astype("datetime64[Y]").astype(np.int64) + 1970
        self.years, first, sizes = np.unique(year_of, return_index=True, return_counts=True)
        words = -(-sizes // WORD)
        self.year_words = np.cumsum(words) - words
        self.days, self.size = len(dates), WORD * int(words.sum())
        starts = zip(first.tolist(), (WORD * self.year_words).tolist(), sizes.tolist(), strict=True)
        self._years = [(slice(day, day + size), slice(bit, bit + size)) for day, bit, size in starts]

    def pack(self, masks: Mask) -> Words:
        """Masks (..., N) as words (..., W)."""
        bits = np.zeros((*masks.shape[:-1], self.size), dtype=np.bool_)
        to, of = bits.T, masks.T
        for days, own_bits in self._years:
            to[own_bits] = of[days]
        return np.packbits(bits, axis=-1).view(np.uint64)

    def unpack(self, words: Words) -> Mask:
        """Words (W,) as a mask (N,), or words (W, K) as masks (N, K)."""
        by_byte = _by_byte(words.reshape(len(words), prod(words.shape[1:])))
        return np.unpackbits(by_byte, axis=0)[self.bits].astype(np.bool_).reshape(self.days, *words.shape[1:])

    def bitmap(self, mask: Mask) -> "Bitmap":
        """The days of a mask (N,)."""
        return Bitmap(self.pack(mask), self)

    @cached_property
    def bits(self) -> NDArray[np.intp]:
        """The bit of each day (N,), ascending."""
        return np.flatnonzero(np.unpackbits(self.every_day.words.view(np.uint8)))

    @cached_property
    def every_day(self) -> "Bitmap":
        return self.bitmap(np.ones(self.days, dtype=np.bool_))

    @cached_property
    def no_day(self) -> "Bitmap":
        return self.bitmap(np.zeros(self.days, dtype=np.bool_))

    def by_year(self, words: Words) -> Counts:
        """Days by calendar year (Y, K) of bitmaps' words (W, K)."""
        return np.asarray(np.add.reduceat(np.bitwise_count(words), self.year_words, axis=0, dtype=np.int64))

    def by_group(self, words: Words, size: int) -> Counts:
        """Days (N / size, K) by group of `size` days in a row, of bitmaps' words (W, K).

        `size` is a multiple of 8 and no group has days of two years.
        """
        by_byte = np.bitwise_count(_by_byte(words))
        first = self.bits[::size] // 8
        return np.asarray(sum(by_byte[first + byte] for byte in range(size // 8)), dtype=np.int64)


def _by_byte(words: Words) -> NDArray[np.uint8]:
    """The bytes (8 W, K) of words (W, K), eight days each."""
    by_word = np.ascontiguousarray(words).view(np.uint8).reshape(*words.shape, 8)
    return by_word.transpose(0, 2, 1).reshape(8 * len(words), words.shape[1])


@dataclass(frozen=True, eq=False)
class Bitmap:
    """A group of days as bits in the words (W,) of a layout."""

    words: Words
    layout: Layout

    def __and__(self, other: "Bitmap") -> "Bitmap":
        return Bitmap(self.words & other.words, self.layout)

    def __or__(self, other: "Bitmap") -> "Bitmap":
        return Bitmap(self.words | other.words, self.layout)

    def __invert__(self) -> "Bitmap":
        return Bitmap(self.layout.every_day.words & ~self.words, self.layout)

    @cached_property
    def count(self) -> int:
        return int(np.bitwise_count(self.words).sum())

    @cached_property
    def mask(self) -> Mask:
        """The days (N,) as a mask."""
        return self.layout.unpack(self.words)

    def year_starts(self) -> Counts:
        """The first of these days of each year that has any, by its place among them."""
        sizes = self.layout.by_year(self.words[:, None])[:, 0]
        return (np.cumsum(sizes) - sizes)[sizes > 0]

    def rows(self) -> NDArray[np.intp]:
        """The ordinals of the days, ascending."""
        return np.flatnonzero(self.mask)
