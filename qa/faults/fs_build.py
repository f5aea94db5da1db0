"""Death at every touch of the disk that building and publishing make, and a power cut there."""

from qa.faults import broken, tampers
from qa.faults.moments import KILLED, Moments, is_write, moves, writes_pointer
from qa.faults.registry import Fault
from qa.faults.stage import prepare

_PROMISE = (
    "the old or the new snapshot is served, whole; the next build publishes the new one and leaves nothing"
)

FAULTS = (
    Fault(
        "kill-before-write",
        "SIGKILL instead of a file call of build and publish",
        _PROMISE,
        Moments(tampers.killed_before, (KILLED,), 4, moves),
        {
            "the pointer moves before the files": broken.pointer_first,
            "the pointer is written in place": broken.written_in_place,
            "leftovers stay": broken.leftovers_stay,
        },
        prepare,
    ),
    Fault(
        "kill-amid-write",
        "SIGKILL when half of a write's bytes are on the disk",
        _PROMISE,
        Moments(tampers.killed_amid, (KILLED,), 3, writes_pointer, is_write),
        {"the pointer is written in place": broken.written_in_place},
        prepare,
    ),
    Fault(
        "power-cut",
        "SIGKILL at a file call, and every byte since its file's last fsync is gone",
        _PROMISE,
        Moments(tampers.PowerCut, (KILLED,), 2, moves),
        {
            "no fsync": broken.no_fsync,
            "the pointer's fsync comes after its rename": broken.fsync_after_rename,
        },
        prepare,
    ),
)
