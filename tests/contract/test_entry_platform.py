"""Entry by the course platform's API: enrolment as it says, its quirks, and its absence."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.members.entry import learnworlds
from tests.contract.entry_sentences import BAD_REFERRER, INVALID, NOT_ENROLLED, REQUIRED
from tests.support.entry_links import SECRET, signed
from tests.support.platform_stand_in import School, running_school
from tests.support.service_client import VISITOR, running

ADA = "ada@example.com"
SITE = "school.example"


@pytest.fixture
def school() -> Iterator[School]:
    with running_school() as school:
        school.enrol("7", ADA, "other", "dev-cad-std")
        school.enrol("k", "kim@example.com", "dev-cad-std")
        yield school


@pytest.fixture
def client(school: School, tmp_path: Path) -> Iterator[TestClient]:
    with running(tmp_path, course_site=SITE, **school.settings()) as client:
        yield client


def enter(client: TestClient, **parameters: Any) -> Any:
    return client.post("/api/auth/entry", json=VISITOR | parameters)


def refusal(client: TestClient, **parameters: Any) -> tuple[int, str, str]:
    answer = enter(client, **parameters)
    return answer.status_code, answer.json()["code"], answer.json()["message"]


def test_an_enrolled_member_enters_with_the_course_s_tier(client: TestClient) -> None:
    user = enter(client, profile="pro").json()["user_info"]
    assert (user["user_id"], user["profile"], user["profile_source"]) == ("7", "standard", "course")


def test_a_member_without_a_name_enters_under_the_address(client: TestClient) -> None:
    assert enter(client, user_name="").json()["user_info"]["username"] == ADA


def test_the_platform_is_asked_as_it_documents(client: TestClient, school: School) -> None:
    enter(client)
    assert school.asked == ["POST /token", "GET /users/7", "GET /users/7/courses?page=1"]


@pytest.mark.parametrize(
    ("parameters", "code", "sentence"),
    [
        ({"course_id": "dev-cad-ess"}, "not_enrolled", NOT_ENROLLED),
        ({"course_id": "other"}, "not_enrolled", NOT_ENROLLED),
        ({"user_id": "8"}, "not_enrolled", NOT_ENROLLED),
        ({"user_id": ADA}, "not_enrolled", NOT_ENROLLED),
        ({"user_id": ".."}, "not_enrolled", NOT_ENROLLED),
        ({"user_id": "7/courses?x="}, "not_enrolled", NOT_ENROLLED),
        ({"user_email": "eve@example.com"}, "email_mismatch", INVALID),
        ({"user_id": "k", "user_email": "\u212aim@example.com"}, "email_mismatch", INVALID),
        ({"user_email": None}, "invalid_parameters", INVALID),
        ({"user_id": None, "course": "dev-cad-std"}, "authentication_required", REQUIRED),
    ],
)
def test_who_is_not_enrolled_is_refused_with_the_specification_s_sentence(
    client: TestClient, parameters: dict[str, Any], code: str, sentence: str
) -> None:
    assert refusal(client, **parameters) == (403, code, sentence)


def test_letters_of_an_address_may_be_written_either_way(client: TestClient) -> None:
    assert enter(client, user_email="ADA@Example.com").status_code == 200


def test_a_user_id_stays_one_part_of_the_path(client: TestClient, school: School) -> None:
    enter(client, user_id="../admin?a=b#c")
    assert school.asked[1:] == ["GET /users/..%2Fadmin%3Fa%3Db%23c"]


def test_a_member_without_courses_is_a_404_and_not_enrolled(client: TestClient, school: School) -> None:
    school.enrol("7", ADA)
    assert refusal(client) == (403, "not_enrolled", NOT_ENROLLED)


def test_a_course_on_a_later_page_counts(client: TestClient, school: School) -> None:
    school.enrol("7", ADA, *(f"course-{number}" for number in range(120)), "dev-cad-std")
    assert enter(client).status_code == 200
    assert school.asked[-1] == "GET /users/7/courses?page=3"


@pytest.mark.parametrize(
    ("expires", "status"),
    [
        (None, 200),
        (0, 200),
        (4102444800, 200),
        ("2999-01-01T00:00:00+00:00", 200),
        ("4102444800", 200),
        (1000.5, 403),
        ("2020-01-01T00:00:00+00:00", 403),
        ("some day", 503),
        ({"at": 5}, 503),
    ],
)
def test_an_enrolment_counts_until_its_end(
    client: TestClient, school: School, expires: Any, status: int
) -> None:
    school.enrol("7", ADA, "dev-cad-std", expires=expires)
    assert enter(client).status_code == status


def test_rows_in_the_older_form_count(client: TestClient, school: School) -> None:
    school.courses["7"] = [{"id": "dev-cad-std"}, {"id": 5}, {}]
    assert enter(client).status_code == 200


def test_an_answer_is_remembered_for_five_minutes(client: TestClient, school: School) -> None:
    enter(client)
    asked = len(school.asked)
    school.enrol("7", ADA)
    assert enter(client).status_code == 200
    assert len(school.asked) == asked


def test_a_token_that_ended_midway_is_renewed_once(client: TestClient, school: School) -> None:
    enter(client)
    school.enrol("8", "eve@example.com", "dev-cad-std")
    school.tokens.append("the platform forgot the others")
    assert enter(client, user_id="8", user_email="eve@example.com").status_code == 200
    assert school.asked.count("POST /token") == 2


def test_a_token_that_is_never_taken_is_not_asked_for_again_and_again(
    client: TestClient, school: School
) -> None:
    school.quirk = "never authorized"
    assert refusal(client)[:2] == (503, "platform_unavailable")
    assert school.asked == ["POST /token", "GET /users/7", "POST /token", "GET /users/7"]


def test_a_platform_that_reads_the_older_token_form_is_asked_in_it(
    client: TestClient, school: School
) -> None:
    school.reads_json_tokens = False
    assert enter(client).status_code == 200


def test_wrong_credentials_are_said_in_the_log_only(
    school: School, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, **(school.settings() | {"lw_client_secret": "wrong"})) as client:
        answer = enter(client)
    assert (answer.status_code, answer.json()["code"]) == (503, "platform_unavailable")
    assert "LW_CLIENT_SECRET" not in answer.text
    assert "check LW_CLIENT_ID and LW_CLIENT_SECRET" in caplog.text
    assert ADA not in caplog.text


@pytest.mark.parametrize(
    ("quirk", "wait"),
    [
        ("success false", "10"),
        ("too many", "10"),
        ("too many, wait", "42"),
        ("too many, for days", "300"),
        ("too many, odd", "10"),
        ("error", "10"),
        ("HTML", "10"),
        ("HTML error", "10"),
        ("a list", "10"),
        ("empty", "10"),
        ("nested", "10"),
        ("huge", "10"),
        ("half", "10"),
        ("redirect", "10"),
        ("slow", "10"),
        ("drip", "10"),
    ],
)
def test_a_platform_that_cannot_say_lets_nobody_in_and_says_when_to_come_back(
    client: TestClient, school: School, quirk: str, wait: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learnworlds, "STEP_PATIENCE", 0.2)
    monkeypatch.setattr(learnworlds, "PATIENCE", 0.4)
    school.quirk = quirk
    answer = enter(client)
    assert (answer.status_code, answer.json()["code"]) == (503, "platform_unavailable")
    assert answer.headers["Retry-After"] == wait
    assert answer.json()["message"].startswith("LearnWorlds does not answer at the moment")
    assert not any("stolen" in asked for asked in school.asked)


def test_not_found_in_a_200_means_not_enrolled(client: TestClient, school: School) -> None:
    school.quirk = "not found as 200"
    assert refusal(client) == (403, "not_enrolled", NOT_ENROLLED)


def test_an_outage_leaves_running_sessions_and_remembered_members_alone(
    school: School, tmp_path: Path
) -> None:
    settings = school.settings() | {"lw_api_url": "http://127.0.0.1:9/admin/api/v2"}
    with running(tmp_path, **settings) as away:
        assert refusal(away)[:2] == (503, "platform_unavailable")
    with running(tmp_path, **school.settings()) as client:
        first = enter(client).json()
        school.quirk = "too many"
        assert refusal(client, user_id="8")[0] == 503
        mine = {"Authorization": f"Bearer {first['access_token']}"}
        assert client.get("/api/auth/me", headers=mine).status_code == 200
        renewed = client.post("/api/auth/refresh", json={"refresh_token": first["refresh_token"]})
        assert renewed.status_code == 200
        assert enter(client).status_code == 200


def test_a_platform_that_asks_for_patience_is_left_alone(client: TestClient, school: School) -> None:
    school.quirk = "too many, wait"
    enter(client)
    asked = len(school.asked)
    answer = enter(client, user_id="8")
    assert (answer.status_code, len(school.asked)) == (503, asked)
    assert 1 <= int(answer.headers["Retry-After"]) <= 42


def test_with_a_secret_enrolment_alone_does_not_let_in(school: School, tmp_path: Path) -> None:
    with running(tmp_path, course_site=SITE, entry_secrets=(SECRET,), **school.settings()) as client:
        assert refusal(client) == (403, "signature_missing", INVALID)
        assert school.asked == []
        answer = client.post("/api/auth/entry", json=signed(VISITOR | {"profile": "pro"})).json()
        assert (answer["user_info"]["profile"], answer["user_info"]["profile_source"]) == ("pro", "url")
        stranger = signed(VISITOR | {"user_id": "8", "user_email": "eve@example.com"})
        assert client.post("/api/auth/entry", json=stranger).json()["message"] == NOT_ENROLLED
        course = signed({"course": "dev-cad-std"})
        assert client.post("/api/auth/entry", json=course).json()["message"] == BAD_REFERRER
        member = client.post("/api/auth/entry", json=course | {"referrer": f"https://{SITE}/"})
        assert member.json()["user_info"]["username"] == "Course Member"


def test_a_link_outlives_an_outage(school: School, tmp_path: Path) -> None:
    with running(tmp_path, entry_secrets=(SECRET,), **school.settings()) as client:
        link = signed(VISITOR)
        school.quirk = "error"
        assert client.post("/api/auth/entry", json=link).status_code == 503
        school.quirk = None
        assert client.post("/api/auth/entry", json=link).status_code == 200
        assert client.post("/api/auth/entry", json=link).json()["code"] == "link_used"


def test_start_up_warns_where_nothing_proves_who_enters(
    school: School, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, entry_secrets=(SECRET,), **school.settings()):
        assert "proves no identity" not in caplog.text
    with running(tmp_path, **school.settings()):
        assert "enrolment proves no identity" in caplog.text
