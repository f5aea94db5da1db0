"""Rows of calls that a browser makes, one by one: the chart of a day beside the same bytes prebuilt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import orjson

from tests.bench import serving
from tests.bench.rows import Row, row

CHART = "/api/v2/charts/data"


def chart_call_rows(warehouse: Path, folder: Path) -> list[Row]:
    """The round trip of a chart that no cache knows."""
    port = serving.free_port()
    command = serving.service_command(warehouse, folder / "state", port)
    with serving.running(command, port), closing(serving.Caller(port)) as caller:
        caller.enter()
        bodies = serving.chart_bodies(_last_days(caller))
        answer = caller.post(CHART, next(bodies))
        chart = serving.milliseconds(caller, CHART, bodies)
    peer = _peer_milliseconds(folder, answer, bodies)
    title = "chart of a day with AMA settings, uncached, ms"
    return [row(title, chart, "ratio under 20", peer=peer, met=chart / peer < 20)]


def _peer_milliseconds(folder: Path, answer: bytes, bodies: Iterator[object]) -> float:
    content, port = folder / "answer.json", serving.free_port()
    content.write_bytes(answer)
    command = serving.peer_command(content, port)
    with serving.running(command, port), closing(serving.Caller(port)) as caller:
        return serving.milliseconds(caller, CHART, bodies)


def _last_days(caller: serving.Caller) -> list[str]:
    """The last hundred sessions."""
    days: list[str] = orjson.loads(caller.post(CHART, {}))["navigation"]["availableDates"]
    return days[-100:]
