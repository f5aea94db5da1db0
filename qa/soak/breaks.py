"""A way to break a service, to see that it is found out."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    """What is broken, in words, and how to break it in this process."""

    says: str
    apply: Callable[[], None]
