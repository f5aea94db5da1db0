"""Thirty usual questions counted from the features with pandas; the last cell prints them as JSON."""

CELLS = [
    (
        "markdown",
        """# Thirty famous percentages, counted by hand

Every night the build answers the usual questions of the field and writes them to the table `claims`. Here
thirty of them are counted once more from `features`, each from its sentence alone and where it can be from
other columns: both sides of the first hour from its two breakout bars, an inside day from how far the day
went beyond yesterday's range.

The sample sessions (symbol `DEMO`) are made up; for your own bars write `ES`.""",
    ),
    (
        "code",
        """import json
import os
from pathlib import Path

import pandas as pd

snapshots = Path(os.environ.get("ALMANAC_WAREHOUSE", "warehouse")) / "snapshots" / "DEMO"
folder = snapshots / (snapshots / "CURRENT").read_text().strip()  # in a shell: almanac path DEMO
features = pd.read_parquet(folder / "features.parquet", dtype_backend="numpy_nullable")
words = features.select_dtypes("category").columns
day = features.astype(dict.fromkeys(words, "string"))
yesterday = day.set_index("session_date").reindex(day.prev_session_date).reset_index(drop=True)
len(day)""",
    ),
    (
        "markdown",
        """## Counting

A day counts where the condition holds and the answer is known: a null of the condition never matches, a
null of the answer leaves the denominator. An event that did not happen is 0, which is an answer.""",
    ),
    (
        "code",
        '''def asked(answer, when=True):
    """Days that are asked, and days on which it came."""
    days = answer.notna() & (when if when is True else when.fillna(False))
    return int(days.sum()), int((days & answer.fillna(False)).sum())


def came(bar):
    """Whether an event happened on the day."""
    return bar > 0


first_extreme = day[["hod_bar", "lod_bar"]].min(axis=1)
up12, down12 = came(day.or12_bo_up_bar), came(day.or12_bo_dn_bar)
up18, down18 = came(day.or18_bo_up_bar), came(day.or18_bo_dn_bar)
first18 = day.or18_first_bo.isin(["up", "down"])
above_hoy, below_loy = day.hoy_ext_pct > 0, day.loy_ext_pct > 0
opened_inside = day.gap_class.isin(["partial_up", "partial_down", "flat"])
above_gxh, below_gxl = came(day.gxh_bo_bar), came(day.gxl_bo_bar)
trend = day.day_type.isin(["trend_bull", "trend_bear"]).where(day.day_type.notna())''',
    ),
    (
        "code",
        """counted = {
    "gap-fills": asked(came(day.gap_fill_bar)),
    "gap-up-fills": asked(came(day.gap_fill_bar), day.gap_size_pts > 0),
    "gap-fills-in-first-hour": asked(day.gap_fill_bar.between(1, 12)),
    "gap-half-fills": asked(came(day.gap_half_fill_bar)),
    "large-gap-fills": asked(came(day.gap_fill_bar), day.gap_size_pct_adr > 50),
    "full-gap-up-tests-hoy": asked(came(day.gap_bo_test_bar), day.open_vs_prev_range == "above"),
    "gap-and-go": asked(
        ~came(day.gap_fill_bar)
        & ((day.gap_up & (day.day_body_pct > 0)) | (day.gap_down & (day.day_body_pct < 0))),
        day.gap_up | day.gap_down,
    ),
    "first-hour-has-hod-or-lod": asked(~(up12 & down12)),
    "first-hour-breaks": asked(up12 | down12),
    "first-hour-breaks-both-sides": asked(up12 & down12),
    "first-hour-measured-move-up": asked(day.or12_ext_up_pct >= 100),
    "first-hour-measured-move-down": asked(day.or12_ext_dn_pct >= 100),
    "first-hour-closes-high-then-high-breaks": asked(up12, day.or12_close_loc_pct > 50),
    "first-hour-closes-low-then-low-breaks": asked(down12, day.or12_close_loc_pct < 50),
    "extreme-in-by-bar-7": asked(first_extreme <= 7),
    "extreme-in-by-bar-12": asked(first_extreme <= 12),
    "extreme-in-by-bar-18": asked(first_extreme <= 18),
    "bars-1-to-18-other-side-breaks": asked(up18 & down18, first18),
    "half-adr-then-breakout": asked(up18 | down18, day.or18_range_pct_adr <= 50),
    "open-inside-breaks-hoy-or-loy": asked(above_hoy | below_loy, opened_inside),
    "hoy-break-closes-above": asked(day.close_vs_prev_range == "above", came(day.hoy_bo_bar)),
    "hoy-break-closes-above-open": asked(day.day_body_pct > 0, came(day.hoy_bo_bar)),
    "open-above-hoy-closes-back": asked(day.close_vs_prev_range != "above", day.gap_class == "full_up"),
    "inside-day": asked(~above_hoy & ~below_loy),
    "outside-day": asked(above_hoy & below_loy),
    "globex-breaks-both-sides": asked(above_gxh & below_gxl),
    "closes-above-open": asked(day.day_body_pct > 0),
    "last-hour-of-a-bull-day": asked(day.last_hour_dir == "bull", day.day_body_pct > 0),
    "bull-day-after-three": asked(day.close_above_open, yesterday.bull_day_streak >= 3),
    "trend-day-after-inside-day": asked(trend, yesterday.inside_day),
}
len(counted)""",
    ),
    (
        "markdown",
        """## Beside the table

`n` and `days` are the counts of the build; `claims` has the interval, the coin's rate and the difference
beside them, `claim_figures` what others publish and the verdict on it.""",
    ),
    (
        "code",
        """claims = pd.read_parquet(folder / "claims.parquet").set_index("claim")
beside = pd.DataFrame(counted, index=["n_by_hand", "days_by_hand"]).T.join(claims[["n", "days", "rate"]])
same = (beside.n_by_hand == beside.n) & (beside.days_by_hand == beside.days)
print(f"{same.sum()} of {len(beside)} are the same")
beside.round(3)""",
    ),
    (
        "code",
        """figures = pd.read_parquet(folder / "claim_figures.parquet")
figures.join(claims[["rate", "lower", "upper"]].round(3), on="claim")[
    ["claim", "who", "figure", "rate", "lower", "upper", "verdict"]
]""",
    ),
    (
        "markdown",
        """## The figures

A test asks the service for its claims and compares each of these with its answer.""",
    ),
    (
        "code",
        """print(json.dumps({name: list(counts) for name, counts in counted.items()}, indent=1))""",
    ),
]
