"""The calls of watches: who may watch what by which channel, and how a watch ends."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.answers import watches as calls
from service.notes import watches as rules
from service.settings.values import Rate
from tests.contract.schema import answer_schema, error_violations, operations, violations
from tests.contract.test_tier_of_every_call import NAMING
from tests.support.blocking import Accounts, RecordStore, Watches, store_at
from tests.support.dns_stand_in import running_names
from tests.support.service_client import VISITOR, bearer, running

SITE = "https://almanac.example"
MAIL = {"smtp_host": "127.0.0.1", "smtp_port": 9, "smtp_security": "none", "mail_from": "almanac@example.com"}
HOOK = "http://hooks.test/almanac"
GIVEN: dict[str, Any] = MAIL | {
    "public_url": SITE,
    "watch_hosts": ("hooks.test", "10.0.0.0/24"),
    "poll_interval": 60,
}
GAP_UP = {"feature": "gap_up", "operator": "=", "value": True}
BEA = {"user_id": "9", "user_email": "bea@example.com", "user_name": "Bea"}
FRIDAY = "2026-11-27"
CLICK = "List-Unsubscribe", "One-Click"


@pytest.fixture
def client(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    with running_names(monkeypatch) as names, running(folder, **GIVEN) as client:
        names.known("hooks.test", ["10.0.0.7"])
        yield client


@pytest.fixture
def store(folder: Path) -> Iterator[RecordStore]:
    with closing(store_at(folder / "state", None)) as store:
        yield store


@pytest.fixture
def headers(client: TestClient) -> dict[str, str]:
    """A visitor without watches."""
    headers = bearer(client, "standard")
    for each in listed(client, headers)["watches"]:
        assert removed(client, headers, each["id"]).status_code == 200
    return headers


def listed(client: TestClient, headers: dict[str, str], query: str = "") -> Any:
    answer = client.get(f"/api/v2/watches{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    assert violations(answer_schema(operations()["watches"][2]), answer.json()) == []
    return answer.json()


def ask(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    whole = {"name": "Gap and go", "channel": "email", "filters": [GAP_UP]} | body
    return client.post("/api/v2/watches", headers=headers, json=whole)


def added(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = ask(client, headers, **body)
    assert answer.status_code == 200, answer.text
    assert violations(answer_schema(operations()["addWatch"][2]), answer.json()) == []
    return answer.json()


def watch(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    """A watch that was added, as it is listed: without its secret."""
    made = added(client, headers, **body)
    return {name: value for name, value in made.items() if name != "secret"}


def removed(client: TestClient, headers: dict[str, str], watch_id: str) -> Any:
    return client.delete(f"/api/v2/watches/{watch_id}", headers=headers)


def refused(client: TestClient, headers: dict[str, str], **body: Any) -> tuple[int, str]:
    answer = ask(client, headers, **body)
    assert error_violations(answer.json()) == []
    return answer.status_code, answer.json()["code"]


def switched_off(client: TestClient, token: str) -> Any:
    answer = client.post("/api/v2/watches/off", json={"token": token})
    if answer.status_code == 200:
        assert violations(answer_schema(operations()["watchOff"][2]), answer.json()) == []
    return answer


def test_a_watch_is_its_maker_s_and_shows_no_whole_address(
    client: TestClient, headers: dict[str, str]
) -> None:
    assert listed(client, headers) == {"watches": [], "channels": ["email", "webhook"], "why": None}
    made = watch(client, headers, filters={"gap_up": {"operator": "=", "value": True}})
    assert (made["name"], made["symbol"], made["channel"]) == ("Gap and go", "ES", "email")
    assert (made["filters"], made["address"], made["last"]) == ([GAP_UP], "a...@example.com", None)
    hooked = watch(client, headers, name="Another", channel="webhook", url=HOOK + "?key=secret")
    assert hooked["address"] == "http://hooks.test/..."
    assert listed(client, headers)["watches"] == [hooked, made]
    assert listed(client, headers, "?symbol=ES")["watches"] == [hooked, made]
    other = bearer(client, "standard", **BEA)
    assert listed(client, other)["watches"] == []
    answer = removed(client, other, made["id"])
    assert (answer.status_code, answer.json()["code"]) == (404, "watch_unknown")
    gone = removed(client, headers, made["id"])
    assert gone.json() == {"name": "Gap and go"}
    assert violations(answer_schema(operations()["removeWatch"][2]), gone.json()) == []
    assert removed(client, headers, made["id"]).status_code == 404
    assert listed(client, headers)["watches"] == [hooked]


def test_a_name_that_is_watched_is_watched_anew(client: TestClient, headers: dict[str, str]) -> None:
    first = watch(client, headers)
    down = GAP_UP | {"value": False}
    again = watch(client, headers, filters=[down], channel="webhook", url=HOOK)
    assert (again["id"], again["filters"], again["channel"]) == (first["id"], [down], "webhook")
    assert listed(client, headers)["watches"] == [again]


def test_the_secret_of_a_hook_is_shown_once_and_a_new_one_each_time(
    client: TestClient, headers: dict[str, str], store: RecordStore, folder: Path
) -> None:
    assert added(client, headers, name="mailed")["secret"] is None
    first, again = (added(client, headers, channel="webhook", url=HOOK)["secret"] for _ in range(2))
    assert re.fullmatch(r"whsec_[A-Za-z0-9_-]{43}", first)
    assert re.fullmatch(r"whsec_[A-Za-z0-9_-]{43}", again)
    assert again != first
    assert {each.request.name: each.secret for each in Watches(store).of("7")} == {
        "mailed": None,
        "Gap and go": again,
    }
    shown = (client.get("/api/v2/watches", headers=headers).text, repr(Watches(store).of("7")))
    assert not any("whsec_" in text for text in (*shown, (folder / "state" / "audit.log").read_text()))
    assert added(client, headers)["secret"] is None, "by e-mail from now on"
    assert Watches(store).of("7")[0].secret is None


def test_dates_and_bar_are_kept_with_the_filters(
    client: TestClient, headers: dict[str, str], store: RecordStore
) -> None:
    made = watch(client, headers, start_date="2024-02-01", end_date="2024-04-30", as_of=12)
    span = {"feature": "Date_Range", "operator": "range", "value": ["2024-02-01", "2024-04-30"]}
    assert made["filters"] == [span, GAP_UP]
    (kept,) = Watches(store).of("7")
    assert (kept.request.as_of, kept.request.symbol, kept.user.tier) == (12, "ES", "standard")


def test_filters_are_checked_as_everywhere(client: TestClient, headers: dict[str, str]) -> None:
    lite = bearer(client, "lite", **BEA)
    for value in NAMING["filters"]:
        assert refused(client, headers, filters=value) == (403, "feature_not_in_tier")
        assert ask(client, bearer(client, "pro", **BEA), filters=value).status_code == 200
    assert refused(client, lite, as_of=12) == (403, "as_of_not_in_tier")
    assert refused(client, lite, filters=[GAP_UP | {"feature": "gap_up_prev"}]) == (403, "prev_not_in_tier")
    assert refused(client, headers, filters=[GAP_UP | {"feature": "gap"}]) == (422, "unknown_feature")
    assert refused(client, headers, filters=[]) == (422, "watch_filters")
    late = GAP_UP | {"feature": "inside_day"}
    for value in ([late], [GAP_UP, late], [{"none_of": [GAP_UP, late]}]):
        assert refused(client, headers, filters=value) == (422, "watch_too_late")
    assert ask(client, headers, filters=[{"any_of": [GAP_UP, late]}]).status_code == 200
    assert refused(client, headers, symbol="XX") == (422, "unknown_symbol")
    for name in ("", "x" * 201, 7):
        assert refused(client, headers, name=name) == (422, "value_type")
    assert refused(client, headers, name="\t") == (422, "watch_name")
    long = [{"feature": "day_list", "operator": "in", "value": ["x" * 9000]}]
    assert refused(client, headers, filters=long) in ((422, "unknown_list"), (422, "filters_too_long"))


def test_watches_are_so_many_for_a_user(
    client: TestClient, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MOST_WATCHES", 2)
    for name in ("a", "b", "a"):
        watch(client, headers, name=name)
    assert refused(client, headers, name="c") == (422, "too_many_watches")


@pytest.mark.parametrize(
    ("settings", "visitor", "channels", "why"),
    [
        ({}, {}, ["email", "webhook"], None),
        ({"watch_hosts": ()}, {}, ["email"], None),
        ({"smtp_host": None}, {}, ["webhook"], None),
        ({"mail_from": None, "watch_hosts": ()}, {}, [], "a mail server (SMTP_HOST, MAIL_FROM) or hosts"),
        ({"public_url": None}, {}, [], "PUBLIC_URL is not set"),
    ],
)
def test_the_channels_are_those_of_settings_and_address(
    folder: Path, settings: dict[str, Any], visitor: dict[str, str], channels: list[str], why: str | None
) -> None:
    with running(folder, **(GIVEN | settings)) as client:
        headers = bearer(client, **visitor)
        answer = listed(client, headers)
        assert answer["channels"] == channels
        assert why is None if answer["why"] is None else why in answer["why"]
        for channel in {"email", "webhook"} - set(channels):
            assert refused(client, headers, channel=channel, url=HOOK) == (422, "watch_channel")


def test_an_account_has_no_address_and_a_whole_course_is_nobody(folder: Path, store: RecordStore) -> None:
    if not Accounts(store).every():
        Accounts(store).add("cleo", "a quiet harbour", "pro")
    with running(folder, **(GIVEN | {"watch_hosts": (), "course_sites": ("school.example",)})) as client:
        tokens = client.post(
            "/api/auth/login", json={"username": "cleo", "password": "a quiet harbour"}
        ).json()
        account = {"Authorization": f"Bearer {tokens['access_token']}"}
        answer = listed(client, account)
        assert (answer["channels"], answer["why"]) == (
            [],
            "Your sign-in has no e-mail address to send alerts to.",
        )
        assert refused(client, account) == (422, "watch_channel")
        visitor = {"course": "dev-cad-ess", "referrer": "https://school.example/"}
        token = client.post("/api/auth/entry", json=visitor).json()["access_token"]
        everybody = {"Authorization": f"Bearer {token}"}
        answer = listed(client, everybody)
        assert (answer["channels"], answer["watches"]) == ([], [])
        assert answer["why"] == "This sign-in is the whole course's. Enter as yourself to watch a preset."
        assert refused(client, everybody) == (422, "watch_channel")


@pytest.mark.parametrize(
    "url",
    [
        *(None, "", "hooks.test", "ftp://hooks.test/", "https://", "http://user:key@hooks.test/"),
        *("https://hooks.test.evil.example/", "http://evil.example/", "http://hooks.test:99999/"),
        *("http://*/x", "https://*.hooks.test/", "https://10.1.0.7/", "http://127.0.0.1/", "http://[::1]/"),
        *("http://hooks.test/\r\nHost: evil", "http://hooks.test/a b", "https://ho\u00f6ks.test/", 7),
    ],
)
def test_a_hook_elsewhere_is_refused(client: TestClient, headers: dict[str, str], url: object) -> None:
    status, code = refused(client, headers, channel="webhook", url=url)
    assert (status, code in ("watch_url", "value_type")) == (422, True)


def test_a_link_of_an_alert_ends_the_watch_for_whoever_opens_it(
    client: TestClient, headers: dict[str, str], store: RecordStore, folder: Path
) -> None:
    made = watch(client, headers, name="Ended by its link")
    token = Watches(store).claim("7", made["id"], FRIDAY)
    for _ in range(2):
        answer = switched_off(client, token)
        assert (answer.status_code, answer.json()) == (200, {"name": "Ended by its link"})
        assert listed(client, headers)["watches"] == []
    unknown = switched_off(client, "A" * 22)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "watch_link_unknown")
    lines = [json.loads(line) for line in (folder / "state" / "audit.log").read_text().splitlines()]
    ours = [line for line in lines if line["event"] == "watch_changed" and line["watch"] == made["id"]]
    assert [(line["outcome"], line.get("user")) for line in ours] == [
        ("watched", "7"),
        ("switched_off", None),
        ("switched_off", None),
    ]
    assert token not in (folder / "state" / "audit.log").read_text()


@pytest.mark.parametrize("form", [{"data": {CLICK[0]: CLICK[1]}}, {"files": {CLICK[0]: (None, CLICK[1])}}])
def test_a_mail_program_ends_a_watch_by_a_post_to_the_link(
    client: TestClient, headers: dict[str, str], store: RecordStore, form: dict[str, Any]
) -> None:
    name = f"Ended by a form of {' and '.join(form)}"
    watch_id = watch(client, headers, name=name)["id"]
    token = Watches(store).claim("7", watch_id, FRIDAY)
    other = watch(client, headers, name="Another")["id"]
    for _ in range(2):
        answer = client.post(f"/off/{token}", **form)
        assert (answer.status_code, answer.json()) == (200, {"name": name})
    assert [each["id"] for each in listed(client, headers)["watches"]] == [other]
    unknown = client.post(f"/off/{'A' * 22}", **form)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "watch_link_unknown")
    assert client.post("/api/v2/watches/off", **form).status_code == 415, "a form is read nowhere else"


def test_who_tries_links_too_often_waits(folder: Path) -> None:
    with running(folder, **(GIVEN | {"link_limit": Rate(3, 60)})) as client:
        assert [switched_off(client, "x").status_code for _ in range(4)] == [404] * 3 + [429]
        elsewhere = client.post(
            "/api/v2/watches/off", json={"token": "x"}, headers={"X-Forwarded-For": "192.0.2.9"}
        )
        assert elsewhere.status_code == 404


def test_what_became_of_an_alert_is_told(
    client: TestClient, headers: dict[str, str], store: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, own = watch(client, headers), Watches(store)
    own.claim("7", made["id"], FRIDAY)
    last = listed(client, headers)["watches"][0]["last"]
    assert (last["session_date"], last["result"], last["why"]) == (FRIDAY, "trying", None)
    monkeypatch.setattr(calls, "LOST_AFTER", -60)
    last = listed(client, headers)["watches"][0]["last"]
    assert (last["result"], last["why"][:18]) == ("failed", "The service ended ")
    own.note_sent("7", made["id"], FRIDAY)
    assert listed(client, headers)["watches"][0]["last"]["result"] == "sent"


def test_nobody_watches_without_a_session(client: TestClient) -> None:
    for call in (client.get("/api/v2/watches"), ask(client, {}), client.delete("/api/v2/watches/x")):
        assert call.status_code == 401
    assert VISITOR["user_email"] == "ada@example.com"
