"""Answers of the calls about the days themselves: gallery, typical path, days alike, quiz, lists of days."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from core.contracts.results.comparison import GroupRate
from core.contracts.results.rates import Difference, Interval, NoCoin
from core.contracts.results.verdict import Verdict


class DayBars(Struct, frozen=True, gc=False):
    """A session's 81 bars in whole ticks from its `open`; a level in points is null where it is unknown.

    `values` are those of the asked columns.
    """

    date: str
    tick: float
    open: float
    adr10: float | None
    hoy: float | None
    loy: float | None
    coy: float | None
    o: list[int]
    h: list[int]
    l: list[int]  # noqa: E741
    c: list[int]
    values: dict[str, Any]


class DayBarsAnswer(Struct, frozen=True):
    """POST /v2/days/bars: one page of matching days; `limited_to` when the tier cut the days."""

    total: int
    page: int
    page_size: int
    pages: int
    limited_to: int | None
    days: list[DayBars]
    snapshot: str


class PathQuantiles(Struct, frozen=True, gc=False):
    """Close minus open in ADR10 after each of the 81 bars: quantiles of `days` days (numpy's linear ones)."""

    days: int
    p10: list[float]
    p25: list[float]
    p50: list[float]
    p75: list[float]
    p90: list[float]


class PathAnswer(Struct, frozen=True):
    """POST /v2/path: the typical path of the `total_days` matched days, of the others and of coin days.

    Days without ADR10 are left out of the quantiles. Null without a day; `coin` has its reason, and is null
    where the snapshot has no coin days.
    """

    total_days: int
    matched: PathQuantiles | None
    others: PathQuantiles | None
    coin: PathQuantiles | NoCoin | None
    snapshot: str


class AlikePart(Struct, frozen=True, gc=False):
    """A feature on both days; `difference` 0 to 1 before its weight."""

    feature: str
    own: Any
    value: Any
    difference: float


class AlikeDay(Struct, frozen=True, gc=False):
    """A day like the asked one; `distance` 0 to 1, `farthest` the three features that add most to it."""

    date: str
    distance: float
    farthest: list[AlikePart]


class AlikeBrier(Struct, frozen=True, gc=False):
    """Brier scores over `days` days as of bar `as_of`, each foretold from the days before it alone.

    `neighbours` is the score of the forecast by days alike, `base` that of the rate of all days before.
    `difference` is the first minus the second, its interval by weeks of five sessions.
    """

    as_of: int
    days: int
    neighbours: float
    base: float
    difference: float
    confidence_interval: Interval
    verdict: Verdict


class AlikeOutcome(Struct, frozen=True, gc=False):
    """What followed on the days alike, and on all days they were chosen from; both of the days at risk.

    `difference` is the days alike minus the other days, Newcombe's limits, null without a day on a side.
    `forecast` is the rate of the days alike pulled towards that of all days; null where no day is at risk.
    """

    feature: str
    neighbours: GroupRate
    all: GroupRate
    forecast: float | None
    difference: Difference | None
    brier: AlikeBrier | None


class AlikeAnswer(Struct, frozen=True):
    """POST /v2/alike: the days alike, nearest first, of `compared_days`; `weights` by feature looked at."""

    date: str
    as_of: int
    compared_days: int
    weights: dict[str, float]
    days: list[AlikeDay]
    outcomes: list[AlikeOutcome]
    snapshot: str


class QuizLevels(Struct, frozen=True, gc=False):
    """Levels known before the open, in whole ticks from it; null where unknown."""

    hoy: int | None
    loy: int | None
    coy: int | None
    gxh: int | None
    gxl: int | None


class QuizBars(Struct, frozen=True, gc=False):
    """Bars in whole ticks from the open."""

    o: list[int]
    h: list[int]
    l: list[int]  # noqa: E741
    c: list[int]


class QuizDay(Struct, frozen=True):
    """POST /v2/quiz/next: a day up to bar `as_of`, without its date; will `feature` come in the rest of it?

    `adr10` is in ticks. The answer may be given once, until `expires_at` (seconds since 1970).
    """

    token: str
    expires_at: int
    as_of: int
    feature: str
    adr10: float
    levels: QuizLevels
    bars: QuizBars
    snapshot: str


class QuizRate(Struct, frozen=True, gc=False):
    """A rate that one could have guessed by, and the Brier score of that guess."""

    days: int
    occurrence_days: int
    occurrence: float
    brier: float


class QuizResult(Struct, frozen=True):
    """POST /v2/quiz/answer: the whole day; `brier` is the guess's, `bar` the one it came on where known."""

    date: str
    occurred: bool
    bar: int | None
    brier: float
    base: QuizRate
    coin: QuizRate | NoCoin | None
    bars: QuizBars
    snapshot: str


ListedKind = Literal["full", "short", "quarantined", "unknown"]


class ListedDay(Struct, frozen=True, gc=False):
    """A day of a list; `kind` says what the snapshot knows of it: only full sessions can match a filter."""

    date: str
    note: str
    kind: ListedKind


class DayList(Struct, frozen=True):
    """A named list of a symbol's days; `updated_at` in seconds since 1970 (POST /v2/lists answers one)."""

    name: str
    symbol: str
    days: list[ListedDay]
    updated_at: int


class DayListsAnswer(Struct, frozen=True):
    """GET /v2/lists: the lists of a symbol, by name; `may_edit` where the caller may change them."""

    lists: list[DayList]
    may_edit: bool
    snapshot: str


class DayListRemoved(Struct, frozen=True):
    """DELETE /v2/lists/{name}."""

    name: str
