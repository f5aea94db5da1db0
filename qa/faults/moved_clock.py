"""A clock of this process that a test moves: whatever of the service reads the hour reads this one."""

import gc
import sys
import time
from datetime import datetime
from types import FunctionType
from typing import Any

_READERS = ("service", "jwt")


class MovedClock:
    """The machine's clock, `ahead` seconds moved; the monotonic clock goes on as it does. Fork first."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._real = time.time
        gc.unfreeze()
        for function in [each for each in gc.get_objects() if isinstance(each, FunctionType)]:
            self._put_into(function)
        setattr(time, "time", self.now)  # noqa: B010
        for name, module in list(sys.modules.items()):
            if name.split(".")[0] in _READERS and getattr(module, "datetime", None) is datetime:
                setattr(module, "datetime", self._dates())  # noqa: B010

    def now(self) -> float:
        """Seconds since 1970, as this clock has them."""
        return self._real() + self.ahead

    def _put_into(self, function: FunctionType) -> None:
        """Replace a default that is the machine's clock by this one."""
        given = function.__defaults__ or ()
        if self._real in given:
            function.__defaults__ = tuple(self.now if each is self._real else each for each in given)

    def _dates(self) -> type[datetime]:
        clock = self

        class Dates(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return datetime.fromtimestamp(clock.now(), tz)

        return Dates
