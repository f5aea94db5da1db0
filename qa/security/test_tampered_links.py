"""Entry links that nobody signed as they come, that come twice, or that come too late."""

import json
import time
from typing import Any

import pytest

from qa.security.target import SITE, Target
from tests.support.entry_links import SECRET, signed
from tests.support.service_client import VISITOR

LINK = VISITOR | {"profile": "lite"}


def refused(target: Target, body: object) -> str:
    """The code of a refusal, which neither opens a session nor spends the link."""
    before = target.rows("window")
    status, code = target.post("/auth/entry", body).outcome
    assert status == 403
    assert target.rows("window") == before
    return code


def test_a_link_without_its_signature(target: Target) -> None:
    link = signed(LINK)
    assert refused(target, {name: link[name] for name in link if name != "signature"}) == "signature_missing"


@pytest.mark.parametrize("signature", ["0" * 64, "x", "none", "null", " ", "é" * 64, "a" * 512])
def test_a_signature_that_is_made_up(target: Target, signature: str) -> None:
    assert refused(target, signed(LINK) | {"signature": signature}) == "signature_invalid"


def test_a_signature_in_another_writing(target: Target) -> None:
    link = signed(LINK)
    for other in (link["signature"].upper(), f" {link['signature']}", f"0x{link['signature']}"):
        if other != link["signature"]:
            assert refused(target, link | {"signature": other}) == "signature_invalid"


def test_half_a_signature(target: Target) -> None:
    link = signed(LINK)
    assert refused(target, link | {"signature": link["signature"][:32]}) == "signature_invalid"


def test_a_link_signed_with_a_known_or_an_empty_secret(target: Target) -> None:
    for secret in ("", "secret", SECRET[:-1], SECRET.upper(), "undefined"):
        assert refused(target, signed(LINK, secret)) == "signature_invalid"


@pytest.mark.parametrize(
    "name", ["user_id", "user_email", "course_id", "profile", "user_name", "expires", "nonce"]
)
def test_a_signed_link_with_one_value_changed(target: Target, name: str) -> None:
    link = signed(LINK)
    for other in (f"{link[name]}0", f" {link[name]}", link[name] + "\u200b", link[name].swapcase() + "\0"):
        assert refused(target, link | {name: other}) == "signature_invalid"


def test_a_tier_added_to_a_link_that_names_none(target: Target) -> None:
    assert refused(target, signed(VISITOR) | {"profile": "pro"}) == "signature_invalid"


def test_a_value_moved_into_its_neighbour(target: Target) -> None:
    link = signed(LINK | {"user_id": "7", "user_name": "Ada"})
    moved = link | {"user_id": "7&user_name=Ada"}
    del moved["user_name"]
    assert refused(target, moved) == "signature_invalid"


def test_two_parameters_with_their_values_exchanged(target: Target) -> None:
    link = signed(LINK)
    assert refused(target, link | {"user_id": link["nonce"], "nonce": link["user_id"]}) == "signature_invalid"


@pytest.mark.parametrize("name", ["profile", "user_id", "signature", "expires"])
def test_a_parameter_given_twice(target: Target, name: str) -> None:
    link = signed(LINK)
    text = json.dumps(link)
    other = json.dumps({name: "pro"})[1:-1]
    for twice in (f"{{{other},{text[1:]}", f"{text[:-1]},{other}}}"):
        assert refused(target, twice.encode()) == "duplicate_parameter"
    assert refused(target, link | {name: [link[name], "pro"]}) == "duplicate_parameter"


def test_a_parameter_name_in_disguise(target: Target) -> None:
    for name in (
        "profile ",
        "Profile",
        "profile[]",
        "profile\u0000",
        "\uff50rofile",
        "__proto__",
        "user_id[$ne]",
    ):
        assert refused(target, signed(LINK) | {name: "pro"}) == "unknown_parameter"


def test_a_parameter_name_written_in_escapes(target: Target) -> None:
    text = json.dumps(signed(LINK))
    twice = f'{text[:-1]},"\\u0070rofile":"pro"}}'
    assert refused(target, twice.encode()) == "duplicate_parameter"


def test_values_encoded_twice(target: Target) -> None:
    link = signed(LINK | {"user_email": "a+b@example.com"})
    for other in ("a%2Bb@example.com", "a%2Bb%40example.com", "a b@example.com"):
        assert refused(target, link | {"user_email": other}) == "signature_invalid"


def test_a_link_used_again(target: Target) -> None:
    link = signed(LINK)
    assert target.post("/auth/entry", link).status == 200
    assert refused(target, link) == "link_used"
    assert refused(target, dict(reversed(link.items()))) == "link_used"
    assert refused(target, link | {"referrer": f"https://{SITE}/"}) == "link_used"


def test_a_used_link_s_nonce_in_another_writing(target: Target) -> None:
    link = signed(LINK)
    assert target.post("/auth/entry", link).status == 200
    for nonce in (f"{link['nonce']}=", f" {link['nonce']}", f"{link['nonce']}\n", f"{link['nonce']}%20"):
        assert refused(target, signed(LINK | {"nonce": nonce})) == "nonce_invalid"


def test_a_link_that_is_over(target: Target) -> None:
    for ago in (1, 60, 10**8):
        assert refused(target, signed(LINK | {"expires": str(int(time.time()) - ago)})) == "link_expired"


@pytest.mark.parametrize(
    "expires", ["9" * 12, "9" * 400, "1e99", "Infinity", "NaN", "-1", "\u0663" * 10, "0x7f", " 1"]
)
def test_a_link_for_ever(target: Target, expires: str) -> None:
    assert refused(target, signed(LINK | {"expires": expires})) == "expires_invalid"


@pytest.mark.parametrize(
    "nonce", ["", "short", "a" * 65, "' OR 1=1 --aaaaaaa", "../../../../etc/passwd", "é" * 16]
)
def test_a_nonce_that_is_none(target: Target, nonce: str) -> None:
    assert refused(target, signed(LINK | {"nonce": nonce})) in ("nonce_invalid", "empty_parameter")


@pytest.mark.parametrize("value", ["{{USER_ID}}", "%7B%7BUSER_ID%7D%7D", "%257B%257BUSER_ID%257D%257D"])
def test_a_placeholder_that_was_never_filled_in(target: Target, value: str) -> None:
    assert refused(target, signed(LINK | {"user_id": value})) == "placeholder_not_filled"


def test_entering_as_one_of_our_own_users(target: Target) -> None:
    for user_id in ("account:ada", "course-member:dev-cad-std"):
        assert refused(target, signed(LINK | {"user_id": user_id})) == "invalid_parameters"


def test_entering_by_the_referrer_alone(target: Target) -> None:
    body = {"course": "dev-cad-std", "referrer": f"https://{SITE}/"}
    assert refused(target, body) == "signature_missing"


@pytest.mark.parametrize(
    "referrer",
    [
        f"https://{SITE}.evil.example/",
        f"https://evil.example/{SITE}",
        f"https://evil.example/?{SITE}",
        SITE,
        f"https://{SITE}@evil.example/",
        f"https://evil.example#{SITE}",
        f"javascript:{SITE}",
        f"https://evil{SITE}/",
        f"https://evil.example\\@{SITE}/",
        f"http://{SITE}\n.evil.example/",
        "",
        "null",
    ],
)
def test_a_referrer_that_only_looks_like_the_course(target: Target, referrer: str) -> None:
    assert refused(target, signed({"course": "dev-cad-std"}) | {"referrer": referrer}) == "bad_referrer"


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        f"https://{SITE}.evil.example/",
        f"https://{SITE}@evil.example/",
        "javascript:alert(1)",
        f"//{SITE}",
        f"https://evil.example\\.{SITE}/",
        f"data:text/html,{SITE}",
        f"https://{SITE}:evil@evil.example/",
    ],
)
def test_a_way_back_to_elsewhere(target: Target, address: str) -> None:
    answer = target.post("/auth/entry", signed(LINK | {"return_url": address}))
    assert (answer.status, answer.json()["return_url"]) == (200, None)


@pytest.mark.parametrize("value", [7, True, None, ["7"], {"$ne": ""}, 1e400, {"toString": "7"}])
def test_an_identity_that_is_not_text(target: Target, value: Any) -> None:
    body = json.dumps(signed(LINK) | {"user_id": value}).replace("Infinity", "1e400")
    answer = target.post("/auth/entry", body.encode())
    assert answer.status in (400, 403, 422)


def test_a_course_that_is_not_ours(target: Target) -> None:
    for course in ("other", "DEV-CAD-STD", "dev-cad-std ", "dev-cad-std\0", "*", "' OR 1=1 --", "__class__"):
        assert refused(target, signed(LINK | {"course_id": course})) == "not_enrolled"
