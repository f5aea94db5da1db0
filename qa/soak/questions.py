"""What a class asks: a few lessons that everybody works on, edited, applied, stepped through and listed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson

CallName = Literal["filtered", "compute", "probabilities", "days", "chart", "navigate", "range"]

PATHS: dict[CallName, str] = {
    "filtered": "/api/v2/filtered",
    "compute": "/api/compute",
    "probabilities": "/api/v2/probabilities",
    "days": "/api/v2/days",
    "chart": "/api/v2/charts/data",
    "navigate": "/api/navigation/navigate",
    "range": "/api/v2/date-range",
}
FEATURE_LISTS: tuple[tuple[str, ...], ...] = (
    ("gap_down", "gap_class", "gap_fill_bar"),
    ("close_ibs", "day_type", "hod_bar", "new_high_count", "or12_bo_sides"),
    ("gap_up", "or12_range_pct_adr", "hoy_bo_bar", "ema20_first_touch_bar", "close_vs_gx", "inside_day"),
)
COLUMNS = ("gap_size_pct_adr", "day_type", "close_ibs")


@dataclass(frozen=True, slots=True)
class Question:
    """A call and its body as it is sent; empty where the call is a GET."""

    call: CallName
    body: bytes

    @property
    def path(self) -> str:
        return PATHS[self.call]

    @property
    def method(self) -> str:
        return "POST" if self.body else "GET"


@dataclass(frozen=True, slots=True)
class Lesson:
    """Filters that stay, and one whose value a student moves to and fro."""

    kept: tuple[tuple[str, str, Any], ...]
    moved: tuple[str, str]
    steps: tuple[float, ...]

    def filters(self, step: float) -> list[dict[str, Any]]:
        """The filters as the wire has them, the moved one at `step`."""
        asked = (*self.kept, (*self.moved, step))
        return [{"feature": name, "operator": operator, "value": value} for name, operator, value in asked]


_SHARES = (5.0, 15.0, 25.0, 35.0, 45.0, 55.0, 70.0, 90.0)
_BARS = (3.0, 6.0, 12.0, 18.0, 27.0, 40.0, 60.0, 81.0)
LESSONS: tuple[Lesson, ...] = (
    Lesson((("gap_up", "=", True),), ("gap_fill_bar", "<="), _BARS),
    Lesson((("gap_up", "=", False),), ("or12_range_pct_adr", ">="), _SHARES),
    Lesson((("inside_day", "=", False),), ("gx_range_pct_adr", ">"), _SHARES),
    Lesson((("or12_bo_sides", "in", ["up_only", "both"]),), ("day_range_pct_adr", ">="), _SHARES),
    Lesson((), ("close_ibs", ">="), _SHARES),
    Lesson((), ("hod_bar", "<="), _BARS),
    Lesson((("close_above_open", "=", True), ("gap_down", "=", False)), ("hod_bar", ">"), _BARS),
    Lesson((("or12_range_pct_adr", "range", [10.0, 150.0]),), ("close_ibs", "<"), _SHARES),
)


def live_count(filters: Sequence[Mapping[str, Any]]) -> Question:
    """The live count, while filters are edited."""
    return _question("filtered", {"filters": filters})


def applied(
    filters: Sequence[Mapping[str, Any]], features: Sequence[str], *, cache: bool, parts: Sequence[str]
) -> Question:
    """The edited filters applied, for these parts of the page."""
    body = {"filters": filters, "features": parts, "statistics_features": features}
    return _question("compute", body | {"options": {"cache": cache}})


def probabilities(filters: Sequence[Mapping[str, Any]], features: Sequence[str]) -> Question:
    return _question("probabilities", {"filters": filters, "features": features})


def day_list(filters: Sequence[Mapping[str, Any]], page: int, *, descending: bool) -> Question:
    """A page of the matching days, by one of its columns."""
    sort = {"column": COLUMNS[0], "descending": descending}
    return _question(
        "days", {"filters": filters, "columns": COLUMNS, "sort": sort, "page": page, "page_size": 20}
    )


def step(filters: Sequence[Mapping[str, Any]], day: str | None, direction: str | None) -> Question:
    return _question("navigate", {"filters": filters, "selected_date": day, "direction": direction})


def chart(filters: Sequence[Mapping[str, Any]], day: str | None) -> Question:
    config = {"show_climax": True, "show_outside_bars": True}
    return _question("chart", {"filters": filters, "selected_date": day, "ama_config": config})


def date_range() -> Question:
    """The first request of a page."""
    return Question("range", b"")


def _question(call: CallName, body: Mapping[str, Any]) -> Question:
    return Question(call, orjson.dumps({name: value for name, value in body.items() if value is not None}))
