"""The service in a test: a real application on a real pack, asked as a browser would."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from service.app import create_app
from service.settings import Settings
from service.settings.values import Rate

UNLIMITED = Rate(0, 60)
LOOPBACK = ("127.0.0.1", 50000)
VISITOR = {"user_id": "7", "user_name": "Ada", "user_email": "ada@example.com", "course_id": "dev-cad-std"}


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """The service on `folder`/warehouse and `folder`/state, unlimited; errors come back as answers."""
    values: dict[str, Any] = {"web": folder / "web", "poll_interval": 0.02, "access_mode": "trusted_url"}
    values |= {"entry_limit": UNLIMITED, "compute_limit": UNLIMITED} | settings
    app = create_app(Settings(folder / "warehouse", folder / "state", **values))
    with TestClient(
        app, base_url="http://127.0.0.1", client=LOOPBACK, raise_server_exceptions=False
    ) as client:
        yield client


def bearer(client: TestClient, tier: str = "pro", **visitor: str) -> dict[str, str]:
    answer = client.post("/api/auth/entry", json=VISITOR | {"profile": tier} | visitor)
    return {"Authorization": f"Bearer {answer.json()['access_token']}"}
