"""What somebody typed of the next session, as far as it can be: what cannot be is left out with a note."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from core.contracts.next_answers import NextNote, NoteCode
from core.contracts.next_session import Bars
from core.contracts.view_requests import TypedDay

FARTHEST = 0.2
"""How far from the last close a price can be, as a share of it."""

_WORDS = {
    "open": "The open",
    "gxh": "The Globex high",
    "gxl": "The Globex low",
    "or12": "The first hour",
    "bars": "The list of bars",
}


def checked(
    typed: TypedDay, tick: float, last_close: float, opened: float | None = None
) -> tuple[TypedDay, list[NextNote]]:
    """The possible numbers, with a note of each one left out; prices in points.

    `opened` is the open where none is typed. An empty list of bars is none.
    """
    if typed.bars == Bars():
        typed = replace(typed, bars=None)
    found: list[NextNote] = []
    rules: tuple[Callable[[TypedDay], Iterator[NextNote]], ...] = (
        partial(_impossible, tick=tick, last_close=last_close),
        _upside_down,
        partial(_apart, known_open=opened),
    )
    for rule in rules:
        notes = list(rule(typed))
        typed = replace(typed, **{note.field: None for note in notes if note.field})
        found += notes
    return typed, found


def _note(code: NoteCode, field: str, why: str) -> NextNote:
    return NextNote(code, f"{_WORDS[field]} was left out: {why}.", field)


def _impossible(typed: TypedDay, tick: float, last_close: float) -> Iterator[NextNote]:
    """Prices that no session has."""
    for field, prices in _prices(typed):
        far = next((each for each in prices if abs(each - last_close) > FARTHEST * last_close), None)
        if far is not None:
            yield _note("far_from_close", field, f"{far:.12g} is over 20% from the close {last_close:.12g}")
            continue
        off = next((each for each in prices if abs(each / tick - round(each / tick)) > 1e-6), None)
        if off is not None:
            yield _note("not_on_tick", field, f"{off:.12g} is not on the tick of {tick:.12g}")


def _prices(typed: TypedDay) -> Iterator[tuple[str, list[float]]]:
    """Every number of each field that is given."""
    for field in ("open", "gxh", "gxl"):
        price = getattr(typed, field)
        if price is not None:
            yield field, [price]
    if typed.or12 is not None:
        yield "or12", [typed.or12.high, typed.or12.low, typed.or12.close]
    if typed.bars is not None:
        yield "bars", [*typed.bars.o, *typed.bars.h, *typed.bars.l, *typed.bars.c]


def _upside_down(typed: TypedDay) -> Iterator[NextNote]:
    """Fields that contradict themselves."""
    if typed.gxh is not None and typed.gxl is not None and typed.gxh < typed.gxl:
        why = f"the high {typed.gxh:.12g} is under the low {typed.gxl:.12g}"
        yield from (_note("high_under_low", field, why) for field in ("gxh", "gxl"))
    hour = typed.or12
    if hour is not None and hour.high < hour.low:
        yield _note("high_under_low", "or12", f"its high {hour.high:.12g} is under its low {hour.low:.12g}")
    elif hour is not None and not hour.low <= hour.close <= hour.high:
        span = f"{hour.low:.12g} to {hour.high:.12g}"
        yield _note("outside_range", "or12", f"its close {hour.close:.12g} is outside {span}")
    if typed.bars is not None and (fault := typed.bars.fault):
        yield _note("bars_shape", "bars", fault)


def _apart(typed: TypedDay, known_open: float | None) -> Iterator[NextNote]:
    """Fields that contradict the open; of the night the side that does."""
    opened, bars, hour = typed.open, typed.bars, typed.or12
    if bars is not None and opened not in (None, bars.o[0]):
        yield _note("bars_shape", "bars", f"bar 1 opens at {bars.o[0]:.12g}, not at the open {opened:.12g}")
    elif bars is not None:
        opened = bars.o[0]
    opened = known_open if opened is None else opened
    if hour is not None and (opened is None or not hour.low <= opened <= hour.high):
        why = "the open is missing" if opened is None else f"the open {opened:.12g} is outside its range"
        yield _note("outside_range", "or12", why)
    if opened is None:
        return
    for field, level, is_outside in (("gxh", typed.gxh, 1), ("gxl", typed.gxl, -1)):
        if level is not None and (opened - level) * is_outside > 0:
            yield _note("open_outside_globex", field, f"the open {opened:.12g} is beyond {level:.12g}")
