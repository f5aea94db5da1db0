"""Who enters from the course: the parameters, who vouches for them in this access mode, and their user."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core.contracts.access_answers import EmailChallenge
from core.contracts.requests import EntryRequest
from service.database.rate_limiter import RateLimiter
from service.database.records import User
from service.members.entry.email_code import EmailCodes, Mailer
from service.members.entry.enrolment import Enrolment
from service.members.entry.learnworlds import LearnWorlds
from service.members.entry.link import LIFETIME, check_signature
from service.members.entry.parameters import (
    FORGOTTEN,
    IDENTITY,
    INVALID,
    NOT_ENROLLED,
    REQUIRED,
    TRY_AGAIN,
    EntryBody,
    deny,
    described_user,
    read_entry,
)
from service.members.entry.sites import allowed_return
from service.members.one_time import MemoryLost, OneTime
from service.settings import Settings
from service.settings.values import LOOPBACK

Voucher = Literal["trust", "signature", "mailbox", "nothing"]
"""What says that the parameters are true."""

_SPENT_FOR = 60


@dataclass(frozen=True, slots=True)
class Entered:
    """The member who entered, and the address of Return to Course if the server allows it."""

    user: User
    return_url: str | None


class EntryAuthenticator:
    """Decides entries; `enrolment` and `codes` are None where the settings do not need them."""

    def __init__(
        self,
        settings: Settings,
        one_time: OneTime,
        enrolment: Enrolment | None = None,
        codes: EmailCodes | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings
        self._one_time = one_time
        self._enrolment = enrolment
        self._codes = codes
        self._now = now

    async def enter(self, body: EntryBody, client: str | None) -> Entered:
        """The user whom the body of an entry lets in; `client` is the caller's network address.

        Raises:
            AccessDenied: with the specification's sentence for what is wrong.
            EntryUnavailable: the course platform cannot say who is enrolled.
            Malformed, InvalidRequest: the body is not an entry.
        """
        entry = self._read(body)
        voucher = self._voucher(entry, client)
        is_vouched = voucher in ("trust", "signature")
        if not (entry.user_id or is_vouched):
            deny("authentication_required", REQUIRED.format(platform=self._settings.platform_name))
        user = described_user(entry, self._settings, may_name_tier=is_vouched)
        if voucher == "mailbox" and self._codes is not None:
            await self._codes.check(entry)
        await self._check_enrolment(user)
        await self._spend(entry, voucher)
        return Entered(user, allowed_return(entry.return_url, self._settings))

    async def send_code(self, body: EntryBody, client: str | None) -> EmailChallenge:
        """Mail a code to the member of the entry; a stranger gets no mail and the same answer.

        Raises:
            AccessDenied: the parameters are wrong, or this service sends no codes.
            TooManyRequests, EntryUnavailable: not now.
        """
        entry = self._read(body)
        if self._codes is None:
            deny("invalid_parameters", INVALID, "this service mails no codes; EMAIL_CODES is off.")
        if not entry.user_id:
            deny("authentication_required", REQUIRED.format(platform=self._settings.platform_name))
        user = described_user(entry, self._settings, may_name_tier=False)
        return await self._codes.send(user, client, lambda: self._mailbox(user))

    def _read(self, body: EntryBody) -> EntryRequest:
        is_signed = self._settings.access_mode != "trusted_url" and bool(self._settings.entry_secrets)
        entry = read_entry(body, strictly=is_signed)
        if not any(getattr(entry, name) for name in IDENTITY):
            deny("authentication_required", REQUIRED.format(platform=self._settings.platform_name))
        return entry

    def _voucher(self, entry: EntryRequest, client: str | None) -> Voucher:
        settings = self._settings
        if settings.access_mode == "trusted_url":
            if not (client in LOOPBACK or settings.trusted_anywhere):
                deny("not_loopback", TRY_AGAIN, "ACCESS_MODE trusted_url answers this machine only.")
            return "trust"
        if self._codes is not None and not (entry.signature and settings.entry_secrets):
            return "mailbox"
        if settings.access_mode == "learnworlds_api" and not settings.entry_secrets:
            return "nothing"
        check_signature(entry, settings.entry_secrets, self._now())
        return "signature"

    async def _check_enrolment(self, user: User) -> None:
        if self._enrolment is None or user.email is None:
            return
        member = await self._enrolment.member(user.user_id)
        if member is None or user.course_id not in member.courses:
            deny("not_enrolled", NOT_ENROLLED)
        if not _same_address(member.email, user.email):
            deny("email_mismatch", INVALID, "user_email: not the address of that user_id on the platform.")

    async def _mailbox(self, user: User) -> str | None:
        """The address the platform has for the user, where it is the one the entry names."""
        if self._enrolment is None:
            return None
        member = await self._enrolment.member(user.user_id)
        is_theirs = member is not None and _same_address(member.email, user.email or "")
        return member.email if member is not None and is_theirs else None

    async def _spend(self, entry: EntryRequest, voucher: Voucher) -> None:
        """Spend a link, which lets in once; last, so that an entry which must be tried again still has it."""
        if voucher == "mailbox" and self._codes is not None:
            await self._codes.spend(entry)
        if voucher != "signature":
            return
        expires = int(entry.expires or 0)
        try:
            is_new = await self._one_time.spend(
                f"entry:{entry.nonce}", expires - LIFETIME, expires + _SPENT_FOR
            )
        except MemoryLost:
            deny("link_forgotten", FORGOTTEN.format(platform=self._settings.platform_name))
        if not is_new:
            deny("link_used", TRY_AGAIN, "nonce: used before; open the dashboard again from the course.")


def _same_address(one: str, other: str) -> bool:
    """Whether two addresses are equal, without regard to the case of A to Z; other letters stay apart."""
    return one.strip().encode().lower() == other.strip().encode().lower()


def entry_authenticator(
    settings: Settings, tries: RateLimiter, one_time: OneTime, key: str
) -> EntryAuthenticator:
    """The authenticator of the settings; `key` signs the challenges of e-mail codes."""
    enrolment = codes = None
    if settings.access_mode == "learnworlds_api":
        enrolment = Enrolment(LearnWorlds(settings).member, settings.course_tiers, settings.platform_name)
    if settings.email_codes:
        codes = EmailCodes(key, tries, one_time, Mailer(settings).post_code)
    return EntryAuthenticator(settings, one_time, enrolment, codes)
