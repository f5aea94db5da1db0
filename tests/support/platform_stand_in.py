"""The course platform's API in a test: a server on this machine that plays its answers and its quirks."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

CLIENT = "client-id"
SECRET = "client-secret"
PAGE = 50
BASE = "/admin/api/v2"


@dataclass
class School:
    """What the platform knows, how it behaves, and what it was asked.

    `quirk` is one of the names in `_QUIRKS`, or "never authorized", or None; `members` maps ids to e-mail
    addresses, `courses` ids to rows of courses.
    """

    url: str = ""
    members: dict[str, str] = field(default_factory=dict)
    courses: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    quirk: str | None = None
    tokens: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    reads_json_tokens: bool = True
    released: threading.Event = field(default_factory=threading.Event)

    def enrol(self, user: str, email: str, *courses: str, **more: Any) -> None:
        """A member with courses; `more` is what every row has besides the course."""
        self.members[user] = email
        self.courses[user] = [
            {"course": {"id": each, "title": each}, "created": 1, **more} for each in courses
        ]

    def settings(self) -> dict[str, Any]:
        """What the service is told to ask this school."""
        told = {"lw_api_url": self.url + BASE, "lw_client_id": CLIENT, "lw_client_secret": SECRET}
        return {"access_mode": "learnworlds_api", **told}


class _Api(BaseHTTPRequestHandler):
    school: School
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the tests read `school.asked`."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.school.asked.append("POST /token")
        is_json = self.headers["Content-Type"] == "application/json"
        if is_json and not self.school.reads_json_tokens:
            self.fail(400, "Missing client_id")
            return
        given = json.loads(body if is_json else parse_qs(body)["data"][0])
        known = {"client_id": CLIENT, "client_secret": SECRET, "grant_type": "client_credentials"}
        if given != known or self.headers["Lw-Client"] != CLIENT:
            self.fail(400, "access denied")
            return
        self.school.tokens.append(f"token-{len(self.school.tokens)}")
        token = {"access_token": self.school.tokens[-1], "token_type": "Bearer", "expires_in": 8000}
        self.send(200, {"tokenData": token, "errors": [], "success": True})

    def do_GET(self) -> None:
        path = urlsplit(self.path)
        self.school.asked.append(f"GET {self.path.removeprefix(BASE)}")
        is_known = self.headers["Authorization"] == f"Bearer {(self.school.tokens or [''])[-1]}"
        if not is_known or self.headers["Lw-Client"] != CLIENT or self.school.quirk == "never authorized":
            self.fail(401, "unauthorized")
        elif self.school.quirk in _QUIRKS:
            _QUIRKS[self.school.quirk](self)
        else:
            self._answer(path.path.removeprefix(f"{BASE}/users/").split("/"), parse_qs(path.query))

    def _answer(self, parts: list[str], query: dict[str, list[str]]) -> None:
        asked = unquote(parts[0])
        by_email = {email: user for user, email in self.school.members.items()}
        user = by_email.get(asked, asked)
        if user not in self.school.members:
            self.fail(404, "Resource not found.")
        elif parts[1:] == ["courses"]:
            self._courses(self.school.courses[user], int(query.get("page", ["1"])[0]))
        else:
            self.send(200, {"id": user, "email": self.school.members[user], "username": "Ada"})

    def _courses(self, rows: list[dict[str, Any]], page: int) -> None:
        if not rows:
            self.fail(404, "Resource not found.")
            return
        pages = -(-len(rows) // PAGE)
        meta = {"page": page, "totalItems": len(rows), "totalPages": pages, "itemsPerPage": PAGE}
        self.send(200, {"data": rows[(page - 1) * PAGE : page * PAGE], "meta": meta})

    def fail(self, status: int, message: str, says: int | None = None, **headers: str) -> None:
        error = {"code": says or status, "context": "api", "message": message}
        self.send(status, {"success": False, "errors": [error]}, **headers)

    def send(self, status: int, body: Any, **headers: str) -> None:
        self.send_text(status, json.dumps(body), "application/json", **headers)

    def send_text(self, status: int, text: str, media_type: str, **headers: str) -> None:
        content = text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def half(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"id": "7", ')
        self.close_connection = True

    def slow(self) -> None:
        self.school.released.wait(20)
        self.close_connection = True

    def drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        while not self.school.released.wait(0.02):
            self.wfile.write(b" ")
            self.wfile.flush()
        self.close_connection = True


_QUIRKS: dict[str | None, Callable[[Any], None]] = {
    "success false": lambda api: api.fail(200, "Something went wrong.", says=500),
    "not found as 200": lambda api: api.fail(200, "Resource not found.", says=404),
    "too many": lambda api: api.fail(429, "Too many requests"),
    "too many, wait": lambda api: api.fail(429, "Too many requests", Retry_After="42"),
    "too many, for days": lambda api: api.fail(429, "Too many requests", Retry_After="999999"),
    "too many, odd": lambda api: api.fail(429, "Too many requests", Retry_After="soon"),
    "error": lambda api: api.fail(500, "Internal error"),
    "HTML": lambda api: api.send_text(200, "<html>Down for maintenance</html>", "text/html"),
    "HTML error": lambda api: api.send_text(502, "<html>Bad gateway</html>", "text/html"),
    "a list": lambda api: api.send(200, [1, 2]),
    "empty": lambda api: api.send_text(200, "", "application/json"),
    "nested": lambda api: api.send_text(200, "[" * 100_000, "application/json"),
    "huge": lambda api: api.send(200, {"email": "x" * 1_100_000}),
    "half": lambda api: api.half(),
    "redirect": lambda api: api.send_text(302, "", "text/html", Location=f"{api.school.url}/stolen"),
    "slow": lambda api: api.slow(),
    "drip": lambda api: api.drip(),
}


@contextmanager
def running_school() -> Iterator[School]:
    school = School()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Api", (_Api,), {"school": school}))
    server.daemon_threads = True
    school.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield school
    finally:
        school.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
