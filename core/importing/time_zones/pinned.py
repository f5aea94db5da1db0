"""Holding a file to the pin of its source: its form, its columns, its zone and its label."""

from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.overrides import Overrides
from core.importing.pins import STATED, Pin
from core.importing.readers.rows import Rows
from core.importing.time_zones.decision import Decision, decide
from core.importing.time_zones.probe import (
    MIN_MARGIN,
    ZONES,
    Reading,
    instants,
    is_enough,
    opens,
    score_readings,
)
from core.importing.time_zones.stamps import Stamps
from core.market.market import FloatArray
from core.market.session_clock import GLOBEX_OPEN_MINUTE, RTH_OPEN_MINUTE, new_york_minutes

REMEDY = (
    "Name another vendor's file with --source NAME; where the vendor changed its form, pin anew with --repin"
)

_PAUSE = np.timedelta64(45, "m")
_WHOLE_PIECES = {405: RTH_OPEN_MINUTE, 1380: GLOBEX_OPEN_MINUTE}
"""Minutes of a piece of trade without a pause, and the minute of the day at which one so long begins."""

_SHUT_FROM = 17 * 60 + 15
_ODD_SHARE = 0.01


def decided(rows: Rows, found: pd.DataFrame, minutes: int, overrides: Overrides, path: Path) -> Decision:
    """How the stamps of `found`, the rows in order, are read: as pinned, or by the probe where nothing is."""
    per_stamp = found.groupby("at", sort=True)["volume"].sum() if "contract" in found else None
    at = found["at"].to_numpy() if per_stamp is None else per_stamp.index.to_numpy()
    volume = (found["volume"] if per_stamp is None else per_stamp).to_numpy()
    stamps = Stamps(at, rows.stamps.form, rows.stamps.zone, rows.stamps.documented)
    if rows.pin is None:
        return decide(stamps, volume, minutes, overrides, path)
    _refuse_other_words(rows.pin, overrides, path)
    _refuse_other_form(rows, rows.pin, path)
    return _held(rows.pin, stamps, volume, minutes, path)


def pin_of(rows: Rows, decision: Decision, minutes: int) -> Pin:
    """What was found out of a file, for later ones to be held to."""
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


def _refuse_other_words(pin: Pin, overrides: Overrides, path: Path) -> None:
    said = {"zone": overrides.zone, "label": overrides.label}
    kept = {"zone": pin.zone, "label": pin.label}
    for name, word in said.items():
        if word is not None and word != kept[name]:
            _refuse(pin, path, f"--{name} {word}", f"{name} {kept[name]}")
    if overrides.columns is not None:
        words = {word: at for at, word in enumerate(overrides.columns) if word != "-"}
        stated = {role: at for role, at in pin.columns.items() if role in words}
        if any(words[role] != at for role, at in stated.items()):
            _refuse(pin, path, f"--columns {','.join(overrides.columns)}", f"columns {dict(pin.columns)}")


def _refuse_other_form(rows: Rows, pin: Pin, path: Path) -> None:
    if rows.stamps.form != pin.stamps:
        _refuse(pin, path, f"stamps {rows.stamps.form}", f"stamps {pin.stamps}")


def _held(pin: Pin, stamps: Stamps, volume: FloatArray, minutes: int, path: Path) -> Decision:
    readings = score_readings(stamps, volume, minutes, (*ZONES, *([] if pin.zone == STATED else [pin.zone])))
    named = (reading for reading in readings if reading.label == pin.label)
    chosen = next((each for each in named if stamps.zone is not None or each.zone == pin.zone), None)
    others = [reading for reading in readings if reading != chosen]
    if chosen is None:
        _refuse(pin, path, f"stamps that the clock of {pin.zone} never showed", pin.reading)
    better = [each for each in others if _is_better(each, chosen, stamps, minutes)]
    if better:
        found = (
            f"stamps that read better as {better[0]} (score {better[0].score:.2f} against {chosen.score:.2f})"
        )
        _refuse(pin, path, found, pin.reading)
    return Decision(chosen, next(iter(others), None), f"the pin of source {pin.source}")


def _is_better(reading: Reading, chosen: Reading, stamps: Stamps, minutes: int) -> bool:
    """Whether a reading refutes the chosen one: by the probe, in a short file by what cannot be."""
    utc = instants(stamps, chosen.zone)
    if utc is not None and is_enough(utc):
        return reading.score - chosen.score >= MIN_MARGIN
    return _cannot_be(chosen, stamps, minutes) and not _cannot_be(reading, stamps, minutes)


def _cannot_be(reading: Reading, stamps: Stamps, minutes: int) -> bool:
    """Whether bars open while Globex is shut, or a whole day of trade begins at a wrong time."""
    utc = instants(stamps, reading.zone)
    if utc is None:
        return True
    ts = opens(utc, reading.label, minutes)
    minute = new_york_minutes(pd.Series(pd.DatetimeIndex(ts).tz_localize("UTC")))
    if ((minute >= _SHUT_FROM) & (minute < GLOBEX_OPEN_MINUTE)).mean() > _ODD_SHARE:
        return True
    firsts = np.flatnonzero(np.concatenate([[True], np.diff(ts) >= _PAUSE]))
    lasts = np.append(firsts[1:], len(ts)) - 1
    lengths = (ts[lasts] - ts[firsts]) // np.timedelta64(1, "m") + minutes
    return any(
        _WHOLE_PIECES.get(int(length), begin) != begin
        for length, begin in zip(lengths, minute[firsts].tolist(), strict=True)
    )


def _refuse(pin: Pin, path: Path, found: str, kept: str) -> NoReturn:
    raise DataError(
        f"{path}: found {found}; source {pin.source} is pinned with {kept}. {REMEDY}.",
        code="pinned_otherwise",
    )
