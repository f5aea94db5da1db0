"""Sees every file that Python opens and every folder that it lists below a folder, just before it happens."""

import os
import sys
from typing import Any

from qa.faults.touches import Tamper, Touch

_LOOKS = ("open", "os.scandir", "os.listdir")


class Reads:
    """Lets `tamper` have every look below `root` as a touch, for the rest of the process: fork first."""

    def __init__(self, root: str | os.PathLike[str], tamper: Tamper) -> None:
        self._root = os.path.abspath(root)
        self._tamper = tamper
        self.seen = 0
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _LOOKS or not isinstance(arguments[0], str | bytes | os.PathLike):
            return
        path = os.path.abspath(os.fsdecode(arguments[0]))
        if path.startswith(self._root):
            self.seen += 1
            self._tamper(Touch(self.seen, event, path))
