"""A clock that stands until a test moves it."""

import time
from collections.abc import Callable


class Clock:
    """Seconds since 1970, or since any other moment; `follow` gets the seconds by which it is moved."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = float(int(time.time()) if seconds is None else seconds)
        self.follow: Callable[[float], None] = lambda seconds: None

    def __call__(self) -> float:
        return self._seconds

    @property
    def seconds(self) -> float:
        return self._seconds

    @seconds.setter
    def seconds(self, seconds: float) -> None:
        self.follow(seconds - self._seconds)
        self._seconds = seconds
