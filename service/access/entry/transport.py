"""One JSON request to the course platform: bounded in time and size, never redirected, failing in one way."""

import json
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any

LARGEST = 1024 * 1024
PATIENCE = 4.0
"""Seconds to wait for one step of an answer."""


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
    """Every status is an answer; so is a redirect, for our token goes to the configured address only."""

    def http_response(self, request: urllib.request.Request, response: HTTPResponse) -> HTTPResponse:
        """The response, whatever its status."""
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
    try:
        with _OPENER.open(request, timeout=min(PATIENCE, left)) as response:
            content = _read(response, deadline)
            return PlatformAnswer(response.status, response.headers.get("Retry-After"), _object(content))
    except (OSError, HTTPException) as error:
        raise PlatformDown(f"no answer: {type(error).__name__}", for_all=True) from error


def _read(response: HTTPResponse, deadline: float) -> bytes:
    content = b""
    while chunk := response.read1(65536):
        content += chunk
        if len(content) > LARGEST:
            raise PlatformDown("an answer of more than a megabyte")
        if time.monotonic() > deadline:
            raise PlatformDown("no answer in time", for_all=True)
    return content


def _object(content: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
