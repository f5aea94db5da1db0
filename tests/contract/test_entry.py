"""Entry from the course platform: the specification's rules and its sentences, word for word."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.app import create_app
from service.settings import Settings
from tests.contract.entry_sentences import BAD_COURSE, BAD_REFERRER, INVALID, NOT_ENROLLED, REQUIRED
from tests.support.mail_stand_in import NO_ADDRESSES
from tests.support.service_client import VISITOR, running

SITE = "school.example"


def entered(client: TestClient, **parameters: Any) -> Any:
    answer = client.post("/api/auth/entry", json=parameters)
    return answer.json()["user_info"] if answer.status_code == 200 else answer.json()["message"]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("school"), course_site=SITE) as client:
        yield client


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({}, REQUIRED),
        ({"user_id": "", "course": ""}, REQUIRED),
        ({"profile": "pro", "return_url": "https://x"}, REQUIRED),
        ({"user_email": "a@b"}, INVALID),
        (VISITOR | {"user_email": None}, INVALID),
        (VISITOR | {"course_id": ""}, INVALID),
        (VISITOR | {"user_name": "x" * 513}, INVALID),
        (VISITOR | {"user_id": "account:admin"}, INVALID),
        (VISITOR | {"user_id": "course-member:dev-cad-std"}, INVALID),
        (VISITOR | {"course_id": "other"}, NOT_ENROLLED),
        ({"course": "dev-cad-std"}, BAD_REFERRER),
        ({"course": "dev-cad-std", "referrer": "https://evil.example/school.example"}, BAD_REFERRER),
        ({"course": "dev-cad-std", "referrer": "https://evilschool.example/"}, BAD_REFERRER),
        ({"course": "dev-cad-std", "referrer": "https://school.example@evil.example/"}, BAD_REFERRER),
        ({"course": "dev-cad-std", "referrer": "https://[bad"}, BAD_REFERRER),
        ({"course": "other", "referrer": f"https://{SITE}/x"}, BAD_COURSE),
    ],
)
def test_a_refused_entry_says_the_specification_s_sentence(
    school: TestClient, parameters: dict[str, Any], sentence: str
) -> None:
    assert entered(school, **parameters) == sentence


@pytest.mark.parametrize("address", [each for each in NO_ADDRESSES if each])
def test_an_entry_names_exactly_one_address(school: TestClient, address: str) -> None:
    answer = school.post("/api/auth/entry", json=VISITOR | {"user_email": address})
    assert (answer.status_code, answer.json()["code"]) == (403, "invalid_parameters")
    assert answer.json()["message"] == INVALID
    assert answer.json()["detail"] == "user_email: expected exactly one address such as ada@example.com."


@pytest.mark.parametrize(
    ("left", "named"),
    [
        ("{{USER_ID}}", "{{USER_ID}}"),
        ("{{user.id}}", "{{user.id}}"),
        ("{{ USER.ID }}", "{{ USER.ID }}"),
        ("%7B%7BUSER_ID%7D%7D", "{{USER_ID}}"),
        ("Zoe {{USER_NAME}}", "{{USER_NAME}}"),
        ("%7b%7bid", "{{...}}"),
        ("%257B%257Bid", "{{...}}"),
        ("a{{b", "{{...}}"),
        ("{{ call 555 0100 }}", "{{...}}"),
    ],
)
def test_a_placeholder_left_in_the_address_is_named_and_nothing_else_of_it(
    school: TestClient, left: str, named: str
) -> None:
    for name in ("user_id", "user_name", "course_title", "signature"):
        answer = school.post("/api/auth/entry", json=VISITOR | {name: left})
        assert (answer.status_code, answer.json()["code"]) == (403, "placeholder_not_filled")
        assert f"the placeholder {named} in the address" in answer.json()["message"]
        assert "enrolled member" in answer.json()["message"]


@pytest.mark.parametrize(
    ("profile", "course", "tier", "source"),
    [
        ("pro", "dev-cad-ess", "pro", "url"),
        (None, "dev-cad-std", "standard", "course"),
        (None, "context-analyzer", "standard", "course"),
        (None, "dev-cad-ess", "lite", "course"),
        (None, "cad-essentials", "lite", "course"),
        ("gold", "cad-essentials", "lite", "course"),
        ("PRO", "cad-essentials", "lite", "course"),
    ],
)
def test_the_tier_comes_from_the_address_else_from_the_course(
    school: TestClient, profile: str | None, course: str, tier: str, source: str
) -> None:
    user = entered(school, **(VISITOR | {"profile": profile, "course_id": course}))
    assert (user["profile"], user["profile_source"]) == (tier, source)


@pytest.mark.parametrize(
    ("environment", "told"), [("lite", ("lite", "env")), (None, ("standard", "default"))]
)
def test_a_course_without_a_tier_takes_the_environment_s_else_standard(
    tmp_path: Path, environment: Any, told: tuple[str, str]
) -> None:
    given: dict[str, Any] = {"course_tiers": {"plain": None}, "default_tier": environment}
    with running(tmp_path, course_site=SITE, **given) as client:
        for parameters in (
            VISITOR | {"course_id": "plain"},
            {"course": "plain", "referrer": f"https://{SITE}"},
        ):
            user = entered(client, **parameters)
            assert (user["profile"], user["profile_source"]) == told


@pytest.mark.parametrize("host", [SITE, f"www.{SITE}", SITE.upper()])
def test_a_course_only_entry_makes_a_generic_member_with_the_course_s_tier(
    school: TestClient, host: str
) -> None:
    user = entered(school, course="cad-essentials", referrer=f"https://{host}/path?q", profile="pro")
    assert (user["username"], user["profile"], user["email"]) == ("Course Member", "lite", None)


def test_every_course_site_may_refer_and_none_without_one(tmp_path: Path) -> None:
    with running(tmp_path, course_sites=("one.example", "two.example")) as client:
        for host in ("one.example", "www.two.example"):
            assert entered(client, course="dev-cad-std", referrer=f"https://{host}/")["profile"] == "standard"
    with running(tmp_path) as client:
        assert entered(client, course="dev-cad-std", referrer="https:///x") == BAD_REFERRER


@pytest.mark.parametrize(
    ("address", "is_told"),
    [
        (f"https://{SITE}/lesson/7?a=1#b", True),
        (f"https://www.{SITE}", True),
        (f"HTTPS://{SITE.upper()}/x", True),
        (f"http://{SITE}/", False),
        (f"https://{SITE}:8443/", False),
        (f"https://{SITE}.evil.example/", False),
        (f"https://{SITE}@evil.example/", False),
        (f"https://evil.example\\@{SITE}/", False),
        (f"https:\\\\{SITE}/", False),
        (f" https://{SITE}/", False),
        (f"//{SITE}/", False),
        ("javascript:alert(1)", False),
        (f"https://{SITE}/\nx", False),
        (None, False),
    ],
)
def test_the_answer_bears_a_return_address_only_to_the_course(
    school: TestClient, address: str | None, is_told: bool
) -> None:
    answer = school.post("/api/auth/entry", json=VISITOR | {"return_url": address})
    assert answer.status_code == 200
    assert answer.json()["return_url"] == (address if is_told else None)


def test_each_entry_is_a_session_of_its_own_and_ends_the_one_it_replaces(school: TestClient) -> None:
    first = school.post("/api/auth/entry", json=VISITOR).json()
    kept = school.post("/api/auth/entry", json=VISITOR | {"user_id": "8"}).json()
    sent = {"Authorization": f"Bearer {first['access_token']}", "X-Session-ID": "chosen-by-the-caller"}
    second = school.post("/api/auth/entry", headers=sent, json=VISITOR | {"user_id": "9"}).json()
    assert len({first["session_id"], kept["session_id"], second["session_id"], "chosen-by-the-caller"}) == 4
    assert school.get("/api/auth/me", headers=sent).status_code == 401
    spent = school.post("/api/auth/refresh", json={"refresh_token": first["refresh_token"]})
    assert spent.status_code == 401
    for running_session, user in ((kept, "8"), (second, "9")):
        mine = {"Authorization": f"Bearer {running_session['access_token']}"}
        assert school.get("/api/auth/me", headers=mine).json()["user_id"] == user


def test_a_refused_entry_ends_nothing(school: TestClient) -> None:
    first = school.post("/api/auth/entry", json=VISITOR).json()
    sent = {"Authorization": f"Bearer {first['access_token']}"}
    assert school.post("/api/auth/entry", headers=sent, json={}).status_code == 403
    assert school.get("/api/auth/me", headers=sent).status_code == 200


def test_the_platform_s_name_is_a_setting(tmp_path: Path) -> None:
    with running(tmp_path, platform_name="Campus") as client:
        assert entered(client) == REQUIRED.replace("LearnWorlds", "Campus")


def test_an_address_is_taken_at_its_word_only_from_this_machine(tmp_path: Path) -> None:
    folders = (tmp_path / "warehouse", tmp_path / "state", tmp_path)
    app = create_app(Settings(*folders, access_mode="trusted_url"))
    with TestClient(app, base_url="http://127.0.0.1", client=("192.168.1.7", 50000)) as stranger:
        assert stranger.post("/api/auth/entry", json=VISITOR).json()["code"] == "not_loopback"


def test_start_up_warns_that_the_gate_is_open(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path):
        pass
    assert "ACCESS_MODE trusted_url" in caplog.text
