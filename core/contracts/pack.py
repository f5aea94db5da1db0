"""The serving pack: names of its entries, for core.build.pack and core.warehouse.serving.

A pack is the folder `serving/`: `toc.json`, `arrays.bin`, `arrays_YEAR.bin` and JSON files. `toc.json` is
{"schema": 10, "sessions": N, "arrays": {entry: {"dtype", "shape", "axis", "parts"}}, "json": {entry: file}};
a part is {"file", "length", "offset"}: so many rows of `axis`, from a byte of a file on, 64-byte aligned,
little-endian, C order. An entry of sessions, coin days or bars (ROWS_OF) has a part in each year's file, so
that a night writes the last year's; any other lies in `arrays.bin` whole. In a year's file `coin/ranks` are
places in that year's part of `coin/values`. Row i of an entry (N, ...) is the full session with ordinal i.

arrays
  session_date          <i4 (N,)    days since 1970-01-01
  previous_row          <i4 (N,)    ordinal of the session immediately before, -1 where it has no feature row
  streak_previous       <i4 (N,)    ordinal of the full session before with only half days between, -1 where
                                    there is none or an exchange session between is missing or quarantined
  codes                 |u1 (N, F)  coded features in catalogue order (no dates), NULL_CODE = null
  event_bar/{feature}   |u1 (N,)    by_bar enums: the bar of the deciding event, 0 = none
  values/{feature}      <f8 (N,)    numerics, NaN = null
  histogram_edges/{feature} <f8 (B+1,)
  extremes/{feature}    |u1 (N, 4)  updates in bars 2-27, 28-54 and 55-81, and the bar of the final extreme
  coin/codes            |u1 (F, D)  coded features that bars of the day decide, numerics left out, on the coin
                                    days, in catalogue order: NULL_CODE = null, code 0 is the first of the
                                    document's range
  coin/tosses           |u1 (D, 11) coins of the coin days as bits, bar 1 first: 1 keeps a bar, 0 mirrors it
  coin/event_bar/{feature} |u1 (D,) as event_bar, on the coin days
  coin/ranks/{feature}  <u2 (D,)    numerics on the coin days: places in coin/values, V = null
  coin/values/{feature} <f8 (V,)    their different values, ascending
  ema_runs/{feature}    |u1 (S, N, 9) by side (above, below; a one-sided feature has its own alone) the
                        columns of EmaRun on the bars that the feature is about
  all_time_highs        <f8 (N, 4)  the columns of AllTimeHigh, where a feature has ath_analysis
  alike_days            <i4 (C, F)  back-test of days alike as of the bars ALIKE_BARS: days foretold by coded
                                    feature, 0 where it has no occurrence or is not open by then
  alike_brier           <f8 (2, C, F) Brier scores over these days: of the forecast, and by all days before
                                    each; NaN without a day
  alike_weeks           <i4 (C, F)  weeks, five sessions in a row, with one of these days
  alike_error           <f8 (C, F)  standard error of the difference of both scores, by weeks; NaN under two
  bars                  <i4 (5, B)  RTH bars of the drawn sessions: open, high, low and close in whole ticks,
                                    contracts traded, -1 where unknown
  bar_ema               <f8 (B,)    EMA(20) of closes in points, NaN on quarantined sessions
  bar_number            |u1 (B,)    1..81
  bar_starts            <i4 (S+1,)  drawn session s has the bars bar_starts[s] .. bar_starts[s + 1]
  signals               |i1 (2, B)  AMA at the server's defaults: signal_type and ft_flag
  minutes               <i2 (2, N, 81, 5) where one-minute bars are kept: highs and lows of the minutes in
                                    each bar, in ticks from its open; a minute that is not there has the
                                    high -32767 and the low 32767
json
  catalogue   {"features": [...], "categories": [...]}  every field of FeatureDefinition and Category
  sessions    [{"session_date", "contract", "is_roll", "hoy", "loy", "coy", "gxh", "gxl", "open",
               "adr10"}, ...]
  drawn       {"tick", "counted", "sessions": [{"session_date", "opens_at", "kind", "reason", "contract",
               "is_roll", "follows", "hoy", "loy", "coy", "gxh", "gxl"}, ...]}: S sessions that a chart can
               draw, the `counted` ones ascending, then the quarantined ones
  coin        {"draws": K, "value_ranges": {feature: [first, last]}}: the ranges of whole numbers on D = N * K
              coin days, of which draw k of session i is at i * K + k - 1
  clusters    {feature: Clusters} of every feature with an occurrence
  next        NextSession: what the night knows of the session after the last one
  claims      [Claim, ...]: the usual questions with their answers
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

PACK_SCHEMA = 10
NULL_CODE = 255
TOC_FILE = "toc.json"
ARRAYS_FILE = "arrays.bin"
YEAR_FILE = "arrays_{}.bin".format
ALIGNMENT = 64

SESSION_DATE = "session_date"
PREVIOUS_ROW = "previous_row"
STREAK_PREVIOUS = "streak_previous"
CODES = "codes"
ALL_TIME_HIGHS = "all_time_highs"
ALIKE_DAYS = "alike_days"
ALIKE_BRIER = "alike_brier"
ALIKE_WEEKS = "alike_weeks"
ALIKE_ERROR = "alike_error"
BARS = "bars"
BAR_EMA = "bar_ema"
BAR_NUMBER = "bar_number"
BAR_STARTS = "bar_starts"
SIGNALS = "signals"
MINUTES = "minutes"

COIN_CODES = "coin/codes"
COIN_TOSSES = "coin/tosses"
TOSS_BYTES = 11

CATALOGUE = "catalogue"
CLAIMS = "claims"
CLUSTERS = "clusters"
COIN = "coin"
DRAWN = "drawn"
NEXT = "next"

ALIKE_BARS = (-1, 0, 6, 12, 18, 27, 54)
"""The bars as of which days alike are back-tested, -1 before the open."""

FINAL_BAR = 3
"""Column of `extremes` that holds the bar of the final extreme, after the three periods."""


class EmaRun(IntEnum):
    """Columns of `ema_runs`: a session's bars on one side of the EMA, in runs of consecutive bars.

    HEAD and TAIL are the runs that touch the first and the last bar of the span, 0 if none does.
    """

    BARS = 0
    HEAD = 1
    TAIL = 2
    LONGEST = 3
    RUNS = 4
    RUNS_OF_5 = 5
    RUNS_OF_10 = 6
    RUNS_OF_20 = 7
    RUNS_OF_40 = 8


RUN_THRESHOLDS = {5: EmaRun.RUNS_OF_5, 10: EmaRun.RUNS_OF_10, 20: EmaRun.RUNS_OF_20, 40: EmaRun.RUNS_OF_40}
"""Where the runs of at least so many bars are counted."""


class AllTimeHigh(IntEnum):
    """Columns of `all_time_highs`; NaN if the session has no answer.

    FIRST_BAR is 0 without a new high. SINCE_LAST are exchange sessions since the last full session with one.
    NEXT_MAKES_ONE is 1 or 0 for the next full session (only half days between). DRAWDOWN is the close below
    the high of 09:30 in percent of it.
    """

    FIRST_BAR = 0
    SINCE_LAST = 1
    NEXT_MAKES_ONE = 2
    DRAWDOWN = 3


@dataclass(frozen=True, slots=True)
class Clusters:
    """How far a feature's active days cluster (honesty rule 6 of statistics.md).

    `design_effect` is the variance of its rate by weekly blocks over that of independent days, None at a
    rate of 0 or 1. With `days_cluster` it is near or above 3, and the intervals are too narrow.
    """

    design_effect: float | None
    days_cluster: bool


event_bar = "event_bar/{}".format
coin_event_bar = "coin/event_bar/{}".format
coin_ranks = "coin/ranks/{}".format
coin_values = "coin/values/{}".format
values = "values/{}".format
histogram_edges = "histogram_edges/{}".format
extremes = "extremes/{}".format
ema_runs = "ema_runs/{}".format
"""The entries of one feature, by its name; the list above says what each holds."""

RANK_TYPE = "<u2"
"""How a file holds ranks among one year's values; in memory those of all years may need <u4."""

Rows = Literal["sessions", "coin days", "bars"]

ROWS_OF: Mapping[str, tuple[Rows, int]] = {
    SESSION_DATE: ("sessions", 0),
    PREVIOUS_ROW: ("sessions", 0),
    STREAK_PREVIOUS: ("sessions", 0),
    CODES: ("sessions", 0),
    ALL_TIME_HIGHS: ("sessions", 0),
    MINUTES: ("sessions", 1),
    "event_bar": ("sessions", 0),
    "values": ("sessions", 0),
    "extremes": ("sessions", 0),
    "ema_runs": ("sessions", 1),
    COIN_CODES: ("coin days", 1),
    COIN_TOSSES: ("coin days", 0),
    "coin/event_bar": ("coin days", 0),
    "coin/ranks": ("coin days", 0),
    BARS: ("bars", 1),
    BAR_EMA: ("bars", 0),
    BAR_NUMBER: ("bars", 0),
    SIGNALS: ("bars", 1),
}
"""What lies along which axis of an entry, or of every feature's entry of that kind."""


def rows_of(entry: str) -> tuple[Rows, int] | None:
    """The kind of rows along an axis of the entry, and that axis; None if it is not split by year."""
    return ROWS_OF.get(entry) or ROWS_OF.get(entry.rpartition("/")[0])


def is_ranks(entry: str) -> bool:
    return entry.startswith(coin_ranks(""))


def values_of(ranks: str) -> str:
    """The entry of the values that an entry of ranks refers to."""
    return coin_values(ranks.removeprefix(coin_ranks("")))


def rank_type(values: int) -> str:
    """How ranks among so many values are held in memory."""
    return RANK_TYPE if values < 1 << 16 else "<u4"
