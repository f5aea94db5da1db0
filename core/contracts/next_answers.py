"""Answers of the calls about the next session, the usual questions and claims, shared views and watches."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from core.contracts.catalogue import Tier
from core.contracts.results.rates import CoinRate, Interval, NoCoin, Rate, Stopped, YearRate
from core.contracts.results.verdict import Verdict
from core.contracts.view_requests import Channel

NextSource = Literal["night", "typed", "feed"]


class KnownFeature(Struct, frozen=True, gc=False):
    """What is certain of the next session: a feature's value, certain at the close of bar `since`.

    A suffix `_prev` is yesterday's. `since` is 0 at the open and -1 before it. `rank` of a number or count
    is the share of all days with a smaller value, equal ones counted half. `filter` is the condition of a
    filters list that asks for days like it, the range of a number; `days` of all days match it, `share` of
    those with a value. It is null where none can be asked.
    """

    feature: str
    value: Any
    since: int
    rank: float | None
    share: float | None
    days: int
    filter: dict[str, Any] | None


class NextLevels(Struct, frozen=True, gc=False):
    """Prices in points, null where unknown; `ema20` is the five-minute EMA at yesterday's close."""

    hoy: float | None
    loy: float | None
    coy: float | None
    adr10: float | None
    ath: float | None
    ema20: float | None
    gxh: float | None
    gxl: float | None
    open: float | None


NoteCode = Literal[
    "half_day",
    "roll",
    "levels_unknown",
    "session_over",
    "night_missing",
    "feed_stale",
    "feed_of_another_day",
    "feed_incomplete",
    "not_on_tick",
    "far_from_close",
    "open_outside_globex",
    "high_under_low",
    "outside_range",
    "bars_shape",
]


class NextNote(Struct, frozen=True, gc=False):
    """Something to know, in one sentence; `field` is the typed number that was left out for it."""

    code: NoteCode
    text: str
    field: str | None = None


class NextAnswer(Struct, frozen=True):
    """GET and POST /v2/next: what is known of the next session as of bar `as_of`.

    `at` are seconds since 1970 at which the day so far was read; null of what nobody read. `last_session` is
    the last one of the snapshot. `events` are the features of scheduled events that are true of the day.
    `known` are those of the caller's tier, in the order of the catalogue, yesterday's last. `ruled_out` are
    the ids of usual questions (GET /v2/claims) whose filters the session fails, whatever it still brings.
    """

    symbol: str
    session_date: str
    is_short: bool
    contract: str
    as_of: int
    source: NextSource
    at: int | None
    is_stale: bool
    tick: float
    levels: NextLevels
    events: list[str]
    known: list[KnownFeature]
    ruled_out: list[str]
    notes: list[NextNote]
    last_session: str
    snapshot: str


class QuestionRate(Struct, frozen=True, gc=False):
    """A usual question on the matching days it applies to; `all` is its rate on all days."""

    id: str
    days: int
    occurrence_days: int
    occurrence: float
    confidence_interval: Interval
    all: Rate
    coin: CoinRate | NoCoin | None


class QuestionsAnswer(Struct, frozen=True):
    """POST /v2/questions: the usual questions of the caller's tier that apply to a matching day."""

    total_days: int
    questions: list[QuestionRate]
    snapshot: str


class Published(Struct, frozen=True, gc=False):
    """A figure that somebody published: `figure` as it is written, from `low` to `high` as fractions.

    `where` it stands, and of what (market, years).
    """

    who: str
    where: str
    figure: str
    low: float
    high: float
    verdict: Verdict


class Claim(Struct, frozen=True, gc=False):
    """A usual question and its answer on all days.

    `filters` and `outcome` are conditions of a filters list: of the days that match the filters, as of bar
    `as_of`, how many pass the outcome. `tier` is the narrowest that may ask it; `is_own` one of the
    maintainer's. `rate` is null without a day.
    """

    id: str
    group: str
    question: str
    filters: list[dict[str, Any]]
    outcome: dict[str, Any]
    as_of: int | None
    tier: Tier
    is_own: bool
    days: int
    occurrence_days: int
    rate: float | None
    confidence_interval: Interval
    coin: CoinRate | NoCoin | None
    years: list[YearRate]
    stopped: Stopped
    published: list[Published]


class ClaimsAnswer(Struct, frozen=True):
    """GET /v2/claims: the usual questions by group, with the answers of the last night.

    `sample_data` is made by this program, not by a market.
    """

    symbol: str
    sample_data: bool
    first_session: str
    last_session: str
    claims: list[Claim]
    snapshot: str


class ViewFigures(Struct, frozen=True, gc=False):
    """What a shared view showed on one snapshot: its days, and the rate of its card where it has one."""

    snapshot: str
    last_session: str
    days: int
    occurrence_days: int | None = None
    total_days: int | None = None
    occurrence: float | None = None


class MadeView(Struct, frozen=True):
    """POST /v2/views: the short link is /v/`id`, until `expires_at` (seconds since 1970)."""

    id: str
    expires_at: int


class SharedView(Struct, frozen=True):
    """GET /v2/views/{id}: the page's address, and its figures then and now.

    `why` says why `now` is null; of a page that shows none, all three are.
    """

    id: str
    address: str
    symbol: str
    feature: str | None
    created_at: int
    then: ViewFigures | None
    now: ViewFigures | None
    why: str | None


AlertResult = Literal["sent", "failed", "trying"]


class LastAlert(Struct, frozen=True, gc=False):
    """What became of a watch's last alert; `at` in seconds since 1970, `why` one sentence where it failed."""

    session_date: str
    at: int
    result: AlertResult
    why: str | None


class Watch(Struct, frozen=True):
    """A preset that is watched; `address` is where its alerts go, of a mailbox or hook enough to know it."""

    id: str
    name: str
    symbol: str
    filters: list[dict[str, Any]]
    channel: Channel
    address: str
    created_at: int
    last: LastAlert | None


class AddedWatch(Watch, frozen=True):
    """POST /v2/watches: `secret` signs what a webhook is sent and is answered here alone; null by e-mail."""

    secret: str | None


class WatchesAnswer(Struct, frozen=True):
    """GET /v2/watches: the caller's watches by name, and the channels that they may use.

    `why` says what is missing where there is none.
    """

    watches: list[Watch]
    channels: list[Channel]
    why: str | None


class WatchRemoved(Struct, frozen=True):
    """DELETE /v2/watches/{id} and POST /v2/watches/off."""

    name: str
