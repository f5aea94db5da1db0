"""One-time codes by e-mail: proof that a visitor reads the mailbox the course platform has for the member.

Nothing is stored but counters. The page holds a challenge with an HMAC over the code and the member:
neither shows the other, and a challenge lets in no other member. The challenge's name has an HMAC over the
member alone: a guess counts for a member only where the challenge is one of ours for that member.
"""

import hashlib
import hmac
import json
import logging
import re
import secrets
import time
import unicodedata
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from core.contracts.access_answers import EmailChallenge
from core.contracts.errors import TooManyRequests
from core.contracts.requests import EntryRequest
from service.database.rate_limiter import RateLimiter
from service.database.records import User
from service.members.entry.parameters import deny
from service.members.one_time import MemoryLost, OneTime
from service.members.rate_limits import network_of
from service.outgoing.failure import NotSent
from service.outgoing.mail import NAME, MailServer
from service.settings import Settings

logger = logging.getLogger(__name__)

LIFETIME = 10 * 60
TRIES = 5
MAILS_PER_MEMBER = (5, 60 * 60)
MAILS_PER_CLIENT = (20, 60 * 60)
GUESSES_PER_MEMBER = (20, 60 * 60)

NEEDED = "Please confirm that this is you: we send a code of 6 digits to your e-mail address."
WRONG = "That code is not right. Please look again, or ask for a new one."
OVER = "That code is no longer valid. Please ask for a new one."

_TEXT = f"""Your code for {NAME} is {{code}}

It is valid for ten minutes and can be used once. If you did not open {NAME} just now, ignore this message:
nobody enters without the code.
"""

_CHALLENGE = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9]{1,12})\.([0-9a-f]{64})")
_CODE = re.compile(r"[0-9]{6}")

Post = Callable[[str, str], None]
"""Mails a code to an address."""


class EmailCodes:
    def __init__(self, key: str, tries: RateLimiter, one_time: OneTime, post: Post) -> None:
        self._key = key
        self._tries = tries
        self._one_time = one_time
        self._post = post

    async def send(
        self, user: User, client: str | None, mailbox: Callable[[], Awaitable[str | None]]
    ) -> EmailChallenge:
        """A challenge for the user; the code goes to `mailbox()`, or nowhere, and the answer is the same.

        Raises:
            TooManyRequests: five in an hour for one member, or twenty from one client.
        """
        await self._throttle(f"mail-to:{_member(user.email)}", MAILS_PER_MEMBER)
        await self._throttle(f"mail-from:{network_of(client)}", MAILS_PER_CLIENT)
        about = (user.user_id, user.email, user.course_id)
        code, expires = f"{secrets.randbelow(1_000_000):06}", str(int(time.time()) + LIFETIME)
        challenge = self._name(secrets.token_urlsafe(8), expires, *about)
        address = await mailbox()
        if address is not None:
            self._post(address, code)
        mac = self._mac(challenge, expires, code, *about)
        return EmailChallenge(f"{challenge}.{expires}.{mac}", LIFETIME)

    async def check(self, entry: EntryRequest) -> None:
        """Check that the entry has the code that was mailed for it.

        Raises:
            AccessDenied: `code_needed`, `code_wrong`, or `code_over` after ten minutes or five tries.
            TooManyRequests: twenty tries in an hour for one member.
        """
        given = _CHALLENGE.fullmatch(entry.challenge or "")
        if given is None or not entry.email_code:
            deny("code_needed", NEEDED)
        challenge, expires, mac = given.groups()
        is_over = int(expires) <= time.time()
        if is_over or await self._tries.hit(f"code-try:{challenge}", TRIES, LIFETIME):
            deny("code_over", OVER)
        about = (entry.user_id, entry.user_email, entry.course_id)
        if not hmac.compare_digest(self._name(challenge[:11], expires, *about), challenge):
            deny("code_wrong", WRONG)
        await self._throttle(f"code-guess:{_member(entry.user_email)}", GUESSES_PER_MEMBER)
        expected = self._mac(challenge, expires, entry.email_code.strip(), *about)
        if not hmac.compare_digest(expected, mac) or not _CODE.fullmatch(entry.email_code.strip()):
            deny("code_wrong", WRONG)

    async def spend(self, entry: EntryRequest) -> None:
        """Spend a checked code, which lets in once.

        Raises:
            AccessDenied: `code_over`.
        """
        challenge, expires, _ = (entry.challenge or "..").split(".")
        try:
            is_new = await self._one_time.spend(f"code:{challenge}", int(expires) - LIFETIME, int(expires))
        except MemoryLost:
            is_new = False
        if not is_new:
            deny("code_over", OVER)

    async def _throttle(self, bucket: str, rate: tuple[int, int]) -> None:
        if wait := await self._tries.hit(bucket, *rate):
            raise TooManyRequests("e-mail codes: too many were asked for; use the last one, or wait.", wait)

    def _name(self, random: str, *parts: str | None) -> str:
        """A challenge's name: 11 random letters, and 11 that only our key makes for these parts."""
        return random[:11] + self._mac("challenge", random[:11], *parts)[:11]

    def _mac(self, *parts: str | None) -> str:
        text = json.dumps(["entry code", *parts])
        return hmac.new(self._key.encode(), text.encode(), hashlib.sha256).hexdigest()


def _member(address: str | None) -> str:
    """The name that limits count: one for an address, however it is spelled, padded or capitalised."""
    plain = unicodedata.normalize("NFKC", address or "").strip().lower()
    return hashlib.sha256(plain.encode()).hexdigest()[:32]


class Mailer:
    """Delivers in the background; the service's log reports a mail that cannot be delivered."""

    def __init__(self, settings: Settings) -> None:
        self._server = MailServer(settings)
        self._workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")

    def post_code(self, address: str, code: str) -> None:
        self._workers.submit(self._deliver, address, code)

    def _deliver(self, address: str, code: str) -> None:
        try:
            self._server.send(address, f"Your code for {NAME}", _TEXT.format(code=code))
        except NotSent as error:
            logger.error("a code was not mailed: %s; check the SMTP settings", error.reason)
