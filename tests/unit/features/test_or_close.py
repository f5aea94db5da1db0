"""ORCL by hand: the first bar trades 100 to 103 and every bar stands at 101 but where one is drawn."""

import pytest

from tests.unit.features.one_session import Bars, answer, session

FIRST: Bars = {1: (101, 103, 100, 101)}
LENGTHS = pytest.mark.parametrize("length", [12, 18])


def say(name: str, bars: Bars | None = None, **known: float) -> object:
    return answer(name, session({**FIRST, **(bars or {})}, base=101, **known))


def closing(length: int, close: float) -> Bars:
    """Only the last bar of the range closes there; the bars beside it stand still."""
    return {length: (101, max(101, close), min(101, close), close)}


@LENGTHS
@pytest.mark.parametrize(("close", "location"), [(100, 0), (103, 100), (101.5, 50)])
def test_location_is_of_the_ranges_last_close(length: int, close: float, location: float) -> None:
    assert say(f"or{length}_close_loc_pct", closing(length, close)) == location


@LENGTHS
@pytest.mark.parametrize(
    ("close", "third"),
    [(103, "upper"), (102, "upper"), (101.75, "middle"), (101.25, "middle"), (101, "lower"), (100, "lower")],
)
def test_a_close_on_the_border_of_a_third_is_in_the_outer_one(length: int, close: float, third: str) -> None:
    assert say(f"or{length}_close_third", closing(length, close)) == third


@LENGTHS
def test_a_range_of_zero_has_no_location_and_no_third(length: int) -> None:
    flat = session({40: (100, 110, 90, 100)})
    assert answer(f"or{length}_close_loc_pct", flat) is None
    assert answer(f"or{length}_close_third", flat) is None


def test_each_range_is_read_with_its_own_length() -> None:
    bars = {15: (101, 106, 101, 101), 18: (101, 104, 101, 104)}
    assert say("or12_close_third", bars) == "lower"
    assert say("or18_close_third", bars) == "upper"


@LENGTHS
@pytest.mark.parametrize(
    ("close", "place"), [(103, "inside"), (103.25, "above"), (100, "inside"), (99.75, "below")]
)
def test_the_close_stands_above_or_below_strictly(length: int, close: float, place: str) -> None:
    bars = closing(length, close)
    assert say(f"or{length}_close_vs_prev_range", bars, hoy=103, loy=100, coy=101) == place
    assert say(f"eod_close_vs_or{length}", closing(81, close)) == place


@pytest.mark.parametrize(("close", "place"), [(103, "inside"), (103.25, "above"), (99.75, "below")])
def test_bar_12_is_placed_against_the_overnight_range(close: float, place: str) -> None:
    assert say("or12_close_vs_gx", closing(12, close), gxh=103, gxl=100) == place


@pytest.mark.parametrize("name", ["or12_close_vs_prev_range", "or18_close_vs_prev_range", "or12_close_vs_gx"])
def test_without_the_levels_a_close_has_no_place(name: str) -> None:
    assert say(name) is None


@LENGTHS
@pytest.mark.parametrize(
    ("until", "end", "holds"),
    [
        (102, 102.25, True),
        (102, 102, False),
        (102, 101.75, False),
        (100.5, 100.25, True),
        (100.5, 100.75, False),
        (100.5, 100.5, False),
        (101, 103, None),
    ],
)
def test_the_rest_of_the_day_counts_from_the_ranges_close(
    length: int, until: float, end: float, holds: bool | None
) -> None:
    """With the open at 101: an end between the two closes lies with the open, but against the range."""
    bars = {**closing(length, until), **closing(81, end)}
    assert say(f"or{length}_dir_holds_eod", bars) is holds
