"""What every call refuses, and what it keeps for its caller: asked of the sample alone."""

from collections.abc import Iterator
from typing import Any

from tests.frozen.question import Body, Question, Visitor, get, post
from tests.frozen.questions import CELL, GAP_DOWN, GAP_UP, SETS, on

LISTED = on("day_list", "in", ["nowhere"])
CURVE = {"by": "gap_size_pts", "outcome": "close_above_open"}
ALIKE = {"date": "2025-06-12", "as_of": 12}
WATCH = {"name": "Gap and go", "channel": "email", "filters": [GAP_UP]}
PRO = on("or12_mm_up_bar", ">", 20)

FILTERS: dict[str, Any] = {
    "unknown feature": [on("gap", "=", True)],
    "near name": {"gap_upp": {"operator": "=", "value": True}},
    "unknown operator": [on("gap_up", "~", True)],
    "operator of another kind": [on("gap_up", ">", True)],
    "value type": [on("gap_up", "=", 3)],
    "value missing": [{"feature": "gap_up", "operator": "="}],
    "unknown label": [on("gap_class", "in", ["up"])],
    "fraction of a bar": [on("gap_fill_bar", ">", 1.5)],
    "bar out of range": [on("gap_fill_bar", "=", 82)],
    "number beyond": [on("gap_size_pts", "<", 1e300)],
    "count beyond": [on("bull_day_streak", "<", 2**70)],
    "range of one": [on("gap_size_pts", "range", [1])],
    "range turned": [on("gap_size_pts", "range", [5, 1])],
    "empty in": [on("gap_class", "in", [])],
    "date": [on("trade_date", "=", "2025-13-01")],
    "dates": [on("Date_Range", "range", ["2025-01-01"])],
    "prev range": [on("gap_up_prev6", "=", True)],
    "prev of a date": [on("trade_date_prev", "=", "2025-06-12")],
    "by_bar range": [on("gap_fill_bar", "=", 0, by_bar=82)],
    "by_bar type": [on("gap_fill_bar", "=", 0, by_bar=1.5)],
    "by_bar not supported": [on("gap_size_pts", ">", 0, by_bar=12)],
    "first_in range": [on("gap_up", "=", True, first_in=21)],
    "extra field": [GAP_UP | {"bar": 3}],
    "empty group": {"any_of": []},
    "group count": {"at_least": {"count": 2, "of": [GAP_UP]}},
    "nested group": [{"any_of": [{"none_of": [GAP_UP]}]}],
    "two groups in one": [{"any_of": [GAP_UP], "none_of": [GAP_DOWN]}],
    "fault in a group": [{"any_of": [GAP_UP, on("gap", "=", True)]}],
    "fault in at_least": {"at_least": {"count": 1, "of": [on("gap_up", "=", "yes")]}},
    "contradiction": [GAP_UP, {"none_of": [GAP_UP]}],
    "unknown list": [LISTED],
    "list operator": [LISTED | {"operator": "="}],
    "list value": [LISTED | {"value": "days"}],
    "list by_bar": [LISTED | {"by_bar": 3}],
    "no conditions": 3,
    "no condition": [3],
}
BODIES: dict[str, tuple[str, Any]] = {
    "list as body": ("/compute", [1]),
    "unknown field": ("/compute", {"filtes": []}),
    "names as text": ("/compute", {"statistics_features": "gap_up"}),
    "number as name": ("/compute", {"statistics_features": ["gap_up", 1]}),
    "unknown name": ("/compute", {"statistics_features": ["gap"]}),
    "part of an answer": ("/compute", {"features": ["bars"]}),
    "profile": ("/compute", {"profile": "gold"}),
    "option type": ("/compute", {"options": {"cache": 1}}),
    "symbol": ("/compute", {"symbol": "XX"}),
    "start date": ("/compute", {"start_date": "2024-13-01"}),
    "start date type": ("/compute", {"start_date": 20240101}),
    "dates turned": ("/compute", {"start_date": "2025-06-01", "end_date": "2025-01-01"}),
    "as of": ("/compute", {"as_of": 81}),
    "not known yet": ("/compute", {"as_of": 0, "filters": [on("or12_bo_up_bar", ">", 0)]}),
    "names missing": ("/v2/probabilities", {}),
    "page": ("/v2/days", {"page": 0}),
    "page size": ("/v2/days", {"page_size": 501}),
    "sort": ("/v2/days", {"sort": {"column": "gap"}}),
    "part": ("/v2/days", {"part": {"feature": "gap_up", "module": "occurrence", "place": "nowhere"}}),
    "part module": ("/v2/days", {"part": {"feature": "gap_up", "module": "time_distribution", "place": "1"}}),
    "bars page size": ("/v2/days/bars", {"page_size": 61}),
    "bars columns": ("/v2/days/bars", {"columns": ["gap_up"] * 4}),
    "excursion bar": ("/v2/excursion", CELL | {"from_bar": 7}),
    "excursion targets": ("/v2/excursion", CELL | {"targets": []}),
    "excursion distance": ("/v2/excursion", CELL | {"stops": [105]}),
    "excursion costs": ("/v2/excursion", CELL | {"costs": -1}),
    "excursion as of": ("/v2/excursion", CELL | {"as_of": 80}),
    "compare side": ("/v2/compare", {"a": {}}),
    "compare filters": ("/v2/compare", {"a": {}, "b": {"filters": [on("gap", "=", True)]}}),
    "curve by": ("/v2/curve", CURVE | {"by": "gap_up"}),
    "curve outcome": ("/v2/curve", CURVE | {"outcome": "gap_size_pts"}),
    "curve cut": ("/v2/curve", CURVE | {"by": "bull_day_streak", "cut": 1.5}),
    "widen outcome": ("/v2/widen", {"feature": "gap_size_pts"}),
    "alike bar missing": ("/v2/alike", {"date": "2025-06-12"}),
    "alike half day": ("/v2/alike", ALIKE | {"date": "2024-11-29"}),
    "alike n": ("/v2/alike", ALIKE | {"n": 61}),
    "quiz bar": ("/v2/quiz/next", {"as_of": 0}),
    "quiz feature": ("/v2/quiz/next", {"feature": "gap_up"}),
    "quiz no day": ("/v2/quiz/next", {"filters": [GAP_UP, GAP_DOWN]}),
    "quiz probability": ("/v2/quiz/answer", {"token": "x", "probability": 101}),
    "quiz token": ("/v2/quiz/answer", {"token": "x", "probability": 5}),
    "next number": ("/v2/next", {"open": "high"}),
    "questions": ("/v2/questions", {"filters": [on("inside_day", "=", True)], "as_of": 6}),
    "chart date": ("/v2/charts/data", {"selected_date": "2025-6-12"}),
    "chart setting": ("/v2/charts/data", {"selected_date": "2025-06-12", "ama_config": {"climax": 2}}),
    "chart setting value": (
        "/v2/charts/data",
        {"selected_date": "2025-06-12", "ama_config": {"zscore_lookback": 1}},
    ),
    "direction": ("/navigation/navigate", {"selected_date": "2025-06-12", "direction": "up"}),
    "export kind": ("/v2/export", {"kind": "bars", "format": "csv"}),
    "export format": ("/v2/export", {"kind": "days", "format": "doc"}),
    "export names": ("/v2/export", {"kind": "statistics", "format": "csv", "features": ["gap"]}),
    "view address": ("/v2/views", {"address": "//evil.example"}),
    "view feature": ("/v2/views", {"address": "/", "feature": "gap"}),
    "watch filters": ("/v2/watches", WATCH | {"filters": []}),
    "watch hook": ("/v2/watches", WATCH | {"channel": "webhook", "url": "http://127.0.0.1/"}),
    "watch name": ("/v2/watches", WATCH | {"name": ""}),
    "watch link": ("/v2/watches/off", {"token": "x"}),
    "list without permission": ("/v2/lists", {"name": "days", "days": []}),
    "sign-in": ("/auth/login", {"username": "a", "password": "b"}),
    "refresh": ("/auth/refresh", {"refresh_token": "x"}),
    "entry": ("/auth/entry", {}),
    "entry code": ("/auth/entry/code", {"user_id": "7"}),
    "redeem": ("/auth/redeem", {"code": "AAAA-BBBB"}),
    "erase another": ("/auth/erase", {"user_id": "another"}),
}
GETS = {
    "no such call": "/nowhere",
    "feature": "/features/gap",
    "feature of before": "/features/gap_up_prev",
    "values": "/v2/features/gap/values",
    "profile": "/profiles/gold/features",
    "narrowed to none": "/features?profile=gold",
    "category": "/features?category=CHART",
    "symbol": "/v2/date-range?symbol=XX",
    "claims": "/v2/claims?symbol=XX",
    "query": "/v2/summary?simbol=DEMO",
    "view": "/v2/views/x",
    "lists": "/v2/lists?symbol=XX",
    "watches": "/v2/watches?symbol=XX",
}
BEYOND: dict[str, tuple[Visitor, str, Body]] = {
    "feature of a wider tier": ("standard", "/compute", {"statistics_features": ["or12_mm_up_bar"]}),
    "filter of a wider tier": ("standard", "/v2/filtered", {"filters": [PRO]}),
    "filter in a group": ("standard", "/v2/filtered", {"filters": [{"any_of": [GAP_UP, PRO]}]}),
    "column of a wider tier": ("lite", "/v2/days", {"columns": ["gap_size_pts"]}),
    "previous day": ("lite", "/v2/filtered", {"filters": [on("gap_up_prev", "=", True)]}),
    "as of": ("lite", "/v2/filtered", {"as_of": 12}),
    "gallery": ("lite", "/v2/days/bars", {}),
    "path": ("lite", "/v2/path", {}),
    "alike": ("lite", "/v2/alike", ALIKE),
    "curve": ("lite", "/v2/curve", CURVE),
    "compare": ("lite", "/v2/compare", {"a": {}, "b": {}}),
    "excursion": ("lite", "/v2/excursion", CELL),
    "export": ("lite", "/v2/export", {"kind": "days", "format": "csv"}),
    "format": ("standard", "/v2/export", {"kind": "days", "format": "pdf"}),
    "profile": ("lite", "/compute", {"profile": "pro"}),
    "no token": ("nobody", "/compute", {}),
}


def refusals() -> Iterator[Question]:
    """Bad filters, bad bodies, bad addresses, and what a tier does not have."""
    for name, filters in FILTERS.items():
        yield post(f"refused filters: {name}", "/v2/filtered", {"filters": filters})
    for name, (path, body) in BODIES.items():
        yield post(f"refused body: {name}", path, body)
    for name, path in GETS.items():
        yield get(f"refused address: {name}", path)
    for name, (visitor, path, body) in BEYOND.items():
        yield post(f"refused tier: {name}", path, body, visitor)
    yield Question(name="refused method", method="DELETE", path="/features")


def kept() -> Iterator[Question]:
    """Lists, short links and watches, in the order of their life."""
    days = [{"date": "2025-06-12", "note": "One"}, {"date": "2025-06-13"}, {"date": "2025-02-03"}]
    yield post("list put", "/v2/lists", {"name": "frozen", "days": days}, "maintainer")
    yield post(
        "list put: not a session", "/v2/lists", {"name": "no", "days": [{"date": "2025-06-14"}]}, "maintainer"
    )
    yield get("lists", "/v2/lists", "lite")
    for operator in ("in", "not_in"):
        asked = {"filters": [on("day_list", operator, ["frozen"])], "statistics_features": ["gap_up"]}
        yield post(f"compute: day_list {operator}", "/compute", asked)
    group = {"any_of": [on("day_list", "in", ["frozen"]), GAP_UP]}
    yield post("count: list in a group", "/v2/filtered", {"filters": [group]})
    listed = {"kind": "days", "format": "csv", "filters": [on("day_list", "in", ["frozen"])]}
    yield post("export: days of a list", "/v2/export", listed | {"columns": ["gap_up"]})
    view = {"address": "/dashboard?f=gap_up", "feature": "gap_fill_bar"} | SETS["dates"]
    yield post("view made", "/v2/views", view, "pro", "id")
    yield get("view opened", "/v2/views/$view made.id", "pro", "id")
    yield get("view opened by lite", "/v2/views/$view made.id", "lite", "id")
    yield post("watch added", "/v2/watches", WATCH, "pro", "id")
    yield get("watches", "/v2/watches", "pro", "id")
    yield Question(name="watch removed", method="DELETE", path="/v2/watches/$watch added.id")
    yield Question(name="watch gone", method="DELETE", path="/v2/watches/$watch added.id")
    yield Question(name="list removed", method="DELETE", path="/v2/lists/frozen", visitor="maintainer")


def own_records() -> Iterator[Question]:
    """Who is signed in, new tokens, what is kept for the caller, and its end."""
    for visitor in ("lite", "standard", "pro", "maintainer", "nobody"):
        yield get(f"me {visitor}", "/auth/me", visitor)
    yield get("profiles", "/profiles", "lite")
    entry = {"user_id": "9", "user_name": "Grace", "user_email": "grace@example.com"}
    entry |= {"course_id": "dev-cad-std", "profile": "standard"}
    yield post("entry", "/auth/entry", entry, "nobody")
    yield post("refreshed", "/auth/refresh", {"refresh_token": "$entry.refresh_token"}, "nobody")
    numbers = ("entries", "bytes", "hits", "misses", "hit_ratio", "cleared")
    yield get("cache", "/cache/stats", "pro", *numbers)
    yield Question(name="cache cleared", path="/cache/clear", changing=frozenset(numbers))
    yield Question(name="chart cache cleared", path="/v2/charts/cache/clear", changing=frozenset(numbers))
    yield post("erased", "/auth/erase", {"user_id": "of standard"}, "standard")
    yield Question(name="signed out", path="/auth/logout", visitor="lite")
    yield get("after signing out", "/auth/me", "lite")
