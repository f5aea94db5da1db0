"""More than the tier gives by a feature or a redeem code in disguise; tests/contract has every call."""

from urllib.parse import quote

import pytest

from core.contracts.catalogue import TIERS
from qa.security.target import Target
from tests.contract.test_tier_of_every_call import LATE, PRO


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


def test_a_narrowed_answer_leaks_no_higher_name(target: Target, tokens: dict[str, str]) -> None:
    for path in ("/features", "/categories", "/profiles", "/profiles/pro/features"):
        assert PRO not in target.get(path, tokens["standard"]).body.decode()


def test_more_rows_than_there_may_be(target: Target, tokens: dict[str, str]) -> None:
    for body in ({"page_size": 10**9}, {"page_size": -1}, {"page": -1}, {"page": 0}, {"page_size": 2**63}):
        assert target.post("/v2/days", body, tokens["lite"]).status in (400, 422)
        assert target.post("/v2/days/bars", body, tokens["standard"]).status in (400, 422)


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
