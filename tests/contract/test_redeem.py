"""Redeeming a code: the tier changes at once, for this session, and with new tokens only."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from service.database.sqlite_store import DATABASE
from service.settings.values import Rate
from tests.contract.schema import answer_schema, operations, violations
from tests.support.blocking import Codes, SqliteStore
from tests.support.service_client import VISITOR, running


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "state")
    yield store
    store.close()


@pytest.fixture
def codes(store: SqliteStore) -> Codes:
    return Codes(store)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with running(tmp_path, redeem_codes={"WELCOME-lite": "lite", "to-the-top": "pro"}) as client:
        yield client


def enter(client: TestClient, tier: str = "lite", **visitor: str) -> dict[str, str]:
    tokens: dict[str, str] = client.post("/api/auth/entry", json=VISITOR | {"profile": tier} | visitor).json()
    return tokens


def bearer(tokens: dict[str, str]) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens['access_token']}"}


def redeem(
    client: TestClient, tokens: dict[str, str], code: object, **further: bool
) -> tuple[int, dict[str, str]]:
    answer = client.post("/api/auth/redeem", headers=bearer(tokens), json={"code": code} | further)
    return answer.status_code, answer.json()


def profile(client: TestClient, tokens: dict[str, str]) -> str:
    answer = client.get("/api/auth/me", headers=bearer(tokens)).json()
    return str(answer.get("profile") or answer["code"])


def test_a_code_raises_the_tier_and_the_tokens_of_before_are_worth_nothing(
    client: TestClient, codes: Codes
) -> None:
    before = enter(client)
    status, after = redeem(client, before, codes.make("pro"))
    assert (status, after["profile"], after["session_id"]) == (200, "pro", before["session_id"])
    assert profile(client, after) == "pro"
    assert profile(client, before) == "token_replaced"
    user = client.get("/api/auth/me", headers=bearer(after)).json()
    assert user["user_id"] == "7"
    refreshed = client.post("/api/auth/refresh", json={"refresh_token": after["refresh_token"]}).json()
    assert profile(client, refreshed) == "pro"
    assert refreshed["user_info"]["profile_source"] == "code"
    assert violations(answer_schema(operations()["redeem"][2]), after) == []


def test_the_refresh_token_of_before_ends_the_session_like_any_spent_one(
    client: TestClient, codes: Codes
) -> None:
    before = enter(client)
    after = redeem(client, before, codes.make("pro"))[1]
    answer = client.post("/api/auth/refresh", json={"refresh_token": before["refresh_token"]})
    assert answer.json()["code"] == "refresh_reused"
    assert profile(client, after) == "session_ended"


def test_a_code_may_lower_the_tier(client: TestClient, codes: Codes) -> None:
    tokens = enter(client, "pro")
    assert redeem(client, tokens, codes.make("lite"), may_lower=True)[1]["profile"] == "lite"


@pytest.mark.parametrize("may_lower", [None, "true", 1])
def test_may_lower_is_yes_or_no(client: TestClient, codes: Codes, may_lower: bool) -> None:
    tokens = enter(client, "pro")
    assert redeem(client, tokens, codes.make("lite"), may_lower=may_lower)[0] == 422
    assert profile(client, tokens) == "pro"


def test_a_code_is_read_however_it_is_typed(client: TestClient, codes: Codes) -> None:
    code = codes.make("pro")
    assert redeem(client, enter(client), f" {code.lower().replace('-', ' ')} ")[0] == 200
    assert redeem(client, enter(client), "Welcome-LITE", may_lower=True)[1]["profile"] == "lite"
    assert redeem(client, enter(client), "to-the-top")[1]["profile"] == "pro"


def test_unknown_used_up_revoked_and_over_are_told_the_same(
    client: TestClient, codes: Codes, store: SqliteStore
) -> None:
    used, revoked, over = codes.make("pro"), codes.make("pro"), codes.make("pro", expires_at=1)
    assert redeem(client, enter(client), used)[0] == 200
    (name,) = [each.name for each in Codes(store).every() if not each.used and each.expires_at is None]
    codes.revoke(name)
    found = set()
    for code in (used, revoked, over, "XXXX-XXXX-XXXX-XXXX-XXXX", "' OR 1=1 --", "\x00", "ß" * 64):
        status, body = redeem(client, enter(client, user_id="8"), code)
        assert (status, body["code"]) == (404, "unknown_code")
        found.add((body["detail"], body["message"]))
    assert len(found) == 1


def test_the_same_user_comes_again_with_a_code_for_one(client: TestClient, codes: Codes) -> None:
    code = codes.make("pro")
    assert [redeem(client, enter(client), code)[0] for _ in range(2)] == [200, 200]
    assert redeem(client, enter(client, user_id="8"), code)[0] == 404


def test_members_known_by_their_course_alone_are_not_one_user(
    tmp_path: Path, client: TestClient, codes: Codes
) -> None:
    code = codes.make("pro")
    with running(tmp_path, course_sites=("school.example",)) as member:
        body = {"course": "dev-cad-ess", "referrer": "https://school.example/"}
        found = [redeem(member, member.post("/api/auth/entry", json=body).json(), code)[0] for _ in range(2)]
    assert found == [200, 404]


@pytest.mark.parametrize(
    ("code", "status"), [("", 422), ("x" * 129, 422), (None, 422), (["a"], 422), (7, 422)]
)
def test_what_is_no_code_is_refused(client: TestClient, code: object, status: int) -> None:
    assert redeem(client, enter(client), code)[0] == status


def test_nobody_redeems_without_a_session(client: TestClient, codes: Codes) -> None:
    assert client.post("/api/auth/redeem", json={"code": codes.make("pro")}).status_code == 401


def test_another_session_of_the_same_user_keeps_its_tier(client: TestClient, codes: Codes) -> None:
    one, other = enter(client), enter(client)
    redeem(client, one, codes.make("pro"))
    assert profile(client, other) == "lite"


def test_guessing_is_throttled_and_says_when_to_come_back(client: TestClient) -> None:
    tokens = enter(client)
    answers = [
        client.post("/api/auth/redeem", headers=bearer(tokens), json={"code": f"guess {turn}"})
        for turn in range(40)
    ]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) > 0
    assert {answer.status_code for answer in answers} == {404, 429}


def test_a_code_is_stored_as_its_digest_and_is_in_no_log(
    client: TestClient, codes: Codes, tmp_path: Path
) -> None:
    code = codes.make("pro")
    redeem(client, enter(client), code)
    redeem(client, enter(client), "to-the-top")
    redeem(client, enter(client), "no-such-code")
    state = tmp_path / "state"
    kept = "\n".join(sqlite3.connect(state / DATABASE).iterdump()) + (state / "audit.log").read_text()
    assert '"event":"redeem"' in kept
    for secret in (code, code.replace("-", ""), "to-the-top", "TOTHETOP", "no-such-code"):
        assert secret not in kept


def test_a_code_of_a_lower_tier_counts_as_a_try_and_the_log_says_that_it_asked(
    tmp_path: Path, codes: Codes
) -> None:
    code = codes.make("lite")
    with running(tmp_path, redeem_limit=Rate(2, 60)) as client:
        tokens = enter(client, "pro")
        assert [redeem(client, tokens, code)[0] for _ in range(3)] == [409, 409, 429]
    noted = (tmp_path / "state" / "audit.log").read_text()
    assert noted.count('"event":"redeem"') == noted.count('"outcome":"lower_tier"') == 2
    assert code not in noted


def test_codes_are_long_random_and_never_twice_the_same(codes: Codes) -> None:
    made = {codes.make("pro") for _ in range(50)}
    assert len(made) == 50
    assert all(len(code.replace("-", "")) == 20 for code in made)
