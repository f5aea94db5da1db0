"""The access token for the course platform's API, by client credentials."""

import json
import threading
import time
from urllib.parse import urlencode

from service.access.entry.transport import PlatformAnswer, PlatformDown, fetch
from service.settings import Settings

_MARGIN = 60
_USUAL_LIFETIME = 3600


class PlatformToken:
    """Keeps one token and replaces it a minute before its end; safe from any thread."""

    def __init__(self, settings: Settings) -> None:
        base = settings.lw_api_url or ""
        self._url = settings.lw_token_url or f"{base.removesuffix('/v2')}/oauth2/access_token"
        self._client = settings.lw_client_id or ""
        self._secret = settings.lw_client_secret or ""
        self._lock = threading.Lock()
        self._token = ""
        self._ends_at = 0.0

    def current(self, deadline: float) -> str:
        """A token that has not ended, as far as we know.

        Raises:
            PlatformDown: there is none to be had.
        """
        with self._lock:
            if time.monotonic() >= self._ends_at:
                self._fetch(deadline)
            return self._token

    def renewed(self, refused: str, deadline: float) -> str:
        """A token other than the one the platform refused; one renewal serves everyone who waits.

        Raises:
            PlatformDown: there is none to be had.
        """
        with self._lock:
            if self._token == refused:
                self._fetch(deadline)
            return self._token

    def _fetch(self, deadline: float) -> None:
        """As JSON; a platform that does not read that is asked again in its older form."""
        asked = {
            "client_id": self._client,
            "client_secret": self._secret,
            "grant_type": "client_credentials",
        }
        answer = self._post(json.dumps(asked), "application/json", deadline)
        if answer.status in (400, 415):
            form = urlencode({"data": json.dumps(asked)})
            answer = self._post(form, "application/x-www-form-urlencoded", deadline)
        self._keep(answer)

    def _post(self, body: str, media_type: str, deadline: float) -> PlatformAnswer:
        headers = {"Content-Type": media_type, "Lw-Client": self._client, "Accept": "application/json"}
        return fetch(self._url, headers, body.encode(), deadline)

    def _keep(self, answer: PlatformAnswer) -> None:
        body = answer.body or {}
        told = body.get("tokenData", body)
        token = told.get("access_token") if isinstance(told, dict) else None
        if answer.status != 200 or body.get("success") is False or not isinstance(token, str) or not token:
            raise PlatformDown(f"{answer.status}: no access token; check LW_CLIENT_ID and LW_CLIENT_SECRET")
        lifetime = told.get("expires_in")
        seconds = lifetime if isinstance(lifetime, int) else _USUAL_LIFETIME
        self._token = token
        self._ends_at = time.monotonic() + max(seconds - _MARGIN, 1)
