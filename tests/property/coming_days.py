"""Days of random markets as they are coming: known so far, after the days before them alone."""

from functools import lru_cache

import numpy as np

from core.build.pack.build_pack import assemble_pack
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.features.so_far.possible import PossibleBars, Seen, open_within_bars, possible_columns
from core.market.market import Market, rows_of
from core.question.index import SnapshotIndex
from core.views.upcoming import UpcomingSession
from core.warehouse.serving.load_index import load_index
from tests.property.markets import random_market
from tests.support.night import night_of, of_one_piece

SESSIONS = 60
PRICES = ("open", "high", "low", "close")


@lru_cache
def finished(seed: int) -> tuple[Market, SnapshotIndex]:
    """A market, and the index of all of its days."""
    market = of_one_piece(random_market(seed, SESSIONS, step=(3, 8)[seed % 2], minutes=seed > 2))
    return market, load_index(assemble_pack(catalogue_of(market), market, compute_features(market)))


@lru_cache
def before(seed: int, row: int) -> SnapshotIndex:
    """The index of the days before one."""
    market = rows_of(finished(seed)[0], np.arange(row))
    return load_index(assemble_pack(catalogue_of(market), market, compute_features(market)))


@lru_cache(maxsize=64)
def coming(seed: int, row: int, bar: int, night: bool) -> UpcomingSession:
    """A day of it as of a bar, after the days before it alone."""
    market, _ = finished(seed)
    seen = Seen()
    if bar >= 0:
        gxh, gxl = (
            None if not night or np.isnan(level[row]) else level[row] for level in (market.gxh, market.gxl)
        )
        bars = PossibleBars(
            *(getattr(market, name)[[row], :bar] for name in ("open", "high", "low", "close"))
        )
        seen = Seen(market.open[row, 0], gxh, gxl, night, bars if bar else None)
    columns = possible_columns(night_of(market, row), seen)
    values = {name: each.values for name, each in columns.items() if name != "year"}
    events = {name: each.event_bar for name, each in columns.items() if each.event_bar is not None}
    previous = int(market.previous_row[row])
    within = {} if market.minutes is None else open_within_bars(night_of(market, row), seen)
    return UpcomingSession(
        before(seed, row), str(market.session_date[row]), previous, bar, values, events, within
    )
