"""The chart calls as the tests ask them, on the snapshot of `publish_random`."""

from typing import Any

from starlette.testclient import TestClient

from tests.contract.schema import error_violations
from tests.property.markets import random_market

CHART = "/api/v2/charts/data"
GAP_UP = {"gap_up": {"operator": "=", "value": True}}
NEVER = GAP_UP | {"gap_down": {"operator": "=", "value": True}}


def chart(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = client.post(CHART, headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, headers: dict[str, str], path: str = CHART, **body: Any) -> Any:
    answer = client.post(path, headers=headers, json=body)
    assert error_violations(answer.json()) == []
    return answer.status_code, answer.json()["code"], answer.json()["detail"]


def half_day() -> str:
    market = random_market(1, 160)
    short = market.sessions.session_date[~market.sessions.is_full]
    return str(short[-1])


def days_of(client: TestClient, headers: dict[str, str], **body: Any) -> list[str]:
    rows: list[dict[str, str]] = client.post(
        "/api/v2/days", headers=headers, json={"page_size": 500} | body
    ).json()["rows"]
    return sorted(row["session_date"] for row in rows)
