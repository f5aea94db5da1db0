"""What reading one file from outside may take: ALMANAC_IMPORT_MEMORY in GiB, ALMANAC_IMPORT_MINUTES."""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass

from core.contracts.errors import DataError, printable

MEMORY_VARIABLE, MINUTES_VARIABLE = "ALMANAC_IMPORT_MEMORY", "ALMANAC_IMPORT_MINUTES"


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """GiB of address space, and minutes by the clock."""

    memory: float = 4.0
    minutes: float = 10.0


def reader_limits(environment: Mapping[str, str] = os.environ) -> ReaderLimits:
    """What the environment sets; DataError `bad_setting` names the one that is no number above 0."""
    usual = ReaderLimits()
    return ReaderLimits(
        _number(environment, MEMORY_VARIABLE, usual.memory),
        _number(environment, MINUTES_VARIABLE, usual.minutes),
    )


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    text = environment.get(name, "").strip()
    try:
        value = float(text) if text else usual
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        found = f"found {printable(text)}, expected a number above 0, or nothing for {usual:g}"
        raise DataError(f"{name}: {found}.", code="bad_setting")
    return value
