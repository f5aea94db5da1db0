"""Bodies of the chart and navigation calls (source: spec/chart.md sections 3 and 7, rulings 28 and 38)."""

from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct

from core.contracts.catalogue import Tier
from core.contracts.requests import Filters

SessionPart = Literal["current", "previous"]
SessionKind = Literal["full", "short", "quarantined"]
Direction = Literal["previous", "next", "first", "last"]


class ChartRequest(Struct, frozen=True):
    """POST /v2/charts/data. Without `selected_date` the latest matching day; `ama_config` where AMA is on."""

    filters: Filters = {}
    selected_date: str | None = None
    include_previous_day: bool = True
    ama_config: dict[str, Any] | None = None
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


class NavigateRequest(Struct, frozen=True):
    """POST /navigation/navigate: where `direction` leads from `selected_date` among the matching days."""

    profile: Tier | None = None
    filters: Filters = {}
    selected_date: str | None = None
    direction: Direction | None = None
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class ChartBar:
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


@dataclass(frozen=True, slots=True)
class ReferenceLines:
    """Yesterday's high, low and close, the overnight range and the open; null where unknown."""

    hoy: float | None
    loy: float | None
    coy: float | None
    gxh: float | None
    gxl: float | None
    open: float | None


@dataclass(frozen=True, slots=True)
class AmaSignal:
    """The signal of one bar: 0 none, else by its side 1 BO, 2 CX, 3 OB, 5 big, 10 follow-through."""

    bar_number: int
    session: SessionPart
    index: int
    signal_type: int
    ft_flag: int


@dataclass(frozen=True, slots=True)
class Navigation:
    """The matching full sessions, ascending; `currentIndex` is -1 where the current date is none of them."""

    availableDates: list[str]
    currentDate: str | None
    currentIndex: int
    totalDates: int
    has_previous: bool
    has_next: bool


@dataclass(frozen=True, slots=True)
class ChartMetadata:
    """What is drawn; without a matching day the dates and `kind` are null.

    `amaSignalCount` counts the current session's bars with a signal. `tick` is the least step of a price in
    points, `price_decimals` the digits it needs; `reason` says why a session is quarantined.
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


@dataclass(frozen=True, slots=True)
class ChartData:
    """The chart part of an answer: the previous session's bars first, one signal per bar or none at all."""

    bars: list[ChartBar]
    referenceLines: ReferenceLines
    amaSignals: list[AmaSignal]
    metadata: ChartMetadata


@dataclass(frozen=True, slots=True)
class ChartAnswer:
    """POST /v2/charts/data."""

    bars: list[ChartBar]
    referenceLines: ReferenceLines
    amaSignals: list[AmaSignal]
    metadata: ChartMetadata
    navigation: Navigation
    snapshot: str


@dataclass(frozen=True, slots=True)
class NavigateAnswer:
    """POST /navigation/navigate."""

    navigation: Navigation
    snapshot: str
