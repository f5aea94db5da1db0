"""Which of two bars of one stamp stays: the last writer's, unless the other's source ranks higher.

One-minute bars stay inside the five-minute bars that they sum to.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.importing.formats.bar_file import BarFile, check_values, five_minute, on_tick
from core.importing.sources import EQUAL_PRIORITY
from core.market.instruments import INSTRUMENTS, Instrument, symbols_in_name
from core.market.market import BoolArray, IntArray
from core.market.session_clock import BAR_MINUTES, utc_stamps
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import FIELDS, MINUTES, PRICE_COLUMNS
from core.warehouse.sidecars import (
    Digests,
    SourcedBars,
    minutes_bytes,
    minutes_file,
    minutes_sha256,
    read_minutes,
)

_BAR = np.timedelta64(BAR_MINUTES, "m")


@dataclass(frozen=True, slots=True)
class Merge:
    """Bars after a merge.

    Of the file's bars `added` are new stamps, `replaced` took the place of a bar, `held` lost to a source
    of higher rank.
    """

    bars: SourcedBars
    added: int
    replaced: int
    held: int


def merged(old: SourcedBars, fresh: pd.DataFrame, source: str, priorities: Mapping[str, int]) -> Merge:
    """`old` merged with the bars of `source`; sources missing from `priorities` rank equal.

    A bar without a contract or a volume takes it from the bar it replaces.
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
    """The bars of `old` with other values in `new`, which holds every stamp of `old`.

    Columns: ts; `_before` and `_after` of every field; source_before, source_after.
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
    """Number of changed bars by field; only fields that changed."""
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
    """Where two columns differ, row by row; two missing values are equal."""
    other = other.set_axis(one.index)
    return np.asarray((one != other) & ~(one.isna() & other.isna()), dtype=np.bool_)


def may_keep_minutes(symbol: str | None, name: str) -> bool:
    """Whether a file's minutes may be wanted, before it is read."""
    named = [symbol] if symbol is not None else symbols_in_name(name)
    candidates = [INSTRUMENTS[each] for each in named if each in INSTRUMENTS] or INSTRUMENTS.values()
    return any(each.keeps_minutes for each in candidates)


def minutes_on_tick(file: BarFile, known: Instrument) -> pd.DataFrame | None:
    """The file's minutes if the symbol keeps them; DataError if one is impossible."""
    if file.minutes is None or not known.keeps_minutes:
        return None
    check_values(file.minutes, known, file.path)
    minutes: pd.DataFrame = file.minutes.reset_index(drop=True)[MINUTES.names]
    for name in PRICE_COLUMNS:  # one after the other: 20 years are seven million rows
        minutes[name] = on_tick(minutes[name].to_numpy(), known)
    return minutes


def reading_of(minutes: pd.DataFrame | None, known: Instrument) -> tuple[str, ...]:
    """A sentence about a file's minutes; none if the symbol keeps none."""
    if not known.keeps_minutes:
        return ()
    if minutes is None:
        return ("five-minute bars: without one-minute bars, what came first within a bar stays unknown",)
    return (f"{len(minutes):,} one-minute bars kept inside the five-minute bars",)


def merged_minutes(
    warehouse: Warehouse,
    known: Instrument,
    fresh: pd.DataFrame | None,
    bars: SourcedBars,
    source: str,
    touched: pd.Series,
    stated: Digests,
) -> tuple[dict[str, bytes], dict[str, str]]:
    """The minutes after `source` changed the bars at the stamps `touched`.

    Returns the minute files that change, and the digest of every year. `bars` are those after the merge. A
    bar keeps the minutes of the file that gave it, else others that sum to its exact prices, else none.
    `stated` are the digests before.
    """
    if not known.keeps_minutes:
        return {}, {}
    files, digests = dict[str, bytes](), dict(stated)
    fresh_year = None if fresh is None else fresh["ts"].dt.year
    for year in np.unique(touched.dt.year).tolist():
        of_year = bars.frame["ts"].dt.year.to_numpy() == year
        frame, is_its = bars.frame[of_year], bars.sources(of_year) == source
        old = read_minutes(warehouse, known.symbol, str(year))
        new = old.iloc[:0] if fresh is None else fresh[fresh_year == year]
        kept = _joined(frame, is_its, new, old)
        digests.pop(str(year), None)
        if len(kept):
            digests[str(year)] = minutes_sha256(kept)
            files[minutes_file(str(year))] = minutes_bytes(kept)
    return files, digests


def _joined(bars: pd.DataFrame, is_its: BoolArray, new: pd.DataFrame, old: pd.DataFrame) -> pd.DataFrame:
    new_at, new_fits = _fitting(bars, new)
    old_at, old_fits = _fitting(bars, old)
    has_new, has_old = np.zeros((2, len(bars)), dtype=np.bool_)
    has_new[new_at[new_fits]], has_old[old_at[old_fits]] = True, True
    from_new = has_new & (is_its | ~has_old)
    parts = (new[new_fits & from_new[new_at]], old[old_fits & ~from_new[old_at]])
    kept: pd.DataFrame = pd.concat([part for part in parts if len(part)] or parts[1:])
    return kept.sort_values("ts", kind="stable", ignore_index=True)


def _fitting(bars: pd.DataFrame, minutes: pd.DataFrame) -> tuple[IntArray, BoolArray]:
    """The bar (m,) of each minute, and whether its minutes sum to its prices."""
    if not len(minutes):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.bool_)
    stamps = utc_stamps(bars["ts"])
    ts = utc_stamps(minutes["ts"])
    at = (np.searchsorted(stamps, ts, side="right") - 1).clip(min=0)
    inside = (ts >= stamps[at]) & (ts < stamps[at] + _BAR)
    sums = five_minute(minutes[MINUTES.names].astype({"volume": "float64"}))
    of_sum = np.searchsorted(utc_stamps(sums["ts"]), ts, side="right") - 1
    same = (sums[PRICE_COLUMNS].to_numpy()[of_sum] == bars[PRICE_COLUMNS].to_numpy()[at]).all(axis=1)
    return at, np.asarray(inside & same)
