"""Values and bytes that nobody would send on purpose."""

from typing import Any

from hypothesis import strategies as st

_EDGES = st.sampled_from([0, -1, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 1e308, -1e308, 5e-324, -0.0, 1.5])
_TEXTS = st.text(max_size=12) | st.sampled_from(["\x00", "\u202e", "NaN", "null", "true", "1", "__proto__"])
_PLAIN = st.none() | st.booleans() | st.integers(-200, 200) | _EDGES | _TEXTS

JSON: st.SearchStrategy[Any] = st.recursive(
    _PLAIN, lambda part: st.lists(part, max_size=4) | st.dictionaries(_TEXTS, part, max_size=4), max_leaves=8
)
"""Any JSON value, small, with the numbers and texts at the edges."""


@st.composite
def changed_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """`data` with one to four changes: a byte flipped, set or repeated, a part cut out, doubled or put in."""
    for _ in range(draw(st.integers(1, 4))):
        data = draw(_changed_once(data))
    return data


@st.composite
def _changed_once(draw: st.DrawFn, data: bytes) -> bytes:
    at = draw(st.integers(0, len(data)))
    to = min(len(data), at + draw(st.integers(1, 40)))
    how = draw(st.sampled_from(["flip", "flip", "digit", "cut", "end", "double", "insert", "move"]))
    if how == "flip":
        return (
            data[:at]
            + bytes([byte ^ 1 << draw(st.integers(0, 7)) for byte in data[at : at + 1]])
            + data[at + 1 :]
        )
    if how == "digit":
        return data[:at] + draw(st.sampled_from([b"0", b"9", b"-", b".", b"e"])) + data[at + 1 :]
    if how == "cut":
        return data[:at] + data[to:]
    if how == "end":
        return data[:at]
    if how == "double":
        return data[:to] + data[at:to] + data[to:]
    if how == "insert":
        return data[:at] + draw(st.binary(min_size=1, max_size=8)) + data[at:]
    return data[:at] + data[to:] + data[at:to]
