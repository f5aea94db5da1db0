"""An answer's JSON with holes: what never changes is written once, figures are spliced in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import orjson

Write = Callable[[object], bytes]
"""Writes what never changes; the rounding of numbers is the writer's."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A place that a figure fills: the one at `place` of the figures called `kind`."""

    kind: str
    place: int


Figure = Any
"""A hole, where the contract has a number or a text."""


class Template:
    """JSON text with its holes in the order of the text."""

    def __init__(self, shapes: Sequence[object], write: Write) -> None:
        """`shapes` are answers whose figures may be holes."""
        self.holes: list[Hole] = []
        self._write = write
        self._text = b"\0".join(self._of(shape) for shape in shapes)

    def filled(self, figures: tuple[bytes, ...]) -> list[bytes]:
        """Each shape's JSON, with the figures of `holes`, in their order, already as JSON."""
        return (self._text % figures).split(b"\0")

    def _of(self, value: Any) -> bytes:
        if isinstance(value, Hole):
            self.holes.append(value)
            return b"%b"
        if is_dataclass(value):
            return self._map({each.name: getattr(value, each.name) for each in fields(value)})
        if isinstance(value, Mapping):
            return self._map(value)
        if isinstance(value, list | tuple):
            return b"[" + b",".join(map(self._of, value)) + b"]"
        return _escaped(self._write(value))

    def _map(self, value: Mapping[str, Any]) -> bytes:
        entries = (_escaped(orjson.dumps(key)) + b":" + self._of(item) for key, item in value.items())
        return b"{" + b",".join(entries) + b"}"


def _escaped(text: bytes) -> bytes:
    return text.replace(b"%", b"%%")
