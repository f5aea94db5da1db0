"""The claims as plain HTML at /claims, where everybody may read them."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from starlette.testclient import TestClient

from service.claims_page import with_claims
from service.encoding import encode
from tests.support.service_client import running
from tests.support.snapshots import publish_random

BUILT = (
    '<!doctype html><html lang="en"><head><meta name="description" content="Statistics." />'
    '<meta name="session-almanac" content="{}" /><title>Session Almanac</title></head>'
    '<body><div id="root"></div></body></html>'
)
HOSTILE = "<script>alert(\"1\")</script>\\1 & 'x'"


class _Read(HTMLParser):
    """What a crawler reads: tags, cells of the table by row, title, and what follows each other as text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.title = ""
        self.text = ""
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, f"{tag} closes nothing"

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open and self._open[-1] == "title":
            self.title += data
        if self._open and self._open[-1] in ("td", "th"):
            self.rows[-1][-1] += data

    def named(self, tag: str, name: str) -> str | None:
        """Content of a meta, or address of a link."""
        found = [
            each for kind, each in self.tags if kind == tag and name in (each.get("name"), each.get("rel"))
        ]
        return (found[0].get("content") or found[0].get("href")) if found else None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("public")
    (folder / "web").mkdir()
    (folder / "web" / "index.html").write_text(BUILT)
    publish_random(folder / "warehouse", coin=True)
    publish_random(folder / "warehouse", symbol="NQ", seed=2)
    return folder


@pytest.fixture(scope="module")
def public(folder: Path) -> Iterator[TestClient]:
    with running(
        folder, public_claims=True, public_url="https://almanac.example", poll_interval=60
    ) as client:
        yield client


def test_every_published_figure_stands_in_the_table_as_the_call_answers_it(public: TestClient) -> None:
    page, answer = _Read(public.get("/claims").text), public.get("/api/v2/claims").json()
    told = [(claim, each) for claim in answer["claims"] for each in claim["published"]]
    rows = page.rows[1:]
    assert len(rows) == len(told) > 10
    before = None
    for row, (claim, published) in zip(rows, told, strict=True):
        assert published["figure"] in row[-2]
        assert published["who"] in row[-2]
        assert row[-1] == published["verdict"]["words"]
        if claim is not before:
            assert row[0] == claim["question"]
            if claim["rate"] is not None:
                assert row[1].startswith(f"{claim['rate'] * 100:.1f}% of {claim['days']:,} day")
                assert row[1].endswith(f"). {claim['stopped']['verdict']['words']}")
            assert row[2] == (claim["coin"]["verdict"]["words"] if claim["coin"] else "")
        before = claim
    assert answer["snapshot"] in page.text
    assert page.text.count("Sample data") == (1 if answer["sample_data"] else 0)


def test_crawlers_are_told_title_description_and_the_one_address(public: TestClient) -> None:
    page = _Read(public.get("/claims").text)
    assert page.title == "Claims about ES sessions, counted | Session Almanac"
    assert (page.named("meta", "description") or "").startswith("Percentages that others have published")
    assert page.named("meta", "robots") == "index, follow"
    assert page.named("link", "canonical") == "https://almanac.example/claims"
    other = _Read(public.get("/claims?symbol=NQ").text)
    assert other.title == "Claims about NQ sessions, counted | Session Almanac"
    assert other.named("link", "canonical") == "https://almanac.example/claims?symbol=NQ"


@pytest.mark.parametrize("symbol", ["XX", "%3Cscript%3E", "ES&symbol=../x", "NQ%00"])
def test_a_symbol_that_is_not_served_has_no_claims(public: TestClient, symbol: str) -> None:
    answer = public.get(f"/claims?symbol={symbol}")
    assert answer.status_code == 200
    assert _Read(answer.text).rows == []
    assert "<script>" not in answer.text


def test_the_policy_lets_its_style_in_and_nothing_else(public: TestClient) -> None:
    answer = public.get("/claims")
    page, policy = _Read(answer.text), answer.headers["content-security-policy"]
    styles = [attrs.get("nonce") for tag, attrs in page.tags if tag == "style"]
    assert [f"'nonce-{nonce}'" in policy for nonce in styles] == [True]
    assert not [tag for tag, _ in page.tags if tag == "script"]
    assert not [attrs for _, attrs in page.tags if {"style", "onclick", "onload"} & set(attrs)]
    assert "script-src 'self';" in policy
    assert answer.headers["cache-control"] == "no-store"


def test_crawlers_may_read_that_page_alone(public: TestClient, tmp_path: Path) -> None:
    said = public.get("/robots.txt")
    assert (said.status_code, said.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert may_read(said.text) == ["/claims", "/claims?symbol=NQ"]
    with running(tmp_path) as closed:
        assert may_read(closed.get("/robots.txt").text) == []


def may_read(robots: str) -> list[str]:
    parser = RobotFileParser()
    parser.parse(robots.splitlines())
    pages = ("/", "/claims", "/claims?symbol=NQ", "/questions", "/v/abc", "/api/v2/claims", "/docs")
    return [page for page in pages if parser.can_fetch("Googlebot", f"https://almanac.example{page}")]


def test_the_page_is_told_and_other_addresses_say_nothing(public: TestClient) -> None:
    settings = json.loads(_Read(public.get("/claims").text).named("meta", "session-almanac") or "")
    assert settings["publicClaims"] is True
    for path in ("/", "/questions", "/dashboard", "/claims/more", "/Claims"):
        page = _Read(public.get(path).text)
        assert (page.title, page.rows, page.named("meta", "robots")) == ("Session Almanac", [], None), path
    assert public.get("/api/v2/summary").status_code == 401


def test_without_the_setting_nothing_is_open(folder: Path) -> None:
    with running(folder, public_url="https://almanac.example", poll_interval=60) as closed:
        text = re.sub(r"&quot;styleNonce&quot;:&quot;[\w-]+&quot;", "", closed.get("/claims").text)
        assert text == re.sub(r"&quot;styleNonce&quot;:&quot;[\w-]+&quot;", "", closed.get("/dashboard").text)
        assert "publicClaims" not in text
        assert closed.get("/api/v2/claims").status_code == 401


def test_without_a_snapshot_or_an_address_the_page_stands(folder: Path, tmp_path: Path) -> None:
    with running(tmp_path, web=folder / "web", public_claims=True) as empty:
        assert _Read(empty.get("/claims").text).title == "Session Almanac"
    with running(folder, public_claims=True, poll_interval=60) as unnamed:
        assert _Read(unnamed.get("/claims").text).named("link", "canonical") is None


def test_what_a_maintainer_writes_is_text(public: TestClient) -> None:
    answer: dict[str, Any] = public.get("/api/v2/claims").json()
    claim = next(each for each in answer["claims"] if each["published"])
    claim["question"] = HOSTILE
    claim["published"] = [claim["published"][0] | {"who": HOSTILE, "where": HOSTILE, "figure": HOSTILE}]
    answer |= {"claims": [claim], "symbol": HOSTILE, "snapshot": HOSTILE}
    text = with_claims(BUILT, encode(answer), 'https://a.example/?a="b"', "n")
    page = _Read(text)
    assert "script" not in [tag for tag, _ in page.tags]
    assert page.rows[1][0] == HOSTILE
    assert page.rows[1][3] == f"{HOSTILE} ({HOSTILE}, {HOSTILE})"
    assert page.title == f"Claims about {HOSTILE} sessions, counted | Session Almanac"
    assert page.named("link", "canonical") == 'https://a.example/?a="b"'


@pytest.mark.parametrize("rate", [None, 1.0])
def test_a_claim_without_days_or_coin_is_a_row_too(public: TestClient, rate: float | None) -> None:
    answer: dict[str, Any] = public.get("/api/v2/claims").json()
    claim = next(each for each in answer["claims"] if each["published"])
    limits = None if rate is None else rate
    claim |= {
        "rate": rate,
        "days": 0 if rate is None else 1,
        "coin": None,
    }
    claim["confidence_interval"] = {"lower": limits and 0.2, "upper": limits}
    page = _Read(with_claims(BUILT, encode(answer | {"claims": [claim]}), None, "n"))
    here = f"100.0% of 1 day (20.0 to 100.0). {claim['stopped']['verdict']['words']}"
    assert page.rows[1][1:3] == ["no such day" if rate is None else here, ""]
