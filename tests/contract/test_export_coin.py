"""A file of statistics says of a coin what the answer says."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.contract.exported import open_csv
from tests.support.service_client import bearer

GAP_UP = {"gap_up": {"operator": "=", "value": True}}
BULL = {"or12_dir": {"operator": "=", "value": "bull"}}
LATE = {"gap_fill_bar": {"operator": "=", "value": 80}}
FEW = {"trade_date": {"operator": "range", "value": ["2024-03-01", "2024-03-12"]}}
DIFFERENCE = {"Difference": "difference", "Difference from": "lower", "Difference to": "upper"}
READ = {
    "n",
    "Value",
    "95% from",
    "95% to",
    "Others",
    *DIFFERENCE,
    "p",
    "Adjusted p",
    "Adjusted for",
    "Verdict",
}
Row = tuple[str, dict[str, Any]]
"""A row's figure, and those of its cells `READ` that are not empty, by heading."""


@pytest.mark.parametrize(
    ("filters", "reasons"),
    [
        ({}, {"no_coin", "no_chance", "twin"}),
        (GAP_UP, {"no_coin", "no_chance", "twin"}),
        (BULL, {"no_coin", "no_chance", "twin", "fixed_by_filter"}),
        (LATE, {"no_coin", "fixed_by_filter", "no_pair"}),
        (FEW, {"no_coin", "too_few", "twin"}),
    ],
    ids=["all days", "known before the open", "decided by the coin", "no coin day", "few days"],
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
    expected = {
        (result["metadata"]["display_name"], module["display_name"], name): cells
        for result in answer.values()
        for module in result["modules"].values()
        for name, cells in coin_rows(module["data"] or {})
    }
    rows = {tuple(row[:3]): dict(zip(opened.headings, row, strict=True)) for row in opened.rows}
    found = {names: numbers(row) for names, row in rows.items() if "coin" in names[2]}
    assert found == expected
    said = [verdict for result in answer.values() for verdict in verdicts(result["modules"])]
    by_coin = [each for each in said if each["against"] == "coin"]
    assert {each["reason"] for each in by_coin if each["reason"]} == reasons
    assert {each["words"] for each in said} == {row["Verdict"] for row in rows.values() if row["Verdict"]}
    assert any("Adjusted p" in row for row in expected.values()) == (filters not in (LATE, FEW))


def numbers(row: dict[str, str]) -> dict[str, Any]:
    cells = {heading: cell for heading, cell in row.items() if cell and heading in READ}
    return {heading: cell if heading == "Verdict" else float(cell) for heading, cell in cells.items()}


def verdicts(data: Any) -> Iterator[dict[str, Any]]:
    """Every verdict of an answer, at any depth."""
    for name, each in data.items() if isinstance(data, dict) else enumerate(data):
        if name in ("verdict", "years_verdict"):
            yield each
        elif isinstance(each, dict | list):
            yield from verdicts(each)


def coin_rows(data: dict[str, Any]) -> Iterator[Row]:
    """Every row of a module's coin."""
    labels = [(f": {each['label']}", each["coin"]) for each in data.get("labels") or () if each["coin"]]
    if all("occurrence" not in coin for _, coin in labels):
        labels = [("", coin) for _, coin in labels[:1]]
    whole = [("", data["coin"])] if data.get("coin") else []
    for suffix, coin in labels + whole:
        if "verdict" in coin:
            yield f"Against a coin{suffix}", verdict_row(coin)
        if "occurrence" in coin:
            yield f"A coin{suffix}", {"n": coin["days"], "Value": coin["occurrence"]}
            yield f"Days without a coin day{suffix}", {"Value": coin["unpaired_days"]}
        for name, field in (("lower quartile", "q1"), ("median", "median"), ("upper quartile", "q3")):
            if field in coin:
                yield f"A coin: {name}", {"n": coin["days"], "Value": coin[field]}
        yield from bar_rows(coin)


def verdict_row(coin: dict[str, Any]) -> dict[str, Any]:
    verdict, limits = coin["verdict"], coin.get("confidence_interval", {})
    compared = {"n": coin.get("days"), "Difference": coin.get("difference")}
    compared |= {"Difference from": limits.get("lower"), "Difference to": limits.get("upper")}
    told = {
        "p": verdict["p"],
        "Adjusted p": verdict["adjusted_p"],
        "Adjusted for": verdict["family_size"],
        "Verdict": verdict["words"],
    }
    return {heading: cell for heading, cell in (compared | told).items() if cell is not None}


def bar_rows(coin: dict[str, Any]) -> Iterator[Row]:
    before = 0
    for bar, upto in enumerate(coin.get("by_bar", ()), 1):
        if upto != before:
            yield f"A coin: event by bar {bar}", {"n": coin["days"], "Value": upto}
        before = upto
