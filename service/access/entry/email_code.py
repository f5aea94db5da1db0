"""One-time codes by e-mail: proof that a visitor reads the mailbox the course platform has for the member.

Nothing is stored but counters. The challenge the page holds bears an HMAC over the code and over whom it is
for, so neither shows the other, and a challenge lets in nobody else.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import time
from collections.abc import Callable

from core.contracts.access_answers import EmailChallenge
from core.contracts.requests import EntryRequest
from service.access.entry.refusals import deny
from service.access.people import User
from service.access.store import AccessStore
from service.errors import TooManyRequests

LIFETIME = 10 * 60
TRIES = 5
MAILS_PER_MEMBER = (5, 60 * 60)
MAILS_PER_CLIENT = (20, 60 * 60)

NEEDED = "Please confirm that this is you: we send a code of 6 digits to your e-mail address."
WRONG = "That code is not right. Please look again, or ask for a new one."
OVER = "That code is no longer valid. Please ask for a new one."

_CHALLENGE = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9]{1,12})\.([0-9a-f]{64})")
_CODE = re.compile(r"[0-9]{6}")

Post = Callable[[str, str], None]
"""Mails a code to an address."""


class EmailCodes:
    """Makes, mails and checks codes; `now` gives seconds since 1970."""

    def __init__(
        self, key: str, store: AccessStore, post: Post, now: Callable[[], float] = time.time
    ) -> None:
        self._key = key
        self._store = store
        self._post = post
        self._now = now

    def send(self, user: User, client: str | None, mailbox: Callable[[], str | None]) -> EmailChallenge:
        """A challenge for the user; the code goes to `mailbox()`, or nowhere, and the answer is the same.

        Raises:
            TooManyRequests: five in an hour for one address, or twenty from one client.
        """
        self._throttle(f"mail-to:{_digest(user.email or '')}", MAILS_PER_MEMBER)
        self._throttle(f"mail-from:{client}", MAILS_PER_CLIENT)
        challenge, code = secrets.token_urlsafe(16), f"{secrets.randbelow(1_000_000):06}"
        expires = str(int(self._now()) + LIFETIME)
        address = mailbox()
        if address is not None:
            self._post(address, code)
        about = (user.user_id, user.email, user.course_id)
        mac = self._mac(challenge, expires, code, *about)
        return EmailChallenge(f"{challenge}.{expires}.{mac}", LIFETIME)

    def check(self, entry: EntryRequest) -> None:
        """Nothing where the entry bears the code that was mailed for it.

        Raises:
            AccessDenied: `code_needed`, `code_wrong`, or `code_over` after ten minutes or five tries.
        """
        given = _CHALLENGE.fullmatch(entry.challenge or "")
        if given is None or not entry.email_code:
            deny("code_needed", NEEDED)
        challenge, expires, mac = given.groups()
        if int(expires) <= self._now() or self._store.hit(f"code-try:{challenge}", TRIES, LIFETIME):
            deny("code_over", OVER)
        about = (entry.user_id, entry.user_email, entry.course_id)
        expected = self._mac(challenge, expires, entry.email_code.strip(), *about)
        if not hmac.compare_digest(expected, mac) or not _CODE.fullmatch(entry.email_code.strip()):
            deny("code_wrong", WRONG)

    def spend(self, entry: EntryRequest) -> None:
        """A checked code lets in once.

        Raises:
            AccessDenied: `code_over`.
        """
        challenge, expires, _ = (entry.challenge or "..").split(".")
        if not self._store.once(f"code:{challenge}", int(expires)):
            deny("code_over", OVER)

    def _throttle(self, bucket: str, rate: tuple[int, int]) -> None:
        wait = self._store.hit(bucket, *rate)
        if wait:
            raise TooManyRequests("e-mail codes: too many were asked for; use the last one, or wait.", wait)

    def _mac(self, *parts: str | None) -> str:
        text = json.dumps(["entry code", *parts])
        return hmac.new(self._key.encode(), text.encode(), hashlib.sha256).hexdigest()


def _digest(address: str) -> str:
    return hashlib.sha256(address.encode().lower()).hexdigest()[:32]
