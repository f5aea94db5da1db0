"""What a process that runs own files is asked, and what it finds."""

from dataclasses import dataclass, field

from core.claims.read_claims import Mistake
from core.contracts.catalogue import FeatureDefinition
from core.features.compute import FeatureColumn
from core.market.market import Market

Columns = dict[str, FeatureColumn]


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file as it was read; `source` are its bytes."""

    path: str
    source: bytes


@dataclass(frozen=True, slots=True)
class Task:
    """Files to check on `markets` and `real`, or, with `compute`, to compute on the one that it names.

    `wanted` are the features that hold, by file; a check asks for all.
    """

    files: tuple[OwnFile, ...]
    cpu_seconds: int
    markets: tuple[Market, ...] = ()
    real: tuple[Market, ...] = ()
    compute: Market | None = None
    wanted: tuple[frozenset[str], ...] = ()


@dataclass(slots=True)
class Found:
    """What a task came to: definitions and seconds for 1,000 sessions of a check, or columns.

    `coin` are the columns of the coin days; `printed` is what the files printed last; `is_cut_off` where the
    process of a check ended before it was done.
    """

    definitions: list[FeatureDefinition] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    columns: Columns = field(default_factory=dict)
    coin: Columns = field(default_factory=dict)
    printed: str = ""
    is_cut_off: bool = False
