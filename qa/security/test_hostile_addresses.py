"""Addresses and headers that want a file, another host, a second request or a line of the log."""

import pytest

from qa.security.target import Target
from service.database.sqlite_store import DATABASE
from service.members.tokens import KEY_FILE

UP = [
    "..",
    "%2e%2e",
    "..%2f..",
    "%2e%2e%2f",
    "..%5c",
    "..\\",
    "....//",
    "..;",
    "%252e%252e",
    "%c0%ae%c0%ae",
    "assets/..",
]


@pytest.mark.parametrize("up", UP)
@pytest.mark.parametrize(
    "file", ["stolen.txt", f"state/{DATABASE}", f"state/{KEY_FILE}", "state/audit.log", "log"]
)
def test_a_path_out_of_the_page_s_folder(target: Target, up: str, file: str) -> None:
    for path in (f"/{up}/{file}", f"/assets/{up}/{up}/{file}", f"//{up}/{file}", f"/{up}/{up}/{up}/{file}"):
        answer = target.ask("GET", path)
        assert answer.status in (200, 400, 404)
        assert b"the loot" not in answer.body
        assert answer.status != 200 or b"<title>The page</title>" in answer.body


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "//etc/passwd",
        "/file:///etc/passwd",
        "/%2fetc%2fpasswd",
        "/assets/%00.js",
        "/assets/app.js%00.html",
        "/assets/app.js/..",
        "/assets/con",
        "/.git/config.txt",
        "/.env.local",
        "/assets/app.js::$DATA",
    ],
)
def test_a_path_to_a_file_that_is_not_the_page_s(target: Target, path: str) -> None:
    answer = target.ask("GET", path)
    assert answer.status in (200, 400, 404)
    assert b"root:" not in answer.body
    assert answer.status != 200 or b"<title>The page</title>" in answer.body


def test_a_file_through_a_link_out_of_the_folder(target: Target) -> None:
    link = target.folder / "web" / "assets" / "link.txt"
    link.symlink_to(target.folder / "stolen.txt")
    assert b"the loot" not in target.ask("GET", "/assets/link.txt").body


@pytest.mark.parametrize(
    "name", ["..", "%2e%2e", "..%2f..%2fsummary", "%00", "gap_up%2fvalues", "gap_up;x", "%ff", "*"]
)
def test_a_feature_name_that_is_a_path(target: Target, name: str) -> None:
    token = target.token("pro")
    for path in (
        f"/api/features/{name}",
        f"/api/v2/features/{name}/values",
        f"/api/profiles/{name}/features",
    ):
        assert target.ask("GET", path, token=token).status in (400, 404, 422)


def test_a_call_by_another_writing_of_its_path(target: Target) -> None:
    for path in (
        "/api//auth/me",
        "/api/auth//me",
        "/API/auth/me",
        "/api/./auth/me",
        "/api/x/../auth/me",
        "/api/auth/me;x",
    ):
        answer = target.ask("GET", path)
        assert b"user_id" not in answer.body


@pytest.mark.parametrize(
    "text", ["%0d%0aSet-Cookie:%20a=b", "%0aX-Injected:%201", "%0d%0a%0d%0a<script>", "%e5%98%8a"]
)
def test_a_line_break_in_an_address(target: Target, text: str) -> None:
    for path in (f"/{text}", f"/api/{text}", f"/api/features/{text}?symbol={text}", f"/assets/{text}.js"):
        answer = target.ask("GET", path, token=target.token())
        assert "set-cookie" not in answer.headers
        assert "x-injected" not in answer.headers
        assert b"<script>" not in answer.body or answer.headers["content-type"] == "application/json"


def test_a_request_id_that_writes_a_line_of_the_log(target: Target) -> None:
    for value in (
        "x failed: planted",
        "a" * 5000,
        "<script>",
        "\u202eplanted",
        "a\tplanted",
        "${jndi:planted}",
    ):
        answer = target.get("/auth/me", X_Request_ID=value, X_Session_ID=value)
        assert answer.headers["x-request-id"] != value
    assert "planted" not in target.written()


def test_an_address_that_writes_a_line_of_the_log(target: Target) -> None:
    target.ask("GET", "/api/planted-address%0aERROR%20planted", token="planted.token.x")
    target.post("/auth/login?password=planted", {"username": "planted\nname", "password": "x"})
    assert "planted" not in target.written()


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "127.0.0.1@evil.example",
        "evil.example#127.0.0.1",
        "",
        "[::1",
        "127.0.0.1, evil.example",
        "*",
        "127.0.0.1/evil.example",
        "127.0.0.1 evil.example",
        "0",
        "[]",
    ],
)
def test_another_host(target: Target, host: str) -> None:
    answer = target.ask("GET", "/healthz", Host=host)
    assert answer.status == 400
    assert b"evil" not in answer.body


def test_a_host_claimed_by_a_proxy(target: Target) -> None:
    answer = target.ask(
        "GET", "/", X_Forwarded_Host="evil.example", Forwarded="host=evil.example", X_Host="evil.example"
    )
    assert b"evil" not in answer.body
    assert "evil" not in str(answer.headers)


def test_an_address_that_names_another_host(target: Target) -> None:
    for line in (
        "http://evil.example/healthz",
        "http://evil.example:80/api/auth/me",
        "//evil.example/healthz",
    ):
        answer = target.ask("GET", line)
        assert "location" not in answer.headers
        assert "evil" not in str(answer.headers)
        assert answer.status in (400, 404) or answer.body.startswith(b"<!doctype html><title>The page")


def test_an_address_claimed_by_a_stranger_s_header(target: Target) -> None:
    for value in ("' OR 1=1", "999.1.1.1", "::ffff:1.2.3.4, planted", "<script>", "1.2.3.4" * 300):
        target.post("/auth/login", {"username": "nobody", "password": "x"}, X_Forwarded_For=value)
    assert "<script>" not in target.written()
    assert "OR 1=1" not in target.written()
