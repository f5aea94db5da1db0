"""ORCL: where the opening range closed, and whether the rest of the day went on from there.

C12 and C18 are the closes of bars 12 and 18, the last of each range (design: features.md section 4).
"""

from core.contracts.known_at import KnownAt
from core.features.bars import PLACE, place_of
from core.features.entries import CAT, FeatureGroup, enum
from core.features.opening_range import members, or12, or18
from core.market.market import FloatArray, Market

ORCL = FeatureGroup("ORCL")

members.enter(
    ORCL,
    or12.LENGTH,
    {
        "or_close_loc_pct": 790,
        "or_close_third": 810,
        "or_close_vs_prev_range": 830,
        "eod_close_vs_or": 860,
        "or_dir_holds_eod": 880,
    },
)
members.enter(
    ORCL,
    or18.LENGTH,
    {
        "or_close_loc_pct": 800,
        "or_close_third": 820,
        "or_close_vs_prev_range": 840,
        "eod_close_vs_or": 870,
        "or_dir_holds_eod": 890,
    },
    tiers={"or_close_loc_pct": "standard", "eod_close_vs_or": "standard"},
)


@ORCL.feature("OR12 Close vs Globex Range", enum(PLACE, CAT), KnownAt.BAR_12, "pro", 850)
def or12_close_vs_gx(market: Market) -> FloatArray:
    """above: C12 > GXH; below: C12 < GXL; else inside."""
    return place_of(market.close[:, or12.LENGTH - 1], market.gxl, market.gxh)
