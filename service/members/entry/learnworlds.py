"""The course platform's API: who a user id is and which courses it is enrolled in.

Documented by the platform: a token by client credentials from `/admin/api/oauth2/access_token`, then every
call with `Authorization: Bearer` and `Lw-Client`; `GET /users/{id}` and `GET /users/{id}/courses`, 50 a page.
Its ways, each played by `tests/support/platform_stand_in.py`: errors as 200 with `success: false`, 404 for
"no courses", 429 with and without Retry-After, tokens that end early. A request is bounded in time and size,
never redirected, and fails in one way.
"""

import json
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.parse import quote, urlencode

from service.outgoing.retry_after import retry_after
from service.settings import Settings

PATIENCE = 6.0
"""Seconds for everything that one entry asks of the platform."""
STEP_PATIENCE = 4.0
"""Seconds to wait for one step of an answer."""
LARGEST = 1024 * 1024
PAGES = 20
_LONGEST_WAIT = 300
_USUAL_WAIT = 10
_MARGIN = 60
_USUAL_LIFETIME = 3600


class PlatformDown(Exception):
    """The platform gave no answer that can be used; `retry_after` is in whole seconds.

    `for_all` where the next member would fare no better. The reason is for the log and names no person.
    """

    def __init__(self, reason: str, retry_after: int = 10, *, for_all: bool = False) -> None:
        super().__init__(reason)
        self.retry_after = retry_after
        self.for_all = for_all


@dataclass(frozen=True, slots=True)
class PlatformAnswer:
    """Status, the Retry-After header, and the body: a JSON object, None where it is none."""

    status: int
    retry_after: str | None
    body: dict[str, Any] | None


class _AsItCame(urllib.request.HTTPErrorProcessor):
    """Returns every status, also a redirect: our token goes to the configured address only."""

    def http_response(self, request: urllib.request.Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


_OPENER = urllib.request.build_opener(_AsItCame)


def fetch(url: str, headers: Mapping[str, str], body: bytes | None, deadline: float) -> PlatformAnswer:
    """The answer to a GET, or to a POST where there is a body; `deadline` in `time.monotonic` seconds.

    Raises:
        PlatformDown: no connection, no answer in time, or one that is too large.
    """
    left = deadline - time.monotonic()
    if left <= 0:
        raise PlatformDown("no answer in time", for_all=True)
    request = urllib.request.Request(url, body, dict(headers))
    content = b""
    try:
        with _OPENER.open(request, timeout=min(STEP_PATIENCE, left)) as response:
            while chunk := response.read1(65536):
                content += chunk
                if len(content) > LARGEST:
                    raise PlatformDown("an answer of more than a megabyte")
                if time.monotonic() > deadline:
                    raise PlatformDown("no answer in time", for_all=True)
    except (OSError, HTTPException) as error:
        raise PlatformDown(f"no answer: {type(error).__name__}", for_all=True) from error
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        found = None
    found = found if isinstance(found, dict) else None
    return PlatformAnswer(response.status, response.headers.get("Retry-After"), found)


@dataclass(frozen=True, slots=True)
class Member:
    """A user of the platform: its e-mail address there, and its courses with a running enrolment."""

    email: str
    courses: frozenset[str]


class LearnWorlds:
    """Asks the API; safe from any thread.

    One token is kept, and replaced a minute before its end.
    """

    def __init__(self, settings: Settings) -> None:
        self._base = settings.lw_api_url or ""
        self._token_url = settings.lw_token_url or f"{self._base.removesuffix('/v2')}/oauth2/access_token"
        self._client = settings.lw_client_id or ""
        self._secret = settings.lw_client_secret or ""
        self._lock = threading.Lock()
        self._token = ""
        self._token_ends = 0.0

    def member(self, user_id: str) -> Member | None:
        """The user of that id; None where there is none, also where it is an e-mail address.

        Raises:
            PlatformDown: it gave no answer that can be used.
        """
        if not user_id.strip("."):
            return None
        deadline = time.monotonic() + PATIENCE
        path = f"/users/{quote(user_id, safe='')}"
        user = self._get(path, deadline)
        if user is None or user.get("id") != user_id:
            return None
        rows = self._rows(f"{path}/courses", deadline)
        running = frozenset(_course_id(row) for row in rows if not _is_over(row))
        return Member(str(user.get("email") or ""), running - {""})

    def _rows(self, path: str, deadline: float) -> Iterator[dict[str, Any]]:
        for page in range(1, PAGES + 1):
            found = self._get(f"{path}?page={page}", deadline)
            if found is None:
                return
            rows, meta = found.get("data"), found.get("meta")
            if not isinstance(rows, list):
                raise PlatformDown("a list of courses without data")
            yield from (row for row in rows if isinstance(row, dict))
            pages = meta.get("totalPages") if isinstance(meta, dict) else None
            if not isinstance(pages, int) or page >= pages:
                return

    def _get(self, path: str, deadline: float) -> dict[str, Any] | None:
        """The answer's body; None for 404. A token that has ended is renewed once."""
        token = self._current_token(deadline)
        answer = self._ask(path, token, deadline)
        if answer.status == 401:
            answer = self._ask(path, self._current_token(deadline, refused=token), deadline)
        return _body_of(answer)

    def _ask(self, path: str, token: str, deadline: float) -> PlatformAnswer:
        headers = {"Authorization": f"Bearer {token}", "Lw-Client": self._client}
        headers["Accept"] = "application/json"
        return fetch(self._base + path, headers, None, deadline)

    def _current_token(self, deadline: float, refused: str | None = None) -> str:
        """A token that has not ended, as far as we know, and that the platform has not refused.

        One renewal serves everyone who waits.

        Raises:
            PlatformDown: there is none to be had.
        """
        with self._lock:
            if time.monotonic() >= self._token_ends or self._token == refused:
                self._fetch_token(deadline)
            return self._token

    def _fetch_token(self, deadline: float) -> None:
        """Request a token as JSON; a platform that does not read that gets its older form."""
        headers = {"Lw-Client": self._client, "Accept": "application/json"}
        client = {"client_id": self._client, "client_secret": self._secret}
        content = json.dumps({**client, "grant_type": "client_credentials"})
        answer = fetch(
            self._token_url, {**headers, "Content-Type": "application/json"}, content.encode(), deadline
        )
        if answer.status in (400, 415):
            form = urlencode({"data": content}).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            answer = fetch(self._token_url, headers, form, deadline)
        body = answer.body or {}
        token_data = body.get("tokenData", body)
        token = token_data.get("access_token") if isinstance(token_data, dict) else None
        if answer.status != 200 or body.get("success") is False or not isinstance(token, str) or not token:
            raise PlatformDown(f"{answer.status}: no access token; check LW_CLIENT_ID and LW_CLIENT_SECRET")
        lifetime = token_data.get("expires_in")
        seconds = lifetime if isinstance(lifetime, int) else _USUAL_LIFETIME
        self._token = token
        self._token_ends = time.monotonic() + max(seconds - _MARGIN, 1)


def _is_over(row: dict[str, Any]) -> bool:
    ends = row.get("expires")
    if not ends:
        return False
    try:
        is_number = not isinstance(ends, str) or ends.replace(".", "", 1).isdigit()
        at = float(ends) if is_number else datetime.fromisoformat(ends).timestamp()
    except (TypeError, ValueError) as error:
        raise PlatformDown("an end of enrolment that cannot be read") from error
    return at <= time.time()


def _body_of(answer: PlatformAnswer) -> dict[str, Any] | None:
    if answer.status == 429:
        raise PlatformDown("429: too many requests", _wait(answer.retry_after), for_all=True)
    if answer.status == 404:
        return None
    if answer.status != 200 or answer.body is None:
        what = "no JSON object" if answer.status == 200 else "an error"
        raise PlatformDown(f"{answer.status}: {what}")
    if answer.body.get("success") is not False:
        return answer.body
    errors = answer.body.get("errors")
    rows = [each for each in errors if isinstance(each, dict)] if isinstance(errors, list) else []
    if any(str(row.get("code")) == "404" for row in rows):
        return None
    raise PlatformDown("200 with success: false")


def _wait(header: str | None) -> int:
    """Whole seconds of Retry-After; ten where it says nothing."""
    seconds = retry_after(header)
    return min(max(_USUAL_WAIT if seconds is None else seconds, 1), _LONGEST_WAIT)


def _course_id(row: dict[str, Any]) -> str:
    course = row.get("course")
    found = course.get("id") if isinstance(course, dict) else row.get("id")
    return found if isinstance(found, str) else ""
