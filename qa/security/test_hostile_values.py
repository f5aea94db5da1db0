"""Values that are odd, endless, or mean something to what lies behind."""

import time

import pytest

from qa.security.target import Target

COMPUTE = "/compute"


@pytest.fixture(scope="module")
def token(shared_target: Target) -> str:
    return shared_target.token("pro")


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "0x10", "01", "+1", "1."]
)
def test_a_number_that_json_does_not_have(target: Target, token: str, number: str) -> None:
    text = f'{{"filters": {{"gap_size": {{"operator": ">", "value": {number}}}}}}}'
    assert target.post(COMPUTE, text.encode(), token).status in (400, 422)


@pytest.mark.parametrize("number", [2**63, -(2**63), 2**64, 10**300, 1e308, -1e308, 5e-324, -0.0])
def test_a_number_at_the_edge_of_what_fits(target: Target, token: str, number: float) -> None:
    for operator, value in ((">", number), ("range", [number, number]), ("in", [number]), ("!=", number)):
        body = {"filters": {"gap_size": {"operator": operator, "value": value}}}
        for path in (COMPUTE, "/v2/filtered", "/v2/days", "/v2/days/bars", "/v2/path"):
            assert target.post(path, body, token).status in (200, 400, 422)
    for path in ("/v2/days", "/v2/days/bars"):
        assert target.post(path, {"page": number, "page_size": number}, token).status in (400, 422)


@pytest.mark.parametrize(
    "text", ["\\ud800", "\\u0000", "\\u202e", "\\ufeff", "a\\u0301" * 50, "\\u200b", "ß" * 200]
)
def test_a_text_of_odd_signs(target: Target, token: str, text: str) -> None:
    for body in (
        f'{{"symbol": "{text}"}}',
        f'{{"start_date": "{text}"}}',
        f'{{"filters": {{"{text}": {{"operator": "=", "value": 1}}}}}}',
        f'{{"filters": {{"gap_up": {{"operator": "=", "value": "{text}"}}}}}}',
    ):
        for path in (COMPUTE, "/v2/filtered", "/v2/days", "/v2/days/bars", "/v2/path", "/v2/charts/data"):
            assert target.post(path, body.encode(), token).status in (400, 422)


@pytest.mark.parametrize(
    "symbol", ["../../etc", "ES/../ES", "es\0", "ES;DROP", "' OR 1=1", "*", "CON", "ES%2f..", "."]
)
def test_a_symbol_that_is_a_path_or_an_injection(target: Target, token: str, symbol: str) -> None:
    assert target.post(COMPUTE, {"symbol": symbol}, token).outcome == (422, "unknown_symbol")
    quoted = "".join(f"%{byte:02x}" for byte in symbol.encode())
    assert target.get(f"/v2/summary?symbol={quoted}", token).outcome == (422, "unknown_symbol")


@pytest.mark.parametrize(
    "day",
    [
        "0000-00-00",
        "9999-99-99",
        "2024-02-30",
        "2024-W01-1",
        "today",
        "-1",
        "1e5",
        "\u0662\u0660\u0662\u0664-\u0660\u0661-\u0660\u0661",
        "2024-01-01T00",
    ],
)
def test_a_date_that_is_none(target: Target, token: str, day: str) -> None:
    assert target.post(COMPUTE, {"start_date": day}, token).status in (400, 422)
    for path in ("/v2/days", "/v2/days/bars"):
        assert target.post(path, {"dates": [day]}, token).status in (400, 422)
    assert target.post("/v2/charts/data", {"selected_date": day}, token).status in (400, 404, 422)


@pytest.mark.parametrize(
    "text", ["a" * 30_000 + "!", "{{" * 15_000, "%7B" * 10_000, "0-" * 15_000, " " * 30_000]
)
def test_a_text_made_to_hold_up_a_pattern(target: Target, token: str, text: str) -> None:
    plain = {"start_date": "x", "filters": {"gap_up": {"operator": "=", "value": "x"}}}
    long = {"start_date": text, "filters": {text: {"operator": "=", "value": text}}}
    most = 0.5 + 20 * quickest(target, "/compute", plain, token)
    assert quickest(target, "/compute", long, token) < most
    assert quickest(target, "/auth/entry", {"user_id": text, "nonce": text, "expires": text}, "") < most
    assert quickest(target, "/auth/login", {"username": text, "password": "x"}, "") < most


def quickest(target: Target, path: str, body: object, token: str) -> float:
    """Seconds of the fastest of three; a bad pattern takes minutes."""
    took = []
    for _ in range(3):
        began = time.perf_counter()
        assert target.post(path, body, token).status in (400, 401, 403, 422)
        took.append(time.perf_counter() - began)
    return min(took)


def test_ten_thousand_filters_at_once(target: Target, token: str) -> None:
    many = [{"feature": "gap_up", "operator": "=", "value": True}] * 3000
    assert target.post(COMPUTE, {"filters": many}, token).status in (200, 422)
    values = list(range(20_000))
    body = {"filters": {"gap_size": {"operator": "in", "value": values}}}
    assert target.post(COMPUTE, body, token).status in (200, 422)
