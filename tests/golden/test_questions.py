"""The golden questions, from the file of bars to the answer of the API."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cli.main import main
from tests.golden import handmade
from tests.golden.compare import differences
from tests.oracles.days import load
from tests.support.service_client import bearer, running

HERE = Path(__file__).parent
ES_BARS = HERE.parents[2] / "shared" / "data" / "ES_5m.parquet"
HANDMADE: list[dict[str, Any]] = handmade.market()["questions"]
ES: list[dict[str, Any]] = json.loads((HERE / "es_questions.json").read_text())


def served(folder: Path, bars: Path) -> Iterator[TestClient]:
    """Import, build and serve, by the maintainer's own commands."""
    warehouse = ["--warehouse", str(folder / "warehouse")]
    assert main(["import", str(bars), "--symbol", "ES", *warehouse]) == 0
    assert main(["build", "ES", *warehouse]) == 0
    with running(folder) as client:
        client.headers.update(bearer(client, "pro"))
        yield client


@pytest.fixture(scope="module")
def handmade_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("handmade")
    bars = folder / "ES_handmade.parquet"
    handmade.write_parquet(bars)
    yield from served(folder, bars)


@pytest.fixture(scope="module")
def es_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    if not ES_BARS.exists():
        pytest.skip("no shared bars beside the checkout")
    yield from served(tmp_path_factory.mktemp("es"), ES_BARS)


def wrong(client: TestClient, question: dict[str, Any]) -> list[str]:
    """What the API's answer has otherwise than the question wants; empty where all is right."""
    wanted = question.get("statistics", {})
    days = {name: question[name] for name in ("start_date", "end_date") if name in question}
    body = {"filters": question["filters"], "statistics_features": list(wanted)} | days
    answer = client.post("/api/compute", json=body).json()
    if answer.get("total_days") != question["total_days"]:
        return [f"found {answer.get('total_days', answer)} days, wanted {question['total_days']}"]
    results = answer["data"]["statistics"]["features"]
    found = {
        name: {kind: module["data"] for kind, module in results[name]["modules"].items()} for name in wanted
    }
    return [*differences(found, wanted), *wrong_dates(client, question)]


def wrong_dates(client: TestClient, question: dict[str, Any]) -> list[str]:
    """The days call names the same sessions, and the live count agrees."""
    days = {name: question[name] for name in ("start_date", "end_date") if name in question}
    body = {"filters": question["filters"], "page_size": 500} | days
    named = sorted(row["session_date"] for row in client.post("/api/v2/days", json=body).json()["rows"])
    live = client.post("/api/v2/filtered", json={"filters": question["filters"]} | days).json()
    counted = live["filtered_data"]["total_days"]
    problems = [] if counted == question["total_days"] else [f"the live count is {counted}"]
    if "dates" in question and named != question["dates"]:
        problems.append(f"found {named}, wanted {question['dates']}")
    return problems


@pytest.mark.parametrize("question", HANDMADE, ids=lambda question: question["id"])
def test_small_market_is_answered_as_worked_out_by_hand(
    handmade_client: TestClient, question: dict[str, Any]
) -> None:
    assert wrong(handmade_client, question) == []


@pytest.mark.parametrize("question", ES, ids=lambda question: question["id"])
def test_real_bars_are_answered_as_the_book_has_it(es_client: TestClient, question: dict[str, Any]) -> None:
    assert wrong(es_client, question) == []


def test_real_days_have_the_file_s_bars_and_levels(es_client: TestClient) -> None:
    days = load(ES_BARS).days
    asked = ({"page_size": 60, "page": page} for page in range(1, -(-len(days) // 60) + 1))
    pages = [es_client.post("/api/v2/days/bars", json=body).json()["days"] for body in asked]
    for day, told in zip(reversed(days), chain.from_iterable(pages), strict=True):
        prices = zip(*(told[letter] for letter in "ohlc"), strict=True)
        bars = [tuple(told["open"] + told["tick"] * ticks for ticks in bar) for bar in prices]
        assert (told["date"], bars) == (str(day.date), list(day.bars))
        levels = tuple(told[name] for name in ("hoy", "loy", "coy"))
        assert levels == (day.yesterday or (None, None, None))
        assert told["adr10"] == (None if day.adr10 is None else pytest.approx(day.adr10, abs=1e-6))


def test_a_wrong_count_is_seen(handmade_client: TestClient) -> None:
    question = HANDMADE[0] | {"total_days": HANDMADE[0]["total_days"] + 1}
    assert wrong(handmade_client, question) != []
