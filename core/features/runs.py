"""Counts and runs of neighbours: bars within a session, or sessions one after the other."""

import numpy as np

from core.market.market import BoolArray, FloatArray, IntArray


def count_bars(mask: BoolArray) -> FloatArray:
    """On how many bars (N, B) it holds, (N,)."""
    counts: IntArray = mask.sum(axis=1)
    return counts.astype(np.float64)


def run_lengths(mask: BoolArray) -> IntArray:
    """How many columns in a row (N, B), up to and with each, hold; 0 where it does not."""
    numbers = np.arange(1, mask.shape[1] + 1)
    broken = np.maximum.accumulate(np.where(mask, 0, numbers), axis=1)
    return np.asarray(numbers - broken)


def last_signs(signs: IntArray) -> IntArray:
    """The last sign (N, B) other than 0 up to and with each column, 0 where there is none yet."""
    columns = np.arange(signs.shape[1])
    place = np.maximum.accumulate(np.where(signs != 0, columns, 0), axis=1)
    return np.take_along_axis(signs, place, axis=1)


def signed_runs(signs: IntArray, follows: BoolArray) -> IntArray:
    """How many neighbours in a row (S,), up to and with each, have its sign, with that sign; 0 for sign 0.

    A run begins again where `follows` (S,) is false.
    """
    if not len(signs):
        return signs
    places = np.arange(len(signs))
    begins = ~follows
    begins[1:] |= signs[1:] != signs[:-1]
    begins[0] = True
    return np.asarray(signs * (places - np.maximum.accumulate(np.where(begins, places, 0)) + 1))
