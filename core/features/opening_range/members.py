"""The features of an opening range of any length, each defined once (design: features.md section 4).

A member's docstring is the published definition, `{n}` standing for the length and `or` of its name for
`or{n}`. A range of its own category is one line: `opening_range("OR30", 30, 1700)`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.contracts.catalogue import Shape, Tier
from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import (
    DIRECTION,
    FIRST_SIDE,
    PLACE,
    SIDES,
    classify,
    direction_of,
    null_where,
    percent,
    place_of,
    sides_broken,
)
from core.features.entries import BAS, CAT, OCC, Compute, FeatureGroup, boolean, enum, event_bar, numeric
from core.features.opening_range import measures
from core.features.opening_range.measures import OpeningRange
from core.market.market import FloatArray, Market

Measure = Callable[[Market, int], FloatArray]

THIRD = ("upper", "middle", "lower")
extension = numeric("%", (0, 31, 62, 124, 186, 240), hard_min=0)
location = numeric("%", (0, 20, 40, 60, 80, 100), hard_min=0, hard_max=100)


@dataclass(frozen=True, slots=True)
class Member:
    """A feature for opening ranges of any length; `known_at` None is the close of the range's last bar."""

    display_name: str
    shape: Shape
    tier: Tier
    known_at: KnownAt | None
    decided_on: Measure | None
    measure: Measure


MEMBERS: dict[str, Member] = {}


def member(
    display_name: str,
    shape: Shape,
    tier: Tier,
    known_at: KnownAt | None = None,
    decided_on: Measure | None = None,
) -> Callable[[Measure], Measure]:
    """Register the decorated measure; one with `known_at` spans only the bars after the range."""

    def enter(measured: Measure) -> Measure:
        MEMBERS[measured.__name__] = Member(display_name, shape, tier, known_at, decided_on, measured)
        return measured

    return enter


@member("OR{n} Range (% of ADR10)", numeric("%", (20, 35, 50, 65, 80, 100), hard_min=0), "lite")
def or_range_pct_adr(market: Market, length: int) -> FloatArray:
    """100*R{n}/ADR10 where R{n} = ORH{n} - ORL{n}, ORH/ORL = high/low of bars 1..{n}."""
    return percent(OpeningRange.of(market, length).size, market.adr10)


@member("OR{n} Direction", enum(DIRECTION, BAS), "lite")
def or_dir(market: Market, length: int) -> FloatArray:
    """bull: C{n} > O1; bear: C{n} < O1; doji: equal."""
    return direction_of(market.open[:, 0], _close(market, length))


@member("OR{n} Breakout Up (bar)", event_bar(), "lite", KnownAt.EVENT)
def or_bo_up_bar(market: Market, length: int) -> FloatArray:
    """First bar i > {n} with Hi > ORH{n}."""
    return measures.breakout_up_bar(market, length)


@member("OR{n} Breakout Down (bar)", event_bar(), "lite", KnownAt.EVENT)
def or_bo_dn_bar(market: Market, length: int) -> FloatArray:
    """First bar i > {n} with Li < ORL{n}."""
    return measures.breakout_down_bar(market, length)


@member(
    "OR{n} First Breakout Side",
    enum(FIRST_SIDE, OCC, BAS),
    "standard",
    KnownAt.EVENT,
    decided_on=measures.first_breakout_bar,
)
def or_first_bo(market: Market, length: int) -> FloatArray:
    """Side of the earlier of or{n}_bo_up_bar / or{n}_bo_dn_bar; both_same_bar for one outside bar; none. With
    one-minute bars: of an outside bar the side that is broken in the earlier minute.
    """
    return measures.first_breakout_side(market, length)


@member("OR{n} Sides Broken by Close of Day", enum(SIDES, OCC, BAS), "lite", KnownAt.EOD)
def or_bo_sides(market: Market, length: int) -> FloatArray:
    """none / up_only / down_only / both."""
    return sides_broken(or_bo_up_bar(market, length), or_bo_dn_bar(market, length))


@member("OR{n} Opposite Breakout After First", boolean(), "standard", KnownAt.EOD)
def or_opp_bo_after_bo(market: Market, length: int) -> FloatArray:
    """First breakout was one-sided and the other side is broken on a later bar (failed BO that ran the
    range), or with one-minute bars in a later minute. n/a when no breakout or both_same_bar.
    """
    return measures.opposite_breakout(market, length)


@member("OR{n} Extension Up (% of R{n})", extension, "standard", KnownAt.EOD)
def or_ext_up_pct(market: Market, length: int) -> FloatArray:
    """100*max(0, HOD - ORH{n})/R{n}."""
    return measures.extension_up_pct(market, length)


@member("OR{n} Extension Down (% of R{n})", extension, "standard", KnownAt.EOD)
def or_ext_dn_pct(market: Market, length: int) -> FloatArray:
    """100*max(0, ORL{n} - LOD)/R{n}."""
    return measures.extension_down_pct(market, length)


@member("OR{n} Measured Move Up (bar)", event_bar(), "pro", KnownAt.EVENT)
def or_mm_up_bar(market: Market, length: int) -> FloatArray:
    """First bar i > {n} with Hi >= ORH{n} + R{n}."""
    return measures.measured_move_up_bar(market, length)


@member("OR{n} Measured Move Down (bar)", event_bar(), "pro", KnownAt.EVENT)
def or_mm_dn_bar(market: Market, length: int) -> FloatArray:
    """First bar i > {n} with Li <= ORL{n} - R{n}."""
    return measures.measured_move_down_bar(market, length)


@member("OR{n} Contains HOD or LOD", boolean(), "lite", KnownAt.EOD)
def or_hod_or_lod_set(market: Market, length: int) -> FloatArray:
    """At least one OR{n} extreme is never broken after bar {n} (or{n}_bo_sides is not both)."""
    return measures.holds_an_extreme(market, length)


@member("OR{n} Close Location (%)", location, "lite")
def or_close_loc_pct(market: Market, length: int) -> FloatArray:
    """100*(C{n} - ORL{n})/R{n}: 0 = closed on the OR low, 100 = on the OR high."""
    opening = OpeningRange.of(market, length)
    return percent(_close(market, length) - opening.low, opening.size)


@member("Rest of Day Continues OR{n} Direction", boolean(), "standard", KnownAt.EOD)
def or_dir_holds_eod(market: Market, length: int) -> FloatArray:
    """sign(C81 - C{n}) = sign(C{n} - O1). Measured from the OR close, not from the open, so the OR move is
    not counted twice. n/a when C{n} = O1.
    """
    closed = _close(market, length)
    until, since = np.sign(closed - market.open[:, 0]), np.sign(_close(market, LAST_BAR) - closed)
    return null_where(until == 0, since == until)


USUAL = tuple(MEMBERS)
"""What a range of its own category has, in the order of its cards."""


@member("OR{n} Close Third", enum(THIRD, CAT), "standard")
def or_close_third(market: Market, length: int) -> FloatArray:
    """upper: 3*(C{n} - ORL{n}) >= 2*R{n}; lower: 3*(C{n} - ORL{n}) <= R{n}; else middle. n/a when
    R{n} = 0.
    """
    opening = OpeningRange.of(market, length)
    over_low = 3 * (_close(market, length) - opening.low)
    cases = {"upper": over_low >= 2 * opening.size, "lower": over_low <= opening.size}
    return null_where(opening.size == 0, classify(THIRD, cases, otherwise="middle"))


@member("OR{n} Close vs Yesterday Range", enum(PLACE, CAT), "standard")
def or_close_vs_prev_range(market: Market, length: int) -> FloatArray:
    """above: C{n} > HoY; below: C{n} < LoY; else inside."""
    return place_of(_close(market, length), market.loy, market.hoy)


@member("Day Close vs OR{n}", enum(PLACE, CAT), "lite", KnownAt.EOD)
def eod_close_vs_or(market: Market, length: int) -> FloatArray:
    """above: C81 > ORH{n}; below: C81 < ORL{n}; else inside."""
    opening = OpeningRange.of(market, length)
    return place_of(_close(market, LAST_BAR), opening.low, opening.high)


def enter(
    group: FeatureGroup,
    length: int,
    orders: Mapping[str, int],
    tiers: Mapping[str, Tier] | None = None,
    edges: Mapping[str, tuple[float, ...]] | None = None,
) -> None:
    """Add the members at `length` to a group by display order; `tiers` and `edges` override defaults."""
    for name, order in orders.items():
        one = MEMBERS[name]
        group.feature(
            one.display_name.format(n=length),
            replace(one.shape, bucket_edges=(edges or {}).get(name, one.shape.bucket_edges)),
            one.known_at or KnownAt.at(length),
            (tiers or {}).get(name, one.tier),
            order,
            decided_on=one.decided_on and _at(one.decided_on, length),
            spans_from=length + 1 if one.known_at else None,
        )(_named(_at(one.measure, length), one.measure, length))


def opening_range(category: str, length: int, first_order: int) -> FeatureGroup:
    """A category with the usual members of the range of the first `length` bars, in steps of ten."""
    group = FeatureGroup(category)
    enter(group, length, {name: first_order + 10 * place for place, name in enumerate(USUAL)})
    return group


def _at(measured: Measure, length: int) -> Compute:
    def compute(market: Market) -> FloatArray:
        return measured(market, length)

    return compute


def _named(compute: Compute, measured: Measure, length: int) -> Compute:
    """The function with the name and docstring of its feature."""
    compute.__name__ = measured.__name__.replace("or", f"or{length}", 1)
    compute.__doc__ = (measured.__doc__ or "").format(n=length)
    return compute


def _close(market: Market, bar: int) -> FloatArray:
    return market.close[:, bar - 1]
