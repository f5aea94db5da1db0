"""`almanac verify` beside a build: what is being made or removed is no damage."""

from pathlib import Path

from core.warehouse.snapshots import CURRENT_FILE
from qa.faults import broken_files
from qa.faults.fs_together import Together
from qa.faults.reads import Reads
from qa.faults.registry import Fault
from qa.faults.stage import Stage, prepare
from qa.faults.touches import Touch


def verify(stage: Stage) -> None:
    """Read the whole warehouse back."""
    stage.run("verify", "--state", str(stage.trial.root.with_name("state")))


def _nothing_found(stage: Stage, verify_code: int, build_code: int) -> list[str]:
    ended = verify_code or build_code
    return [f"verify ended with {verify_code}, the build beside it with {build_code}"] if ended else []


def _reads_pointer(touch: Touch) -> bool:
    """Whether the pointer is read."""
    return Path(touch.path).name == CURRENT_FILE


FAULTS = (
    Fault(
        "verify-beside-build",
        "a build, all of it, when `almanac verify` opens a file or lists a folder",
        "both succeed, and verify finds nothing damaged; what is served is whole",
        Together(verify, Stage.build, _nothing_found, 3, always=_reads_pointer, watch=Reads),
        {"the pointer is read after the directory was listed": broken_files.pointer_read_late},
        prepare,
    ),
)
