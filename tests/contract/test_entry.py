"""Entry from the course platform: the specification's rules and its sentences, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.app import create_app
from service.settings import Settings
from tests.service_client import VISITOR, running

REQUIRED = "Authentication required. Please access this dashboard through LearnWorlds."
INVALID = "Invalid authentication parameters."
NOT_ENROLLED = "Access denied. You are not enrolled in a course that has access to this dashboard."
BAD_REFERRER = "Access denied. Please access this dashboard from your LearnWorlds course."
BAD_COURSE = "Access denied. Invalid course access code."
SITE = "school.example"


def entered(client: TestClient, **parameters: Any) -> Any:
    answer = client.post("/api/auth/entry", json=parameters)
    return answer.json()["user_info"] if answer.status_code == 200 else answer.json()["message"]


@pytest.fixture
def school(tmp_path: Path) -> Any:
    with running(tmp_path, course_site=SITE) as client:
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
        (VISITOR | {"course_id": "other"}, NOT_ENROLLED),
        ({"course": "dev-cad-std"}, BAD_REFERRER),
        ({"course": "dev-cad-std", "referrer": "https://evil.example/school.example"}, BAD_REFERRER),
        ({"course": "dev-cad-std", "referrer": "https://evilschool.example/"}, BAD_REFERRER),
        ({"course": "dev-cad-std", "referrer": "https://[bad"}, BAD_REFERRER),
        ({"course": "other", "referrer": f"https://{SITE}/x"}, BAD_COURSE),
    ],
)
def test_a_refused_entry_says_the_specification_s_sentence(
    school: TestClient, parameters: dict[str, Any], sentence: str
) -> None:
    assert entered(school, **parameters) == sentence


def test_a_placeholder_left_in_the_address_is_named(school: TestClient) -> None:
    sentence = entered(school, **(VISITOR | {"user_id": "{{USER_ID}}"}))
    assert "{{USER_ID}}" in sentence
    assert "enrolled member" in sentence


@pytest.mark.parametrize(
    ("profile", "course", "tier", "source"),
    [
        ("pro", "dev-cad-ess", "pro", "url"),
        (None, "dev-cad-std", "standard", "course"),
        (None, "context-analyzer", "standard", "course"),
        (None, "dev-cad-ess", "lite", "course"),
        (None, "cad-essentials", "lite", "course"),
        ("gold", "cad-essentials", "lite", "course"),
    ],
)
def test_the_tier_comes_from_the_address_else_from_the_course(
    school: TestClient, profile: str | None, course: str, tier: str, source: str
) -> None:
    user = entered(school, **(VISITOR | {"profile": profile, "course_id": course}))
    assert (user["profile"], user["profile_source"]) == (tier, source)


@pytest.mark.parametrize("host", [SITE, f"www.{SITE}"])
def test_a_course_only_entry_makes_a_generic_member_with_the_course_s_tier(
    school: TestClient, host: str
) -> None:
    user = entered(school, course="cad-essentials", referrer=f"https://{host}/path?q", profile="pro")
    assert (user["username"], user["profile"], user["email"]) == ("Course Member", "lite", None)


def test_the_platform_s_name_is_a_setting(tmp_path: Path) -> None:
    with running(tmp_path, platform_name="Campus") as client:
        assert entered(client) == REQUIRED.replace("LearnWorlds", "Campus")


def test_an_address_is_taken_at_its_word_only_from_this_machine(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path / "warehouse", tmp_path / "state", web=tmp_path))
    with TestClient(app, base_url="http://127.0.0.1", client=("192.168.1.7", 50000)) as stranger:
        assert stranger.post("/api/auth/entry", json=VISITOR).json()["code"] == "not_loopback"


def test_start_up_warns_that_the_gate_is_open(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path):
        pass
    assert "ACCESS_MODE trusted_url" in caplog.text
