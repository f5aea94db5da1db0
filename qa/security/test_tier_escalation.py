"""More than the tier gives, asked for through every parameter of every call."""

from typing import Any
from urllib.parse import quote

import pytest

from core.contracts.catalogue import TIERS
from qa.security.target import Target
from service.routes import CALLS, OPEN_CALLS
from tests.contract.test_tier_of_every_call import ATTEMPTS, LATE, NEEDED, PRO, RULES

STANDARD = "gap_up_prev"
OPEN = {"gap_up": {"operator": "=", "value": True}}


@pytest.fixture(scope="module")
def tokens(shared_target: Target) -> dict[str, str]:
    return {tier: shared_target.token(tier) for tier in TIERS}


def forbidden(target: Target, path: str, body: object, token: str) -> None:
    status, code = target.post(path, body, token).outcome
    assert (status, code) in (
        (403, "feature_not_in_tier"),
        (403, "prev_not_in_tier"),
        (422, "unknown_feature"),
    )


@pytest.mark.parametrize(("call", "field", "value"), ATTEMPTS)
def test_a_feature_of_a_higher_tier(
    target: Target, tokens: dict[str, str], call: Any, field: str, value: Any
) -> None:
    kind = {"kind": "statistics"} if (call.name, field) == ("exportFile", "features") else {}
    body = NEEDED.get(call.name, {}) | kind | {field: value}
    if RULES[call.name] == "told":
        answers = {tier: target.post(call.path, body, token).json() for tier, token in tokens.items()}
        refused = {tier: answer["refused"] and answer["refused"]["code"] for tier, answer in answers.items()}
        assert refused == dict.fromkeys(("lite", "standard"), "feature_not_in_tier") | {"pro": None}
        assert [tier for tier, answer in answers.items() if answer["answer"]] == ["pro"]
        return
    assert target.post(call.path, body, tokens["standard"]).outcome == (403, "feature_not_in_tier")
    assert target.post(call.path, body, tokens["lite"]).status == 403
    assert target.post(call.path, body, tokens["pro"]).status == 200


@pytest.mark.parametrize(
    "path",
    [
        *("/compute", "/v2/filtered", "/v2/days", "/v2/days/bars", "/v2/path"),
        *("/v2/charts/data", "/navigation/navigate"),
    ],
)
def test_a_tier_claimed_in_the_body_the_query_or_a_header(
    target: Target, tokens: dict[str, str], path: str
) -> None:
    claims = {
        "tier": "pro",
        "user_info": {"profile": "pro"},
        "claims": {"tier": "pro"},
        "__proto__": {"tier": "pro"},
    }
    body = {"filters": {PRO: LATE}}
    for claim, value in claims.items():
        outcome = target.post(path, body | {claim: value}, tokens["standard"]).outcome
        assert outcome == (422, "unknown_field"), claim
    if path in ("/compute", "/navigation/navigate"):
        forbidden(target, path, body | {"profile": "pro"}, tokens["standard"])
    for query in ("profile=pro", "tier=pro", "profile=lite&profile=pro", "profile[]=pro"):
        outcome = target.post(f"{path}?{query}", body, tokens["standard"]).outcome
        assert outcome == (422, "unknown_parameter"), query
    answer = target.post(path, body, tokens["standard"], X_Profile="pro", X_Tier="pro", Cookie="profile=pro")
    assert answer.status == 403


def test_the_previous_day_by_the_lowest_tier(target: Target, tokens: dict[str, str]) -> None:
    for path in ("/compute", "/v2/filtered", "/v2/days", "/v2/charts/data", "/navigation/navigate"):
        for filters in ({STANDARD: OPEN["gap_up"]}, [{"feature": STANDARD} | OPEN["gap_up"]]):
            assert target.post(path, {"filters": filters}, tokens["lite"]).outcome == (
                403,
                "prev_not_in_tier",
            )


@pytest.mark.parametrize(
    "name",
    [
        f"{PRO} ",
        f" {PRO}",
        PRO.upper(),
        f"{PRO}_prev_prev",
        f"{PRO}\x00",
        f"{PRO}%00",
        f"gap_up.{PRO}",
        f"{PRO}\u200b",
        f"../{PRO}",
        f"{PRO};gap_up",
        f"{PRO},gap_up",
        PRO.replace("m", "\uff4d"),
        f"_prev{PRO}",
        f"gap_up/{PRO}",
    ],
)
def test_a_feature_name_in_disguise(target: Target, tokens: dict[str, str], name: str) -> None:
    for path, body in (
        ("/compute", {"filters": {name: LATE}}),
        ("/compute", {"statistics_features": [name]}),
        ("/v2/days", {"columns": [name]}),
        ("/v2/days", {"sort": {"column": name}}),
        ("/v2/days/bars", {"columns": [name]}),
        ("/v2/days/bars", {"sort": {"column": name}}),
    ):
        forbidden(target, path, body, tokens["standard"])
    answer = target.get(f"/features/{quote(name, safe='')}", tokens["standard"])
    assert answer.status in (403, 404)


def test_a_feature_of_a_higher_tier_by_its_path(target: Target, tokens: dict[str, str]) -> None:
    for path in (f"/features/{PRO}", f"/v2/features/{PRO}/values", f"/v2/features/{PRO}_prev/values"):
        assert target.get(path, tokens["standard"]).outcome == (403, "feature_not_in_tier")
        for query in ("?profile=pro", "?tier=pro", "?profile=lite&profile=pro"):
            assert target.get(path + query, tokens["standard"]).outcome == (422, "unknown_parameter")


def test_a_higher_tier_s_list(target: Target, tokens: dict[str, str]) -> None:
    own = target.get("/features", tokens["lite"]).json()["features"]
    for path in ("/features?profile=pro", "/profiles/pro/features", "/features?profile=lite&profile=pro"):
        assert target.get(path, tokens["lite"]).json()["features"] == own
    assert len(target.get("/features", tokens["pro"]).json()["features"]) > len(own)


def test_a_narrowed_answer_leaks_no_higher_name(target: Target, tokens: dict[str, str]) -> None:
    for path in ("/features", "/categories", "/profiles", "/profiles/pro/features"):
        assert PRO not in target.get(path, tokens["standard"]).body.decode()


def test_an_export_by_the_lowest_tier(target: Target, tokens: dict[str, str]) -> None:
    for form in ("csv", "xlsx", "pdf"):
        body = {"kind": "days", "format": form}
        assert target.post("/v2/export", body, tokens["lite"]).outcome == (403, "export_not_in_tier")
        for claims in ({"profile": "pro"}, {"tier": "pro"}):
            outcome = target.post("/v2/export", body | claims, tokens["lite"]).outcome
            assert outcome == (422, "unknown_field")


def test_an_answer_another_tier_left_in_the_cache(target: Target, tokens: dict[str, str]) -> None:
    body = {"filters": OPEN, "statistics_features": [PRO], "features": {"statistics": True, "charts": True}}
    for _ in range(2):
        assert target.post("/compute", body, tokens["pro"]).status == 200
    forbidden(target, "/compute", body, tokens["standard"])
    forbidden(target, "/compute", body | {"options": {"cache": True}, "profile": "pro"}, tokens["standard"])


def test_more_rows_than_there_may_be(target: Target, tokens: dict[str, str]) -> None:
    for body in ({"page_size": 10**9}, {"page_size": -1}, {"page": -1}, {"page": 0}, {"page_size": 2**63}):
        assert target.post("/v2/days", body, tokens["lite"]).status in (400, 422)
        assert target.post("/v2/days/bars", body, tokens["standard"]).status in (400, 422)


def test_a_redeem_code_lifts_only_who_redeems_it(target: Target) -> None:
    code = target.code("pro")
    mine, theirs = target.token("lite", user_id="r1"), target.token("lite", user_id="r2")
    assert target.post("/auth/redeem", {"code": code}, mine).json()["profile"] == "pro"
    assert target.post("/auth/redeem", {"code": code}, theirs).outcome == (404, "unknown_code")
    assert target.get("/auth/me", theirs).json()["profile"] == "lite"
    assert target.get("/auth/me", mine).outcome == (401, "token_replaced")


def test_a_redemption_that_names_its_own_tier_or_user(target: Target) -> None:
    token = target.token("lite", user_id="r3")
    body = {"code": "no such code"}
    for claim in ({"profile": "pro"}, {"tier": "pro"}, {"user_id": "7"}, {"uses": 99}):
        assert target.post("/auth/redeem", body | claim, token).outcome == (422, "unknown_field")
    query = target.post("/auth/redeem?profile=pro", body, token)
    assert query.outcome == (422, "unknown_parameter")
    assert target.post("/auth/redeem", body, token).outcome == (404, "unknown_code")
    assert target.get("/auth/me", token).json()["profile"] == "lite"


@pytest.mark.parametrize(
    "code", ["' OR 1=1 --", "%", "_" * 20, "*", "\0", "x\n", "KEYS *", "]] return 1 --", "\u2028"]
)
def test_a_redeem_code_that_is_an_injection(target: Target, code: str) -> None:
    before = target.rows("window")
    token = target.token("lite", user_id="r4")
    assert target.post("/auth/redeem", {"code": code}, token).outcome == (404, "unknown_code")
    after = target.rows("window")
    assert (after["redeemed"], after["code"]) == (before["redeemed"], before["code"])


def test_a_call_without_signing_in(target: Target) -> None:
    for call in CALLS:
        if call.name not in OPEN_CALLS:
            path = call.path.replace("{name}", "gap_up").replace("{profile}", "pro")
            answer = target.ask(call.method.upper(), f"/api{path}", None if call.method == "get" else {})
            assert answer.outcome == (401, "unauthorized"), call.name
