"""The course platform's API: who a user id is and which courses it is enrolled in.

Documented by the platform: a token by client credentials from `/admin/api/oauth2/access_token`, then every
call with `Authorization: Bearer` and `Lw-Client`; `GET /users/{id}` and `GET /users/{id}/courses`, 50 a page.
Its ways, each played by `tests/support/platform_stand_in.py`: errors as 200 with `success: false`, 404 for
"no courses", 429 with and without Retry-After, tokens that end early.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

from service.access.entry.platform_token import PlatformToken
from service.access.entry.transport import PlatformAnswer, PlatformDown, fetch
from service.settings import Settings

PATIENCE = 6.0
"""Seconds for everything that one entry asks of the platform."""
PAGES = 20
_LONGEST_WAIT = 300
_USUAL_WAIT = 10


@dataclass(frozen=True, slots=True)
class Member:
    """A user of the platform: the e-mail address it has there, and the courses whose enrolment runs."""

    email: str
    courses: frozenset[str]


class LearnWorlds:
    """Asks the API; safe from any thread. `now` gives seconds since 1970."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._base = settings.lw_api_url or ""
        self._client = settings.lw_client_id or ""
        self._token = PlatformToken(settings)
        self._now = now

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
        running = frozenset(_course_id(row) for row in rows if not self._is_over(row))
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
        token = self._token.current(deadline)
        answer = self._ask(path, token, deadline)
        if answer.status == 401:
            answer = self._ask(path, self._token.renewed(token, deadline), deadline)
        return _body_of(answer, self._now())

    def _ask(self, path: str, token: str, deadline: float) -> PlatformAnswer:
        headers = {
            "Authorization": f"Bearer {token}",
            "Lw-Client": self._client,
            "Accept": "application/json",
        }
        return fetch(self._base + path, headers, None, deadline)

    def _is_over(self, row: dict[str, Any]) -> bool:
        ends = row.get("expires")
        if not ends:
            return False
        try:
            at = float(ends) if not isinstance(ends, str) else _moment(ends)
        except (TypeError, ValueError) as error:
            raise PlatformDown("an end of enrolment that cannot be read") from error
        return at <= self._now()


def _body_of(answer: PlatformAnswer, now: float) -> dict[str, Any] | None:
    if answer.status == 429:
        raise PlatformDown("429: too many requests", _wait(answer.retry_after, now), for_all=True)
    if answer.status == 404:
        return None
    if answer.status != 200 or answer.body is None:
        what = "no JSON object" if answer.status == 200 else "an error"
        raise PlatformDown(f"{answer.status}: {what}")
    if answer.body.get("success") is False:
        if _says_not_found(answer.body):
            return None
        raise PlatformDown("200 with success: false")
    return answer.body


def _says_not_found(body: dict[str, Any]) -> bool:
    errors = body.get("errors")
    rows = [each for each in errors if isinstance(each, dict)] if isinstance(errors, list) else []
    return any(str(row.get("code")) == "404" for row in rows)


def _wait(header: str | None, now: float) -> int:
    """Retry-After in whole seconds, as a number or a date; ten where it says nothing."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        seconds = int(text[:6])
    else:
        try:
            seconds = round(parsedate_to_datetime(text).timestamp() - now)
        except (TypeError, ValueError):
            seconds = _USUAL_WAIT
    return min(max(seconds, 1), _LONGEST_WAIT)


def _course_id(row: dict[str, Any]) -> str:
    course = row.get("course")
    found = course.get("id") if isinstance(course, dict) else row.get("id")
    return found if isinstance(found, str) else ""


def _moment(text: str) -> float:
    return float(text) if text.replace(".", "", 1).isdigit() else datetime.fromisoformat(text).timestamp()
