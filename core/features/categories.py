"""The built-in categories, in the sidebar's default order (source: spec/product.md section 3)."""

from core.contracts.catalogue import Category

CATEGORIES: tuple[Category, ...] = (
    Category(
        "GAPS",
        "Gap Features",
        "#10B981",
        "Where the session opened against yesterday, and whether, when and how far the gap filled.",
        10,
    ),
    Category(
        "OR12",
        "Opening Range 12",
        "#F59E0B",
        "The range of the first hour (bars 1-12): its size and direction, its breakouts and pullbacks.",
        20,
    ),
    Category(
        "OR6",
        "Opening Range 6",
        "#B321C1",
        "The range of the first 30 minutes (bars 1-6): its size and direction, its breakouts and its close.",
        25,
    ),
    Category(
        "OR18",
        "Opening Range 18",
        "#EF4444",
        "The range of the first 90 minutes (bars 1-18): its size, its breakouts and how they fail.",
        30,
    ),
    Category(
        "RANGE",
        "Range",
        "#14B8A6",
        "How far the session travelled against its average range, and inside and outside days.",
        40,
    ),
    Category(
        "BREAKOUTS",
        "Previous Session BO",
        "#8B5CF6",
        "Breaks and tests of yesterday's high, low and close.",
        50,
    ),
    Category(
        "GLOBEX",
        "Globex Session",
        "#0EA5E9",
        "The overnight range from 18:00 to 09:30 New York, and what the regular session did with it.",
        60,
    ),
    Category(
        "ORCL",
        "OR Close",
        "#EC4899",
        "Where the opening range closed, and whether the rest of the day went on from there.",
        70,
    ),
    Category(
        "REGIME",
        "Regime",
        "#6366F1",
        "Which side of its moving averages the market traded on, and for how long.",
        80,
    ),
    Category(
        "EOD",
        "End of Day",
        "#F97316",
        "How the session ended: its extremes, its close, its type and the rest-of-day moves.",
        90,
    ),
    Category(
        "DAYDATE",
        "Day/Date",
        "#059669",
        "The calendar: weekday, month, expiries, holidays and scheduled reports.",
        100,
    ),
)

OWN_CATEGORY = Category(
    "OWN",
    "Own Features",
    "#64748B",
    "Features that are defined here, in files of this installation's own.",
    1000,
)
"""The category of a maintainer's own features, there where one of them is in it."""
