"""How to read a file's stamps: as its source's pin, a person or the probe decides, or a refusal."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.formats.rows import Rows
from core.importing.overrides import Overrides
from core.importing.sources import REMEDY, STATED, Pin
from core.importing.zones.probe import (
    MIN_DAYS,
    MIN_MARGIN,
    MIN_STARTS,
    PAUSE,
    SURE_MARGIN,
    ZONES,
    Reading,
    day_starts,
    is_enough,
    opens,
    score_readings,
    server_clock,
    shut_share,
)
from core.importing.zones.stamps import Stamps
from core.importing.zones.zones import is_zone
from core.market.market import FloatArray
from core.market.session_clock import (
    GLOBEX_OPEN_MINUTE,
    RTH_OPEN_MINUTE,
    minutes_of_day,
    new_york,
)

PROBE = "probe"
_STATE = "Say which with --zone and --label"

_WHOLE_PIECES = {405: RTH_OPEN_MINUTE, 1380: GLOBEX_OPEN_MINUTE}
"""Minutes of a piece of trade without a pause, and the minute of the day at which a full one begins."""

_ODD_SHARE = 0.01

_FEW_DAYS = np.timedelta64(5, "D")
"""Stamps over fewer days show nothing by their volume: one release of figures outweighs the open."""


@dataclass(frozen=True, slots=True)
class Decision:
    """How a file's stamps are read, the runner-up, and what decided: probe, person, form or pin."""

    chosen: Reading
    runner_up: Reading | None
    settled_by: str

    @property
    def margin(self) -> float | None:
        """Distance to the runner-up, None without one."""
        return None if self.runner_up is None else self.chosen.score - self.runner_up.score

    def __str__(self) -> str:
        line = f"zone {self.chosen} by {self.settled_by}, score {self.chosen.score:.2f}"
        if self.chosen.alike and self.settled_by == PROBE:
            line += f"; every stamp is the same instant in {' and '.join(self.chosen.alike)}"
        if self.runner_up is None:
            return line
        return f"{line}; runner-up {self.runner_up} {self.runner_up.score:.2f}, margin {self.margin:.2f}"


def decided(rows: Rows, found: pd.DataFrame, minutes: int, overrides: Overrides, path: Path) -> Decision:
    """How to read the stamps of `found`, the rows in order: as pinned, else by the probe.

    DataError `pinned_otherwise` if the file contradicts its pin, `wrong_zone` or `unclear_zone` if no reading
    is credible.
    """
    per_stamp = found[["at", "volume"]]
    if "contract" in found:
        per_stamp = per_stamp.groupby("at", as_index=False).sum()
    stamps, volume = replace(rows.stamps, at=per_stamp["at"].to_numpy()), per_stamp["volume"].to_numpy()
    if rows.pin is None:
        return _probed(stamps, volume, minutes, overrides, path)
    _refuse_other_words(rows.pin, overrides, path)
    if rows.stamps.form != rows.pin.stamps:
        _refuse_pinned(rows.pin, path, f"stamps {rows.stamps.form}", f"stamps {rows.pin.stamps}")
    return _pinned(rows.pin, stamps, volume, minutes, path)


def pin_of(rows: Rows, decision: Decision, minutes: int) -> Pin:
    chosen, second = decision.chosen, decision.runner_up
    return Pin(
        layout=rows.layout,
        stamps=rows.stamps.form,
        zone=STATED if rows.stamps.zone is not None else chosen.zone,
        label=chosen.label,
        minutes=minutes,
        score=chosen.score,
        columns=rows.columns,
        runner_up=None if second is None else str(second),
        margin=decision.margin,
    )


def _probed(stamps: Stamps, volume: FloatArray, minutes: int, overrides: Overrides, path: Path) -> Decision:
    """The probe's best reading that the overrides allow.

    Stamps that name their zone mark the end of the bar that the vendor documents, unless the probe disagrees.
    """
    zone, label = overrides.zone, overrides.label
    if zone is not None and not is_zone(zone):
        raise DataError(
            f"{path}: --zone {zone!r} is no known zone. Expected an IANA name, as America/Chicago, or "
            "New_York+7 for New York's clock and seven hours.",
            code="unclear_zone",
        )
    readings = score_readings(stamps, volume, minutes, ZONES if zone is None else (zone, *ZONES))
    free = zone is None or stamps.zone is not None
    allowed = [each for each in readings if (free or each.zone == zone) and label in (None, each.label)]
    if not allowed:
        raise DataError(
            f"{path}: the clock of {zone} never showed some of the stamps; they read better as "
            f"{readings[0]}. Correct --zone or leave it out.",
            code="wrong_zone",
        )
    chosen, best = allowed[0], readings[0]
    is_long = bool(np.ptp(stamps.at) >= _FEW_DAYS)
    if _refutes(best, chosen, stamps, minutes, by_score=is_long):
        _refuse_worse(chosen, best, stamps, overrides, path)
    runner_up = next((reading for reading in readings if reading != chosen), None)
    if len(allowed) == 1:
        return Decision(chosen, runner_up, "the person's word")
    if stamps.zone is None:
        _refuse_unclear(allowed, stamps, minutes, overrides, path, is_long=is_long)
    elif not is_long or chosen.score - allowed[1].score < MIN_MARGIN:
        stated, other = sorted(allowed, key=lambda reading: reading.label != stamps.documented)
        if not _refutes(other, stated, stamps, minutes, by_score=is_long):
            return Decision(stated, other, "the documented form")
        chosen, runner_up = other, stated
    return Decision(chosen, runner_up, PROBE)


def _refuse_worse(
    forced: Reading, best: Reading, stamps: Stamps, overrides: Overrides, path: Path
) -> NoReturn:
    words = {"zone": overrides.zone, "label": overrides.label}
    stated = " ".join(f"--{name} {word}" for name, word in words.items() if word)
    zone = f"--zone {best.zone} " if stamps.zone is None else ""
    raise DataError(
        f"{path}: {stated} does not fit the trading day (score {forced.score:.2f}); the stamps read better "
        f"as {zone}--label {best.label} (score {best.score:.2f}). Correct it or leave it out.",
        code="wrong_zone",
    )


def _refuse_unclear(
    allowed: list[Reading],
    stamps: Stamps,
    minutes: int,
    overrides: Overrides,
    path: Path,
    *,
    is_long: bool,
) -> None:
    """Refuse a zone that is too close to call, or a best reading that fits badly."""
    best, second = allowed[:2]
    margin = best.score - second.score
    opened = opens(stamps, best, minutes)
    share = None if opened is None else day_starts(opened)
    if not overrides.zone:
        _refuse_server_clock(best, share or 0.0, stamps, minutes, path)
    is_enough_days = overrides.zone or is_enough(stamps, best.zone) or margin >= SURE_MARGIN
    if margin < MIN_MARGIN or not is_long or not is_enough_days:
        is_close = margin < MIN_MARGIN
        problem = "the stamps' zone is too close to call" if is_close else "too few days to tell the zone"
        raise DataError(
            f"{path}: {problem}: {best} scores {best.score:.2f}, {second} {second.score:.2f}. Expected a "
            f"margin of {MIN_MARGIN} over {MIN_DAYS} days and a change of the clock, or of {SURE_MARGIN} "
            f"over five days. {_STATE}.",
            code="unclear_zone",
        )
    if share is not None and share < MIN_STARTS:
        raise DataError(
            f"{path}: the stamps fit no zone that is tried. Read as {best}, the best, {share:.0%} of the "
            f"days begin at 18:00 or 09:30 New York; {MIN_STARTS:.0%} expected. {_STATE}.",
            code="unclear_zone",
        )


def _refuse_server_clock(best: Reading, share: float, stamps: Stamps, minutes: int, path: Path) -> None:
    """Refuse stamps that fit New York's clock plus some hours better than any zone."""
    clock = server_clock(stamps, minutes, share)
    if clock is None:
        return
    hours = int(clock.zone.removeprefix("New_York"))
    words = f"New York {'plus' if hours > 0 else 'minus'} {abs(hours)} hour{'s' * (abs(hours) > 1)}"
    raise DataError(
        f"{path}: fits no zone that is tried; fits {words}, bar {clock.label}, by which {clock.score:.0%} of "
        f"the days begin at 18:00 or 09:30 New York; by the best zone, {best}, {share:.0%} do. If the stamps "
        f"are a server's that changes its clock with New York, say --zone {clock.zone} --label "
        f"{clock.label}.",
        code="unclear_zone",
    )


def _pinned(pin: Pin, stamps: Stamps, volume: FloatArray, minutes: int, path: Path) -> Decision:
    """The pin's reading; DataError if another reading refutes it."""
    readings = score_readings(stamps, volume, minutes, (*([] if pin.zone == STATED else [pin.zone]), *ZONES))
    named = (reading for reading in readings if reading.label == pin.label)
    chosen = next((each for each in named if stamps.zone is not None or each.zone == pin.zone), None)
    if chosen is None:
        _refuse_pinned(pin, path, f"stamps that the clock of {pin.zone} never showed", pin.reading)
    others = [reading for reading in readings if reading != chosen]
    is_sure = is_enough(stamps, chosen.zone)
    for other in others:
        if _refutes(other, chosen, stamps, minutes, by_score=is_sure):
            scores = f"(score {other.score:.2f} against {chosen.score:.2f})"
            _refuse_pinned(pin, path, f"stamps that read better as {other} {scores}", pin.reading)
    return Decision(chosen, next(iter(others), None), f"the pin of source {pin.source}")


def _refutes(reading: Reading, chosen: Reading, stamps: Stamps, minutes: int, *, by_score: bool) -> bool:
    """Whether a reading refutes the chosen one: by the probe's score, else by impossible stamps."""
    if by_score:
        return reading.score - chosen.score >= MIN_MARGIN
    return _cannot_be(chosen, stamps, minutes) and not _cannot_be(reading, stamps, minutes)


def _cannot_be(reading: Reading, stamps: Stamps, minutes: int) -> bool:
    """Whether bars open while Globex is shut, or a whole trade day begins at a wrong time."""
    ts = opens(stamps, reading, minutes)
    if ts is None or shut_share(ts, minutes) > _ODD_SHARE:
        return True
    minute = minutes_of_day(new_york(ts))
    pieces = np.split(np.arange(len(ts)), np.flatnonzero(np.diff(ts) >= PAUSE) + 1)
    for piece in pieces:
        length = int((ts[piece[-1]] - ts[piece[0]]) // np.timedelta64(1, "m")) + minutes
        if minute[piece[0]] != _WHOLE_PIECES.get(length, minute[piece[0]]):
            return True
    return False


def _refuse_other_words(pin: Pin, overrides: Overrides, path: Path) -> None:
    """Refuse a zone, a label or columns that contradict the pin."""
    for name, word, kept in (("zone", overrides.zone, pin.zone), ("label", overrides.label, pin.label)):
        if word not in (None, kept):
            _refuse_pinned(pin, path, f"--{name} {word}", f"{name} {kept}")
    words = overrides.columns or ()
    if any(role in words and words.index(role) != at for role, at in pin.columns.items()):
        _refuse_pinned(pin, path, f"--columns {','.join(words)}", f"columns {dict(pin.columns)}")


def _refuse_pinned(pin: Pin, path: Path, found: str, kept: str) -> NoReturn:
    raise DataError(
        f"{path}: found {found}; source {pin.source} is pinned with {kept}. {REMEDY}.",
        code="pinned_otherwise",
    )
