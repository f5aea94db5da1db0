"""Every call of the contract has a rule about tiers, and every field that can name a feature is tried.

The tables are checked against the contract: a new call, or a new field of a body, fails here until it has its
rule.
"""

from typing import Any, Literal

import pytest
from starlette.testclient import TestClient

from core.contracts.catalogue import TIERS
from core.contracts.feature_answers import LimitFeatures, ProfileLimits
from service.call import PROFILE
from service.members.tiers import LIMITS
from service.routes import CALLS, OPEN_CALLS
from tests.contract.exported import open_csv

Rule = Literal["open", "set", "same", "listed", "path", "asked", "sides", "told", "by_bar", "kept"]
RULES: dict[str, Rule] = {
    **dict.fromkeys(("entry", "entryCode", "login", "refresh", "watchOff"), "open"),
    **dict.fromkeys(("redeem", "logout", "erase", "me", "dateRange", "summary"), "same"),
    **dict.fromkeys(("clearCache", "cacheStats", "clearChartCache", "quizAnswer"), "same"),
    **dict.fromkeys(("dayLists", "putDayList", "removeDayList", "watches", "removeWatch"), "same"),
    **dict.fromkeys(("features", "profileFeatures", "categories", "profiles"), "listed"),
    **dict.fromkeys(("feature", "values"), "path"),
    **dict.fromkeys(("filtered", "compute", "probabilities", "days", "exportFile"), "asked"),
    **dict.fromkeys(("chartData", "navigate", "excursion", "curve", "widen", "held"), "asked"),
    **dict.fromkeys(("dayBars", "path", "questions", "makeView"), "asked"),
    **dict.fromkeys(("sharedView", "addWatch"), "kept"),
    "claims": "set",
    "compare": "sides",
    "start": "told",
    **dict.fromkeys(("quizNext", "alike"), "by_bar"),
    **dict.fromkeys(("nextSession", "nextSessionTyped"), "listed"),
}
"""open: before sign-in. set: open where a setting says so (test_claims.py), else as same.
same: one answer for all. listed: the tier's features. path, asked: names one.
sides: as asked, on both sides. told: as asked, but a refusal stands within the answer (test_start.py).
by_bar: as asked, but always as of a bar, by which a filter may not be known. kept: what was kept is held to
the tier when it is read (test_views.py, test_watches.py)."""

PRO = "or12_mm_up_bar"
LATE = {"operator": ">=", "value": 20}
NAMING: dict[str, list[Any]] = {
    "filters": [
        {PRO: LATE},
        {f"{PRO}_prev": LATE},
        {PRO: LATE | {"by_bar": 30}},
        [{"feature": PRO} | LATE],
        [{"feature": "gap_up", "operator": "=", "value": True}, {"feature": f"{PRO}_prev"} | LATE],
        {"gap_up": {"operator": "=", "value": True}, PRO: LATE},
        {f"{PRO}_prev4": LATE},
        {"none_of": [{"feature": PRO} | LATE]},
        [{"any_of": [{"feature": "gap_up", "operator": "=", "value": True}, {"feature": PRO} | LATE]}],
        [{"at_least": {"count": 1, "of": [{"feature": f"{PRO}_prev2"} | LATE]}}],
    ],
    "statistics_features": [[PRO], ["gap_up", PRO]],
    "features": [[PRO], ["gap_up", PRO]],
    "columns": [[PRO], ["gap_up", PRO]],
    "sort": [{"column": PRO}, {"column": PRO, "descending": False}],
    "by": ["open_touch_count"],
    "outcome": [PRO],
    "feature": [PRO],
    "leave_out": [[PRO], ["gap_up", PRO]],
    "like": [{"date": "2024-05-02", "leave_out": [PRO]}],
    "part": [{"feature": PRO, "module": "time_distribution", "place": "13-24"}],
}
"""Fields that can name a feature, and ways to name one that standard does not see."""

PLAIN = {
    *("symbol", "start_date", "end_date", "dates", "page", "page_size", "title", "kind", "format"),
    *("selected_date", "include_previous_day", "direction", "ama_config", "options", "profile"),
    *("excursion", "from_bar", "side", "unit", "targets", "stops", "costs", "as_of"),
    *("label", "cut", "keep_dates", "date", "n", "next", "address", "snapshot"),
}
"""Fields that name no feature; `profile` only narrows, and has its own tests."""

NEEDED: dict[str, dict[str, Any]] = {
    "probabilities": {"features": ["gap_up"]},
    "exportFile": {"kind": "days", "format": "csv"},
    "excursion": {"from_bar": 12, "side": "up", "targets": [30], "stops": [20]},
    "curve": {"by": "gap_size_pts", "outcome": "gap_fill_by_b12"},
    "held": {"feature": "gap_up"},
    "alike": {"date": "2024-05-02", "as_of": 30},
    "makeView": {"address": "/"},
    "addWatch": {"name": "Gap and go", "channel": "email"},
}
ASKED = [call for call in CALLS if RULES.get(call.name) in ("asked", "told")]
BY_BAR = [call for call in CALLS if RULES.get(call.name) == "by_bar"]


def field_names(contract: type | None) -> tuple[str, ...]:
    """The fields of a body, none where a call has no body."""
    return getattr(contract, "__struct_fields__", ())


def naming_fields(name: str, contract: type | None) -> list[str]:
    """Which fields of a body can name a feature; compute's `features` are the parts of its answer."""
    found = list(field_names(contract))
    return [field for field in found if field in NAMING and (name, field) != ("compute", "features")]


ATTEMPTS = [
    pytest.param(call, field, value, id=f"{call.name}-{field}-{place}")
    for call in ASKED
    for field in naming_fields(call.name, call.body)
    for place, value in enumerate(NAMING[field])
]


def ask(client: TestClient, headers: dict[str, str], call: Any, **body: Any) -> tuple[int, str]:
    whole = NEEDED.get(call.name, {}) | body
    if call.name == "exportFile" and "features" in body:
        whole["kind"] = "statistics"
    if "like" in body:
        whole["as_of"] = 72
    answer = client.post(f"/api{call.path}", headers=headers, json=whole)
    if RULES[call.name] == "told" and (refused := answer.json().get("refused")):
        return 403, refused["code"]
    is_error = answer.headers["content-type"] == "application/json" and answer.status_code != 200
    return answer.status_code, answer.json()["code"] if is_error else ""


def test_every_call_has_its_rule() -> None:
    assert set(RULES) == {call.name for call in CALLS}
    assert {name for name, rule in RULES.items() if rule in ("open", "set")} == OPEN_CALLS


def test_every_field_of_a_body_is_known_to_name_a_feature_or_not() -> None:
    for call in (*ASKED, *BY_BAR):
        assert call.body is not None
        unknown = set(field_names(call.body)) - set(NAMING) - PLAIN
        assert not unknown, f"{call.name}: does {unknown} name a feature? Say so in NAMING or PLAIN."


def test_a_call_whose_path_names_a_feature_has_the_rule_for_it() -> None:
    named = {call.name for call in CALLS for each in call.parameters if "eature name" in each.description}
    assert named == {name for name, rule in RULES.items() if rule == "path"}


@pytest.mark.parametrize(("call", "field", "value"), ATTEMPTS)
def test_a_feature_outside_the_tier_is_refused_wherever_it_is_named(
    client: TestClient, standard: dict[str, str], pro: dict[str, str], call: Any, field: str, value: Any
) -> None:
    assert ask(client, standard, call, **{field: value}) == (403, "feature_not_in_tier")
    assert ask(client, pro, call, **{field: value})[0] == 200


@pytest.mark.parametrize("call", BY_BAR, ids=lambda call: call.name)
def test_a_call_as_of_a_bar_is_held_to_the_tier(
    client: TestClient, standard: dict[str, str], pro: dict[str, str], call: Any
) -> None:
    for field in naming_fields(call.name, call.body):
        for value in NAMING[field]:
            assert ask(client, standard, call, **{field: value}) == (403, "feature_not_in_tier")
            assert ask(client, pro, call, **{field: value}) in ((200, ""), (422, "not_known_yet"))
    assert ask(client, standard, call)[0] == 200


@pytest.mark.parametrize("call", ASKED, ids=lambda call: call.name)
def test_nothing_in_a_body_widens_the_tier(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], call: Any
) -> None:
    claims = {"profile": "pro", "tier": "pro", "user_info": {"profile": "pro"}, "permissions": ["maintain"]}
    claims |= {"claims": {"tier": "pro"}, "__proto__": {"tier": "pro"}}
    body = {"filters": {PRO: LATE}}
    for claim, value in claims.items():
        is_known = claim in field_names(call.body)
        refused = (403, "feature_not_in_tier") if is_known else (422, "unknown_field")
        assert ask(client, standard, call, **body, **{claim: value}) == refused
        assert ask(client, lite, call, **body, **{claim: value})[0] == refused[0]
    for query in ("?profile=pro", "?tier=pro", "?profile=lite&profile=pro", "?profile[]=pro"):
        path = f"/api{call.path}{query}"
        answer = client.post(path, headers=standard, json=NEEDED.get(call.name, {}) | body)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_parameter")
    headers = standard | {"X-Profile": "pro", "X-Session-ID": "another", "X-Tier": "pro"}
    headers |= {"Cookie": "profile=pro"}
    assert ask(client, headers, call, **body)[0] == 403


@pytest.mark.parametrize(
    "call", [call for call in ASKED if call.name != "exportFile"], ids=lambda call: call.name
)
def test_lite_asks_for_no_previous_day(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], call: Any
) -> None:
    for lag in ("", "3"):
        earlier = {"feature": f"gap_up_prev{lag}", "operator": "=", "value": True}
        for filters in ([earlier], [{"none_of": [earlier]}]):
            assert ask(client, lite, call, filters=filters) == (403, "prev_not_in_tier")
            assert ask(client, standard, call, filters=filters)[0] == 200


def test_lite_lists_no_days_of_target_before_stop(client: TestClient, lite: dict[str, str]) -> None:
    days = next(call for call in ASKED if call.name == "days")
    cell = {"from_bar": 12, "side": "up", "target": 30, "stop": 20, "first": "target_first"}
    assert ask(client, lite, days, excursion=cell) == (403, "excursion_not_in_tier")


def test_each_side_of_a_comparison_is_held_to_the_tier(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], pro: dict[str, str]
) -> None:
    call = next(call for call in CALLS if call.name == "compare")
    plain: dict[str, Any] = {"filters": {}}
    assert ask(client, lite, call, a=plain, b=plain) == (403, "compare_not_in_tier")
    assert ask(client, standard, call, a=plain, b=plain)[0] == 200
    for value in NAMING["filters"]:
        for sides in ({"a": {"filters": value}, "b": plain}, {"a": plain, "b": {"filters": value}}):
            assert ask(client, standard, call, **sides) == (403, "feature_not_in_tier")
            assert ask(client, pro, call, **sides)[0] == 200


def test_a_quiz_is_by_bar_on_every_tier(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], pro: dict[str, str]
) -> None:
    call = next(call for call in CALLS if call.name == "quizNext")
    earlier = [{"feature": "gap_up_prev", "operator": "=", "value": True}]
    assert ask(client, lite, call, filters=earlier) == (403, "prev_not_in_tier")
    assert ask(client, standard, call, filters=earlier) == (200, "")
    for headers in (lite, standard, pro):
        assert ask(client, headers, call, as_of=12) == (200, "")


@pytest.mark.parametrize("as_of", [-1, 0, 12])
def test_lite_asks_of_the_whole_day_only(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], as_of: int
) -> None:
    sides: dict[str, Any] = {"a": {"filters": {}}, "b": {"filters": {}}}
    asked = [call for call in CALLS if "as_of" in field_names(call.body)]
    for call in (call for call in asked if RULES.get(call.name) != "by_bar"):
        body = sides if call.name == "compare" else {}
        if call.name == "excursion":
            body = {"from_bar": 12}
        if call.name != "exportFile":
            assert ask(client, lite, call, **body, as_of=as_of) == (403, "as_of_not_in_tier"), call.name
        assert ask(client, standard, call, **body, as_of=as_of)[0] != 403, call.name
    narrowed = {"profile": "lite", "as_of": as_of}
    answer = client.post("/api/compute", headers=standard, json=narrowed).json()
    assert answer["detail"] == "as_of: not part of the tier lite."


def test_lite_exports_nothing(client: TestClient, lite: dict[str, str]) -> None:
    export = next(call for call in ASKED if call.name == "exportFile")
    for form in ("csv", "xlsx", "pdf"):
        assert ask(client, lite, export, format=form) == (403, "export_not_in_tier")


@pytest.mark.parametrize(
    "call",
    [call for call in ASKED if "profile" in field_names(call.body)],
    ids=lambda call: call.name,
)
def test_a_profile_in_a_body_narrows(client: TestClient, pro: dict[str, str], call: Any) -> None:
    filters = {PRO: LATE}
    assert ask(client, pro, call, filters=filters)[0] == 200
    assert ask(client, pro, call, filters=filters, profile="lite") == (403, "feature_not_in_tier")
    assert ask(client, pro, call, profile="gold") == (422, "value_type")


@pytest.mark.parametrize("name", sorted(name for name, rule in RULES.items() if rule == "path"))
def test_a_feature_in_a_path_is_the_tier_s(
    client: TestClient, standard: dict[str, str], pro: dict[str, str], name: str
) -> None:
    call = next(call for call in CALLS if call.name == name)
    path = f"/api{call.path.replace('{name}', PRO)}"
    for query in ("?profile=pro", "?tier=pro", "?profile=lite&profile=pro"):
        answer = client.get(path + query, headers=standard)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_parameter")
    answer = client.get(path, headers=standard)
    assert (answer.status_code, answer.json()["code"]) == (403, "feature_not_in_tier")
    assert client.get(path, headers=pro).status_code == 200


def test_lite_reads_no_values_of_the_previous_day(client: TestClient, lite: dict[str, str]) -> None:
    assert client.get("/api/v2/features/gap_up_prev/values", headers=lite).status_code == 403


@pytest.mark.parametrize("name", sorted(name for name, rule in RULES.items() if rule == "same"))
def test_a_call_of_all_tiers_takes_no_profile(name: str) -> None:
    call = next(call for call in CALLS if call.name == name)
    assert PROFILE not in call.parameters
    assert "profile" not in field_names(call.body)


def test_charts_and_steps_are_refused_where_the_tier_has_none(
    client: TestClient, standard: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = LIMITS["standard"]
    none = LimitFeatures(
        charts=False,
        navigation=False,
        export=False,
        excursion=False,
        compare=False,
        curve=False,
        as_of=False,
        gallery=False,
        path=False,
        alike=False,
    )
    bare = ProfileLimits(limits.max_features, limits.max_rows, limits.cache_ttl, none, limits.description)
    monkeypatch.setitem(LIMITS, "standard", bare)
    calls = {call.name: call for call in ASKED}
    assert ask(client, standard, calls["chartData"])[0] == 403
    assert ask(client, standard, calls["navigate"])[0] == 403
    for part in ("charts", "navigation"):
        assert ask(client, standard, calls["compute"], features={part: True})[0] == 403
        assert ask(client, standard, calls["compute"], features=[part])[0] == 403
    assert ask(client, standard, calls["exportFile"]) == (403, "export_not_in_tier")


def test_days_and_their_export_end_at_the_tier_s_rows(
    client: TestClient, standard: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = LIMITS["standard"]
    few = ProfileLimits(limits.max_features, 7, limits.cache_ttl, limits.features, limits.description)
    monkeypatch.setitem(LIMITS, "standard", few)
    for body in ({"page_size": 500}, {"page": 1, "page_size": 100}, {"sort": {"column": "gap_up"}}):
        days = client.post("/api/v2/days", headers=standard, json=body).json()
        assert (len(days["rows"]), days["limited_to"]) == (7, 7)
    assert client.post("/api/v2/days", headers=standard, json={"page": 2}).json().get("rows", []) == []
    exported = client.post("/api/v2/export", headers=standard, json=NEEDED["exportFile"]).content
    assert len(open_csv(exported).rows) == 7


def test_an_answer_kept_for_one_tier_is_not_another_s(
    client: TestClient, pro: dict[str, str], standard: dict[str, str]
) -> None:
    body = {"filters": {"gap_up": {"operator": "=", "value": True}}, "statistics_features": [PRO]}
    for _ in range(2):
        assert client.post("/api/compute", headers=pro, json=body).status_code == 200
    assert client.post("/api/compute", headers=standard, json=body).status_code == 403


def test_lists_grow_with_the_tier_and_a_path_never_widens_them(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], pro: dict[str, str]
) -> None:
    for own, headers in zip(TIERS, (lite, standard, pro), strict=True):
        rank = TIERS.index(own)
        for asked in TIERS:
            answer = client.get(f"/api/profiles/{asked}/features", headers=headers).json()
            assert answer["profile"] == TIERS[min(rank, TIERS.index(asked))]
            assert all(TIERS.index(each["tier"]) <= rank for each in answer["features"])
        for category in client.get("/api/categories", headers=headers).json():
            query = f"?category={category['id']}&profile=pro"
            found = client.get(f"/api/features{query}", headers=headers).json()["features"]
            assert len(found) == category["visible_features"]
