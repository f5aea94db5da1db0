"""Injects a fault at the moments of a build: every touch of the disk that it makes, or a fixed sample."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from core.contracts.pack import TOC_FILE
from core.warehouse.snapshots import CURRENT_FILE, current_id
from qa.faults.apart import answer_of, code_of
from qa.faults.registry import Outcome, Size
from qa.faults.stage import REFUSED, Stage, stage_in
from qa.faults.touches import Tamper, Touch, Watch

KILLED = -9


def moves(touch: Touch) -> bool:
    """Whether it puts something in its place, or the next pointer on the disk."""
    return touch.kind in ("rename", "replace") or is_pointer(touch)


def is_pointer(touch: Touch) -> bool:
    """Whether it is about the pointer."""
    return CURRENT_FILE in Path(touch.path).name


def _none(touch: Touch) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Moments:
    """A fault at each touch: `tamper` of its number, the `ends` the build may come to, the sample's size.

    Only touches that `takes` are injected; those that are `always` taken are in the sample besides.
    """

    tamper: Callable[[int], Tamper]
    ends: tuple[int, ...]
    sample: int
    always: Callable[[Touch], bool] = _none
    takes: Callable[[Touch], bool] = lambda touch: True

    def __call__(self, folder: Path, size: Size) -> Outcome:
        """Inject it in a stage of its own."""
        stage = stage_in(folder)
        chosen = self.chosen(touches_of(stage), size)
        wrong = [f"{touch_words(each)}: {one}" for each in chosen for one in self._injected(stage, each)]
        return Outcome(len(chosen), stage.compared.number, wrong=tuple(wrong))

    def chosen(self, touches: list[Touch], size: Size) -> list[Touch]:
        """Every touch, or the sample: spread evenly, and those that it always has."""
        taken = [touch for touch in touches if self.takes(touch)]
        if size == "long":
            return taken
        step = -(-len(taken) // self.sample)
        return [each for at, each in enumerate(taken) if at % step == step // 2 or self.always(each)]

    def _injected(self, stage: Stage, touch: Touch) -> list[str]:
        stage.reset()
        code = code_of(lambda: built(stage, self.tamper(touch.number)))
        wrong = [] if code in self.ends else [f"the build ended with {code}, expected {self.ends}"]
        wrong += stage.judged()
        if code == 0 and current_id(stage.directory) != stage.new:
            wrong.append("the build said it was done, and the old snapshot is served")
        return wrong + stage.recovered()


REFUSES = (0, REFUSED)
"""How a build may end that met a refusal: done all the same, or given up with a sentence."""


def built(stage: Stage, tamper: Tamper) -> None:
    """Build in this process, each touch of the warehouse going through `tamper`."""
    Watch(stage.trial.root, tamper)
    stage.build()


def touches_of(
    stage: Stage,
    work: Callable[[Stage], None] = Stage.build,
    root: Path | None = None,
    watch: Callable[[Path, Tamper], object] = Watch,
) -> list[Touch]:
    """Every touch below `root` (the warehouse) of work that nothing happens to, without what it writes."""
    stage.reset()

    def seen() -> list[Touch]:
        touches: list[Touch] = []

        def note(touch: Touch) -> bytes:
            touches.append(replace(touch, content=b"", send=len))
            return touch.content

        watch(root or stage.trial.root, note)
        work(stage)
        return touches

    return answer_of(seen)


def touch_words(touch: Touch) -> str:
    """A touch in a sentence."""
    return f"touch {touch.number}, {touch.kind} of {Path(touch.path).name}"


def opens_pointer(touch: Touch) -> bool:
    """Whether the next pointer begins to be written."""
    return is_pointer(touch) and touch.kind == "open"


def writes_pointer(touch: Touch) -> bool:
    """Whether the next pointer's bytes are written."""
    return is_pointer(touch) and touch.kind == "write"


def writes_what_is_read(touch: Touch) -> bool:
    """Whether bytes are written that every service reads: the next pointer or the pack's contents."""
    return writes_pointer(touch) or (touch.kind == "write" and Path(touch.path).name == TOC_FILE)


def is_write(touch: Touch) -> bool:
    """Whether it puts bytes into a file."""
    return touch.kind == "write"
