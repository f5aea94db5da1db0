"""What the page is told at run time, and whom it may talk to."""

import gzip
import json
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from service.settings import from_environment
from tests.support.service_client import running

BUILT = '<html><head><meta name="session-almanac" content="{}" /></head></html>'


class _Told(HTMLParser):
    """Reads the page's settings as a browser does."""

    found: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "meta" and named.get("name") == "session-almanac":
            self.found = named["content"]


def _told(text: str) -> dict[str, object]:
    """What the page is told, without the nonce, which is another each time."""
    return {name: value for name, value in _told_all(text).items() if name != "styleNonce"}


def _told_all(text: str) -> dict[str, object]:
    reader = _Told()
    reader.feed(text)
    settings: dict[str, object] = json.loads(reader.found or "null")
    return settings


@pytest.fixture
def web(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_text(BUILT)
    return folder


def test_the_page_is_told_its_addresses_and_keeps_them_whole(tmp_path: Path, web: Path) -> None:
    given = {
        "analytics_url": "https://events.example/in?a=1&b='2'",
        "support_url": "https://help.example/",
        "production_url": "https://almanac.example/",
    }
    with running(tmp_path, web=web, course_site="course.example", **given) as client:
        told = _told(client.get("/dashboard").text)
    assert told == {
        "analyticsUrl": given["analytics_url"],
        "supportUrl": given["support_url"],
        "courseHome": "https://course.example/",
        "courseOrigins": ["https://course.example", "https://www.course.example"],
        "productionUrl": given["production_url"],
    }


SCRIPT = "export const days = [];\n" * 200


@pytest.fixture
def packed(web: Path) -> Path:
    """A script with its packed files, as the build leaves it; the brotli file has a content of its own."""
    (web / "assets").mkdir()
    script = web / "assets" / "app-1a2b.js"
    script.write_text(SCRIPT)
    Path(f"{script}.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    Path(f"{script}.br").write_bytes(b"packed with brotli")
    return web


@pytest.mark.parametrize(
    ("accepted", "packing"),
    [
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0.1, gzip;q=1.0", "br"),
        ("br;q=0, gzip", "gzip"),
        ("GZIP", "gzip"),
        ("br; q=0.000,gzip;q=0", None),
        ("identity", None),
        ("", None),
        ("zstd, *", None),
    ],
)
def test_files_travel_as_the_build_packed_them(
    tmp_path: Path, packed: Path, accepted: str, packing: str | None
) -> None:
    with (
        running(tmp_path, web=packed) as client,
        client.stream("GET", "/assets/app-1a2b.js", headers={"Accept-Encoding": accepted}) as answer,
    ):
        sent = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == packing
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "immutable" in answer.headers["cache-control"]
    built = {None: "app-1a2b.js", "gzip": "app-1a2b.js.gz", "br": "app-1a2b.js.br"}[packing]
    assert sent == (packed / "assets" / built).read_bytes()


def test_what_the_build_did_not_pack_is_not_packed_for_a_request(tmp_path: Path, web: Path) -> None:
    (web / "icon.svg").write_text("<svg/>" * 2000)
    with running(tmp_path, web=web) as client:
        for path in ("/icon.svg", "/"):
            assert "content-encoding" not in client.get(path, headers={"Accept-Encoding": "gzip, br"}).headers
        assert client.get("/assets/../icon.svg.br").status_code == 404


def test_support_is_the_contact_page_of_the_course_site_unless_told(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web, course_site="course.example") as client:
        assert _told(client.get("/").text)["supportUrl"] == "https://course.example/contact"


def test_an_untold_page_reports_to_nobody(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web) as client:
        answer = client.get("/")
    assert _told(answer.text) == {}
    assert _directive(answer.headers, "connect-src") == {"'self'"}


def test_the_policy_opens_for_the_analytics_origin_alone(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web, analytics_url="https://events.example:8443/in") as client:
        allowed = _directive(client.get("/").headers, "connect-src")
    assert allowed == {"'self'", "https://events.example:8443"}


def test_each_answer_s_page_has_a_nonce_of_its_own_and_nobody_keeps_it(tmp_path: Path, web: Path) -> None:
    nonces = set()
    with running(tmp_path, web=web) as client:
        for path in ("/", "/methods", "/index.html"):
            answer = client.get(path)
            nonce = _told_all(answer.text)["styleNonce"]
            assert f"'nonce-{nonce}'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"
            assert "etag" not in answer.headers
            nonces.add(nonce)
    assert len(nonces) == 3


def test_the_course_s_sites_may_frame_the_page_and_nobody_else(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web, course_sites=("school.example",)) as client:
        sites = {"'self'", "https://school.example", "https://www.school.example"}
        for path in ("/", "/index.html", "/curve", "/?<script>alert(1)</script>"):
            assert _directive(client.get(path).headers, "frame-ancestors") == sites
        assert _directive(client.get("/api/openapi.json").headers, "frame-ancestors") == {"'none'"}
        assert "x-frame-options" not in client.get("/").headers


def test_the_page_runs_nothing_but_its_own_scripts_and_styles(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web) as client:
        headers = client.get("/").headers
    closed = ("default-src", "base-uri", "object-src", "style-src-attr")
    assert {name: _directive(headers, name) for name in closed} == {name: {"'none'"} for name in closed}
    assert _directive(headers, "script-src") == {"'self'"}
    assert "unsafe" not in headers["content-security-policy"]


def test_the_page_answers_reading_only(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web) as client:
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"):
            answer = client.request(method, "/dashboard")
            assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
            assert answer.json()["code"] == "method_not_allowed"
        head = client.head("/dashboard")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/../access.sqlite3",
        "/assets/../../state/signing.key",
        "/%2e%2e/%2e%2e/state/signing.key",
        "/assets/..%2f..%2fstate%2fsigning.key",
        "/assets/%00.js",
        "/assets/" + "a" * 5000 + ".js",
        "/assets/",
        "/.git/config.txt",
        "/\\..\\state\\signing.key",
    ],
)
def test_a_path_out_of_the_page_s_folder_finds_nothing(tmp_path: Path, web: Path, path: str) -> None:
    (web / "assets").mkdir()
    with running(tmp_path, web=web) as client:
        key = (tmp_path / "state" / "signing.key").read_text()
        answer = client.get(path)
    assert answer.status_code in (200, 404), answer.text
    assert answer.status_code == 404 or "session-almanac" in answer.text
    assert key not in answer.text


def _directive(headers: Mapping[str, str], name: str) -> set[str]:
    """The sources of one directive of the policy."""
    found = {
        part.split()[0]: set(part.split()[1:]) for part in headers["content-security-policy"].split("; ")
    }
    return found[name]


@pytest.mark.parametrize("address", ["events.example", "javascript:alert(1)", "https://a b/", "https://a;b/"])
def test_an_address_that_is_none_is_refused_at_start(address: str) -> None:
    with pytest.raises(DataError, match="ANALYTICS_URL"):
        from_environment({"ANALYTICS_URL": address})


def test_without_a_page_its_address_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path, web=tmp_path / "none") as client:
        answer = client.get("/")
        assert client.get("/api/nowhere").json()["code"] == "not_found"
    assert answer.status_code == 404
    told = answer.json()
    assert (told["code"], told["message"]) == (
        "no_page",
        "This service has no page: it answers programs only, below /api.",
    )
    assert str(tmp_path) not in answer.text
    (warning,) = [each.message for each in caplog.records if "there is no built page" in each.message]
    assert warning.startswith(f"{tmp_path / 'none'}: ")
    assert "ALMANAC_WEB" in warning


@pytest.mark.parametrize("path", ["/docs", "/docs.html", "/docs/"])
def test_the_page_of_the_api_has_the_page_s_policy_and_nothing_else(
    tmp_path: Path, web: Path, path: str
) -> None:
    (web / "docs.html").write_text("<html><body>calls</body></html>")
    with running(tmp_path, web=web) as client:
        page, docs = client.get("/"), client.get(path)
        directives = set(page.headers["content-security-policy"].split("; "))
        own = set(docs.headers["content-security-policy"].split("; "))
        assert docs.status_code == 200
        assert docs.text == "<html><body>calls</body></html>"
        assert {each.split()[0] for each in own ^ directives} <= {"style-src"}
        assert "unsafe" not in docs.headers["content-security-policy"]
        assert docs.headers["cache-control"] == "no-store"
        assert client.post(path).status_code == 405


def test_without_the_page_there_is_no_page_of_the_api(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web) as client:
        assert client.get("/docs").text.startswith("<html><head>")
    (web / "index.html").unlink()
    (web / "docs.html").write_text("<html></html>")
    with running(tmp_path, web=web) as client:
        assert client.get("/docs").status_code == 404
        assert client.get("/api/openapi.json").status_code == 200
