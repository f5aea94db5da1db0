"""A file of statistics says of coin days what the answer says."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.contract.exported import open_csv
from tests.support.service_client import bearer

REASONS = {
    "known_before_open": "No coin: known before the open",
    "decided_by_filters": "No coin: decided by the filters",
    "few_days": "No coin: too few matched days",
    "few_coin_days": "No coin: too few coin days",
}
GAP_UP = {"gap_up": {"operator": "=", "value": True}}
BULL = {"or12_dir": {"operator": "=", "value": "bull"}}
FEW = {"gap_fill_bar": {"operator": "=", "value": 80}}
EMPTY: list[float | None] = [None] * 8
Row = tuple[str, list[float | None]]
"""A row's figure, and its n, value, limits, others, difference with its limits, p and q."""


@pytest.mark.parametrize(
    ("filters", "reasons"),
    [
        ({}, {"known_before_open"}),
        (GAP_UP, {"known_before_open"}),
        (BULL, {"known_before_open", "decided_by_filters"}),
        (FEW, {"known_before_open", "decided_by_filters", "few_days"}),
    ],
    ids=["all days", "known before the open", "tossed", "few days"],
)
def test_every_coin_of_the_answer_has_its_rows(
    tossed: TestClient, filters: dict[str, Any], reasons: set[str]
) -> None:
    headers = bearer(tossed, "pro")
    features = tossed.get("/api/features", headers=headers).json()["features"]
    asked = {"filters": filters, "features": [each["name"] for each in features if each["type"] != "date"]}
    answer = tossed.post("/api/v2/probabilities", headers=headers, json=asked).json()["probabilities"]
    file = tossed.post(
        "/api/v2/export", headers=headers, json=asked | {"kind": "statistics", "format": "csv"}
    )
    opened = open_csv(file.content)
    place = opened.headings.index("n")
    expected = {
        (result["metadata"]["display_name"], module["display_name"], name): numbers
        for result in answer.values()
        for module in result["modules"].values()
        for name, numbers in coin_rows(module["data"])
    }
    assert {
        (row[0], row[1], row[2]): [float(cell) if cell else None for cell in row[place : place + 10]]
        for row in opened.rows
        if "coin" in row[2]
    } == expected
    names = {name for _, _, name in expected}
    assert names & set(REASONS.values()) == {REASONS[each] for each in reasons}
    assert ("Against a coin" in names) == (filters != FEW)


def coin_rows(data: dict[str, Any]) -> Iterator[Row]:
    """Every row of a module's coin."""
    coin = data.get("coin") or {}
    yield from label_rows([each for each in data.get("labels") or () if each["coin"]])
    if "reason" in coin:
        yield REASONS[coin["reason"]], [None, None, *EMPTY]
    elif "occurrence" in coin:
        yield from rate_rows(coin, data)
    elif "by_bar_days" in coin:
        yield from bar_rows(coin)
    elif coin:
        for name, field in (("lower quartile", "q1"), ("median", "median"), ("upper quartile", "q3")):
            yield f"A coin: {name}", [coin["days"], coin[field], *EMPTY]


def label_rows(labels: list[dict[str, Any]]) -> Iterator[Row]:
    n = sum(each["coin"]["days"] for each in labels)
    for each in labels:
        yield f"A coin: {each['label']}", [n, each["coin"]["share"], *EMPTY]


def rate_rows(coin: dict[str, Any], data: dict[str, Any]) -> Iterator[Row]:
    differs = [coin["difference"][name] for name in ("value", "lower", "upper")]
    held = [data["total_days"], data["occurrence"], None, None, None, *differs]
    yield "Against a coin", [*held, coin["p_value"], coin["q_value"]]
    yield "A coin: occurrence", [coin["days"], coin["occurrence"], *EMPTY]
    yield "A coin: active days", [coin["days"], coin["occurrence_days"], *EMPTY]


def bar_rows(coin: dict[str, Any]) -> Iterator[Row]:
    upto = [0, *coin["by_bar_days"]]
    yield "A coin: event days", [coin["days"], upto[81], *EMPTY]
    for bar in range(1, 82):
        if upto[bar] != upto[bar - 1]:
            yield f"A coin: event on bar {bar}", [upto[81], upto[bar] - upto[bar - 1], *EMPTY]
