"""A call of the client: what comes back from where it should not, and what each refusal says to do."""

import inspect
import json
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import pandas as pd
import pytest

from session_almanac import Almanac, AlmanacError, CallRefused, NoAnswer, where
from session_almanac import client as client_module
from session_almanac.transport import Transport, transport_to

ROOT = Path(__file__).resolve().parents[3]
ADDRESS = "https://almanac.example"
Handler = Callable[[httpx2.Request], httpx2.Response]


def asked(handler: Handler, *, has_token: bool = True) -> Transport:
    client = httpx2.Client(base_url=f"{ADDRESS}/", transport=httpx2.MockTransport(handler))
    return Transport(client, ADDRESS, has_token=has_token)


def refusal(status: int, code: str, detail: str, **headers: str) -> httpx2.Response:
    body = {"detail": detail, "message": "Told.", "code": code, "timestamp": "2026-01-02T03:04:05.000Z"}
    return httpx2.Response(status, json=body, headers=headers)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client waited; it does not."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


@pytest.mark.parametrize(
    ("status", "code", "has_token", "remedy"),
    [
        (401, "token_expired", True, "ask the people who run the service for a new one."),
        (401, "unauthorized", True, "it was revoked, is over, or is mistyped"),
        (401, "personal_token_revoked", True, "Said."),
        (401, "unauthorized", False, "give token=..., or set ALMANAC_TOKEN."),
        (403, "feature_not_in_tier", True, "it needs a token of that tier."),
        (403, "forbidden", True, "Said."),
        (422, "unknown_feature", True, "Said."),
    ],
)
def test_a_refusal_has_the_api_s_fields_and_says_what_to_do(
    status: int, code: str, has_token: bool, remedy: str
) -> None:
    transport = asked(lambda request: refusal(status, code, "Said."), has_token=has_token)
    with pytest.raises(CallRefused) as caught:
        transport.call("GET", "/features")
    error = caught.value
    assert (error.status, error.code, error.message) == (status, code, "Told.")
    assert error.timestamp == "2026-01-02T03:04:05.000Z"
    assert error.detail.startswith("Said")
    assert error.detail.endswith(".")
    assert remedy in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("path", ["/v2/summary", "v2/summary", "/api/v2/summary", "api/v2/summary"])
def test_a_path_is_asked_below_the_api_with_its_slash_or_without(path: str) -> None:
    transport = asked(lambda request: httpx2.Response(200, json={"asked": request.url.path}))
    assert transport.call("GET", path) == {"asked": "/api/v2/summary"}


def test_a_wait_is_waited_for_once(pauses: list[float]) -> None:
    answers = [
        refusal(429, "too_many_requests", "Slow.", **{"Retry-After": "7"}),
        httpx2.Response(200, json=[1]),
    ]
    assert asked(lambda request: answers.pop(0)).call("GET", "/categories") == [1]
    assert pauses == [7]


@pytest.mark.parametrize(("retry_after", "waited"), [("7", [7]), ("60", [60]), ("61", []), ("3600", [])])
def test_a_second_wait_and_a_long_one_are_told(
    pauses: list[float], retry_after: str, waited: list[float]
) -> None:
    transport = asked(
        lambda request: refusal(429, "too_many_requests", "Slow.", **{"Retry-After": retry_after})
    )
    with pytest.raises(CallRefused, match=f"ask again in {retry_after} seconds"):
        transport.call("GET", "/categories")
    assert pauses == waited


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (httpx2.Response(200, html="<p>Hello</p>"), "answers 200 with text/html, which no almanac does"),
        (httpx2.Response(502, html="<p>Bad gateway</p>"), "answers 502 with text/html"),
        (httpx2.Response(404, json={"error": "none"}), "answers 404 with application/json"),
        (httpx2.Response(200, content=b"{", headers={"content-type": "application/json"}), "answers 200"),
        (httpx2.Response(200), "answers 200 with nothing"),
        (httpx2.Response(301, headers={"location": "https://other.example/"}), "sends on to https://other"),
    ],
)
def test_what_is_no_almanac_is_named(answer: httpx2.Response, words: str) -> None:
    with pytest.raises(NoAnswer, match=words) as caught:
        asked(lambda request: answer).call("GET", "/features")
    assert str(caught.value).startswith(ADDRESS)


@pytest.mark.parametrize(
    ("fault", "words"),
    [(httpx2.ReadTimeout("late"), "no answer in time"), (httpx2.ConnectError("refused"), "nothing answers")],
)
def test_a_service_that_is_away_is_named(fault: Exception, words: str) -> None:
    def fails(request: httpx2.Request) -> httpx2.Response:
        raise fault

    with pytest.raises(NoAnswer, match=words):
        asked(fails).call("GET", "/features")


def test_a_question_is_sent_as_plain_json() -> None:
    sent: list[bytes] = []

    def takes(request: httpx2.Request) -> httpx2.Response:
        sent.append(request.content)
        return httpx2.Response(200, json={})

    told: dict[str, Any] = {
        "days": [date(2024, 1, 2), datetime(2024, 1, 3, 9, 30, tzinfo=UTC), pd.Timestamp("2024-01-04")],
        "numpy": [
            np.int64(3),
            np.float64(0.5),
            np.bool_(True),
            np.array([1, 2]),
            np.datetime64("2024-01-05"),
        ],
        "many": [(1, 2), {3}, range(4, 6), pd.Series([6])],
    }
    asked(takes).call("POST", "/v2/days", told)
    assert sent == [
        b'{"days": ["2024-01-02", "2024-01-03", "2024-01-04"], '
        b'"numpy": [3, 0.5, true, [1, 2], "2024-01-05"], "many": [[1, 2], [3], [4, 5], [6]]}'
    ]


@pytest.mark.parametrize("value", [float("nan"), object(), where])
def test_a_value_that_cannot_be_sent_is_named(value: object) -> None:
    with pytest.raises(AlmanacError, match="a value of the question cannot be sent") as caught:
        asked(lambda request: httpx2.Response(200, json={})).call("POST", "/v2/filtered", {"filters": value})
    assert caught.value.code == "value_type"


@pytest.mark.parametrize(
    ("source", "options", "words"),
    [
        ("ftp://almanac.example", {}, "expected a folder, or an address such as"),
        ("https://", {}, "expected a folder, or an address such as"),
        ("nowhere", {}, "nowhere: no such folder"),
        ("nowhere", {"token": "t"}, "token: a warehouse needs none"),
        (ADDRESS, {"token": "two\nlines"}, "token: it holds characters that no token has"),
        (ADDRESS, {"frames": "arrow"}, "frames: 'arrow' found; pandas or polars expected"),
    ],
)
def test_a_wrong_beginning_is_named(source: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(AlmanacError, match=words):
        Almanac(source, **options)


def test_a_library_that_is_not_installed_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "find_spec", lambda name: None)
    with pytest.raises(AlmanacError) as caught:
        Almanac(ADDRESS, frames="polars")
    (extra,) = re.findall(r"pip install 'session-almanac\[(\w+)\]'", str(caught.value))
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][extra]
    assert any(each.startswith("polars") for each in needed)


def test_a_folder_without_a_snapshot_says_to_build(tmp_path: Path) -> None:
    with pytest.raises(AlmanacError, match="no snapshot is published in it; run `almanac build`"):
        Almanac(tmp_path)


@pytest.mark.parametrize("address", [ADDRESS, f"{ADDRESS}/", f"{ADDRESS}/api", f"{ADDRESS}/api/"])
def test_an_address_may_end_with_api(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALMANAC_TOKEN", "from the environment")
    with transport_to(address, None, 1)._client as client:
        request = client.build_request("GET", "api/features")
        assert str(request.url) == f"{ADDRESS}/api/features"
        assert request.headers["authorization"] == "Bearer from the environment"
    with transport_to(address, "given", 1)._client as client:
        assert client.headers["authorization"] == "Bearer given"


METHODS: dict[str, tuple[Any, ...]] = {
    "features": (),
    "count": (),
    "days": (),
    "rate": ("gap_up",),
    "coin": ("gap_up",),
    "years": ("gap_up",),
    "held": ("gap_up",),
    "numbers": ("gap_up",),
    "curve": ("gap_size_pts", "gap_up"),
    "target_before_stop": ([30], [20]),
    "compare": (None, None),
    "bars": ("2024-01-02",),
}
"""Every method that takes a symbol, with the arguments it wants."""


@pytest.mark.parametrize("name", METHODS)
def test_every_call_is_about_the_symbol_that_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_of: list[str] = []

    def answers(request: httpx2.Request) -> httpx2.Response:
        body: Any = json.loads(request.content) if request.content else request.url.params
        asked_of.append(body.get("symbol"))
        if name != "features" and request.url.path.endswith("/features"):
            return httpx2.Response(200, json={"snapshot": "s", "features": []})
        return refusal(422, "no", "Enough.")

    monkeypatch.setattr(client_module, "transport_to", lambda *_: asked(answers))
    with Almanac(ADDRESS, symbol="ES") as almanac:
        for given in ({"symbol": "NQ"}, {}):
            with pytest.raises(CallRefused):
                getattr(almanac, name)(*METHODS[name], **given)
    calls = len(asked_of) // 2
    assert asked_of == ["NQ"] * calls + ["ES"] * calls
    assert calls > 0


def test_no_method_that_takes_a_symbol_is_left_out() -> None:
    public = {
        name: each for name, each in vars(Almanac).items() if inspect.isfunction(each) and name[0] != "_"
    }
    takes = {
        name
        for name, each in public.items()
        if inspect.signature(each).parameters.keys() & {"symbol", "options"}
    }
    assert takes == set(METHODS)


def test_what_is_closed_says_so() -> None:
    almanac = Almanac(ADDRESS)
    almanac.close()
    almanac.close()
    with pytest.raises(NoAnswer, match="closed; open it again"):
        almanac.count()


def test_the_package_s_name_alone_loads_nothing_heavy() -> None:
    code = (
        "import sys, session_almanac; print({'pandas', 'polars', 'httpx2', 'starlette'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
