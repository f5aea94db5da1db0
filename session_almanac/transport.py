"""One call of the API: sent, answered or refused; where the answer comes from is known nowhere else.

A service is asked over HTTP, a warehouse by the service's own application in this process; both are an
`httpx2.Client`, which differ in their transport alone.
"""

import json
import os
import time
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import httpx2

from core.contracts.errors import InvalidRequest
from session_almanac.errors import CallRefused, NoAnswer

TOKEN_VARIABLE = "ALMANAC_TOKEN"
LONGEST_WAIT = 60
"""Seconds: a Retry-After beyond them is told, not waited for."""

_PERSONAL = "personal_token_"
"""How the codes of a refused personal token begin; their detail says what to do."""
_FIELDS = ("detail", "message", "code", "timestamp")
_BUSY = (429, 503)
_PAUSE = 5
_LONGEST_QUOTE = 80
_NO_TOKEN = f"give token=..., or set {TOKEN_VARIABLE}"
_NEW_TOKEN = "it was revoked, is over, or is mistyped: ask the people who run the service for a new one"


class Transport:
    """Calls what answers at `where`; `has_token` tells how a refusal of the caller is worded."""

    def __init__(self, client: httpx2.Client, where: str, *, has_token: bool) -> None:
        self._client = client
        self._where = where
        self._has_token = has_token

    def call(self, method: str, path: str, body: object = None, **query: str | None) -> Any:
        """The decoded answer; where the service asks to wait a moment, it is asked once more.

        Raises:
            CallRefused: with the API's own fields.
            NoAnswer: nothing there, not in time, or no almanac.
            InvalidRequest: a value of the body that JSON has no word for.
        """
        content = None if body is None else _encoded(body)
        given = {name: value for name, value in query.items() if value is not None}
        request = self._client.build_request(
            method,
            f"api/{path.removeprefix('/').removeprefix('api/')}",
            params=given,
            content=content,
            headers={"Content-Type": "application/json"},
        )
        answer = self._send(request)
        if answer.status_code in _BUSY and (pause := _retry_after(answer)) <= LONGEST_WAIT:
            time.sleep(pause)
            answer = self._send(request)
        found = self._decoded(answer)
        if not answer.is_success:
            self._refuse(answer, found)
        return found

    def close(self) -> None:
        """Let go of connections, or of the application in this process."""
        self._client.close()

    def _send(self, request: httpx2.Request) -> httpx2.Response:
        if self._client.is_closed:
            raise NoAnswer(f"{self._where}: closed; open it again with Almanac(...).", code="closed")
        try:
            return self._client.send(request)
        except httpx2.TimeoutException as error:
            raise NoAnswer(
                f"{self._where}: no answer in time; try again, or give a longer timeout."
            ) from error
        except httpx2.HTTPError as error:
            detail = (
                f"{self._where}: nothing answers ({error}); is the service running, is the address right?"
            )
            raise NoAnswer(detail) from error

    def _decoded(self, answer: httpx2.Response) -> Any:
        """The JSON of an answer of the API, whether it is good or a refusal."""
        if answer.is_redirect:
            elsewhere = answer.headers.get("location", "")[:_LONGEST_QUOTE]
            raise NoAnswer(f"{self._where}: sends on to {elsewhere}; give the service's own address.")
        kind = answer.headers.get("content-type", "").partition(";")[0] or "nothing"
        with suppress(ValueError):
            found = answer.json() if kind == "application/json" else None
            fields = found if isinstance(found, dict) else {}
            if found is not None and (answer.is_success or all(fields.get(name) for name in _FIELDS)):
                return found
        raise NoAnswer(
            f"{self._where}: answers {answer.status_code} with {kind}, which no almanac does; "
            "give the address of the service, such as https://almanac.example."
        )

    def _refuse(self, answer: httpx2.Response, found: dict[str, str]) -> NoReturn:
        status, detail = answer.status_code, found["detail"].rstrip(".")
        remedy = ""
        if status == 401 and not found["code"].startswith(_PERSONAL):
            remedy = _NEW_TOKEN if self._has_token else _NO_TOKEN
        elif status == 403 and found["code"].endswith("_not_in_tier"):
            remedy = "it needs a token of that tier"
        elif status in _BUSY:
            remedy = f"ask again in {_retry_after(answer)} seconds"
        told = f"{detail}; {remedy}." if remedy else f"{detail}."
        about = {name: found[name] for name in ("code", "message", "timestamp")}
        raise CallRefused(status, told, **about)


def transport_to(source: str | os.PathLike[str], token: str | None, timeout: float) -> Transport:
    """What answers for `source`: a service where it is an http(s) address, else a warehouse's folder.

    Raises:
        DataError: the folder is no warehouse with a published snapshot.
        InvalidRequest: an address of another kind, or a token for a warehouse.
    """
    if isinstance(source, str) and "://" in source:
        return _to_service(source, token or os.environ.get(TOKEN_VARIABLE) or None, timeout)
    if token is not None:
        raise InvalidRequest("token: a warehouse needs none; leave it out, or give the address of a service.")
    try:
        from session_almanac.in_process import client_of
    except ModuleNotFoundError as error:
        detail = f"a warehouse is answered by the service's own code, and {error.name} is not installed"
        raise InvalidRequest(f"{detail}; pip install session-almanac.", code="no_service") from error
    folder = Path(source)
    return Transport(client_of(folder), str(folder), has_token=True)


def _to_service(address: str, token: str | None, timeout: float) -> Transport:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        detail = (
            f"{address[:_LONGEST_QUOTE]!r}: expected a folder, or an address such as https://almanac.example."
        )
        raise InvalidRequest(detail, code="address")
    if token is not None and not (token.isascii() and token.isprintable()):
        raise InvalidRequest("token: it holds characters that no token has; copy it again.", code="token")
    where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/').removesuffix('/api')}"
    headers = {"Accept": "application/json", "User-Agent": "session-almanac"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    client = httpx2.Client(base_url=f"{where}/", headers=headers, timeout=timeout)
    return Transport(client, where, has_token=token is not None)


def _retry_after(answer: httpx2.Response) -> int:
    """Seconds to wait, as the answer asks for."""
    text = answer.headers.get("retry-after", "")
    return int(text) if text.isdecimal() else _PAUSE


def _encoded(body: object) -> bytes:
    try:
        return json.dumps(body, default=_plain, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        detail = (
            f"a value of the question cannot be sent: {error}; use numbers, text, true or false, and dates."
        )
        raise InvalidRequest(detail, code="value_type") from error


def _plain(value: object) -> object:
    """What JSON writes for a date, a NumPy scalar or any other collection."""
    if isinstance(value, date):
        return iso_date(value)
    if callable(tolist := getattr(value, "tolist", None)):
        return tolist()
    if isinstance(value, set | frozenset | range):
        return list(value)
    raise TypeError(f"{type(value).__name__} found")


def iso_date(day: date | str) -> str:
    """A date as the API writes it; text is left to the API to read."""
    if isinstance(day, str):
        return day
    return (day.date() if isinstance(day, datetime) else day).isoformat()
