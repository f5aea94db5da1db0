"""Properties of every feature: no look-ahead, by_bar as defined, its own row alone, the coin's day.

Each checks a feature on a market and yields a line for a violation. Tests check the product's features
with the same functions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.by_bar import BAR_ARRAYS, bars_until, value_by_bar
from core.features.coin_days import coin_decided, differing_when_kept
from core.features.compute import FeatureColumn, compute_features
from core.features.entries import Feature
from core.market.ema import ema20_from
from core.market.market import FloatArray, Market, MinuteBars
from core.market.random_bars import with_other_future

NOT_THE_DAY = (
    "on days whose bars a coin kept as they were it is not the real day's value: read the day from its bars, "
    "and other sessions from market.sessions, never from the rows beside a session."
)

_LEVELS = ("hoy", "loy", "coy", "gxh", "gxl", "adr10", "ath_before", "d_ema20", "ema_open")
_OF_DAY = ("high", "low", "close")
_OF_OPEN = ("open", "gxh", "gxl", "ath_before")


@dataclass(frozen=True, slots=True)
class CheckedFeature:
    """A feature, and the features that it depends on."""

    entry: Feature
    sources: tuple[Feature, ...] = ()

    @property
    def entries(self) -> tuple[Feature, ...]:
        return (*self.sources, self.entry)

    @property
    def definition(self) -> FeatureDefinition:
        return self.entry.definition

    def columns(self, market: Market) -> Mapping[str, FeatureColumn]:
        return compute_features(market, self.entries)

    def values(self, market: Market) -> FloatArray:
        """The feature's values (N,)."""
        return self.columns(market)[self.definition.name].values

    def by_bar(self, market: Market, bar: int) -> FloatArray:
        """The feature (N,) as served by a bar."""
        return value_by_bar(self.definition, self.columns(market), bar)


def look_ahead(feature: CheckedFeature, market: Market, seed: int) -> Iterator[str]:
    """Keep the bars until the feature is known, redraw every later one, and compare."""
    known = feature.definition.known_at_bar()
    then = feature.values(with_other_future(market, known, seed))
    yield from _moved(
        market, feature.values(market), then, f"reads past bar {known}", f"other bars after {known}"
    )


def look_ahead_by_bar(
    entries: tuple[Feature, ...], market: Market, bar: int, seed: int
) -> Iterator[tuple[str, str]]:
    """Compare event features as of a bar in two markets that differ after it; yields name and fault."""
    now = compute_features(market, entries)
    other = compute_features(with_other_future(market, bar, seed), entries)
    for entry in entries:
        kept, then = (value_by_bar(entry.definition, columns, bar) for columns in (now, other))
        for line in _moved(market, kept, then, f"by bar {bar}", f"other bars after {bar}"):
            yield entry.definition.name, line


def other_by_bar(entries: tuple[Feature, ...], market: Market, bar: int) -> Iterator[tuple[str, str]]:
    """Compare the served by_bar rule with the definition on bars 1..`bar` alone; yields name and fault."""
    columns, meant = (compute_features(each, entries) for each in (market, bars_until(market, bar)))
    for entry in entries:
        name = entry.definition.name
        served = value_by_bar(entry.definition, columns, bar)
        for line in _moved(market, served, meant[name].values, f"by bar {bar}", f"bars 1 to {bar} alone"):
            yield name, line


def reads_other_days(feature: CheckedFeature, market: Market, row: int, seed: int) -> Iterator[str]:
    """Redraw later bars and sessions once the feature is known in session `row`, and compare."""
    definition, is_event = feature.definition, feature.definition.known_at == KnownAt.EVENT
    bar = 1 + seed % (LAST_BAR - 1) if is_event else definition.known_at_bar()
    other = parted(market, row, -1 if definition.known_at == KnownAt.PRE else bar, seed)
    now, then = (feature.by_bar(each, bar) if is_event else feature.values(each) for each in (market, other))
    day = market.session_date[row]
    why = f"another future from bar {bar} of {day} on"
    known = rows_until(market, row)
    yield from _moved(known, now[: row + 1], then[: row + 1], "reads what is not known yet", why)


def other_when_kept(feature: CheckedFeature, market: Market) -> Iterator[str]:
    """Compare coin days that keep every bar with the real days, on some sessions at once."""
    entries = coin_decided([feature.entry])
    own = replace(market, ema=ema20_from(market.ema_open, market.close))
    rows = np.flatnonzero(~np.isnan(own.ema_open))[::3]
    if entries and differing_when_kept(own, feature.columns(own), rows, entries):
        yield NOT_THE_DAY


def changing(feature: CheckedFeature, market: Market) -> Iterator[str]:
    """Compute it twice and compare."""
    once, again = feature.values(market), feature.values(market)
    yield from _moved(market, once, again, "changes", "the same bars again")


def rows_until(market: Market, row: int) -> Market:
    """A market through `row`, of which only the dates are used."""
    return replace(market, session_date=market.session_date[: row + 1])


def parted(market: Market, row: int, bar: int, seed: int) -> Market:
    """The same market until the close of bar `bar` of session `row`, and another one from then on.

    Bars, levels and the table of sessions differ; at 0 the open of bar 1 is known, at -1 it is not.
    """
    rng = np.random.default_rng(seed)
    step = int(rng.integers(5, 60)) * market.tick
    drawn = with_other_future(market, 0, seed)
    changed = {name: getattr(market, name).copy() for name in (*BAR_ARRAYS, *_LEVELS)}
    for name in BAR_ARRAYS:
        array, other = changed[name], getattr(drawn, name)
        array[row, max(bar, 0) :] = other[row, max(bar, 0) :] + (step if bar < 0 else 0.0)
        array[row + 1 :] = other[row + 1 :] + step
    for name in _LEVELS:
        changed[name][row + 1 :] += step
    minutes = _parted_minutes(market.minutes, drawn.minutes, row, max(bar, 0))
    place = market.ordinal[row]
    table = {name: getattr(market.sessions, name).copy() for name in (*_OF_DAY, *_OF_OPEN)}
    for name, move in zip(_OF_DAY, (step, -step, step), strict=True):
        table[name][place:] += move
    for name in _OF_OPEN:
        table[name][place + (name != "open" or bar >= 0) :] += step
    return replace(market, sessions=replace(market.sessions, **table), minutes=minutes, **changed)


def _parted_minutes(
    kept: MinuteBars | None, drawn: MinuteBars | None, row: int, bar: int
) -> MinuteBars | None:
    """The minutes until the close of bar `bar` of session `row`, and others from then on."""
    if kept is None or drawn is None:
        return None
    pairs = []
    for mine, other in ((kept.high, drawn.high), (kept.low, drawn.low)):
        array = mine.copy()
        array[row, bar:], array[row + 1 :] = other[row, bar:], other[row + 1 :]
        pairs.append(array)
    return MinuteBars(*pairs)


def _moved(market: Market, now: FloatArray, then: FloatArray, what: str, why: str) -> Iterator[str]:
    """A line about the first session on which two columns differ; none if they agree."""
    other = ~((now == then) | (np.isnan(now) & np.isnan(then)))
    if other.any():
        row = int(other.argmax())
        found = f"{_shown(now[row])} on the bars as they are, {_shown(then[row])} with {why}"
        yield f"{what}: session {market.session_date[row]}: {found}; the same expected"


def _shown(value: float) -> str:
    return "null" if np.isnan(value) else f"{value:g}"
