"""`python -m core.kernel.build`: compiles the kernel; nothing to do where the library fits the sources."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from core.kernel.sources import FLAGS, FOLDER, library_file, sources


class BuildError(Exception):
    """The kernel was not compiled; the text says why and what to do."""


def build() -> Path:
    """The library that fits the sources, compiled where there is none that loads; older ones go.

    Raises:
        BuildError: there is no compiler, it fails, or the folder cannot be written.
    """
    target = library_file()
    if not _loads(target):
        try:
            _compile(target)
        except OSError as error:
            raise BuildError(f"{FOLDER}: {error.strerror or error}; it has to be writable.") from error
        for old in FOLDER.glob("kernel-*.so"):
            if old != target:
                old.unlink(missing_ok=True)
    return target


def _loads(library: Path) -> bool:
    try:
        ctypes.CDLL(str(library))
    except OSError:
        return False
    return True


def _compile(target: Path) -> None:
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise BuildError("no C compiler (cc). Install one, for example: apt-get install -y gcc libc6-dev")
    with tempfile.TemporaryDirectory(prefix=".building-", dir=target.parent) as folder:
        made = Path(folder) / target.name
        command = [compiler, *FLAGS, "-o", str(made), *map(str, sources()), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise BuildError(f"{' '.join(command)}\n{done.stderr.strip()}")
        made.replace(target)


def main() -> int:
    """Build; the exit code is 1 where there is no library, which costs time and nothing else."""
    try:
        build()
    except BuildError as error:
        print(f"kernel: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
