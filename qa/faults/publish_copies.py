"""A service whose own disk refuses while it copies a publication from Redis."""

import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path

from qa.faults import broken_files
from qa.faults.apart import answer_of
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.scene import Scene, prepare, scene_in
from qa.faults.tampers import refused_from, refused_once
from qa.faults.touches import Tamper, Touch, Watch
from tests.support.redis_publishing import SYMBOL, publish_id

_REFUSALS: dict[str, Callable[[int], Tamper]] = {
    "full": partial(refused_from, code=errno.ENOSPC),
    "read-only": partial(refused_from, code=errno.EROFS),
    "failing once": refused_once,
}
_STEP = 7


def copying_refused(folder: Path, size: Size) -> Outcome:
    """Refuse from each touch of the disk on that copying makes."""
    wrong, times, compared = [], 0, 0
    with scene_in(folder) as scene:
        count = answer_of(lambda: _touches(scene))
        for number in range(1, count + 1, 1 if size == "long" else _STEP):
            for how in _REFUSALS:
                found, seen = answer_of(lambda: _refused(scene, number, how))  # noqa: B023
                wrong += [f"touch {number}, {how}: {each}" for each in found]
                times, compared = times + 1, compared + seen
    return Outcome(times, compared, wrong=tuple(wrong))


def _touches(scene: Scene) -> int:
    scene.reset()
    seen: list[Touch] = []

    def note(touch: Touch) -> bytes:
        seen.append(touch)
        return touch.content

    Watch(scene.copies, note)
    scene.reader()
    return len(seen)


def _refused(scene: Scene, number: int, how: str) -> tuple[list[str], int]:
    """What is wrong with a service that has a snapshot while it cannot copy the next, and after that."""
    scene.reset()
    store = scene.reader()
    publish_id(scene.server, scene.warehouse, scene.ids[1])
    before, is_over = scene.compared.number, False
    refuse = _REFUSALS[how](number)
    Watch(scene.copies, lambda touch: touch.content if is_over else refuse(touch))
    store._refresh_safely()
    wrong = scene.faults_of(store, may_serve=scene.ids[:2])
    is_over = True
    publish_id(scene.server, scene.warehouse, scene.ids[2])
    store._refresh_safely()
    wrong += scene.faults_of(store, may_serve=(scene.ids[2],))
    wrong += [] if SYMBOL in scene.reader().snapshots else ["a service that starts then serves nothing"]
    return wrong, scene.compared.number - before


FAULTS = (
    Fault(
        "publication-not-copied",
        "ENOSPC or EROFS from a file call on, or EIO at one, while a service copies a publication from Redis",
        "the service goes on with what it has, or serves the new one, whole; the next publication is served",
        copying_refused,
        {"what is refused is not served on either": broken_files.refused_ends_serving},
        prepare,
    ),
)
