"""Entry by signed links: only what a holder of the secret signed, in its time, once."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from service.members.entry.link import signature_of
from service.settings.values import Rate
from tests.contract.entry_sentences import (
    BAD_COURSE,
    BAD_REFERRER,
    INVALID,
    NOT_ENROLLED,
    REQUIRED,
    TRY_AGAIN,
)
from tests.support.entry_links import SECRET, signed
from tests.support.redis_server import RedisServer
from tests.support.service_client import VISITOR, running
from tests.support.sizes import examples

SITE = "school.example"
FORMER = "the-secret-of-last-year-of-thirty-two-bytes"
HERE = {"referrer": f"https://{SITE}/course"}
LINK = VISITOR | {
    "course_title": "Context & more",
    "profile": "pro",
    "return_url": f"https://{SITE}/7?a=1&b=2",
}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    given_settings: dict[str, Any] = {
        "access_mode": "signed_url",
        "entry_secrets": (SECRET, FORMER),
        "course_site": SITE,
        "entry_limit": Rate(0, 60),
    }
    with running(tmp_path_factory.mktemp("signed"), **given_settings) as client:
        yield client


def code(client: TestClient, body: dict[str, Any]) -> str:
    answer = client.post("/api/auth/entry", json=body)
    return "entered" if answer.status_code == 200 else str(answer.json()["code"])


def sentence(client: TestClient, body: dict[str, Any]) -> str:
    answer = client.post("/api/auth/entry", json=body)
    assert answer.status_code == 403
    return str(answer.json()["message"])


def test_a_signed_link_lets_in_with_its_tier_and_its_way_back(school: TestClient) -> None:
    answer = school.post("/api/auth/entry", json=signed(LINK) | HERE).json()
    user = answer["user_info"]
    assert (user["user_id"], user["profile"], user["profile_source"]) == ("7", "pro", "url")
    assert (user["course_title"], answer["return_url"]) == (LINK["course_title"], LINK["return_url"])


def test_every_secret_of_a_rotation_is_taken_and_no_other(school: TestClient) -> None:
    assert code(school, signed(LINK, FORMER)) == "entered"
    assert code(school, signed(LINK, FORMER[::-1])) == "signature_invalid"


def test_a_link_lets_in_once_even_at_the_same_moment(school: TestClient) -> None:
    link = signed(LINK)
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda _: code(school, link), range(8)))
    assert sorted(outcomes) == ["entered"] + ["link_used"] * 7
    assert sentence(school, link) == TRY_AGAIN


def test_a_link_is_spent_for_every_process_that_shares_a_store(
    redis_server: RedisServer, tmp_path: Path
) -> None:
    shared: dict[str, Any] = {"access_mode": "signed_url", "entry_secrets": (SECRET,)}
    shared["redis_url"] = redis_server.url
    with running(tmp_path / "one", **shared) as one, running(tmp_path / "two", **shared) as two:
        link = signed(LINK)
        assert [code(each, link) for each in (one, two, one)] == ["entered", "link_used", "link_used"]


def test_a_refused_link_is_not_spent(school: TestClient) -> None:
    link = signed({"course": "dev-cad-std"})
    assert code(school, link) == "bad_referrer"
    assert code(school, link | HERE) == "entered"


@pytest.mark.parametrize(
    ("ahead", "expected", "told"),
    [
        ("-1", "link_expired", TRY_AGAIN),
        ("-99999999", "link_expired", TRY_AGAIN),
        ("302", "expires_invalid", INVALID),
        ("99999999", "expires_invalid", INVALID),
    ],
)
def test_a_link_has_five_minutes(school: TestClient, ahead: str, expected: str, told: str) -> None:
    link = signed(LINK | {"expires": str(int(time.time()) + int(ahead))})
    assert code(school, link) == expected
    assert sentence(school, link) == told


@pytest.mark.parametrize(
    "expires", ["soon", "1e12", "-5", " 17", "٣" * 10, "0x1", "9" * 12, "9" * 13, "9" * 400, "1.5", "NaN"]
)
def test_an_end_that_is_no_whole_number_of_seconds_is_refused(school: TestClient, expires: str) -> None:
    assert code(school, signed(LINK | {"expires": expires})) == "expires_invalid"


@pytest.mark.parametrize(
    "nonce",
    ["short", "x" * 65, "sixteen letters!", "n" * 15 + "é", *("n" * 16 + end for end in ("=", "\n", "%20"))],
)
def test_a_nonce_that_could_be_guessed_or_is_odd_is_refused(school: TestClient, nonce: str) -> None:
    assert code(school, signed(LINK | {"nonce": nonce})) == "nonce_invalid"


@pytest.mark.parametrize(
    ("signed_part", "added", "expected", "told"),
    [
        (None, {}, "authentication_required", REQUIRED),
        (None, {"profile": "pro"}, "authentication_required", REQUIRED),
        (None, VISITOR, "signature_missing", INVALID),
        (None, {"course": "dev-cad-std"} | HERE, "signature_missing", INVALID),
        *(
            (VISITOR | {"course_id": course}, {}, "not_enrolled", NOT_ENROLLED)
            for course in ("other", "DEV-CAD-STD", "dev-cad-std ", "dev-cad-std\0", "__class__")
        ),
        (VISITOR | {"user_id": "account:ada"}, {}, "invalid_parameters", INVALID),
        (VISITOR, {"profile": "pro"}, "signature_invalid", INVALID),
        ({"user_id": "7", "user_email": "a@b"}, {}, "invalid_parameters", INVALID),
        ({"user_name": "Ada"}, {}, "invalid_parameters", INVALID),
        ({"course": "dev-cad-std"}, {}, "bad_referrer", BAD_REFERRER),
        ({"course": "other"}, HERE, "invalid_course", BAD_COURSE),
        (LINK, {"user_name": ""}, "empty_parameter", INVALID),
        (LINK, {"unit_id": "5"}, "unknown_parameter", INVALID),
        (LINK, {"profile": ["lite", "pro"]}, "duplicate_parameter", INVALID),
    ],
)
def test_a_refused_entry_says_the_specification_s_sentence(
    school: TestClient, signed_part: dict[str, str] | None, added: dict[str, Any], expected: str, told: str
) -> None:
    body = ({} if signed_part is None else signed(signed_part)) | added
    assert (code(school, body), sentence(school, body)) == (expected, told)


def test_no_time_or_nonce_is_no_link(school: TestClient) -> None:
    for name in ("expires", "nonce"):
        whole = signed(LINK)
        bare = {key: value for key, value in whole.items() if key not in (name, "signature")}
        assert code(school, bare | {"signature": signature_of(bare, SECRET)}) == f"{name}_invalid"


def test_a_parameter_twice_in_the_body_is_refused_whichever_comes_last(school: TestClient) -> None:
    link = signed(LINK)
    for repeated in ('"profile":"lite"', '"profile":"pro"', '"signature":"x"', '"\\u0070rofile":"pro"'):
        text = json.dumps(link)
        for body in (f"{text[:-1]},{repeated}}}", f"{{{repeated},{text[1:]}"):
            answer = school.post(
                "/api/auth/entry", content=body, headers={"Content-Type": "application/json"}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "duplicate_parameter")


def test_the_order_of_the_parameters_does_not_matter(school: TestClient) -> None:
    for turned in (False, True):
        link = signed(LINK | {"user_name": "Zoë + Ünal/{1}~*'()"})
        assert code(school, dict(sorted(link.items(), reverse=turned))) == "entered"


def test_a_tier_is_believed_only_because_it_is_signed(school: TestClient) -> None:
    link = signed(VISITOR | {"profile": "lite"})
    assert code(school, link | {"profile": "pro"}) == "signature_invalid"
    user = school.post("/api/auth/entry", json=link).json()["user_info"]
    assert (user["profile"], user["profile_source"]) == ("lite", "url")


def test_a_way_back_to_elsewhere_is_not_told_even_when_signed(school: TestClient) -> None:
    answer = school.post("/api/auth/entry", json=signed(LINK | {"return_url": "https://evil.example/"}))
    assert (answer.status_code, answer.json()["return_url"]) == (200, None)


_NAMES = sorted({*LINK, "expires", "nonce", "signature"})
_SIGN = st.characters(exclude_categories=["Cs"])
_CHANGES: dict[str, Callable[[str, int, str], Any]] = {
    "replace a sign": lambda value, place, text: value[:place] + text + value[place + 1 :],
    "insert a sign": lambda value, place, text: value[:place] + text + value[place:],
    "cut a sign": lambda value, place, text: value[:place] + value[place + 1 :],
    "say something else": lambda value, place, text: text,
    "say it twice": lambda value, place, text: [value, value],
    "turn the case": lambda value, place, text: value.swapcase(),
    "leave it out": lambda value, place, text: None,
}


@given(st.sampled_from(_NAMES), st.sampled_from(sorted(_CHANGES)), st.integers(0, 200), _SIGN)
@settings(max_examples=examples(200))
def test_any_single_change_of_a_signed_link_is_refused(
    school: TestClient, name: str, change: str, place: int, sign: str
) -> None:
    link = signed(LINK)
    value = _CHANGES[change](link[name], place % len(link[name]), sign)
    assume(value != link[name])
    body = {key: each for key, each in (link | {name: value}).items() if each is not None}
    answer = school.post("/api/auth/entry", json=body)
    assert (answer.status_code, answer.json()["message"]) == (403, INVALID)


@given(st.text(_SIGN, min_size=1, max_size=20), st.text(_SIGN, min_size=1, max_size=20))
@settings(max_examples=examples(50))
def test_anything_added_to_a_signed_link_is_refused(school: TestClient, name: str, value: str) -> None:
    assume(name not in LINK and name != "referrer")
    for added in (name, "course", "challenge"):
        answer = school.post("/api/auth/entry", json=signed(LINK) | {added: value})
        assert (answer.status_code, answer.json()["message"]) == (403, INVALID)


def test_the_audit_names_who_entered_and_why_others_did_not(tmp_path: Path) -> None:
    with running(tmp_path, access_mode="signed_url", entry_secrets=(SECRET,)) as client:
        client.post("/api/auth/entry", json=signed(LINK))
        client.post("/api/auth/entry", json=VISITOR)
    lines = [json.loads(line) for line in (tmp_path / "state" / "audit.log").read_text().splitlines()]
    assert [(line["outcome"], line.get("user"), line.get("reason")) for line in lines] == [
        ("admitted", "7", None),
        ("refused", None, "signature_missing"),
    ]
    assert "ada@example.com" not in (tmp_path / "state" / "audit.log").read_text()
