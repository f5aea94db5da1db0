"""Charts and the way through the matching days as the API answers them (spec/chart.md section 3)."""

from typing import Literal

from msgspec import Struct

SessionPart = Literal["current", "previous"]
SessionKind = Literal["full", "short", "quarantined"]


class ChartBar(Struct, frozen=True):
    """One five-minute bar; prices in points, `ibs` 0..100, `time` its open in UTC ISO 8601.

    `index` is the bar number, on the previous session less that session's length: 0 is its last bar. A value
    that does not exist (yet) is null. `time_label` is the open in New York, as 9:30.
    """

    bar_number: int
    session: SessionPart
    index: int
    date: str
    time: str
    open: float
    high: float
    low: float
    close: float
    volume: int | None
    ema: float | None
    ibs: float
    bar_range: float
    avg_range: float | None
    z_score_full: float | None
    z_score_body: float | None
    is_outside_bar: bool
    is_inside_bar: bool
    time_label: str


class ReferenceLines(Struct, frozen=True):
    """Yesterday's high, low and close, the overnight range and the open; null where unknown."""

    hoy: float | None
    loy: float | None
    coy: float | None
    gxh: float | None
    gxl: float | None
    open: float | None


class AmaSignal(Struct, frozen=True):
    """The signal of one bar: 0 none, else by its side 1 BO, 2 CX, 3 OB, 5 big, 10 follow-through."""

    bar_number: int
    session: SessionPart
    index: int
    signal_type: int
    ft_flag: int


class Navigation(Struct, frozen=True):
    """The matching full sessions in the order that was asked for, without one ascending.

    `currentIndex` is -1 where the current date is none of them; `previous` and `next` are beside it.
    """

    availableDates: list[str]
    currentDate: str | None
    currentIndex: int
    totalDates: int
    previous: str | None
    next: str | None
    has_previous: bool
    has_next: bool


class ChartMetadata(Struct, frozen=True):
    """What is drawn; without a matching day the dates and `kind` are null.

    `amaSignalCount` counts the current session's bars with a signal. `tick` is the least step of a price in
    points, `price_decimals` the digits it needs; `reason` says why a session is quarantined. `adr10` is the
    mean range of the ten full sessions before, in points; null until there are ten.
    """

    currentDate: str | None
    previousDate: str | None
    totalBars: int
    amaEnabled: bool
    amaSignalCount: int
    kind: SessionKind | None
    reason: str | None
    is_roll: bool
    contract: str | None
    symbol: str
    price_decimals: int
    tick: float
    adr10: float | None


class ChartData(Struct, frozen=True):
    """The chart part of an answer: the previous session's bars first, one signal per bar or none at all."""

    bars: list[ChartBar]
    referenceLines: ReferenceLines
    amaSignals: list[AmaSignal]
    metadata: ChartMetadata


class ChartAnswer(ChartData, frozen=True):
    """POST /v2/charts/data."""

    navigation: Navigation
    snapshot: str


class NavigateAnswer(Struct, frozen=True):
    """POST /navigation/navigate."""

    navigation: Navigation
    snapshot: str
