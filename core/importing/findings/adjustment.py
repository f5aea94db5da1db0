"""The adjustment probe: are a file's prices the exchange's, or were old ones shifted at each roll?

Two signs (market-data A.4, stage 7): difference adjustment leaves prices on the tick, ratio adjustment does
not; and unadjusted closes of a year's last session lie within about 1.5 % of the S&P 500's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from core.importing.findings.defects import FileFinding
from core.importing.findings.view import FileView
from core.importing.readers.bar_checks import TICK_TOLERANCE, float32_tolerance
from core.market.market import IntArray
from core.market.rth_bars import group_starts

Verdict = Literal["unadjusted", "back-adjusted", "ratio-adjusted", "on the tick"]
"""What the signs say; `on the tick` where no year's end can be compared."""

YEAR_END_CLOSES: dict[str, dict[int, float]] = {
    "ES": {
        2014: 2058.90,
        2015: 2043.94,
        2016: 2238.83,
        2017: 2673.61,
        2018: 2506.85,
        2019: 3230.78,
        2020: 3756.07,
        2021: 4766.18,
        2022: 3839.50,
        2023: 4769.83,
        2024: 5881.63,
    }
}
"""The S&P 500's close on the last session of a year, in points."""

_CASH_CLOSE_BAR = 78
_LARGEST_CARRY = 0.015
_GROWS = 0.005
_SURE = 0.99


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What the probe found: the share of prices on the tick, per year how far its end lies from the cash."""

    on_tick_share: float
    verdict: Verdict
    drifts: Mapping[int, float] = field(default_factory=dict)

    def __str__(self) -> str:
        line = f"adjustment: {self.verdict}, {self.on_tick_share:.2%} of the prices on the tick"
        ends = ", ".join(f"{year} {drift:+.1%}" for year, drift in self.drifts.items())
        return f"{line}; year-end closes against the S&P 500: {ends}" if ends else line


def probe_adjustment(view: FileView) -> Adjustment:
    """The signs of adjustment in a file."""
    ticks = view.prices * view.known.ticks_per_point
    away = np.abs(ticks - np.rint(ticks))
    kept = (away <= TICK_TOLERANCE) if (away <= TICK_TOLERANCE).all() else (away <= float32_tolerance(ticks))
    share = float(kept.mean()) if len(view) else 1.0
    ends = {year: drift for year, (drift, _) in _year_ends(view).items()}
    return Adjustment(share, _verdict(share, list(ends.values())), ends)


def adjustment_findings(view: FileView) -> Iterator[FileFinding]:
    """`back_adjusted` at the year's end that lies furthest from the cash."""
    found = probe_adjustment(view)
    if found.verdict != "back-adjusted":
        return
    year, (drift, at) = next(iter(_year_ends(view).items()))
    row = int(view.row[at])
    told = (
        f"the close at the end of {year}, data row {row}, lies {drift:+.1%} from the S&P 500's, later ones "
        "less: old prices were adjusted. Say --roll adjusted"
    )
    yield FileFinding("back_adjusted", row, told)


def _verdict(share: float, drifts: list[float]) -> Verdict:
    if share < _SURE:
        return "ratio-adjusted"
    if not drifts:
        return "on the tick"
    first, last = abs(drifts[0]), abs(drifts[-1])
    is_shifted = first > _LARGEST_CARRY and (len(drifts) == 1 or first > last + _GROWS)
    return "back-adjusted" if is_shifted else "unadjusted"


def _year_ends(view: FileView) -> dict[int, tuple[float, int]]:
    """Per year the drift of its last 16:00 close from the cash and the position of that bar."""
    closes = YEAR_END_CLOSES.get(view.known.symbol, {})
    at: IntArray = np.flatnonzero(view.clock.bar_number == _CASH_CLOSE_BAR)
    dates = view.clock.session_date[at]
    years = dates.astype("datetime64[Y]").astype(np.int64) + 1970
    found = {}
    for last in (np.append(group_starts(years)[1:], len(years)) - 1 if len(years) else years).tolist():
        year = int(years[last])
        if year in closes and dates[last] == _last_session(view, year):
            found[year] = (float(view.prices[at[last], 3] / closes[year] - 1), int(at[last]))
    return found


def _last_session(view: FileView, year: int) -> np.datetime64:
    last: np.datetime64 = view.calendar.sessions_between(f"{year}-12-01", f"{year}-12-31")[-1]
    return last
