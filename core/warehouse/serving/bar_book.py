"""The bars of every session that a chart can draw, and one day's signals and bar values by any settings.

A day's signals start two sessions before it (ama.md 5).
"""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.chart_answers import SessionKind
from core.contracts.known_at import LAST_BAR
from core.signals.ama import AmaResult, compute
from core.signals.ama_config import OFF, AmaConfig
from core.signals.bar_values import Bars
from core.warehouse.serving.pack import Pack

Floats = NDArray[np.float64]

SERVER_DEFAULTS = AmaConfig()
MINUTES_IN_BAR = 5
_IN_TICKS = ("bar_range", "body", "avg_range")


@dataclass(frozen=True, slots=True)
class DrawnSession:
    """A session with its levels in points, None if unknown; `opens_at` is its 09:30 in UTC.

    `follows` marks a first bar that is comparable with the bar before; `reason` is that of a quarantine.
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

    `tick` is in points, `ticks_per_point` is whole. `sessions` are the `counted` ones ascending, then the
    quarantined ones; `full` lists their full ones by ordinal. `ticks` (4, B) are open, high, low and close in
    whole ticks, `volume` (B,) is -1 if unknown, `ema` (B,) in points, `bar_number` (B,) counts from 1 in
    each session. `signals` (2, B) are signal_type and ft_flag at the server's defaults, `session_of_bar` (B,)
    indexes of `sessions`. `no_prior` (B,) marks bars that are not compared with the one before. `minutes`
    (2, N, 81, 5) are highs and lows within the full sessions' bars, None if none are kept.
    """

    def __init__(self, pack: Pack) -> None:
        """Raises DataError if an entry is missing or does not fit the others."""
        drawn = pack.document(entries.DRAWN)
        self.tick = float(drawn["tick"])
        self.ticks_per_point = round(1 / self.tick)
        self.counted = int(drawn["counted"])
        self.sessions = [DrawnSession(**each) for each in drawn["sessions"]]
        self._session_index = {each.session_date: index for index, each in enumerate(self.sessions)}
        starts = pack.array(entries.BAR_STARTS, (len(self.sessions) + 1,))
        self._starts: list[int] = starts.tolist()
        self.session_of_bar = np.repeat(np.arange(len(self.sessions), dtype=np.int32), np.diff(starts))
        self.full = [each for each in self.sessions if each.kind == "full"]
        is_full = [each.kind == "full" for each in self.sessions]
        self._full_starts: NDArray[np.int32] = starts[:-1][is_full]
        bars = self._starts[-1]
        rows: NDArray[np.int32] = pack.array(entries.BARS, (5, bars))
        self.ticks, self.volume = rows[:4], rows[4]
        self.ema: Floats = pack.array(entries.BAR_EMA, (bars,))
        self.bar_number: NDArray[np.uint8] = pack.array(entries.BAR_NUMBER, (bars,))
        self.signals: NDArray[np.int8] = pack.array(entries.SIGNALS, (2, bars))
        self.minutes: NDArray[np.int16] | None = None
        if entries.MINUTES in pack.arrays:
            self.minutes = pack.array(entries.MINUTES, (2, pack.sessions, LAST_BAR, MINUTES_IN_BAR))
        self.no_prior = np.zeros(bars, dtype=np.bool_)
        self.no_prior[starts[:-1][[not each.follows for each in self.sessions]]] = True

    def session_index(self, session_date: str) -> int | None:
        """The index in `sessions` of a date's session, None without one."""
        return self._session_index.get(session_date)

    def bars_of(self, index: int) -> slice:
        return slice(self._starts[index], self._starts[index + 1])

    def previous(self, index: int) -> int | None:
        """The counted session before a counted one."""
        return index - 1 if 0 < index < self.counted else None

    def full_sessions(self, ordinals: NDArray[np.intp]) -> NDArray[np.int32]:
        """Open, high, low and close (4, 81, n) of some full sessions in whole ticks."""
        bars = np.add.outer(np.arange(LAST_BAR), self._full_starts[ordinals])
        return self.ticks[:, bars]

    def in_ticks(self, bars: slice) -> Floats:
        """Open, high, low and close (4, n) in whole ticks."""
        return self.ticks[:, bars].astype(np.float64)

    def in_points(self, bars: slice) -> Floats:
        """Open, high, low and close (4, n) in points."""
        return self.ticks[:, bars] / self.ticks_per_point


def shown_bars(book: BarBook, index: int, *, with_previous: bool) -> slice:
    """The bars of a session, optionally after those of the counted session before it."""
    own, previous = book.bars_of(index), book.previous(index)
    if previous is None or not with_previous:
        return own
    return slice(book.bars_of(previous).start, own.stop)


def day_signals(book: BarBook, index: int, config: AmaConfig, *, with_previous: bool = True) -> AmaResult:
    """One entry per shown bar, in points; `ema` is the stored line.

    Which bars are shown does not change the result. At the server's defaults the signals are the stored
    ones. A quarantined session is separate: its bars are compared with each other and have no signal.
    """
    shown = shown_bars(book, index, with_previous=with_previous)
    if index >= book.counted:
        return _on_page(book, shown, computed_bars(book, shown, OFF, shown.start))
    start = book.bars_of(max(0, index - 2)).start
    bars = slice(first_needed(book, start, config), shown.stop)
    if config != SERVER_DEFAULTS:
        return _on_page(book, shown, computed_bars(book, bars, config, start))
    signal_type, ft_flag = book.signals[:, shown]
    found = _on_page(book, shown, computed_bars(book, bars, OFF, start))
    return replace(found, signal_type=signal_type, ft_flag=ft_flag)


def computed_bars(book: BarBook, bars: slice, config: AmaConfig, start: int) -> AmaResult:
    """Some bars of a book in whole ticks, their EMA in points; those before `start` only fill windows."""
    open_, high, low, close = book.in_ticks(bars)
    labels = book.bar_number[bars], book.session_of_bar[bars], book.no_prior[bars]
    line = book.ema[bars]
    return compute(Bars(open_, high, low, close, *labels), config, start=start - bars.start, line=line)


def first_needed(book: BarBook, start: int, config: AmaConfig) -> int:
    """The first bar needed so that all values from `start` on equal those of the whole history."""
    first = max(0, start - config.longest_window + 1)
    while first > 0 and not book.no_prior[first] and _is_neutral(book, first):
        first -= 1
    return first


def _is_neutral(book: BarBook, bar: int) -> bool:
    """Whether the bar takes its direction from the one before it."""
    open_, high, low, close = book.in_ticks(slice(bar, bar + 1))[:, 0]
    return bool(2 * close == high + low and close == open_)


def _on_page(book: BarBook, shown: slice, found: AmaResult) -> AmaResult:
    """The values of the shown bars alone, in points."""
    columns = {each.name: getattr(found, each.name)[shown.start - shown.stop :] for each in fields(found)}
    for name in _IN_TICKS:
        columns[name] = columns[name] / book.ticks_per_point
    return AmaResult(**columns)
