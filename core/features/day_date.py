"""DAYDATE: what the calendar says of a session before it opens (design: features.md section 4)."""

from calendar import month_name

import numpy as np

from core.contracts.known_at import KnownAt
from core.features.entries import BAS, OCC, FeatureGroup, boolean, count, date, multi
from core.market.dates import month as month_number
from core.market.dates import weekday as weekday_number
from core.market.market import BoolArray, FloatArray, IntArray, Market

DAYDATE = FeatureGroup("DAYDATE", has_prev_twin=False)

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")
MONTHS = tuple(str(number) for number in range(1, 13))
MONTH_NAMES = tuple(month_name[1:])


@DAYDATE.feature("Trade Date", date(), KnownAt.PRE, "lite", 1300)
def trade_date(market: Market) -> FloatArray:
    """RTH session date (ET)."""
    return market.session_date.astype("datetime64[D]").astype(np.float64)


@DAYDATE.feature("Weekday", multi(WEEKDAYS, BAS), KnownAt.PRE, "lite", 1310)
def weekday(market: Market) -> FloatArray:
    """Mon..Fri of the session date."""
    return weekday_number(market.session_date).astype(np.float64)


@DAYDATE.feature("Month", multi(MONTHS, BAS, names=MONTH_NAMES), KnownAt.PRE, "lite", 1320)
def month(market: Market) -> FloatArray:
    """Calendar month 1..12."""
    return (month_number(market.session_date) - 1).astype(np.float64)


def _years(market: Market) -> IntArray:
    return market.session_date.astype("datetime64[Y]").astype(np.int64) + 1970


def _years_of(market: Market) -> list[int]:
    """Each year once, ascending; np.unique would load the masked arrays into every worker."""
    return sorted(set(_years(market).tolist()))


def years_traded(market: Market) -> tuple[str, ...]:
    """The years with a full session, ascending."""
    return tuple(map(str, _years_of(market)))


@DAYDATE.feature("Year", multi((), BAS), KnownAt.PRE, "lite", 1330, labels_of=years_traded)
def year(market: Market) -> FloatArray:
    """Calendar year."""
    return np.searchsorted(_years_of(market), _years(market)).astype(np.float64)


@DAYDATE.feature("Trading Day of Month", count(1, 23, BAS), KnownAt.PRE, "standard", 1340)
def trading_day_of_month(market: Market) -> FloatArray:
    """1 = first RTH session of the month."""
    return market.calendar.trading_day_of_month.astype(np.float64)


@DAYDATE.feature("Monthly Option Expiry Friday", boolean(OCC), KnownAt.PRE, "standard", 1350)
def is_opex_friday(market: Market) -> FloatArray:
    """Third Friday of the month (the preceding session when that Friday is a holiday)."""
    return _truth(market.calendar.expires)


@DAYDATE.feature("Futures Expiry Week", boolean(OCC), KnownAt.PRE, "standard", 1360)
def is_expiry_week(market: Market) -> FloatArray:
    """ISO week containing the third Friday of Mar/Jun/Sep/Dec (the quarterly expiry)."""
    return _truth(market.calendar.expiry_week)


@DAYDATE.feature("FOMC Decision Day", boolean(OCC), KnownAt.PRE, "standard", 1370)
def is_fomc_day(market: Market) -> FloatArray:
    """Date in the versioned FOMC calendar table."""
    return market.calendar.fomc


@DAYDATE.feature("Jobs Report Day", boolean(OCC), KnownAt.PRE, "standard", 1380)
def is_nfp_day(market: Market) -> FloatArray:
    """Date in the versioned non-farm payrolls calendar table."""
    return market.calendar.nfp


@DAYDATE.feature("CPI Day", boolean(OCC), KnownAt.PRE, "standard", 1390)
def is_cpi_day(market: Market) -> FloatArray:
    """Date in the versioned CPI calendar table."""
    return market.calendar.cpi


@DAYDATE.feature("Session Before an Exchange Holiday", boolean(OCC), KnownAt.PRE, "pro", 1400)
def is_pre_holiday(market: Market) -> FloatArray:
    """The next weekday is a full exchange holiday."""
    return _truth(market.calendar.next_weekday_is_closed)


@DAYDATE.feature(
    "Calendar Days Since Previous Session", count(1, 6, BAS, range_is_hint=True), KnownAt.PRE, "pro", 1410
)
def days_since_prev_session(market: Market) -> FloatArray:
    """1 normal, 3 weekend, 4 long weekend."""
    apart = market.session_date.astype("datetime64[D]") - market.calendar.previous_session
    return apart.astype(np.float64)


@DAYDATE.feature("Yesterday Was a Half Day", boolean(OCC), KnownAt.PRE, "standard", 1420)
def prev_short_session(market: Market) -> FloatArray:
    """The exchange session immediately before was scheduled to close early."""
    return _truth(market.calendar.previous_is_short)


def _truth(mask: BoolArray) -> FloatArray:
    return mask.astype(np.float64)
