"""The serving pack: names of its entries, shared by the writer (core.index) and the reader (core.query).

A pack is the folder `serving/`: `toc.json`, `arrays.bin` and JSON files. `toc.json` is
{"schema": 1, "sessions": N, "words": W,
"arrays": {entry: {"dtype", "shape", "offset"}}, "json": {entry: file}};
offsets are bytes into `arrays.bin`, 64-byte aligned, little-endian, C order. Bit i of a bitmap is the
full session with ordinal i, least significant bit first, in little-endian 64-bit words, zero padded.

arrays
  session_date          <i4 (N,)    days since 1970-01-01
  previous_row          <i4 (N,)    ordinal of the session immediately before, -1 where it has no feature row
  codes                 |u1 (N, F)  coded features in catalogue order (no dates), NULL_CODE = null
  valid/{feature}       <u8 (W,)    days with a value
  equals/{feature}      <u8 (K, W)  booleans (false, true) and enums, one bitmap per code
  at_most/{feature}     <u8 (V, W)  integers: value <= first + v
  event_at_most/{feature} <u8 (82, W) by_bar enums: the deciding event came at or before bar b; row 0 is empty
  values/{feature}      <f8 (N,)    numerics, NaN = null
  order/{feature}       <i4 (n,)    ordinals of the days with a value, ascending by value (stable)
  histogram_edges/{feature} <f8 (B+1,)
json
  catalogue   {"features": [...], "categories": [...]}  every field of FeatureDefinition and Category
  sessions    [{"session_date", "contract", "is_roll", "hoy", "loy", "coy", "gxh", "gxl", "open",
               "adr10"}, ...]
  baseline    {feature: FeatureResult} on all days, nothing filtered
"""

from __future__ import annotations

PACK_SCHEMA = 1
NULL_CODE = 255
TOC_FILE = "toc.json"
ARRAYS_FILE = "arrays.bin"
ALIGNMENT = 64

SESSION_DATE = "session_date"
PREVIOUS_ROW = "previous_row"
CODES = "codes"

CATALOGUE = "catalogue"
SESSIONS = "sessions"
BASELINE = "baseline"


def valid(feature: str) -> str:
    """Entry of a feature's validity bitmap."""
    return f"valid/{feature}"


def equals(feature: str) -> str:
    """Entry of a boolean's or enum's bitmaps, one per code."""
    return f"equals/{feature}"


def at_most(feature: str) -> str:
    """Entry of an integer's cumulative bitmaps."""
    return f"at_most/{feature}"


def event_at_most(feature: str) -> str:
    """Entry of a by_bar enum's cumulative bitmaps of its deciding event."""
    return f"event_at_most/{feature}"


def values(feature: str) -> str:
    """Entry of a numeric's values."""
    return f"values/{feature}"


def order(feature: str) -> str:
    """Entry of a numeric's ordinals in ascending order of value."""
    return f"order/{feature}"


def histogram_edges(feature: str) -> str:
    """Entry of a numeric's histogram edges."""
    return f"histogram_edges/{feature}"
