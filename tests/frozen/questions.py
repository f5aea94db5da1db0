"""What is asked of every market: filters of every form, and every call that answers about its days."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.frozen.question import Body, Question, Visitor, get, post

TIERS: tuple[Visitor, ...] = ("lite", "standard", "pro")
Features = Mapping[str, Sequence[str]]
"""The names of the features, by category."""


def on(feature: str, operator: str, value: Any, **more: Any) -> Body:
    """A condition of a filters list."""
    return {"feature": feature, "operator": operator, "value": value} | more


GAP_UP, GAP_DOWN = on("gap_up", "=", True), on("gap_down", "=", True)
OPEN_AT_12 = on("gap_fill_bar", "=", 0, by_bar=12)
BROKE_UP, MONDAY = on("or12_bo_up_bar", ">", 0), on("weekday", "=", "Mon")
LARGE = on("gap_size_pct_adr", ">=", 20)
YEAR = {"start_date": "2025-01-01", "end_date": "2025-12-31"}

CONDITIONS: dict[str, Body] = {
    "boolean =": GAP_UP,
    "boolean = false": on("close_above_open", "=", False),
    "boolean !=": on("gap_up", "!=", True),
    "boolean in": on("gap_down", "in", [True, False]),
    "boolean not_in": on("inside_day", "not_in", [True]),
    "enum =": on("gap_class", "=", "full_up"),
    "enum !=": on("or12_dir", "!=", "bull"),
    "enum in": on("gap_class", "in", ["full_up", "full_down"]),
    "enum not_in": on("gap_class", "not_in", ["partial_up", "partial_down"]),
    "bar =": on("gap_fill_bar", "=", 1),
    "bar = 0": on("gap_fill_bar", "=", 0),
    "bar !=": on("gap_fill_bar", "!=", 0),
    "bar >": on("or12_bo_up_bar", ">", 20),
    "bar <": on("gap_fill_bar", "<", 6),
    "bar >=": on("hod_bar", ">=", 60),
    "bar <=": on("gap_fill_bar", "<=", 24),
    "bar range": on("gap_fill_bar", "range", [1, 12]),
    "bar in": on("gap_fill_bar", "in", [0, 1, 2]),
    "bar not_in": on("gap_fill_bar", "not_in", [0, 1]),
    "count =": on("bull_day_streak", "=", 2),
    "count !=": on("close_streak", "!=", 1),
    "count >": on("ema20_flip_count", ">", 3),
    "count <": on("open_touch_count", "<", 4),
    "count range": on("trading_day_of_month", "range", [1, 3]),
    "count in": on("days_since_prev_session", "in", [3, 4]),
    "number =": on("gap_size_pts", "=", 0),
    "number !=": on("gap_size_pts", "!=", 0.25),
    "number >": on("gap_size_pts", ">", 5),
    "number <": on("gap_size_pts", "<", -5),
    "number >=": LARGE,
    "number <=": on("day_range_pct_adr", "<=", 80),
    "number range": on("open_loc_prev_range_pct", "range", [25, 75]),
    "number in": on("gap_size_pts", "in", [1, 1.25, 1.5]),
    "number not_in": on("gap_size_pts", "not_in", [0, 0.25]),
    "date =": on("trade_date", "=", "2025-06-12"),
    "date >": on("trade_date", ">", "2025-06-12"),
    "date <=": on("trade_date", "<=", "2024-12-31"),
    "date range": on("trade_date", "range", ["2024-06-01", "2025-05-31"]),
    "weekday in": on("weekday", "in", ["Tue", "Thu"]),
    "month": on("month", "in", ["1", "2"]),
    "year": on("year", "not_in", ["2024"]),
    "dates": on("Date_Range", "range", ["2024-09-01", "2025-03-31"]),
    "prev boolean": on("gap_up_prev", "=", True),
    "prev bar": on("gap_fill_bar_prev", ">", 0),
    "prev2 number": on("day_range_pct_adr_prev2", ">", 100),
    "prev3 bar 0": on("gap_fill_bar_prev3", "=", 0),
    "prev5 enum": on("day_type_prev5", "not_in", ["trend"]),
    "by_bar not yet": OPEN_AT_12,
    "by_bar happened": on("or12_bo_up_bar", ">", 0, by_bar=30),
    "by_bar range": on("or12_bo_up_bar", "range", [13, 20], by_bar=40),
    "by_bar enum": on("or12_first_bo", "=", "none", by_bar=24),
    "by_bar enum in": on("gx_first_bo", "in", ["up"], by_bar=18),
    "by_bar applies": on("first_pullback_bar", "=", 0, by_bar=30),
    "first_in": on("gap_up", "=", True, first_in=2),
    "first_in prev": on("inside_day_prev", "=", True, first_in=20),
}

GROUPS: dict[str, Body] = {
    "any_of": {"any_of": [GAP_UP, MONDAY]},
    "any_of one": {"any_of": [LARGE]},
    "none_of": {"none_of": [on("gap_class", "=", "flat"), on("inside_day", "=", True)]},
    "at_least": {
        "at_least": {"count": 2, "of": [GAP_UP, MONDAY, BROKE_UP, on("close_above_open", "=", True)]}
    },
    "any_of prev": {"any_of": [on("gap_up_prev", "=", True), on("nr7_prev2", "=", True)]},
    "any_of by_bar": {"any_of": [OPEN_AT_12, on("or12_first_bo", "in", ["up"], by_bar=30)]},
    "none_of unknown": {"none_of": [on("or12_opp_bo_after_bo", "=", True), on("gx_range_pct_adr", ">", 80)]},
    "at_least first_in": {"at_least": {"count": 1, "of": [on("gap_up", "=", True, first_in=1), MONDAY]}},
}

SETS: dict[str, Body] = {
    "all days": {},
    "one": {"filters": [GAP_UP]},
    "map": {
        "filters": {
            "gap_up": {"operator": "=", "value": True},
            "weekday": {"operator": "in", "value": ["Mon"]},
        }
    },
    "map with groups": {
        "filters": {"any_of": [GAP_UP, MONDAY], "or12_dir": {"operator": "=", "value": "bull"}}
    },
    "twice": {"filters": [on("gap_size_pts", ">", 1), on("gap_size_pts", "<", 20)]},
    "dates": {"filters": [BROKE_UP]} | YEAR,
    "dates alone": YEAR,
    "from": {"start_date": "2025-03-01"},
    "until": {"end_date": "2024-12-31", "filters": [GAP_DOWN]},
    "as of open": {"filters": [GAP_UP], "as_of": 0},
    "as of before": {"filters": [MONDAY], "as_of": -1},
    "as of 12": {"filters": [GAP_UP, on("or12_dir", "=", "bull")], "as_of": 12},
    "as of 40": {"filters": [on("or12_bo_up_bar", ">", 0, by_bar=30)], "as_of": 40},
    "by_bar": {"filters": [OPEN_AT_12]},
    "previous": {"filters": [on("gap_fill_bar_prev", ">", 0), on("day_range_pct_adr_prev2", ">", 60)]},
    "groups": {"filters": [GROUPS["any_of"], GROUPS["none_of"]]},
    "at least": {"filters": [GROUPS["at_least"]]} | YEAR,
    "first in": {"filters": [CONDITIONS["first_in"]]},
    "look ahead": {"filters": [on("close_above_open", "=", True), on("gap_fill_bar", ">", 0)]},
    "five": {
        "filters": [GAP_DOWN, OPEN_AT_12, on("or12_dir", "!=", "bull"), on("gxl_bo_bar", ">=", 1), MONDAY]
    },
    "few": {
        "filters": [on("gap_class", "=", "full_up"), on("weekday", "=", "Fri"), on("inside_day", "=", True)]
    },
    "none": {"filters": [on("gap_fill_bar", "=", 0), on("gap_fill_by_b12", "=", True)]},
}
"""Questions, each a form that filters, dates and as-of take together."""

FIGURES = ["gap_up", "gap_class", "gap_fill_bar", "or12_bo_up_bar", "day_range_pct_adr", "bull_day_streak"]
CELL = {"from_bar": 12, "side": "up", "targets": [20, 40], "stops": [15, 30]}
PARTS = {
    "bar": {"feature": "gap_fill_bar", "module": "time_distribution", "place": "1-12"},
    "label": {"feature": "gap_class", "module": "basic_distribution", "place": "Full up"},
    "active": {"feature": "gap_up", "module": "occurrence", "place": "active"},
}
FIRST_HOUR = {"high": 10_000.0, "low": 9_900.0, "close": 9_950.0}
AMA = {"climax_factor": 2, "show_outside_bars": True, "zscore_lookback": 50}


def questions(symbol: str, features: Features) -> Iterator[Question]:
    """Every question of a market, in the order in which they are asked."""
    yield from (_of_symbol(each, symbol) for each in (*_catalogue(), *_counts(), *_figures(features)))
    yield from (_of_symbol(each, symbol) for each in (*_views(), *_days(), *_charts(), *_next(), *_files()))
    yield from _quiz(symbol)


def _of_symbol(question: Question, symbol: str) -> Question:
    if question.body is None:
        return replace(question, path=f"{question.path}{'&' if '?' in question.path else '?'}symbol={symbol}")
    return replace(question, body=question.body | {"symbol": symbol})


def _catalogue() -> Iterator[Question]:
    for tier in TIERS:
        yield get(f"features {tier}", "/features", tier)
        yield get(f"categories {tier}", "/categories", tier)
    yield get("features narrowed", "/features?profile=lite")
    yield get("features of GAPS", "/features?category=GAPS", "standard")
    yield get("feature", "/features/gap_class", "lite")
    yield get("profile features", "/profiles/standard/features")
    yield get("date range", "/v2/date-range")
    yield get("summary", "/v2/summary")
    for name in ("gap_class", "gap_fill_bar_prev", "bull_day_streak", "year", "gap_size_pts"):
        yield get(f"values of {name}", f"/v2/features/{name}/values")


def _counts() -> Iterator[Question]:
    for name, condition in CONDITIONS.items():
        yield post(f"count: {name}", "/v2/filtered", {"filters": [condition]})
    for name, group in GROUPS.items():
        yield post(f"count: {name}", "/v2/filtered", {"filters": [group, on("gap_size_pts", "<", 20)]})
    for name, asked in SETS.items():
        yield post(f"count: set {name}", "/v2/filtered", asked)


def _figures(features: Features) -> Iterator[Question]:
    for name, asked in SETS.items():
        yield post(f"compute: {name}", "/compute", asked | {"statistics_features": FIGURES})
    for category, names in features.items():
        for name in ("all days", "one", "as of open", "by_bar", "groups"):
            asked = SETS[name] | {"features": names}
            yield post(f"probabilities of {category}: {name}", "/v2/probabilities", asked)
    for tier in TIERS:
        body = {"filters": [GAP_UP], "statistics_features": ["gap_up", "or12_bo_up_bar"]}
        yield post(
            f"compute {tier}", "/compute", body | {"features": ["statistics", "charts", "navigation"]}, tier
        )
        yield post(f"start {tier}", "/v2/start", {"filters": [GAP_UP], "features": ["gap_fill_bar"]}, tier)
    yield post("compute narrowed", "/compute", {"profile": "lite", "statistics_features": ["gap_up"]})
    chart = {"features": {"statistics": False, "charts": True, "navigation": True}, "ama_config": AMA}
    yield post("compute with a chart", "/compute", chart | {"options": {"selected_date": "2025-06-12"}})
    yield post("start refused", "/v2/start", {"filters": [on("or12_mm_up_bar", ">", 0)]}, "standard")


def _views() -> Iterator[Question]:
    sets = ("all days", "one", "dates", "as of 12", "groups", "none")
    for name in sets:
        asked = SETS[name]
        yield post(f"path: {name}", "/v2/path", asked)
        yield post(f"questions: {name}", "/v2/questions", asked)
        yield post(f"widen: {name}", "/v2/widen", asked | {"feature": "gap_fill_bar"})
    for name in ("all days", "one", "dates", "groups", "none"):
        yield post(f"excursion: {name}", "/v2/excursion", SETS[name] | CELL)
        yield post(
            f"curve: {name}", "/v2/curve", SETS[name] | {"by": "gap_size_pct_adr", "outcome": "gap_fill_bar"}
        )
    yield post("excursion: one cell", "/v2/excursion", CELL | {"targets": [30], "stops": [20], "costs": 2})
    yield post("excursion: points", "/v2/excursion", CELL | {"unit": "points", "side": "down", "from_bar": 0})
    yield post(
        "excursion: r", "/v2/excursion", CELL | {"unit": "r", "targets": [1, 2.5], "filters": [GAP_UP]}
    )
    yield post("excursion: look ahead", "/v2/excursion", CELL | SETS["look ahead"] | {"from_bar": 36})
    curve = {"by": "bull_day_streak", "outcome": "gap_class", "label": "full_up", "cut": 2}
    yield post("curve: label and cut", "/v2/curve", curve)
    yield post("widen: label", "/v2/widen", SETS["five"] | {"feature": "gap_class", "label": "flat"})
    yield post("widen: dates kept", "/v2/widen", SETS["at least"] | {"keep_dates": True})
    sides = {"a": {"filters": [GAP_UP]}, "b": {"filters": [GAP_DOWN]}}
    for tier in TIERS:
        yield post(f"compare {tier}", "/v2/compare", sides | {"features": ["gap_fill_bar", "or12_dir"]}, tier)
    yield post(
        "compare: dates", "/v2/compare", {"a": YEAR, "b": {"end_date": "2024-12-31"}, "features": FIGURES}
    )
    yield post("compare: as of", "/v2/compare", sides | {"features": FIGURES, "as_of": 12})
    alike = {"date": "2025-06-12", "as_of": 30}
    yield post("alike", "/v2/alike", alike)
    yield post(
        "alike: filters", "/v2/alike", alike | {"filters": [GAP_UP], "n": 10, "leave_out": ["gap_size_pts"]}
    )
    yield post("alike: next", "/v2/alike", {"next": {}, "as_of": -1, "n": 5})
    yield get("claims", "/v2/claims")


def _days() -> Iterator[Question]:
    columns = ["gap_up", "gap_class", "gap_fill_bar", "gap_size_pts", "trade_date"]
    for name in ("all days", "map with groups", "previous", "as of 12", "by_bar"):
        yield post(f"days: {name}", "/v2/days", SETS[name] | {"columns": columns, "page_size": 50})
    sort = {"column": "gap_size_pts", "descending": False}
    yield post("days: sorted", "/v2/days", {"columns": columns, "sort": sort, "page": 2, "page_size": 20})
    yield post("days: lite", "/v2/days", {"columns": columns[:3], "page_size": 500}, "lite")
    for name, part in PARTS.items():
        yield post(f"days: part {name}", "/v2/days", {"part": part, "filters": [MONDAY]})
    traded = {"from_bar": 12, "side": "up", "target": 20, "stop": 15, "first": "target_first"}
    yield post("days: excursion", "/v2/days", {"excursion": traded, "filters": [GAP_UP]})
    yield post("days: named", "/v2/days", {"dates": ["2025-06-12", "2025-06-13"]})
    bars = {"columns": ["gap_up", "gap_size_pts"], "page_size": 6}
    yield post("day bars", "/v2/days/bars", bars | SETS["one"])
    yield post("day bars: part", "/v2/days/bars", bars | {"part": PARTS["bar"], "page": 2})


def _charts() -> Iterator[Question]:
    yield post("chart", "/v2/charts/data", {"selected_date": "2025-06-12"})
    yield post("chart: signals", "/v2/charts/data", {"selected_date": "2025-06-12", "ama_config": {}})
    alone = {"selected_date": "2025-06-12", "include_previous_day": False, "ama_config": AMA}
    yield post("chart: own settings", "/v2/charts/data", alone, "lite")
    yield post("chart: half day", "/v2/charts/data", {"selected_date": "2024-11-29"})
    yield post("chart: latest match", "/v2/charts/data", SETS["groups"], "standard")
    yield post("chart: no match", "/v2/charts/data", SETS["none"])
    for direction in ("previous", "next", "first", "last"):
        step = {"selected_date": "2025-06-12", "direction": direction, "filters": [GAP_UP]}
        yield post(f"navigate {direction}", "/navigation/navigate", step)
    yield post("navigate to", "/navigation/navigate", {"selected_date": "2025-06-14", "profile": "lite"})


def _next() -> Iterator[Question]:
    for tier in TIERS:
        yield get(f"next {tier}", "/v2/next", tier)
    yield post("next: an impossible open", "/v2/next", {"open": 1.0})
    yield post("next: first hour", "/v2/next", {"or12": FIRST_HOUR})


def _files() -> Iterator[Question]:
    title = {"title": "Frozen"}
    statistics = {"kind": "statistics", "features": FIGURES}
    days = {"kind": "days", "columns": FIGURES}
    for name in ("one", "groups", "as of 12"):
        yield post(f"export statistics: {name}", "/v2/export", statistics | SETS[name] | {"format": "csv"})
        yield post(f"export days: {name}", "/v2/export", days | SETS[name] | {"format": "csv"})
    for form in ("xlsx", "pdf"):
        yield post(
            f"export statistics {form}", "/v2/export", statistics | title | SETS["five"] | {"format": form}
        )
        yield post(f"export days {form}", "/v2/export", days | title | SETS["previous"] | {"format": form})
    yield post(
        "export standard", "/v2/export", days | YEAR | {"format": "csv", "columns": ["gap_up"]}, "standard"
    )


def _quiz(symbol: str) -> Iterator[Question]:
    """Which day is drawn is chance; the rates to guess by are not."""
    drawn, told = ("adr10", "levels", "bars"), ("date", "occurred", "bar", "brier", "bars")
    for name, filters in (("all days", []), ("gap up", [GAP_UP])):
        body = {"filters": filters, "feature": "gap_fill_bar", "as_of": 12, "symbol": symbol}
        yield post(f"quiz: {name}", "/v2/quiz/next", body, "pro", *drawn)
        guess = {"token": f"$quiz: {name}.token", "probability": 60}
        yield post(f"quiz answer: {name}", "/v2/quiz/answer", guess, "pro", *told)
