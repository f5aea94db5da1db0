"""A way to break a service, to see that it is found out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Break:
    """What is broken, in words, and how to break it in this process."""

    says: str
    apply: Callable[[], None]


def put(holder: Any, name: str, value: Any) -> None:
    """Replace a part of the code in this process."""
    setattr(holder, name, value)
