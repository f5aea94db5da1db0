"""Two services behind the nginx of deploy/ over one Redis: published to and restarted while people ask."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import orjson

from tests.integration.test_deploy_examples import TEMPORARY, certificate, example, program
from tests.integration.test_redis_services import QUESTIONS, compared, expected_answers
from tests.integration.test_service_process import ROOT, command, fetch, free_port
from tests.support.redis_publishing import publish_id, small_snapshots
from tests.support.redis_server import RedisServer
from tests.support.service_client import VISITOR

__all__ = ["certificate"]
from tests.support.waiting import eventually

KEY = "one signing key for both of the services"


@dataclass
class Service:
    """One service process, which can be restarted on its port."""

    folder: Path
    port: int
    redis_url: str
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        told = {"REDIS_URL": self.redis_url, "SIGNING_KEYS": KEY, "POLL_INTERVAL": "0.5"}
        told |= {"ACCESS_MODE": "trusted_url", "COMPUTE_LIMIT": "0/1"}
        self.process = subprocess.Popen(
            command(self.folder, self.port), cwd=ROOT, env=os.environ | told, stderr=subprocess.DEVNULL
        )
        fetch(self.port, "/readyz")

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Ask it to end as systemd does, and start it again."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(20) == 0
        self.start()


class Visitor:
    """Asks through nginx, one question after the other, on one connection as long as it lasts."""

    def __init__(self, port: int) -> None:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._connection = HTTPSConnection("127.0.0.1", port, context=context, timeout=60)
        self.answers: list[tuple[int, str, Any]] = []
        self.faults: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    @contextmanager
    def asking(self) -> Iterator[Visitor]:
        """Ask as long as the block lasts."""
        self._thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            self._thread.join()
            self._connection.close()

    def _ask(self) -> None:
        token = self._post("/api/auth/entry", VISITOR | {"profile": "pro"}, {})["access_token"]
        while not self._stop.wait(0.01):
            for number, question in enumerate(QUESTIONS):
                answer = self._post("/api/compute", question, {"Authorization": f"Bearer {token}"})
                if answer:
                    self.answers.append((number, answer["snapshot"], compared(answer)))

    def _post(self, path: str, body: object, headers: dict[str, str]) -> dict[str, Any]:
        try:
            headers = headers | {"Content-Type": "application/json"}
            self._connection.request("POST", path, orjson.dumps(body), headers)
            answer = self._connection.getresponse()
            content = answer.read()
        except OSError as error:
            self.faults.append(repr(error))
            self._connection.close()
            return {}
        if answer.status != 200:
            self.faults.append(f"{answer.status} {content[:200]!r}")
            return {}
        found: dict[str, Any] = orjson.loads(content)
        return found


def test_publications_and_a_rolling_restart_lose_no_answer_and_mix_none(
    tmp_path: Path, redis_server: RedisServer, certificate: Path
) -> None:
    warehouse, ids = small_snapshots(tmp_path / "warehouse", 2)
    expected = {each: expected_answers(tmp_path, warehouse, each) for each in ids}
    publish_id(redis_server, warehouse, ids[0])
    services = [Service(tmp_path / f"service{number}", free_port(), redis_server.url) for number in range(2)]
    with ExitStack() as stack:
        for service in services:
            stack.callback(service.end)
            service.start()
        port = stack.enter_context(nginx(tmp_path / "nginx", example(certificate), services))
        visitors = [stack.enter_context(Visitor(port).asking()) for _ in range(2)]
        until_answered(visitors, ids[0])
        services[0].restart()
        publish_id(redis_server, warehouse, ids[1])
        services[1].restart()
        until_answered(visitors, ids[1])
        publish_id(redis_server, warehouse, ids[0])
        until_answered(visitors, ids[0])
        log = (tmp_path / "nginx" / "almanac.log").read_text()
    for visitor in visitors:
        assert visitor.faults == []
        assert [each for each in visitor.answers if each[2] != expected[each[1]][each[0]]] == []
        assert {snapshot for _, snapshot, _ in visitor.answers} == set(ids)
    assert set(re.findall(r" /api/\S+ (\d+) ", log)) == {"200"}


@contextmanager
def nginx(folder: Path, text: str, services: list[Service]) -> Iterator[int]:
    """nginx with the example, on a port of its own; the second server's line of it counts."""
    folder.mkdir()
    port = free_port()
    text = re.sub(r"listen \[::\].*", "", text).replace("/var/log/nginx/", f"{folder}/")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("# server ", "server ")
    for number, service in enumerate(services):
        assert text.count(f"server 127.0.0.1:800{number} ") == 2
        text = text.replace(f"127.0.0.1:800{number} ", f"127.0.0.1:{service.port} ")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY)
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;"
        f"events {{}} http {{ {paths}\n{text}\n}}"
    )
    start = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen(start, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: (folder / "pid").exists() or process.poll() is not None)
            assert process.poll() is None, (folder / "error.log").read_text()
            yield port
        finally:
            process.terminate()


def until_answered(visitors: list[Visitor], snapshot_id: str) -> None:
    """Until every question of every visitor is answered from this snapshot, kept answers included."""
    before = [len(visitor.answers) for visitor in visitors]

    def turned() -> bool:
        lately = [
            visitor.answers[count:][-2 * len(QUESTIONS) :]
            for visitor, count in zip(visitors, before, strict=True)
        ]
        return all(
            len(answers) == 2 * len(QUESTIONS) and {each for _, each, _ in answers} == {snapshot_id}
            for answers in lately
        )

    eventually(turned)
