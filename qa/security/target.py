"""The service under attack: a process of its own, spoken to in bytes, so that nothing tidies an attack up."""

import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qa.security.wire import Answer, request, spoken
from service.database.sqlite_store import DATABASE
from tests.integration.test_service_process import ROOT, free_port
from tests.support.blocking import Accounts, Codes, SqliteStore
from tests.support.entry_links import SECRET, signed
from tests.support.service_client import VISITOR
from tests.support.snapshots import publish_random
from tests.support.waiting import PATIENCE, eventually

KEY = "the-signing-key-of-this-hostile-suite-64-bytes-long-0123456789ab"
SCRAPER = "what-the-scraper-of-this-hostile-suite-bears"
SITE = "school.example"
PARTNER = "https://partner.example"
PASSWORD = "a quiet harbour"
UNLIMITED = ("LOGIN", "REDEEM", "ENTRY", "REFRESH", "COMPUTE", "EXPORT")
SETTINGS = {
    "ACCESS_MODE": "signed_url",
    "ENTRY_SECRETS": SECRET,
    "SIGNING_KEYS": KEY,
    "COURSE_SITES": SITE,
    "ALLOWED_ORIGINS": PARTNER,
    "ALLOWED_HOSTS": "127.0.0.1",
    "METRICS_TOKEN": SCRAPER,
    "REQUEST_BUDGET": str(PATIENCE),
} | {f"{name}_LIMIT": "0/60" for name in UNLIMITED}
INSIDE = ("Traceback", "site-packages", 'File "', '.py"', str(ROOT), KEY, SECRET, "OperationalError")
"""What no answer may hold."""


@dataclass(slots=True)
class Target:
    """A running service; `secrets` are those it gave out, `folder` holds its files and its log."""

    port: int
    folder: Path
    pid: int = 0
    secrets: set[str] = field(default_factory=set)

    def cpu(self) -> float:
        """Seconds of CPU that the service has used in the threads it has."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(each.read_text(encoding="ascii").split()[0]) for each in tasks) / 1e9

    def say(self, text: bytes) -> Answer:
        """Send bytes as they are; the answer must show nothing of the inside."""
        answer = spoken(self.port, text)
        shown = answer.body.decode("latin1") + str(answer.headers)
        assert answer.status < 500, (answer.status, shown)
        assert not [word for word in (*INSIDE, str(self.folder)) if word in shown], shown
        assert answer.headers["x-content-type-options"] == "nosniff"
        return answer

    def ask(
        self, method: str, path: str, body: object = None, token: str | None = None, **headers: str
    ) -> Answer:
        """One request; `body` is bytes as they are, or a value as JSON; `headers` with _ for -."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            given = {"Authorization": f"Bearer {token}"} | given
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return self.say(request(method, path, content, given))

    def post(self, path: str, body: object = None, token: str | None = None, **headers: str) -> Answer:
        return self.ask("POST", f"/api{path}", {} if body is None else body, token, **headers)

    def get(self, path: str, token: str | None = None, **headers: str) -> Answer:
        return self.ask("GET", f"/api{path}", None, token, **headers)

    def enter(self, tier: str = "standard", **changes: str) -> dict[str, Any]:
        """The tokens of a visitor with a link signed for that tier."""
        link = signed(VISITOR | {"profile": tier} | changes)
        answer = self.post("/auth/entry", link)
        assert answer.status == 200, answer.body
        tokens: dict[str, Any] = answer.json()
        self.secrets |= {tokens["access_token"], tokens["refresh_token"], link["signature"], link["nonce"]}
        return tokens

    def token(self, tier: str = "standard", **changes: str) -> str:
        return str(self.enter(tier, **changes)["access_token"])

    def code(self, tier: str) -> str:
        """A new redeem code, made in the service's store as a maintainer makes one."""
        with self._store() as store:
            made: str = Codes(store).make("pro" if tier == "pro" else "standard")
        self.secrets.add(made)
        return made

    def account(self, name: str, active: bool = True) -> None:
        """An account with `PASSWORD`."""
        with self._store() as store:
            Accounts(store).add(name, PASSWORD, "standard")
            Accounts(store).set_active(name, active)

    def rows(self, *without: str) -> Counter[str]:
        counted = "SELECT kind, count(*) FROM records GROUP BY kind"
        with closing(sqlite3.connect(self.folder / "state" / DATABASE)) as base:
            return Counter({name: count for name, count in base.execute(counted) if name not in without})

    def written(self, since: tuple[int, int] = (0, 0)) -> str:
        """What the service wrote to its log and its audit, after these lengths of both."""
        return "".join(text[start:] for text, start in zip(self._texts(), since, strict=True))

    def lengths(self) -> tuple[int, int]:
        log, audit = self._texts()
        return len(log), len(audit)

    def _texts(self) -> tuple[str, str]:
        return (self.folder / "log").read_text(), (self.folder / "state" / "audit.log").read_text()

    @contextmanager
    def _store(self) -> Iterator[SqliteStore]:
        store = SqliteStore(self.folder / "state")
        try:
            yield store
        finally:
            store.close()


@contextmanager
def attacked(folder: Path, **changes: str) -> Iterator[Target]:
    """A service over a random market with a page and, outside the page's folder, files to steal."""
    publish_random(folder / "warehouse")
    (folder / "web" / "assets").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<!doctype html><title>The page</title>")
    (folder / "web" / "assets" / "app.js").write_text("const page = 1;\n" * 200)
    (folder / "stolen.txt").write_text("the loot")
    target = Target(free_port(), folder)
    folders = [f"--{name}={folder / name}" for name in ("warehouse", "state", "web")]
    command = [sys.executable, "-m", "service", *folders, f"--port={target.port}"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, cwd=ROOT, env=os.environ | SETTINGS | changes, stderr=log) as process,
    ):
        try:
            target.pid = process.pid
            _wait_for(target)
            yield target
            assert process.poll() is None, "the service has ended"
        finally:
            process.kill()


def _wait_for(target: Target) -> None:
    def is_ready() -> bool:
        try:
            return spoken(target.port, request("GET", "/readyz", b"", {})).status == 200
        except OSError:
            return False

    eventually(is_ready, lambda: "the service did not start")
