"""The kernel's sources, and the name of the library that fits them."""

from __future__ import annotations

import hashlib
import platform
import sys
from pathlib import Path

FOLDER = Path(__file__).parent

FLAGS = ("-std=c99", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-shared", "-Wall", "-Wextra")
"""For any processor of the kind, and no sum in another order than written: the same bits as numpy's path."""


def sources() -> list[Path]:
    """The files that are compiled, by name."""
    return sorted(FOLDER.glob("*.c"))


def library_file() -> Path:
    """Where the library of these sources and this machine's kind is, or would be."""
    digest = hashlib.sha256(f"{sys.platform} {platform.machine()} {FLAGS}".encode())
    for path in (*sources(), *sorted(FOLDER.glob("*.h"))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return FOLDER / f"kernel-{digest.hexdigest()[:12]}.so"
