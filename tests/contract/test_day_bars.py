"""A page of days with their bars: the days of /v2/days, the market's prices and levels, a short body."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from core.market.market import Market
from tests.property.markets import random_market
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random

COLUMNS = ["gap_size_pct_adr", "gap_class", "or12_bo_up_bar"]
ROOM = 60_000
"""Bytes of the longest page as deploy/nginx.conf packs it."""

GAP_UP = {"gap_up": {"operator": "=", "value": True}}
CELL = {"from_bar": 12, "side": "up", "target": 30, "stop": 20, "first": "target_first"}
PART = {"feature": "or12_bo_up_bar", "module": "time_distribution", "place": "13-24"}
LONG: dict[str, Any] = {"sessions": 5_100, "first": np.datetime64("2000-02-01")}


@pytest.fixture(scope="module")
def market() -> Market:
    """What the published snapshot was made of."""
    return random_market(1, 160)


@contextmanager
def serving(folder: Path, **shape: Any) -> Iterator[TestClient]:
    publish_random(folder / "warehouse", **shape)
    with running(folder, poll_interval=60) as client:
        yield client


def ask(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = client.post("/api/v2/days/bars", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def listed(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = client.post("/api/v2/days", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def every_day(client: TestClient, headers: dict[str, str], **body: Any) -> list[Any]:
    first = ask(client, headers, page_size=60, **body)
    others = (ask(client, headers, page_size=60, page=page, **body) for page in range(2, first["pages"] + 1))
    return [*first["days"], *(day for each in others for day in each["days"])]


def test_every_bar_and_level_is_the_market_s(client: TestClient, pro: dict[str, str], market: Market) -> None:
    days = every_day(client, pro, sort={"descending": False})
    assert [day["date"] for day in days] == [str(each.astype("M8[D]")) for each in market.session_date]
    known = 0
    for at, day in enumerate(days):
        assert (day["tick"], day["open"]) == (0.25, market.open[at, 0])
        for letter, prices in zip("ohlc", (market.open, market.high, market.low, market.close), strict=True):
            assert all(type(ticks) is int for ticks in day[letter])
            assert [day["open"] + day["tick"] * ticks for ticks in day[letter]] == prices[at].tolist()
        for name in ("hoy", "loy", "coy", "adr10"):
            own = getattr(market, name)[at]
            assert day[name] == (None if np.isnan(own) else pytest.approx(own, abs=1e-6))
            known += day[name] is None
    assert known > 10


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"filters": GAP_UP, "sort": {"column": "gap_size_pct_adr"}},
        {"filters": GAP_UP, "sort": {"column": "gap_size_pct_adr", "descending": False}},
        {"filters": {"or12_dir": {"operator": "=", "value": "bull"}}, "as_of": 12},
        {"part": PART},
        {"excursion": CELL, "sort": {"column": "gap_class"}},
        {"start_date": "2024-02-01", "end_date": "2024-05-31"},
    ],
)
def test_the_days_are_those_of_the_list(client: TestClient, pro: dict[str, str], body: Any) -> None:
    wanted = listed(client, pro, columns=COLUMNS, page_size=500, **body)
    days = every_day(client, pro, columns=COLUMNS, **body)
    assert wanted["rows"]
    assert [{"session_date": day["date"]} | day["values"] for day in days] == wanted["rows"]
    page, beside = (call(client, pro, page_size=7, page=2, **body) for call in (ask, listed))
    assert [day["date"] for day in page["days"]] == [row["session_date"] for row in beside["rows"]]
    for name, other in (("total", "total_days"), *((same, same) for same in ("pages", "page", "limited_to"))):
        assert page[name] == beside[other]


def test_one_day_no_day_and_none_past_the_last_page(client: TestClient, pro: dict[str, str]) -> None:
    (day,) = ask(client, pro, page_size=1)["days"]
    alone = ask(client, pro, dates=[day["date"]])
    assert (alone["total"], alone["pages"], alone["days"]) == (1, 1, [day])
    none = ask(client, pro, filters={"gap_size_pts": {"operator": ">", "value": 1e9}})
    assert (none["total"], none["pages"], none["days"]) == (0, 0, [])
    assert ask(client, pro, dates=["2024-07-03", "1999-01-04"])["total"] == 0
    past = ask(client, pro, page=10**9)
    assert (past["days"], past["total"]) == ([], 160)


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        ({"page_size": 0}, "page_size: expected a whole number from 1 to 60, found 0."),
        ({"page_size": 61}, "page_size: expected a whole number from 1 to 60, found 61."),
        ({"page": 0}, "page: expected a whole number from 1, found 0."),
        ({"columns": [*COLUMNS, "gap_up", "gap_down"]}, "columns: 5 features found; at most 4 expected."),
    ],
)
def test_a_refusal_names_the_field(
    client: TestClient, pro: dict[str, str], wrong: dict[str, Any], detail: str
) -> None:
    answer = client.post("/api/v2/days/bars", headers=pro, json=wrong)
    assert (answer.status_code, answer.json()["detail"]) == (422, detail)


def test_what_is_kept_is_of_the_same_body_alone(client: TestClient, pro: dict[str, str]) -> None:
    bodies: list[dict[str, Any]] = [
        {},
        {"page": 2},
        {"page_size": 5},
        {"columns": COLUMNS},
        {"columns": COLUMNS[:1]},
        {"sort": {"descending": False}},
        {"dates": ["2024-03-05"]},
        {"part": PART},
        {"excursion": CELL},
        {"excursion": CELL | {"first": "stop_first"}},
        {"filters": GAP_UP},
    ]
    first = [ask(client, pro, **body) for body in bodies]
    assert [ask(client, pro, **body) for body in bodies] == first
    assert all(one != other for at, one in enumerate(first) for other in first[:at])


@pytest.mark.large
def test_twenty_years_by_the_page(tmp_path: Path) -> None:
    with serving(tmp_path, **LONG) as client:
        pro, standard = (bearer(client, tier) for tier in ("pro", "standard"))
        whole = ask(client, pro, page_size=60)
        assert (whole["total"], whole["pages"], whole["limited_to"]) == (5_100, 85, None)
        last = ask(client, pro, page_size=60, page=85)["days"]
        ends = client.get("/api/v2/date-range", headers=pro).json()
        assert (whole["days"][0]["date"], last[-1]["date"]) == (ends["max_date"], ends["min_date"])
        assert len(last) == 60
        cut = ask(client, standard, page_size=60, page=84)
        assert (cut["total"], cut["pages"], cut["limited_to"], len(cut["days"])) == (5_100, 84, 5_000, 20)
        assert ask(client, standard, page_size=60, page=85)["days"] == []


def test_the_longest_page_is_short_on_the_wire(tmp_path: Path) -> None:
    """Days that move as far as a Nasdaq future."""
    body = {"page_size": 60, "columns": ["gap_size_pct_adr", "close_ibs", "day_range_pct_adr"]}
    with serving(tmp_path, step=150) as client:
        answer = client.post("/api/v2/days/bars", headers=bearer(client), json=body)
    assert len(answer.json()["days"]) == 60
    assert len(gzip.compress(answer.content, compresslevel=1)) < ROOM
