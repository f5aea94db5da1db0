"""The signals and bar values of one day by any settings, judged from two sessions before (ama.md 5)."""

from dataclasses import fields, replace

from core.contracts.pack import BarColumn
from core.query.bar_book import BarBook
from core.signals.ama import AmaResult, compute
from core.signals.ama_config import OFF, AmaConfig

SERVER_DEFAULTS = AmaConfig()
_IN_TICKS = ("bar_range", "body", "avg_range")


def shown_bars(book: BarBook, place: int, *, with_previous: bool) -> slice:
    """The bars of a session, with `with_previous` those of the counted session before it, too."""
    own, previous = book.bars_of(place), book.previous(place)
    if previous is None or not with_previous:
        return own
    return slice(book.bars_of(previous).start, own.stop)


def day_signals(book: BarBook, place: int, config: AmaConfig, *, with_previous: bool = True) -> AmaResult:
    """One entry per shown bar, in points; `ema` is the stored line.

    What is shown changes nothing of what a bar is. At the server's defaults the signals are the stored ones.
    A quarantined session stands alone: its bars are compared with each other and have no signal.
    """
    shown = shown_bars(book, place, with_previous=with_previous)
    if not book.is_counted(place):
        return _on_page(book, shown, computed_bars(book, shown, OFF))
    start = book.bars_of(max(0, place - 2)).start
    bars = slice(first_needed(book, start, config), shown.stop)
    if config != SERVER_DEFAULTS:
        return _on_page(book, shown, computed_bars(book, bars, config, start))
    signal_type, ft_flag = book.signals[:, shown]
    found = _on_page(book, shown, computed_bars(book, bars, OFF, start))
    return replace(found, signal_type=signal_type, ft_flag=ft_flag)


def computed_bars(book: BarBook, bars: slice, config: AmaConfig, start: int | None = None) -> AmaResult:
    """Some bars of a book in whole ticks, their EMA in points; those before `start` fill windows only."""
    open_, high, low, close = book.in_ticks(bars)
    return compute(
        open_,
        high,
        low,
        close,
        book.bar_number[bars],
        book.session_of_bar[bars],
        config,
        no_prior=book.no_prior[bars],
        start=0 if start is None else start - bars.start,
        line=book.columns[BarColumn.EMA, bars],
    )


def first_needed(book: BarBook, start: int, config: AmaConfig) -> int:
    """The bar from which on every value of the bars from `start` on is what the whole history gives."""
    first = max(0, start - config.longest_window + 1)
    while first > 0 and not book.no_prior[first] and _is_neutral(book, first):
        first -= 1
    return first


def _is_neutral(book: BarBook, bar: int) -> bool:
    """Whether the bar has the direction of the one before it."""
    open_, high, low, close = book.in_ticks(slice(bar, bar + 1))[:, 0]
    return bool(2 * close == high + low and close == open_)


def _on_page(book: BarBook, shown: slice, found: AmaResult) -> AmaResult:
    """The last bars of what was computed, in points."""
    columns = {each.name: getattr(found, each.name)[shown.start - shown.stop :] for each in fields(found)}
    for name in _IN_TICKS:
        columns[name] = columns[name] / book.ticks_per_point
    return AmaResult(**columns)
