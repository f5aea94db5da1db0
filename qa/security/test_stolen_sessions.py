"""Tokens and sessions of somebody else, used twice, too late or in another place."""

import pytest

from qa.security.target import Target


def test_a_token_anywhere_but_in_its_header(target: Target) -> None:
    token = target.token()
    assert (
        target.get(f"/auth/me?access_token={token}&token={token}&authorization=Bearer%20{token}").status
        == 401
    )
    assert target.get("/auth/me", Cookie=f"access_token={token}; Authorization=Bearer {token}").status == 401
    assert target.post("/auth/logout", {"access_token": token}).status == 401
    assert target.get("/auth/me", X_Access_Token=token, Proxy_Authorization=f"Bearer {token}").status == 401


def test_two_authorizations_in_one_request(target: Target) -> None:
    mine, other = target.token(), "x.y.z"
    lines = ["GET /api/auth/me HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    for first, second in ((mine, other), (other, mine)):
        both = [f"Authorization: Bearer {each}" for each in (first, second)]
        answer = target.say("\r\n".join((*lines, *both, "", "")).encode())
        assert answer.status in (200, 400, 401)
        assert (answer.status == 200) <= (first == mine)


def test_a_refresh_token_in_place_of_an_access_token(target: Target) -> None:
    tokens = target.enter()
    assert target.get("/auth/me", tokens["refresh_token"]).outcome == (401, "unauthorized")
    refused = target.post("/auth/refresh", {"refresh_token": tokens["access_token"]})
    assert refused.outcome == (401, "refresh_invalid")


@pytest.mark.parametrize("token", ["", " ", "a" * 100_000, "*", "' OR 1=1 --", "\x00", "\ud83d", "%00", "{}"])
def test_a_refresh_token_that_is_made_up(target: Target, token: str) -> None:
    before = target.rows()
    answer = target.post("/auth/refresh", {"refresh_token": token})
    assert answer.status in (400, 401, 422)
    assert "aaaa" not in answer.body.decode()
    assert target.rows() == before


def test_signing_out_somebody_else(target: Target) -> None:
    mine, theirs = target.enter(), target.enter(user_id="8")
    naming = {"session_id": theirs["session_id"], "user_id": "8"}
    query = f"/auth/logout?session_id={theirs['session_id']}"
    named_here = {"X_Session_ID": theirs["session_id"]}
    for path, body in ((query, None), ("/auth/logout", naming)):
        assert target.post(path, body, mine["access_token"], **named_here).status == 422
    assert target.post("/auth/logout", None, mine["access_token"], **named_here).status == 204
    assert target.get("/auth/me", theirs["access_token"]).status == 200


def test_another_user_by_a_header_or_a_parameter(target: Target) -> None:
    mine, theirs = target.enter(), target.enter(user_id="8")
    for query in (f"session_id={theirs['session_id']}", "user_id=8"):
        answer = target.get(f"/auth/me?{query}", mine["access_token"])
        assert answer.outcome == (422, "unknown_parameter")
    answer = target.get(
        "/auth/me",
        mine["access_token"],
        X_Session_ID=theirs["session_id"],
        X_User_ID="8",
        X_Forwarded_User="8",
    )
    assert (answer.json()["user_id"], answer.json()["session_id"]) == ("7", mine["session_id"])
