"""Two service processes on one Redis: asked all the while, both turn to what is published and mix nothing."""

import json
import os
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from core.warehouse.paths import Warehouse
from tests.integration.test_service_process import ROOT, command, fetch, free_port
from tests.support.redis_publishing import SYMBOL, publish_id, small_snapshots
from tests.support.redis_server import RedisServer
from tests.support.service_client import VISITOR, bearer, running
from tests.support.snapshots import point
from tests.support.waiting import eventually

QUESTIONS: list[dict[str, Any]] = [
    {
        "filters": {"gap_up": {"operator": "=", "value": True}},
        "statistics_features": ["gap_down", "gap_class"],
    },
    {"features": ["statistics", "charts", "navigation"], "statistics_features": ["or12_range_pct_adr"]},
    {"filters": {"gap_up": {"operator": "=", "value": False}}, "options": {"cache": False}},
]
Answered = tuple[int, str, Any]


def test_two_services_turn_to_each_publication_without_a_lost_or_a_mixed_answer(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    warehouse, ids = small_snapshots(tmp_path / "warehouse", 2)
    expected = {each: expected_answers(tmp_path, warehouse, each) for each in ids}
    publish_id(redis_server, warehouse, ids[0])
    with ExitStack() as stack:
        ports = [free_port() for _ in range(2)]
        for number, port in enumerate(ports):
            stack.enter_context(_started(tmp_path / f"service{number}", port, redis_server.url))
        visitors = [stack.enter_context(_visitor(port)) for port in ports]
        for each in (ids[1], ids[0]):
            publish_id(redis_server, warehouse, each)
            for seen in visitors:
                _until_answered(seen, each)
    for seen in visitors:
        assert [answer for answer in seen if answer[2] != expected[answer[1]][answer[0]]] == []
        assert {snapshot for _, snapshot, _ in seen} == set(ids)
        assert len(seen) >= 2 * len(QUESTIONS)


def expected_answers(root: Path, warehouse: Warehouse, snapshot_id: str) -> list[Any]:
    """What a service that has only this snapshot answers to each question."""
    folder = root / f"alone-{snapshot_id}"
    folder.mkdir()
    (folder / "warehouse").symlink_to(warehouse.root)
    point(warehouse.root, SYMBOL, snapshot_id)
    with running(folder) as client:
        headers = bearer(client)
        answers = [client.post("/api/compute", headers=headers, json=each).json() for each in QUESTIONS]
    return [compared(each) for each in answers]


def compared(answer: dict[str, Any]) -> Any:
    """An answer without what tells of one request."""
    return {name: value for name, value in answer.items() if name != "metadata"}


@contextmanager
def _started(folder: Path, port: int, url: str) -> Iterator[None]:
    told = {"REDIS_URL": url, "POLL_INTERVAL": "0.5", "ACCESS_MODE": "trusted_url", "COMPUTE_LIMIT": "0/1"}
    environment = os.environ | told
    with subprocess.Popen(
        command(folder, port), cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield
        finally:
            process.kill()


@contextmanager
def _visitor(port: int) -> Iterator[list[Answered]]:
    """Asks one question after the other as long as the block lasts; every request must be answered."""
    fetch(port, "/readyz")
    stop, seen, lost = threading.Event(), list[Answered](), list[BaseException]()
    thread = threading.Thread(target=_ask_until, args=(port, stop, seen, lost))
    thread.start()
    try:
        yield seen
    finally:
        stop.set()
        thread.join()
        assert lost == []


def _ask_until(port: int, stop: threading.Event, seen: list[Answered], lost: list[BaseException]) -> None:
    try:
        token = _post(port, "/api/auth/entry", VISITOR | {"profile": "pro"}, "")["access_token"]
        while not stop.wait(0.05):
            for number, question in enumerate(QUESTIONS):
                answer = _post(port, "/api/compute", question, token)
                seen.append((number, answer["snapshot"], compared(answer)))
    except Exception as error:
        lost.append(error)


def _post(port: int, path: str, body: object, token: str) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers, method="POST"
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def _until_answered(seen: list[Answered], snapshot_id: str) -> None:
    """Until every question, kept answers included, is answered from this snapshot."""

    def answered() -> bool:
        last = seen[-len(QUESTIONS) :]
        return len(last) == len(QUESTIONS) and {each for _, each, _ in last} == {snapshot_id}

    eventually(answered, lambda: f"{snapshot_id} never answered")
