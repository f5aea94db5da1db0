"""The compiled kernel as functions, each None where there is no library that fits the sources."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from core.kernel.sources import library_file

Function: TypeAlias = Any
"""Called with what it was declared with, an array as its `pointer` or `place`; None without a library."""

Pointer = ctypes.c_void_p
"""Declares an array."""

Length = ctypes.c_int64
"""Declares a length or a whole number."""

Real = ctypes.c_double
"""Declares a float."""

_BYTES = ctypes.c_char * 0


def _load() -> tuple[ctypes.PyDLL | None, str]:
    path = library_file()
    try:
        if sys.byteorder != "little":
            raise OSError("words are little-endian")
        return ctypes.PyDLL(str(path)), f"kernel {path.stem.removeprefix('kernel-')} is loaded"
    except OSError as error:
        return None, f"no kernel, answers take longer ({error}); python -m core.kernel.build compiles it"


_LIBRARY, STATE = _load()
"""The library, and a sentence for the log."""


def loaded() -> bool:
    """Whether there is a library that fits."""
    return _LIBRARY is not None


def function(name: str, *arguments: Any, returns: Any = None) -> Function:
    """A function by its C name; `arguments` are the types of all it takes. None without a library.

    Raises:
        AttributeError: the sources have no such function.
    """
    if _LIBRARY is None:
        return None
    found = _LIBRARY[name]
    found.argtypes, found.restype = arguments, returns
    return found


def pointer(array: NDArray[Any], dtype: DTypeLike, shape: tuple[int, ...]) -> ctypes.c_void_p:
    """The pointer of an array that lives with a plan, which it keeps alive.

    Raises:
        ValueError: the array is not of this dtype and shape, or not in C order.
    """
    if array.dtype != np.dtype(dtype) or array.shape != shape or not array.flags.c_contiguous:
        raise ValueError(f"array: {array.dtype} {array.shape}, expected {np.dtype(dtype)} {shape} in C order")
    return array.ctypes.data_as(ctypes.c_void_p)


def place(array: NDArray[Any]) -> Any:
    """The pointer of an array of one call, good as long as it is held; the caller knows dtype and length.

    Raises:
        ValueError: the array is not in C order.
    """
    memory: Any = array
    try:
        return _BYTES.from_buffer(memory)
    except TypeError:
        return pointer(array, array.dtype, array.shape)
