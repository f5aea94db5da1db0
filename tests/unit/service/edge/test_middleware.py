"""The caller is resolved from the headers of trusted proxies alone."""

from typing import Any

import pytest

from service.edge.middleware import caller_of
from service.settings.values import networks

TRUSTED = networks("127.0.0.1, 10.0.0.0/8, 2001:db8:1::/48")


def scope(peer: str | None, **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"client": peer and (peer, 1), "scheme": "http", "headers": named}


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("192.0.2.9", "198.51.100.1", "192.0.2.9"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.5, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.5, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
        ("127.0.0.1", "127.0.0.1, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", "198.51.100.1:443", "198.51.100.1"),
        ("127.0.0.1", "[2001:db8::7]:443", "2001:db8::7"),
        ("127.0.0.1", "2001:db8:1::2, 2001:db8::7, 2001:db8:1::9", "2001:db8::7"),
        ("127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1, <script>", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1, unknown, 10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", ",,", "127.0.0.1"),
        ("testserver", "198.51.100.1", "testserver"),
        (None, "198.51.100.1", None),
    ],
)
def test_the_caller_is_the_rightmost_address_that_is_no_proxy_of_ours(
    peer: str | None, forwarded: str, expected: str | None
) -> None:
    assert caller_of(scope(peer, x_forwarded_for=forwarded), TRUSTED).address == expected


def test_several_headers_are_read_as_one_list_from_the_right() -> None:
    request = scope("127.0.0.1", x_forwarded_for="203.0.113.5")
    request["headers"].append((b"x-forwarded-for", b"198.51.100.1, 10.0.0.4"))
    assert caller_of(request, TRUSTED).address == "198.51.100.1"


def test_a_thousand_hops_do_not_reach_what_the_caller_wrote() -> None:
    request = scope("127.0.0.1", x_forwarded_for="203.0.113.5, " + "10.0.0.4, " * 1000 + "10.0.0.5")
    assert caller_of(request, TRUSTED).address == "10.0.0.4"


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("127.0.0.1", "https", "https"),
        ("127.0.0.1", "HTTPS", "https"),
        ("127.0.0.1", "javascript", "http"),
        ("192.0.2.9", "https", "http"),
    ],
)
def test_the_scheme_is_a_trusted_proxy_s(peer: str, forwarded: str, expected: str) -> None:
    assert caller_of(scope(peer, x_forwarded_proto=forwarded), TRUSTED).scheme == expected


@pytest.mark.parametrize(
    ("peer", "given", "taken"),
    [
        ("127.0.0.1", "req-0123456789", True),
        ("192.0.2.9", "req-0123456789", False),
        ("127.0.0.1", "short", False),
        ("127.0.0.1", "a" * 65, False),
        ("127.0.0.1", "abcdefgh\tforged line", False),
        ("127.0.0.1", "ada@example.com", False),
    ],
)
def test_a_request_id_is_taken_from_a_trusted_proxy_in_a_safe_alphabet(
    peer: str, given: str, taken: bool
) -> None:
    assert caller_of(scope(peer, x_request_id=given), TRUSTED).request_id == (given if taken else None)
