"""Counts and runs of neighbours: bars within a session, or sessions one after the other."""

import numpy as np

from core.market.market import BoolArray, FloatArray, IntArray


def count_bars(mask: BoolArray) -> FloatArray:
    """Number of bars (N, B) on which it holds, (N,)."""
    counts: IntArray = mask.sum(axis=1)
    return counts.astype(np.float64)


def run_lengths(mask: BoolArray) -> IntArray:
    """Length of the run (N, B) that ends at each column; 0 where the mask is false."""
    numbers = np.arange(1, mask.shape[1] + 1)
    broken = np.maximum.accumulate(np.where(mask, 0, numbers), axis=1)
    return np.asarray(numbers - broken)


def last_signs(signs: IntArray) -> IntArray:
    """The last sign (N, B) other than 0 up to each column, 0 before the first."""
    columns = np.arange(signs.shape[1])
    place = np.maximum.accumulate(np.where(signs != 0, columns, 0), axis=1)
    return np.take_along_axis(signs, place, axis=1)


def signed_runs(signs: IntArray, follows: BoolArray) -> IntArray:
    """Length (S,) of the run of equal signs that ends at each place, with that sign; 0 for sign 0.

    A run begins again where `follows` (S,) is false.
    """
    if not len(signs):
        return signs
    places = np.arange(len(signs))
    begins = ~follows
    begins[1:] |= signs[1:] != signs[:-1]
    begins[0] = True
    return np.asarray(signs * (places - np.maximum.accumulate(np.where(begins, places, 0)) + 1))
