"""A file system that really is too small, or read-only; where none may be mounted, files that cannot grow."""

import resource
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.warehouse import room
from qa.faults import broken
from qa.faults.apart import code_of
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.stage import REFUSED, Stage, prepare, stage_in

_PAGE = 4096
_ROOMY = 256 << 20


def too_small(folder: Path, size: Size) -> Outcome:
    """Build with this much room and no more, then with enough: another program took the rest meanwhile."""
    room.free_bytes = lambda folder: _ROOMY
    stage = stage_in(folder)
    shutil.rmtree(stage.trial.root)
    wrong, injected = [], 0
    for given in _rooms(stage, size):
        with _mounted(stage, given) as is_mounted:
            code = code_of(stage.build if is_mounted else lambda: _unable_to_grow(stage, given))  # noqa: B023
            found = [] if code in (0, REFUSED) else [f"the build ended with {code}"]
            found += stage.judged()
            if is_mounted:
                _mount("remount", f"size={_ROOMY}", stage)
                found += _read_only(stage)
            injected += 1 + is_mounted
            wrong += [f"{given:,} bytes: {each}" for each in (*found, *stage.recovered())]
    return Outcome(injected, stage.compared.number, wrong=tuple(wrong))


def _rooms(stage: Stage, size: Size) -> list[int]:
    """Sizes from what the warehouse takes to what a build adds, in even steps."""
    files = [path for path in stage.template.rglob("*") if path.is_file()]
    taken = sum(_PAGE * (1 + path.stat().st_size // _PAGE) for path in files)
    added = 13 * sum(path.stat().st_size for path in files if stage.old in path.parts) // 10
    steps = 40 if size == "long" else 2
    return [taken + added * step // steps for step in range(steps)]


def _read_only(stage: Stage) -> list[str]:
    """A build on a read-only disk says so; readers go on; afterwards it can be written again."""
    _mount("remount,ro", f"size={_ROOMY}", stage)
    code = code_of(stage.build)
    found = [] if code in (0, REFUSED) else [f"read-only: the build ended with {code}"]
    found += stage.judged()
    _mount("remount,rw", f"size={_ROOMY}", stage)
    return found


@contextmanager
def _mounted(stage: Stage, room: int) -> Iterator[bool]:
    """The trial on a file system of its own, where one may be mounted."""
    root = stage.trial.root
    root.mkdir()
    is_mounted = _mount("rw", f"size={room}", stage)
    try:
        shutil.copytree(stage.template, root, dirs_exist_ok=True)
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", str(root)], check=True)
        shutil.rmtree(root)


def _mount(how: str, room: str, stage: Stage) -> bool:
    asked = ["mount", "-t", "tmpfs", "-o", f"{how},{room}", "almanac-faults", str(stage.trial.root)]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0


def _unable_to_grow(stage: Stage, room: int) -> None:
    """Build while no file may become larger than a share of `room`."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room // 20, room // 20))
    stage.build()


FAULTS = (
    Fault(
        "file-system-full",
        "a file system with less room than a build needs, then a read-only one (where none may be mounted: "
        "files that may not grow)",
        "the build ends with a sentence or is done; readers go on; with room the next build succeeds",
        too_small,
        {"the old snapshot makes room for the new one": broken.old_makes_room},
        prepare,
    ),
)
