"""What a simulated run is drawn from: files, moments of commands, what goes wrong there, two at once."""

from collections.abc import Mapping
from typing import get_args

from hypothesis import strategies as st

from qa.sim.bars import LATEST_VERSION, SESSIONS
from qa.sim.mishaps import Kind, Mishap, Moment, Place

HOURS = st.sampled_from((1, 24, 96, 8760, -1, -48))

Touches = Mapping[Place, int]
"""About how many touches of the disk a command makes, by their place; one beyond the last is none."""

NIGHT: Touches = {"any": 550, "rename": 27, "write": 130, "pointer": 4}
BUILD: Touches = {"any": 340, "rename": 18, "write": 120, "pointer": 4}
IMPORT: Touches = {"any": 115, "rename": 2, "write": 6}
ROLLBACK: Touches = {"any": 8, "pointer": 4}
BACKUP: Touches = {"any": 680, "pointer": 6}
RESTORE: Touches = {"any": 700, "rename": 14, "pointer": 6}
VERIFY: Touches = {"any": 200, "pointer": 6}

FIRSTS: Mapping[str, Touches] = {
    "build during build": BUILD,
    "rollback during build": BUILD,
    "backup during import": IMPORT,
    "build and sign-up during backup": BACKUP,
    "build during verify": VERIFY,
}
"""Two commands at once, with the touches of the one that stands still."""


def moments(touches: Touches) -> st.SearchStrategy[Moment]:
    """A moment of a command, as often at a place of few touches as at one of many."""
    return st.one_of(*(st.builds(Moment, st.just(at), st.integers(1, most)) for at, most in touches.items()))


def mishaps(touches: Touches) -> st.SearchStrategy[Mishap | None]:
    """What goes wrong with a command, if anything; a disk that lies is for builds alone."""
    kinds = [each for each in get_args(Kind) if each != "disk lies"]
    return st.none() | st.builds(Mishap, st.sampled_from(kinds), moments(touches))


LIES = st.builds(Mishap, st.just("disk lies"), moments({"write": BUILD["write"]}))


VERSIONS = st.integers(0, LATEST_VERSION)
FILES = st.tuples(st.sampled_from(SESSIONS), VERSIONS)

PAIRS = st.sampled_from(sorted(FIRSTS)).flatmap(lambda name: st.tuples(st.just(name), moments(FIRSTS[name])))
