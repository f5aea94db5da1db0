"""What a night leaves behind that somebody has to clear away."""

from dataclasses import dataclass
from datetime import timedelta

from core.storage.nights import remove_nights
from core.storage.snapshot_directory import prune
from core.storage.symbols import known_symbols
from pipelines.nightly_context import NightlyContext

KEPT_FILES = timedelta(days=90)
"""How long imported and refused files stay in the drop folder."""

KEPT_NIGHTS = timedelta(days=400)
"""How long the records of nights stay."""

KEPT_RUNS = timedelta(days=90)
"""How long Dagster's runs stay."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """How much was removed."""

    snapshots: int
    files: int
    nights: int


def tidy(place: NightlyContext) -> Tidied:
    """Remove snapshots beyond retention, files put away long ago and old records of nights."""
    now, warehouse = place.now(), place.warehouse
    symbols = known_symbols(warehouse)
    directories = [directory for symbol in symbols if (directory := warehouse.snapshots(symbol)).is_dir()]
    oldest = (now - KEPT_NIGHTS).date()
    return Tidied(
        snapshots=sum(len(prune(directory)) for directory in directories),
        files=len(place.drop.remove_old(now - KEPT_FILES)),
        nights=sum(len(remove_nights(warehouse, symbol, oldest)) for symbol in symbols),
    )
