"""Sets of sessions as packed words: bit i is the full session with ordinal i.

Least significant bit first, in little-endian 64-bit words. The bits past the last session are always zero.
"""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Mask = NDArray[np.bool_]

BITS = 64
WORD = np.dtype("<u8")


def word_count(sessions: int) -> int:
    """Words that hold `sessions` bits."""
    return -(-sessions // BITS)


def pack(mask: Mask) -> Words:
    """Words (..., W) of masks (..., N), zero padded."""
    sessions = mask.shape[-1]
    packed = np.zeros((*mask.shape[:-1], word_count(sessions) * 8), dtype=np.uint8)
    packed[..., : -(-sessions // 8)] = np.packbits(mask, axis=-1, bitorder="little")
    return packed.view(WORD)


def unpack(words: Words, sessions: int) -> Mask:
    """The mask (N,) of words (W,)."""
    octets = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(octets, count=sessions, bitorder="little").view(np.bool_)


def count(words: Words) -> int:
    """Sessions in the set."""
    return int(np.bitwise_count(words).sum())


def counts(words: Words) -> NDArray[np.int64]:
    """Sessions in each of several sets (K, W)."""
    return np.asarray(np.bitwise_count(words).sum(axis=-1, dtype=np.int64))


def between(start: int, stop: int, sessions: int) -> Words:
    """The sessions with start <= ordinal < stop."""
    mask = np.zeros(sessions, dtype=np.bool_)
    mask[start:stop] = True
    return pack(mask)
