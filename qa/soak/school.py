"""Where students come from, and how they work."""

from dataclasses import dataclass
from pathlib import Path

from qa.soak.asking import PATIENCE, Patience
from qa.soak.questions import LESSONS


@dataclass(frozen=True, slots=True)
class School:
    """Where the snapshots lie, and who comes.

    `pace` 1 is a class in a hurry; tokens are refreshed every `refreshes` questions.
    """

    snapshots: Path
    symbol: str
    ids: tuple[str, ...]
    students: int = 48
    pace: float = 1.0
    refreshes: int = 100
    lessons: int = len(LESSONS)
    patience: Patience = PATIENCE
