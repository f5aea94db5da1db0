"""The choice among readings: the probe's best, a person's word, or a refusal."""

from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from core.contracts.errors import DataError
from core.importing.overrides import Overrides
from core.importing.time_zones.probe import (
    MIN_DAYS,
    MIN_MARGIN,
    MIN_STARTS,
    ZONES,
    Reading,
    day_starts,
    instants,
    is_enough,
    opens,
    score_readings,
)
from core.importing.time_zones.stamps import Stamps, is_zone
from core.market.market import FloatArray

_STATE = "Say which with --zone and --label"


@dataclass(frozen=True, slots=True)
class Decision:
    """How a file's stamps are read, the runner-up and what settled it: probe, person or form."""

    chosen: Reading
    runner_up: Reading | None
    settled_by: str

    @property
    def margin(self) -> float | None:
        """How far the runner-up stands behind, None where there is none."""
        return None if self.runner_up is None else self.chosen.score - self.runner_up.score

    def __str__(self) -> str:
        line = f"zone {self.chosen} by {self.settled_by}, score {self.chosen.score:.2f}"
        if self.runner_up is None:
            return line
        return f"{line}; runner-up {self.runner_up} {self.runner_up.score:.2f}, margin {self.margin:.2f}"


def decide(stamps: Stamps, volume: FloatArray, minutes: int, overrides: Overrides, path: Path) -> Decision:
    """The reading of ascending stamps; DataError `wrong_zone` or `unclear_zone` where none can be believed.

    Stamps that name their zone mark the end of the bar that the vendor documents, unless the probe finds
    otherwise.
    """
    if overrides.zone is not None and not is_zone(overrides.zone):
        raise DataError(
            f"{path}: --zone {overrides.zone!r} is no known zone. Expected an IANA name, as America/Chicago.",
            code="unclear_zone",
        )
    zones = ZONES if overrides.zone is None else (*ZONES, overrides.zone)
    readings = score_readings(stamps, volume, minutes, zones)
    allowed = [reading for reading in readings if _is_allowed(reading, stamps, overrides)]
    if not allowed:
        raise DataError(
            f"{path}: the clock of {overrides.zone} never showed some of the stamps; they read better as "
            f"{readings[0]}. Correct --zone or leave it out.",
            code="wrong_zone",
        )
    if overrides.zone or overrides.label:
        _refuse_worse(allowed[0], readings[0], stamps, overrides, path)
    decision = _settled(stamps, allowed, readings, overrides, path)
    if decision.settled_by == "probe" and stamps.zone is None:
        _refuse_wrong_starts(decision.chosen, stamps, minutes, path)
    return decision


def _is_allowed(reading: Reading, stamps: Stamps, overrides: Overrides) -> bool:
    zone_fits = overrides.zone is None or stamps.zone is not None or reading.zone == overrides.zone
    return zone_fits and overrides.label in (None, reading.label)


def _settled(
    stamps: Stamps,
    allowed: list[Reading],
    readings: list[Reading],
    overrides: Overrides,
    path: Path,
) -> Decision:
    chosen = allowed[0]
    runner_up = next((reading for reading in readings if reading != chosen), None)
    if len(allowed) == 1:
        return Decision(chosen, runner_up, "the person's word")
    second = allowed[1]
    is_known = stamps.zone is not None or overrides.zone is not None
    if chosen.score - second.score < MIN_MARGIN or not (is_known or _is_long(stamps, chosen)):
        if stamps.zone is None:
            _refuse_close(chosen, second, path)
        stated, other = sorted(allowed, key=lambda reading: reading.label != stamps.documented)
        return Decision(stated, other, "the documented form")
    return Decision(chosen, runner_up, "probe")


def _is_long(stamps: Stamps, reading: Reading) -> bool:
    utc = instants(stamps, reading.zone)
    return utc is not None and is_enough(utc)


def _refuse_worse(forced: Reading, best: Reading, stamps: Stamps, overrides: Overrides, path: Path) -> None:
    if best.score - forced.score < MIN_MARGIN:
        return
    said = " ".join(
        f"--{name} {word}" for name, word in (("zone", overrides.zone), ("label", overrides.label)) if word
    )
    zone = f"--zone {best.zone} " if stamps.zone is None else ""
    raise DataError(
        f"{path}: {said} does not fit the trading day (score {forced.score:.2f}); the stamps read better as "
        f"{zone}--label {best.label} (score {best.score:.2f}). Correct it or leave it out.",
        code="wrong_zone",
    )


def _refuse_close(best: Reading, second: Reading, path: Path) -> NoReturn:
    is_close = best.score - second.score < MIN_MARGIN
    problem = "the stamps' zone is too close to call" if is_close else "too few days to tell the zone"
    raise DataError(
        f"{path}: {problem}: {best} scores {best.score:.2f}, {second} "
        f"{second.score:.2f}. Expected a margin of {MIN_MARGIN} over {MIN_DAYS} days and a change of the "
        f"clock. {_STATE}.",
        code="unclear_zone",
    )


def _refuse_wrong_starts(chosen: Reading, stamps: Stamps, minutes: int, path: Path) -> None:
    """Refuse the best of readings that all fit badly: the file's zone is none of those tried."""
    utc = instants(stamps, chosen.zone)
    share = None if utc is None else day_starts(opens(utc, chosen.label, minutes))
    if share is not None and share < MIN_STARTS:
        raise DataError(
            f"{path}: the stamps fit no zone that is tried. Read as {chosen}, the best, {share:.0%} of the "
            f"days begin at 18:00 or 09:30 New York; {MIN_STARTS:.0%} expected. {_STATE}.",
            code="unclear_zone",
        )
