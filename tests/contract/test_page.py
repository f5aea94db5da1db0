"""What the page is told at run time, and whom it may talk to."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from service.settings import from_environment
from tests.service_client import running

BUILT = '<html><head><meta name="session-almanac" content="{}" /></head></html>'


class _Told(HTMLParser):
    """Reads the page's settings as a browser does."""

    found: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "meta" and named.get("name") == "session-almanac":
            self.found = named["content"]


def _told(text: str) -> dict[str, str]:
    reader = _Told()
    reader.feed(text)
    settings: dict[str, str] = json.loads(reader.found or "null")
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
        "productionUrl": given["production_url"],
    }


def test_scripts_travel_compressed_and_unpack_to_the_built_ones(tmp_path: Path, web: Path) -> None:
    script = "export const days = [];\n" * 200
    (web / "assets").mkdir()
    (web / "assets" / "app-1a2b.js").write_text(script)
    with running(tmp_path, web=web) as client:
        small = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "gzip"})
        plain = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "immutable" in small.headers["cache-control"]
    assert "content-encoding" not in plain.headers
    assert small.text == plain.text == script
    assert int(small.headers["content-length"]) < len(script) / 10


def test_support_is_the_contact_page_of_the_course_site_unless_told(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web, course_site="course.example") as client:
        assert _told(client.get("/").text)["supportUrl"] == "https://course.example/contact"


def test_an_untold_page_reports_to_nobody(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web) as client:
        answer = client.get("/")
    assert _told(answer.text) == {}
    assert "connect-src" not in answer.headers["content-security-policy"]


def test_the_policy_opens_for_the_analytics_origin_alone(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web, analytics_url="https://events.example:8443/in") as client:
        policy = client.get("/").headers["content-security-policy"]
    assert "connect-src 'self' https://events.example:8443" in policy.split("; ")


def test_the_page_is_not_sent_again_while_it_is_the_same(tmp_path: Path, web: Path) -> None:
    with running(tmp_path, web=web) as client:
        tag = client.get("/").headers["etag"]
        assert client.get("/methods", headers={"If-None-Match": tag}).status_code == 304
        assert client.head("/").headers["etag"] == tag
        (web / "index.html").write_text(BUILT + "<p>newer</p>")
        assert client.get("/", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("address", ["events.example", "javascript:alert(1)", "https://a b/", "https://a;b/"])
def test_an_address_that_is_none_is_refused_at_start(address: str) -> None:
    with pytest.raises(DataError, match="ANALYTICS_URL"):
        from_environment({"ANALYTICS_URL": address})
