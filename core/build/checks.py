"""The blocking checks between the steps of a build.

A failed check stops the build, and the old snapshot stays served.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from core.build.build import SKIPPED_WHERE_THERE, Build
from core.build.tables import read_table
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.evidence.verify_claims import recounted
from core.evidence.verify_pack import (
    verify_alike,
    verify_bars,
    verify_coin,
    verify_index,
    verify_signals,
    verify_written,
)
from core.features.coin_days import differing_when_kept
from core.importing.findings.report import read_findings, summed
from core.market.calendar import SHORT_BARS, exchange_calendar
from core.market.instruments import instrument
from core.market.market import FloatArray
from core.market.session_clock import utc_stamps
from core.signals.stages import Kind
from core.warehouse.integrity import verify_snapshot
from core.warehouse.serving.bar_book import BarBook
from core.warehouse.serving.load_index import load_index
from core.warehouse.snapshots import current_id

Numbers = dict[str, int | float | str]

PRICES = ("open", "high", "low", "close")
AT_A_TIME = 16_384

EVERY_KEPT = 20
"""One session in so many is computed with a coin that keeps every bar."""

IN_SNAPSHOT = (*SKIPPED_WHERE_THERE, "snapshot")
"""Steps covered by an existing whole snapshot: their output was checked when it was written."""

LEAST_COVERAGE = 0.5
"""Below half of the exchange's sessions a file has holes rather than missing days."""

LARGEST_JUMP = 0.25
"""The exchange halts an index future at 20 % from its settlement; further apart is another instrument."""

NEAR_SESSIONS = 5
"""Closes up to so many exchange sessions apart are compared, so that a missing one hides no jump."""

LATEST_UNCOUNTED = 5
"""Sessions at the end of the bars that may all be quarantined before the feed itself is suspect."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check; `remedy` tells what to do if it failed."""

    passed: bool
    numbers: Numbers = field(default_factory=dict)
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A blocking check after `step`."""

    name: str
    step: str
    claim: str
    look: Callable[[Build], Verdict]

    def run(self, build: Build) -> Verdict:
        """Run the check; a DataError during it is a failure."""
        if self.step in IN_SNAPSHOT and build.is_there:
            return Verdict(True, {"is_there": build.snapshot_id})
        try:
            return self.look(build)
        except DataError as error:
            return Verdict(False, remedy=error.detail)


_declared: list[Check] = []
Look = Callable[[Build], Verdict]


def _check(step: str, claim: str) -> Callable[[Look], Look]:
    """Register the function as the check of its name, after `step`."""

    def declare(look: Look) -> Look:
        _declared.append(Check(look.__name__.removeprefix("_"), step, claim, look))
        return look

    return declare


@_check("bars", "high and low enclose open and close, all above zero")
def _prices_are_sane(build: Build) -> Verdict:
    open_, high, low, close = (build.bars[name].to_numpy() for name in PRICES)
    wrong = (high < np.maximum(open_, close)) | (low > np.minimum(open_, close)) | (low <= 0)
    numbers: Numbers = {"bars": len(build.bars), "insane_bars": int(wrong.sum())}
    return Verdict(not wrong.any(), numbers, "Import the file again.")


@_check("bars", "every price is a whole number of ticks")
def _prices_are_on_tick(build: Build) -> Verdict:
    tick = instrument(build.symbol).tick
    on_tick = sum(_on_tick(build.bars[name].to_numpy(), tick) for name in PRICES)
    share = on_tick / (len(PRICES) * len(build.bars))
    return Verdict(share == 1.0, {"on_tick_share": share}, "Import unadjusted or difference-adjusted bars.")


def _on_tick(prices: FloatArray, tick: float) -> int:
    """How many prices are whole ticks; small chunks fit the processor's cache."""
    return sum(
        int(np.count_nonzero(np.abs(ticks - np.rint(ticks)) < 1e-6))
        for start in range(0, len(prices), AT_A_TIME)
        for ticks in [prices[start : start + AT_A_TIME] / tick]
    )


@_check("bars", "no stamp twice and none out of order")
def _stamps_ascend(build: Build) -> Verdict:
    backwards = int((np.diff(utc_stamps(build.bars["ts"])) <= np.timedelta64(0)).sum())
    return Verdict(backwards == 0, {"out_of_order": backwards}, "Import the file again.")


@_check("bars", "every findings report of the sources reads back")
def _findings_are_kept(build: Build) -> Verdict:
    reports = read_findings(build.warehouse, build.symbol)
    numbers: Numbers = {"sources": len(build.record.sources), "reports": len(reports), **summed(reports)}
    return Verdict(True, numbers)


@_check("sessions", "81 bars, 45 on half days")
def _sessions_have_their_bars(build: Build) -> Verdict:
    table, bars = build.sessions.sessions, build.sessions.bars
    days = bars["session_date"].to_numpy().astype("datetime64[D]")[bars["bar_number"].to_numpy() > 0]
    counts = np.searchsorted(days, table.session_date, "right") - np.searchsorted(days, table.session_date)
    wrong = int((counts != np.where(table.is_full, LAST_BAR, SHORT_BARS)).sum())
    full = build.sessions.full_count
    numbers: Numbers = {"full": full, "short": len(table) - full, "wrong": wrong}
    return Verdict(wrong == 0, numbers, "A counted session lost or gained bars; import the file again.")


@_check("sessions", "half of the exchange's sessions count")
def _calendar_is_covered(build: Build) -> Verdict:
    counted, missing = len(build.sessions.sessions), len(build.sessions.missing)
    left_out = len(build.sessions.quarantined)
    share = counted / (counted + missing + left_out)
    numbers: Numbers = {"counted": counted, "missing": missing, "quarantined": left_out, "share": share}
    return Verdict(share >= LEAST_COVERAGE, numbers, "Import the files that cover the missing sessions.")


@_check("sessions", "no close 25 % from the one before")
def _jumps_are_possible(build: Build) -> Verdict:
    table = build.sessions.sessions
    positions = exchange_calendar(build.sessions.instrument.calendar).positions(table.session_date)
    moves = np.zeros(len(table))
    is_near = np.diff(positions) <= NEAR_SESSIONS
    moves[1:] = np.where(is_near, np.abs(table.close[1:] / table.close[:-1] - 1), 0.0)
    largest = float(moves.max())
    numbers: Numbers = {"largest_jump": largest, "on": str(table.session_date[moves.argmax()])}
    remedy = "Look at the bars of that day: they may be another market's."
    return Verdict(largest <= LARGEST_JUMP, numbers, remedy)


@_check("sessions", "the last bars are of counted sessions")
def _last_sessions_count(build: Build) -> Verdict:
    table, calendar = build.sessions.sessions, exchange_calendar(build.sessions.instrument.calendar)
    rth = build.sessions.bars.loc[build.sessions.bars["bar_number"] > 0, "session_date"]
    ends = np.array([table.session_date[-1], rth.iloc[-1]], dtype="datetime64[D]")
    behind = int(np.diff(calendar.positions(ends))[0])
    numbers: Numbers = {"last_session": str(ends[0]), "last_bars": str(ends[1]), "sessions_behind": behind}
    return Verdict(
        behind <= LATEST_UNCOUNTED, numbers, "The last sessions are all quarantined: look at the feed."
    )


@_check("features", "a value per session and feature")
def _columns_are_whole(build: Build) -> Verdict:
    lengths = {len(column.values) for column in build.columns.values()}
    named = list(build.columns) == [feature.name for feature in build.catalogue.features]
    numbers: Numbers = {"features": len(build.columns), "sessions": len(build.market)}
    return Verdict(named and lengths == {len(build.market)}, numbers, "Correct core/features.")


@_check("signals", "a code that is known for every bar")
def _signals_are_known(build: Build) -> Verdict:
    kinds, sides = np.abs(build.signals.signal_type), np.sign(build.signals.signal_type)
    ft_flag = build.signals.ft_flag
    unknown = int((~np.isin(kinds, list(Kind))).sum() + ((ft_flag != 0) & (ft_flag != sides)).sum())
    numbers: Numbers = {"bars": len(kinds), "expected": build.session_bars.counted_bars, "unknown": unknown}
    whole = len(kinds) == build.session_bars.counted_bars
    return Verdict(whole and unknown == 0, numbers, "Correct core/signals.")


@_check("coin", "a coin that keeps every bar gives the real day")
def _coins_turn_real_days(build: Build) -> Verdict:
    coin, market = build.coin, build.market
    rows = np.flatnonzero(~np.isnan(market.ema_open))[::EVERY_KEPT]
    other = differing_when_kept(market, build.columns, rows)
    lengths = {len(column.values) for column in coin.columns.values()}
    numbers: Numbers = {"draws": coin.draws, "sessions_kept": len(rows), "other": len(other)}
    return Verdict(
        not other and lengths == {coin.draws * len(market)}, numbers, f"Correct core/features: {other[:3]}."
    )


@_check("pack", "coin days are served as they were made")
def _coin_days_are_the_columns(build: Build) -> Verdict:
    return Verdict(True, {"features": verify_coin(build.index, build.coin)})


@_check("pack", "the back-test of days alike goes by the days a service finds")
def _days_alike_are_the_service_s(build: Build) -> Verdict:
    return Verdict(
        True, {"searches": verify_alike(build.index, build.served_pack, build.alike_years.first_new)}
    )


@_check("pack", "charts compute the stored signals again")
def _signals_are_the_charts(build: Build) -> Verdict:
    book = BarBook(build.pack)
    bars = verify_bars(book, build.session_bars, build.signals)
    return Verdict(True, {"bars": bars, "sessions_recomputed": verify_signals(book)})


@_check("pack", "filters count as columns do")
def _index_counts_are_column_counts(build: Build) -> Verdict:
    found = verify_index(build.index, build.columns)
    return Verdict(True, {"features": found.features, "sessions": found.sessions, "counts": found.counts})


@_check("claims", "the usual questions count as columns do")
def _claims_are_counted_again(build: Build) -> Verdict:
    made = build.claims, build.claims_file.claims, build.catalogue, build.market, build.columns
    found = dict(recounted(*made))
    other = [name for name, agrees in found.items() if not agrees]
    numbers: Numbers = {"claims": len(build.claims), "recounted": len(found), "other": len(other)}
    return Verdict(not other, numbers, f"Correct core/claims: {', '.join(other[:3])}.")


@_check("modules", "no module fails on the whole history")
def _modules_answer(build: Build) -> Verdict:
    answers = [answer for result in build.results.values() for answer in result.modules.values()]
    failed = sum(answer.status == "error" for answer in answers)
    numbers: Numbers = {"features": len(build.results), "answers": len(answers), "failed": failed}
    return Verdict(failed == 0, numbers, "The log names the module and the feature that failed.")


@_check("modules", "statsmodels and scipy find the same")
def _evidence_agrees(build: Build) -> Verdict:
    from core.evidence.recompute import recompute  # statsmodels takes seconds to import

    found = recompute(build.index, build.columns, build.market.session_date, build.results, build.coin)
    numbers: Numbers = {
        "intervals": found.intervals,
        "p_values": found.p_values,
        "adjusted_p_values": found.adjusted_p_values,
        "coin_figures": found.coin_figures,
        "differing": len(found.differing),
    }
    first = "; ".join(map(str, found.differing[:3]))
    return Verdict(not found.differing, numbers, f"Correct core/figures: {first}.")


@_check("snapshot", "tables and pack read back as written")
def _snapshot_reads_back(build: Build) -> Verdict:
    folder, manifest = build.written
    verify_snapshot(folder)
    written = verify_written(folder / "serving", build.served_pack)
    index, book = load_index(written), BarBook(written)
    unchanged = {each.path for each in manifest.files if each in build.files_before}
    new = [(name, table) for name, table in build.tables.items() if name not in unchanged]
    other = [name for name, table in new if not read_table(folder / name).equals(table)]
    numbers: Numbers = {
        "files": len(manifest.files),
        "entries": len(written.arrays) + len(written.documents),
        "sessions": index.n_sessions,
        "drawn": len(book.sessions),
        "other": len(other),
    }
    return Verdict(not other, numbers, f"Read back other than written: {', '.join(other)}.")


@_check("published", "the pointer names this snapshot")
def _snapshot_is_current(build: Build) -> Verdict:
    verify_snapshot(build.published)
    served = current_id(build.directory)
    return Verdict(served == build.snapshot_id, {"current": str(served)}, "Look with `almanac status`.")


CHECKS: tuple[Check, ...] = tuple(_declared)
