"""A pack's arrays by file: one per year, and one for arrays without years (core.contracts.pack)."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.build.pack.feature_entries import Arrays
from core.contracts import pack as entries
from core.warehouse.serving.pack import Pack

Cuts = Mapping[entries.Rows, NDArray[np.int64]]
"""By kind of row, the first row of each year, and the end of the last one."""


def array_files(pack: Pack) -> dict[str, Arrays]:
    years, cuts = _cuts(pack)
    files: dict[str, Arrays] = {entries.ARRAYS_FILE: _not_by_year(pack)}
    for place, year in enumerate(years):
        files[entries.YEAR_FILE(year)] = dict(_of_year(pack, cuts, place))
    return files


def _cuts(pack: Pack) -> tuple[list[str], Cuts]:
    """The years of the full sessions, and their cuts; the last year takes what belongs to no session."""
    dates = pack.array(entries.SESSION_DATE).astype("datetime64[D]")
    years, begins = np.unique(dates.astype("datetime64[Y]"), return_index=True)
    sessions = np.append(begins, pack.sessions)
    cuts: dict[entries.Rows, NDArray[np.int64]] = {"sessions": sessions}
    if entries.COIN in pack.documents:
        cuts["coin days"] = sessions * pack.document(entries.COIN)["draws"]
    if entries.DRAWN in pack.documents:
        drawn, starts = pack.document(entries.DRAWN), pack.array(entries.BAR_STARTS)
        counted = [each["session_date"] for each in drawn["sessions"][: drawn["counted"]]]
        first = np.searchsorted(np.array(counted, dtype="datetime64[D]"), years.astype("datetime64[D]"))
        cuts["bars"] = np.concatenate(([0], starts[first[1:]], starts[-1:]))
    return [str(year) for year in years], cuts


def _not_by_year(pack: Pack) -> Arrays:
    ranked = {entries.values_of(name) for name in pack.arrays if entries.is_ranks(name)}
    return {
        name: array
        for name, array in pack.arrays.items()
        if entries.rows_of(name) is None and name not in ranked
    }


def _of_year(pack: Pack, cuts: Cuts, place: int) -> Iterator[tuple[str, NDArray[Any]]]:
    """A year's rows of every array that has some; ranks refer to the values of this year."""
    for name, array in pack.arrays.items():
        rows = entries.rows_of(name)
        if rows is None:
            continue
        kind, axis = rows
        begin, end = cuts[kind][place : place + 2]
        part = array[(slice(None),) * axis + (slice(begin, end),)]
        if not entries.is_ranks(name):
            yield name, part
            continue
        values = pack.array(entries.values_of(name))
        used = np.unique(part[part < len(values)])
        places = np.append(used, len(values)).astype(np.int64)
        yield name, np.searchsorted(places, part).astype(entries.RANK_TYPE)
        yield entries.values_of(name), values[used]
