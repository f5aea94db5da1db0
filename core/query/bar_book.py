"""The bars of every session that a chart can draw, as a service reads them from the pack."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.charts import SessionKind
from core.contracts.pack import BarColumn
from core.query.loading import load_array
from core.query.pack import Pack

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DrawnSession:
    """A session with its levels in points, None where unknown; `opens_at` is its 09:30 in UTC.

    `follows` says whether its first bar can be compared with the bar before; `reason` why it is quarantined.
    """

    session_date: str
    opens_at: str
    kind: SessionKind
    reason: str | None
    contract: str | None
    is_roll: bool
    follows: bool
    hoy: float | None
    loy: float | None
    coy: float | None
    gxh: float | None
    gxl: float | None


class BarBook:
    """The drawn sessions of one pack, read-only.

    `tick` is in points; `sessions` are the `counted` ones ascending, then the quarantined ones. `columns`
    (6, B) are the rows of BarColumn, `bar_number` (B,) counts from 1 in each session, `signals` (2, B) are
    signal_type and ft_flag at the server's defaults, `session_of_bar` (B,) places in `sessions`, `no_prior`
    (B,) marks bars that are not compared with the one before.
    """

    def __init__(self, pack: Pack) -> None:
        """Raises DataError where an entry is missing or does not fit the others."""
        drawn = pack.document(entries.DRAWN)
        self.tick = float(drawn["tick"])
        self.counted = int(drawn["counted"])
        self.sessions = [DrawnSession(**each) for each in drawn["sessions"]]
        self._place = {each.session_date: place for place, each in enumerate(self.sessions)}
        starts = load_array(pack, entries.BAR_STARTS, (len(self.sessions) + 1,))
        self._starts: list[int] = starts.tolist()
        self.session_of_bar = np.repeat(np.arange(len(self.sessions)), np.diff(starts))
        bars = self._starts[-1]
        self.columns: Floats = load_array(pack, entries.BARS, (len(BarColumn), bars))
        self.bar_number: NDArray[np.uint8] = load_array(pack, entries.BAR_NUMBER, (bars,))
        self.signals: NDArray[np.int8] = load_array(pack, entries.SIGNALS, (2, bars))
        self.no_prior = np.zeros(bars, dtype=np.bool_)
        self.no_prior[starts[:-1][[not each.follows for each in self.sessions]]] = True

    @property
    def ticks_per_point(self) -> int:
        """Whole ticks in one point."""
        return round(1 / self.tick)

    def place(self, session_date: str) -> int | None:
        """Where a date's session stands in `sessions`, None where there is none."""
        return self._place.get(session_date)

    def bars_of(self, place: int) -> slice:
        """A session's bars."""
        return slice(self._starts[place], self._starts[place + 1])

    def previous(self, place: int) -> int | None:
        """The counted session before a counted one."""
        return place - 1 if 0 < place < self.counted else None

    def is_counted(self, place: int) -> bool:
        """Whether the session has exactly its bars; a quarantined one stands alone."""
        return place < self.counted

    def in_ticks(self, bars: slice) -> Floats:
        """Open, high, low and close (4, n) in whole ticks."""
        return np.rint(self.columns[: BarColumn.CLOSE + 1, bars] * self.ticks_per_point)
