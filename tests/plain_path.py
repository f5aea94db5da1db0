"""Takes the kernel away, so that the plain path answers."""

from __future__ import annotations

import ctypes
import sys

import pytest

_FUNCTION: type = type(ctypes.pythonapi.PyOS_strtol).__mro__[1]


def without_kernel(monkeypatch: pytest.MonkeyPatch) -> int:
    """Every function of the kernel is None until the patch ends; how many there were."""
    found = [
        (module, name)
        for key, module in sys.modules.copy().items()
        if key.startswith(("core.", "service."))
        for name, value in vars(module).items()
        if isinstance(value, _FUNCTION)
    ]
    for module, name in found:
        monkeypatch.setattr(module, name, None)
    return len(found)
