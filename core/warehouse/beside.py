"""Files kept beside a symbol's bars, under names that begin with an underscore."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

NOTHING_BESIDE: Mapping[str, bytes] = MappingProxyType({})


def write_beside(folder: Path, incoming: Path, beside: Mapping[str, bytes]) -> None:
    """Bring what lies beside the bars in `folder` over to `incoming`, with `beside` new or in its place."""
    for entry in folder.glob("_*"):
        copy = shutil.copytree if entry.is_dir() else shutil.copyfile
        copy(entry, incoming / entry.name)
    for name, content in beside.items():
        (incoming / name).parent.mkdir(exist_ok=True)
        (incoming / name).write_bytes(content)
