"""A way to break a service, to see that it is found out."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    says: str
    apply: Callable[[], None]
