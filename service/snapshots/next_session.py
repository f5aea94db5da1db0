"""The next session as a service knows it: the night's facts, the day so far, typed numbers."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np
from msgspec.structs import replace

from core.contracts.errors import UnknownName
from core.contracts.known_at import LAST_BAR
from core.contracts.next_answers import NextLevels, NextNote, NextSource
from core.contracts.next_session import NextSession, SoFar
from core.contracts.view_requests import TypedDay
from core.question.conditions import FilterQuery
from core.views.upcoming import UpcomingSession
from service.snapshots.snapshot import Snapshot
from service.snapshots.typed_day import checked

if TYPE_CHECKING:
    from core.features.so_far.possible import Seen

NEW_YORK = ZoneInfo("America/New_York")
OPENS = "09:30"
BAR_SECONDS = 300
SHORT_BARS = 45
"""Bars of a half day."""
FIRST_HOUR = 12
"""Bars of the first hour."""

STALE = 600
"""Seconds after its last bar from which a day so far is old while the session is open."""


@dataclass(frozen=True, eq=False)
class NextDay:
    """The next session of a snapshot as of bar `as_of`; `notes` say what was left out.

    `night` is what the build knew of it, `day` what is seen of it besides; with `has_night` the overnight
    bars are over. `at` (seconds since 1970) is when a day so far was read, `is_stale` where that is old.
    """

    snapshot: Snapshot
    as_of: int
    source: NextSource
    notes: tuple[NextNote, ...]
    night: NextSession
    day: TypedDay
    has_night: bool = False
    at: int | None = None
    is_stale: bool = False

    def matches(self, query: FilterQuery) -> bool | None:
        """Whether the session passes all filters; None while one of those it does not fail is not certain.

        The query's dates bound the history, not the session. A list of days may yet get the session, so a
        filter on one is never certain.
        """
        return self.coming.matches(query)

    @cached_property
    def coming(self) -> UpcomingSession:
        """The session as filters are evaluated on it."""
        from core.features.so_far.possible import (  # a worker that nobody asks needs none
            open_within_bars,
            own_labels,
            possible_columns,
        )

        catalogue = self.snapshot.catalogue
        seen = self._seen()
        columns = possible_columns(self.night, seen)
        keeps_minutes = self.snapshot.book.minutes is not None
        values = {name: each.values for name, each in columns.items() if name in catalogue.by_name}
        for name, labels in own_labels(self.night).items():
            places = {label: place for place, label in enumerate(catalogue.by_name[name].labels)}
            values[name] = np.full_like(values[name], places.get(labels[0], len(places)))
        return UpcomingSession(
            self.snapshot.index,
            self.night.session_date,
            self.night.previous_row,
            self.as_of,
            values,
            {name: each.event_bar for name, each in columns.items() if each.event_bar is not None},
            open_within_bars(self.night, seen) if keeps_minutes else {},
        )

    def _seen(self) -> "Seen":
        from core.features.so_far.first_hours import first_hours
        from core.features.so_far.possible import PossibleBars, Seen

        day, night, possible = self.day, self.night, None
        if day.bars is not None:
            rows = (day.bars.o, day.bars.h, day.bars.l, day.bars.c)
            possible = PossibleBars(*(np.array([prices[: self.as_of]]) for prices in rows))
        elif day.open is not None and (hour := day.or12) is not None:
            levels = (night.hoy, night.loy, night.coy, night.ema_open, day.gxh, day.gxl, *self._middles())
            known = [level for level in levels if level is not None]
            possible = first_hours(day.open, hour.high, hour.low, hour.close, known, night.tick)
        return Seen(day.open, day.gxh, day.gxl, self.has_night, possible)

    def _middles(self) -> list[float]:
        """The levels between two others that features ask about."""
        day, night = self.day, self.night
        pairs = (day.gxh, day.gxl), (day.open, night.coy)
        return [(one + other) / 2 for one, other in pairs if one is not None and other is not None]

    @property
    def levels(self) -> NextLevels:
        night, day = self.night, self.day
        ath = night.ath_before
        return NextLevels(
            hoy=night.hoy,
            loy=night.loy,
            coy=night.coy,
            adr10=night.adr10,
            ath=ath if ath is None or day.gxh is None else max(ath, day.gxh),
            ema20=night.ema_open,
            gxh=day.gxh,
            gxl=day.gxl,
            open=day.open,
        )


def next_day(
    snapshot: Snapshot, so_far: SoFar | None, typed: TypedDay | None = None, now: float | None = None
) -> NextDay:
    """The next session with what is typed, else with the day so far, else by the night alone.

    The day so far fills what is not typed. `now` are seconds since 1970, by the clock where not given.

    Raises:
        UnknownName: `no_next_session`: the exchange's calendar ended before it as the snapshot was built.
    """
    night = snapshot.night
    if night is None:
        why = f"the calendar of the build ends before the session after {snapshot.index.last_date}"
        detail = f"{why}; update exchange_calendars and build again."
        raise UnknownName(detail, code="no_next_session")
    moment = time.time() if now is None else now
    feed = so_far if so_far is not None and so_far.session_date == night.session_date else None
    opened = None if feed is None else feed.open
    kept, left_out = checked(typed or TypedDay(), night.tick, _last_close(snapshot), opened)
    day = _filled(kept, feed)
    given = (getattr(kept, field) is not None for field in TypedDay.__struct_fields__)
    bars = 0 if day.bars is None else len(day.bars.c)
    is_old = feed is not None and moment - _seen_until(night, feed) > STALE and _is_open(night, moment)
    has_passed = moment >= closes(night) and not snapshot.manifest.sample_data
    notes = _night_notes(night, has_passed), _feed_notes(night, so_far, bars, is_old=is_old), left_out
    source: NextSource = "night" if feed is None else "feed"
    return NextDay(
        snapshot=snapshot,
        as_of=_as_of(day, bars),
        source="typed" if any(given) else source,
        notes=tuple(chain(*notes)),
        night=night,
        day=day,
        has_night=opened is not None,
        at=None if feed is None else feed.at,
        is_stale=is_old,
    )


def _last_close(snapshot: Snapshot) -> float:
    book = snapshot.book
    last = book.bars_of(book.counted - 1).stop
    return float(book.in_points(slice(last - 1, last))[3, 0])


def _filled(typed: TypedDay, feed: SoFar | None) -> TypedDay:
    """What is typed, filled from the day so far: its bars where they contradict nothing."""
    if feed is None:
        opened = typed.open if typed.bars is None else typed.bars.o[0]
        return replace(typed, open=opened)
    gxh = feed.gxh if typed.gxh is None else typed.gxh
    gxl = feed.gxl if typed.gxl is None else typed.gxl
    if gxh is not None and gxl is not None and gxh < gxl:
        gxh, gxl = typed.gxh, typed.gxl
    bars = typed.bars
    if bars is None and typed.or12 is None and typed.open in (None, feed.open) and feed.bars.c:
        bars = feed.bars
    opened = bars.o[0] if bars is not None else feed.open if typed.open is None else typed.open
    return TypedDay(open=opened, gxh=gxh, gxl=gxl, or12=typed.or12, bars=bars)


def _as_of(day: TypedDay, bars: int) -> int:
    if bars:
        return min(bars, LAST_BAR - 1)
    return -1 if day.open is None else FIRST_HOUR if day.or12 is not None else 0


def _opens(night: NextSession) -> float:
    """Seconds since 1970."""
    return datetime.fromisoformat(f"{night.session_date}T{OPENS}").replace(tzinfo=NEW_YORK).timestamp()


def closes(night: NextSession) -> float:
    """Seconds since 1970; a half day closes early."""
    return _opens(night) + BAR_SECONDS * (SHORT_BARS if night.is_short else LAST_BAR)


def _is_open(night: NextSession, moment: float) -> bool:
    return _opens(night) <= moment < closes(night)


def _seen_until(night: NextSession, feed: SoFar) -> float:
    """The close of the last bar, or the open, but not later than it was read: a file may end long before."""
    return min(feed.at, _opens(night) + BAR_SECONDS * len(feed.bars.c))


def _night_notes(night: NextSession, has_passed: bool) -> Iterator[NextNote]:
    if night.is_short:
        yield NextNote("half_day", "A half day: the figures are of full sessions.")
    if night.is_roll:
        yield NextNote("roll", f"It trades in {night.contract}: yesterday's prices are of another contract.")
    elif night.coy is None:
        yield NextNote("levels_unknown", "The session before is not whole: yesterday's levels are unknown.")
    if has_passed:
        yield NextNote("night_missing", "This session is over. The next one comes with tonight's update.")


def _feed_notes(night: NextSession, so_far: SoFar | None, bars: int, *, is_old: bool) -> Iterator[NextNote]:
    if so_far is not None and so_far.session_date != night.session_date:
        yield NextNote("feed_of_another_day", f"The day so far is of {so_far.session_date} and is not used.")
    elif so_far is not None:
        if is_old:
            yield NextNote("feed_stale", f"The day so far ended over {STALE // 60} minutes ago.")
        if so_far.missing_bar is not None:
            missing = f"The day so far lacks bar {so_far.missing_bar}; later bars are not used."
            yield NextNote("feed_incomplete", missing)
    if bars >= (SHORT_BARS if night.is_short else LAST_BAR):
        yield NextNote("session_over", "The session is over; the night's build brings its figures.")
