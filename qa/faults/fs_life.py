"""The life of a warehouse, drawn step by step by qa/sim, and the bugs that it has to find."""

from pathlib import Path

from qa.faults import broken, broken_files
from qa.faults.registry import Fault, Outcome, Size
from qa.sim import planted
from qa.sim.machine import Life
from qa.sim.run import run
from qa.sim.world import prepare

_SEED = 7
_STEPS: dict[Size, int] = {"short": 4_000, "long": 10_000}


def lived(folder: Path, size: Size) -> Outcome:
    """Take the steps of a seed until one fails."""
    failure = run(_SEED, _STEPS[size])
    return Outcome(
        Life.counts["mishaps"], Life.counts["readers compared"], wrong=(failure,) if failure else ()
    )


FAULTS = (
    Fault(
        "warehouse-life",
        "files that come, come late or correct others, imports, builds, nights, rollbacks, backups, restores "
        "in any order; at a file call of each a kill, a power cut, a refusal of the disk, a changed byte, "
        "another clock or another command, all of it",
        "each command ends as it may; what is served is one whole snapshot, equal to a full build of its "
        "bars, never an older one unless rolled back or restored; a backup restores; `almanac status` is "
        "true; the next build leaves nothing",
        lived,
        {
            "the pointer moves before the files": broken.pointer_first,
            "the pointer is written in place": broken.written_in_place,
            "leftovers stay": broken.leftovers_stay,
            "the old snapshot makes room for the new one": broken.old_makes_room,
            "no fsync": broken.no_fsync,
            "the pointer's fsync comes after its rename": broken.fsync_after_rename,
            "a pointer that cannot be written counts as written": broken.refusals_swallowed,
            "what was written is not read back": broken.not_read_back,
            "builds share one folder to write in": broken.one_building_folder,
            "the pointer is not compared before it moves": broken.pointer_not_compared,
            "a rollback goes by the clock alone": broken.rollback_by_clock,
            "the pointer is read after the directory was listed": broken_files.pointer_read_late,
            "the backup does not hold the pointer": broken_files.backup_unheld,
            "the backup does not hold the bars": broken_files.bars_unheld,
            "a backup is written under its name": broken_files.backup_in_place,
            "databases are copied as files": broken_files.databases_as_files,
            "a killed restore is taken for done": broken_files.restore_believed,
            "what an import left between its renames is not put right": broken_files.not_recovered,
            "a year with a corrected bar is used again": planted.corrected_year_reused,
            "a night that begins writes no record": planted.open_record_forgotten,
        },
        prepare,
    ),
)
