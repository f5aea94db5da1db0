"""Lists of days in a test: who maintains them, and how they are written and asked for."""

from typing import Any

from starlette.testclient import TestClient

from service.database.records import Account
from tests.support.blocking import Accounts, RecordStore

RIGHT = "a quiet harbour"
Headers = dict[str, str]


def maintaining(client: TestClient, store: RecordStore) -> Headers:
    """Headers of a lite account with the permission to maintain."""
    if store.find(Account, "ada") is None:
        Accounts(store).add("ada", RIGHT, "lite", ("maintain",))
    tokens = client.post("/api/auth/login", json={"username": "ada", "password": RIGHT}).json()
    return {"Authorization": f"Bearer {tokens['access_token']}"}


def put(client: TestClient, headers: Headers, name: str, *days: str | dict[str, str], **more: Any) -> Any:
    """The answer to a list that is sent: dates, or dates with notes."""
    listed = [{"date": each} if isinstance(each, str) else each for each in days]
    return client.post("/api/v2/lists", headers=headers, json={"name": name, "days": listed} | more)


def lists_of(client: TestClient, headers: Headers) -> dict[str, Any]:
    return {each["name"]: each for each in client.get("/api/v2/lists", headers=headers).json()["lists"]}


def in_lists(*names: str, operator: str = "in") -> dict[str, Any]:
    return {"feature": "day_list", "operator": operator, "value": list(names)}


def matching(client: TestClient, headers: Headers, *filters: dict[str, Any]) -> list[str]:
    """The dates that match, ascending."""
    answer = client.post("/api/v2/days", headers=headers, json={"filters": list(filters), "page_size": 500})
    assert answer.status_code == 200, answer.text
    return sorted(row["session_date"] for row in answer.json()["rows"])
