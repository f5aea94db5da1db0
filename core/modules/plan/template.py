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

_HOLE = b"\1"


class Template:
    """JSON text with its holes in the order of the text.

    `parts` are the text before each hole and after the last; between two shapes stands a 0.
    """

    def __init__(self, shapes: Sequence[object], write: Write) -> None:
        """`shapes` are answers whose figures may be holes."""
        self.holes: list[Hole] = []
        self._write = write
        text = b"\0".join(self._of(shape) for shape in shapes)
        self.parts = text.split(_HOLE)
        self._text = text.replace(b"%", b"%%").replace(_HOLE, b"%b")

    def filled(self, figures: tuple[bytes, ...]) -> list[bytes]:
        """Each shape's JSON, with the figures of `holes`, in their order, already as JSON."""
        return (self._text % figures).split(b"\0")

    def _of(self, value: Any) -> bytes:
        if isinstance(value, Hole):
            self.holes.append(value)
            return _HOLE
        if is_dataclass(value):
            return self._map({each.name: getattr(value, each.name) for each in fields(value)})
        if isinstance(value, Mapping):
            return self._map(value)
        if isinstance(value, list | tuple):
            return b"[" + b",".join(map(self._of, value)) + b"]"
        return self._write(value)

    def _map(self, value: Mapping[str, Any]) -> bytes:
        entries = (orjson.dumps(key) + b":" + self._of(item) for key, item in value.items())
        return b"{" + b",".join(entries) + b"}"
