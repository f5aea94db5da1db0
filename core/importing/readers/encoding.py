"""Text in other letters than UTF-8's: UTF-16 behind its mark, and what Windows writes in Europe."""

from __future__ import annotations

import codecs

from core.importing.findings.defects import FileFinding

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_HEAD_BYTES = 100_000


def in_utf8(data: bytes) -> tuple[bytes, tuple[FileFinding, ...]]:
    """A text file's bytes in UTF-8, and what was read over for that; as they are where that is unknown."""
    name = _encoding(data)
    if name is None:
        return data, ()
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return data, ()
    told = f"text in {name.upper()}, read as such"
    return text.removeprefix("\ufeff").encode(), (FileFinding("other_letters", 1, told),)


def _encoding(data: bytes) -> str | None:
    if data.startswith(_UTF_16):
        return "utf-16"
    head = data[:_HEAD_BYTES].rpartition(b"\n")[0] or data[:_HEAD_BYTES]
    try:
        head.decode("utf-8")
    except UnicodeDecodeError:
        return None if b"\x00" in head else "cp1252"
    return None
