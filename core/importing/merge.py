"""Which of two bars of one stamp stays: the last writer's, unless the other's source ranks higher."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.market.market import BoolArray
from core.market.session_clock import utc_stamps
from core.warehouse.schemas import FIELDS
from core.warehouse.sidecars import SourcedBars

EQUAL_PRIORITY = 0
"""The priority of a source of which nothing is said."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Bars after a file came to them.

    Of the file's bars `added` are new stamps, `replaced` took the place of a bar, `held` gave way to a bar of
    a source that ranks higher.
    """

    bars: SourcedBars
    added: int
    replaced: int
    held: int


def merged(old: SourcedBars, fresh: pd.DataFrame, source: str, priorities: Mapping[str, int]) -> Merge:
    """`old` with the bars of `source`; sources that `priorities` does not name rank equal.

    A bar without a contract or a volume keeps that of the bar whose place it takes.
    """
    names = old.names if source in old.names else (*old.names, source)
    rank = np.array([priorities.get(name, EQUAL_PRIORITY) for name in names])
    at, there = _positions(utc_stamps(old.frame["ts"]), utc_stamps(fresh["ts"]))
    wins = ~there
    wins[there] = rank[names.index(source)] >= rank[old.codes[at[there]]]
    taken = fresh
    for name in ("volume", "contract"):
        unknown = there & wins & fresh[name].isna().to_numpy()
        if unknown.any():
            values = fresh[name].copy()
            values[unknown] = old.frame[name].to_numpy()[at[unknown]]
            taken = taken.assign(**{name: values})
    taken = taken[wins]
    stays = np.ones(len(old.frame), dtype=np.bool_)
    stays[at[there & wins]] = False
    frame = pd.concat([old.frame[stays], taken], ignore_index=True)
    codes = np.concatenate([old.codes[stays], np.full(len(taken), names.index(source), dtype=np.int64)])
    order = np.argsort(utc_stamps(frame["ts"]), kind="stable")
    bars = SourcedBars(frame.take(order).reset_index(drop=True), names, codes[order])
    return Merge(bars, int((~there).sum()), int((there & wins).sum()), int((~wins).sum()))


def changes(old: SourcedBars, new: SourcedBars) -> pd.DataFrame:
    """The bars of `old` that have other values in `new`, which holds every stamp of `old`.

    Columns: ts; of every field its `_before` and `_after`; source_before, source_after.
    """
    at, _ = _positions(utc_stamps(new.frame["ts"]), utc_stamps(old.frame["ts"]))
    changed = np.zeros(len(old.frame), dtype=np.bool_)
    for name in FIELDS:
        changed |= _differ(old.frame[name], new.frame[name].take(at))
    rows = np.flatnonzero(changed)
    before = old.frame.take(rows).reset_index(drop=True)
    after = new.frame.take(at[rows]).reset_index(drop=True)
    found = pd.DataFrame({"ts": before["ts"]})
    for name in FIELDS:
        found[f"{name}_before"], found[f"{name}_after"] = before[name], after[name]
    found["source_before"] = pd.Series(old.sources(rows), dtype="str")
    found["source_after"] = pd.Series(new.sources(at[rows]), dtype="str")
    return found


def changed_fields(found: pd.DataFrame) -> dict[str, int]:
    """How many bars changed in each field, of the fields that did."""
    counts = {name: int(_differ(found[f"{name}_before"], found[f"{name}_after"]).sum()) for name in FIELDS}
    return {name: count for name, count in counts.items() if count}


def _positions(
    stamps: NDArray[np.datetime64], wanted: NDArray[np.datetime64]
) -> tuple[NDArray[np.int64], BoolArray]:
    at = np.searchsorted(stamps, wanted)
    if not len(stamps):
        return at, np.zeros(len(wanted), dtype=np.bool_)
    at = at.clip(max=len(stamps) - 1)
    return at, np.asarray(stamps[at] == wanted)


def _differ(one: pd.Series, other: pd.Series) -> BoolArray:
    """Where two columns have other values, row by row; two missing ones are the same."""
    other = other.set_axis(one.index)
    return np.asarray((one != other) & ~(one.isna() & other.isna()), dtype=np.bool_)
