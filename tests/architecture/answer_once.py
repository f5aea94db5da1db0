"""Answers one compute and says what is imported: run as a module with a folder that holds `warehouse/`.

Stands on the standard library and the service alone: it also runs where only the service is installed.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

HEAVY = (
    "pandas",
    "pyarrow",
    "statsmodels",
    "dagster",
    "exchange_calendars",
    "scipy",
    "scipy.stats",
    "numpy.f2py",
    "numpy.ma",
    "pydantic",
    "core.market.calendar",
    "core.market.session_bars",
    "core.market.sessions",
    "core.evidence",
    "core.build.pack",
    "pipelines",
)
ON_DEMAND = ("core.market", "core.features")
"""What a call about the next session alone needs."""

VISITOR = {"user_id": "7", "user_email": "a@b", "course_id": "dev-cad-std", "profile": "pro"}


def heavy_modules(also: tuple[str, ...] = ()) -> list[str]:
    """The heavy modules this interpreter has imported; of storage a service has only what it reads.

    `also` are further ones that it should not have.
    """
    storage = [name for name in sys.modules if name.startswith("core.warehouse.")]
    serving = "core.warehouse.serving"
    return [
        *(name for name in (*HEAVY, *also) if name in sys.modules),
        *(name for name in storage if not name.startswith(serving)),
    ]


def answer_once(folder: Path) -> dict[str, Any]:
    """What a page shows first, a compute of every feature, a chart with signals and the next session, by the
    whole application.
    """
    from service.app import create_app
    from service.settings import Settings

    settings = Settings(folder / "warehouse", folder / "state", web=folder / "web", access_mode="trusted_url")
    app = create_app(settings)
    return asyncio.run(_visit(app))


async def _visit(app: Any) -> dict[str, Any]:
    async with app.router.lifespan_context(app):
        entered = await _call(app, "POST", "/api/auth/entry", VISITOR, "")
        token = entered["access_token"]
        shown = await _call(app, "POST", "/api/v2/start", {}, token)
        names = [feature["name"] for feature in shown["catalogue"]["features"]]
        question = {
            "filters": {"gap_up": {"operator": "=", "value": True}},
            "statistics_features": names,
        }
        answer = await _call(app, "POST", "/api/compute", question, token)
        listed = {"filters": {"gap_size_pts": {"operator": "in", "value": [*range(60)]}}}
        await _call(app, "POST", "/api/v2/filtered", listed, token)
        await _call(app, "POST", "/api/v2/charts/data", {"ama_config": {"show_climax": True}}, token)
        heavy = heavy_modules(ON_DEMAND)
        await _call(app, "GET", "/api/v2/next", None, token)
    statistics = answer["data"]["statistics"]["features"]
    return {
        "total_days": answer["total_days"],
        "features": len(statistics),
        "heavy": heavy,
        "heavy_by_next": heavy_modules(),
    }


async def _call(app: Any, method: str, path: str, body: Any, token: str) -> Any:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {token}".encode())]
    headers.append((b"content-type", b"application/json"))
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
    }
    scope |= {"scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""}
    scope |= {"headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
    await app(scope, receive, send)
    return json.loads(b"".join(message.get("body", b"") for message in sent))


if __name__ == "__main__":
    print(json.dumps(answer_once(Path(sys.argv[1]))))
