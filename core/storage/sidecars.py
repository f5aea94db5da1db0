"""Files kept beside a symbol's bars, under names that begin with an underscore.

Tables among them end in `.pq`, so that `bars/**/*.parquet` is the bars and nothing else. Earlier versions
wrote `.parquet`: that is read too, and becomes `.pq` with the next import.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

NO_SIDECARS: Mapping[str, bytes] = MappingProxyType({})

TABLE = ".pq"
_EARLIER = ".parquet"


def sidecar(path: Path) -> Path:
    """The table `path`, or what an earlier version wrote in its place."""
    earlier = path.with_suffix(_EARLIER)
    return earlier if earlier.exists() and not path.exists() else path


def write_sidecars(folder: Path, incoming: Path, written: Mapping[str, bytes]) -> None:
    """Bring what lies beside the bars in `folder` over to `incoming`, with `written` new or in its place."""
    for path in folder.glob("_*"):
        for entry in path.rglob("*") if path.is_dir() else (path,):
            kept = incoming / entry.relative_to(folder)
            kept = kept.with_suffix(TABLE) if kept.suffix == _EARLIER else kept
            kept.parent.mkdir(exist_ok=True)
            shutil.copyfile(entry, kept)
    for name, content in written.items():
        (incoming / name).parent.mkdir(exist_ok=True)
        (incoming / name).write_bytes(content)
