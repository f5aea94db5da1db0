"""The parameters of an entry: nothing in them twice, unknown or empty, and whom they describe.

Spec/product.md sections 5, 6 and 8, ruling 31; the sentences of a refused entry are here word for word.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn
from urllib.parse import unquote

from core.contracts.access_answers import TierSource
from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest
from core.contracts.requests import EntryRequest
from service.database.records import OUR_IDS, User
from service.members.entry.sites import is_from_course
from service.members.errors import AccessDenied
from service.members.tiers import as_tier
from service.outgoing.mail import is_mail_address
from service.settings import Settings

INVALID = "Invalid authentication parameters."
TRY_AGAIN = "Authentication error. Please try again."
NOT_ENROLLED = "Access denied. You are not enrolled in a course that has access to this dashboard."
BAD_COURSE = "Access denied. Invalid course access code."
REQUIRED = "Authentication required. Please access this dashboard through {platform}."
BAD_REFERRER = "Access denied. Please access this dashboard from your {platform} course."

FORGOTTEN = (
    "This link can no longer be checked. Please open the dashboard again from your {platform} course, "
    "which makes a new one."
)

LONGEST = 512
_PLACEHOLDER = re.compile(r"\{\{ ?[A-Za-z][A-Za-z0-9_.]{0,31} ?\}\}")
_NAMES = frozenset(EntryRequest.__struct_fields__)
_MAY_BE_EMPTY = "referrer"
IDENTITY = ("user_id", "user_name", "user_email", "course_id", "course")


def deny(code: str, sentence: str, detail: str | None = None) -> NoReturn:
    """Refuse an entry: `sentence` for the person, `detail` for the administrator of the platform.

    Raises:
        AccessDenied: always.
    """
    raise AccessDenied(sentence, code=code, detail=detail)


@dataclass(frozen=True, slots=True)
class EntryBody:
    """The body of an entry: its bytes, and what decodes them by the contract."""

    raw: bytes
    decode: Callable[[], EntryRequest]


def read_entry(body: EntryBody, *, strictly: bool) -> EntryRequest:
    """The parameters of an entry; `strictly` where they are signed, so that the body holds nothing else.

    Raises:
        AccessDenied: `duplicate_parameter`, `unknown_parameter`, `empty_parameter`, `parameter_too_long`,
            `placeholder_not_filled`.
        Malformed, InvalidRequest: not JSON, or not text.
    """
    try:
        entry = body.decode()
    except InvalidRequest:
        if strictly:
            _check_pairs(body.raw)
        raise
    if strictly:
        _check_pairs(body.raw)
    for name in EntryRequest.__struct_fields__:
        value = getattr(entry, name)
        if value is not None and name != _MAY_BE_EMPTY:
            _check_value(name, value)
    return entry


def _check_pairs(raw: bytes) -> None:
    """Check the body's members in their order, the repeated ones too."""
    seen: set[str] = set()
    pairs = json.loads(raw.strip() or b"{}", object_pairs_hook=tuple, parse_int=str, parse_float=str)
    for name, value in pairs if isinstance(pairs, tuple) else ():
        if name not in _NAMES:
            deny("unknown_parameter", INVALID, f"{name[:40]}: not a parameter of an entry.")
        if name in seen or isinstance(value, list):
            deny("duplicate_parameter", INVALID, f"{name}: given more than once.")
        if value == "" and name != _MAY_BE_EMPTY:
            deny("empty_parameter", INVALID, f"{name}: empty; leave it out of the link.")
        seen.add(name)


def _check_value(name: str, value: str) -> None:
    """Check a value; of a bad one only the placeholder is repeated: anyone may have written the rest."""
    if "{{" in (plain := unquote(unquote(value))):
        left = _PLACEHOLDER.search(plain)
        sentence = (
            f"The course platform left the placeholder {left[0] if left else '{{...}}'} in the address. "
            "This happens in a preview of the course: open the dashboard as an enrolled member."
        )
        deny("placeholder_not_filled", sentence)
    if len(value) > LONGEST:
        deny("parameter_too_long", INVALID, f"{name}: longer than {LONGEST} characters.")


def described_user(entry: EntryRequest, settings: Settings, *, may_name_tier: bool) -> User:
    """The user of an entry; its `profile` counts only where somebody trusted wrote it.

    Raises:
        AccessDenied: with the specification's sentence for what is wrong.
    """
    if entry.user_id:
        return _enrolled(entry, settings, entry.profile if may_name_tier else None)
    if entry.course:
        return _course_member(entry.course, entry.referrer, settings)
    deny("invalid_parameters", INVALID, "user_id or course: missing.")


def _enrolled(entry: EntryRequest, settings: Settings, profile: str | None) -> User:
    if not (entry.user_id and entry.user_email and entry.course_id):
        deny("invalid_parameters", INVALID, "user_email and course_id: needed with user_id.")
    if not is_mail_address(entry.user_email.strip(" ")):
        detail = "user_email: expected exactly one address such as ada@example.com."
        deny("invalid_parameters", INVALID, detail)
    if entry.user_id.strip().lower().startswith(OUR_IDS):
        deny("invalid_parameters", INVALID, "user_id: not an id of the course platform.")
    if entry.course_id not in settings.course_tiers:
        deny("not_enrolled", NOT_ENROLLED)
    tier, source = _tier(profile, entry.course_id, settings)
    return User(
        user_id=entry.user_id,
        username=entry.user_name or entry.user_email,
        tier=tier,
        tier_source=source,
        email=entry.user_email,
        course_id=entry.course_id,
        course_title=entry.course_title,
    )


def _course_member(course: str, referrer: str | None, settings: Settings) -> User:
    """A generic member: the referrer vouches for the course, nothing for the person.

    The referrer is what the caller claims. Where links are signed, it is a condition on top of the
    signature. Where the address is trusted, it is the only one.
    """
    if not is_from_course(referrer, settings):
        deny("bad_referrer", BAD_REFERRER.format(platform=settings.platform_name))
    if course not in settings.course_tiers:
        deny("invalid_course", BAD_COURSE)
    tier, source = _tier(None, course, settings)
    return User(f"course-member:{course}", "Course Member", tier, source, course_id=course)


def _tier(profile: str | None, course: str, settings: Settings) -> tuple[Tier, TierSource]:
    """Address, else course, else environment, else standard (ruling 31)."""
    if (from_address := as_tier(profile)) is not None:
        return from_address, "url"
    if (from_course := settings.course_tiers[course]) is not None:
        return from_course, "course"
    return ("standard", "default") if settings.default_tier is None else (settings.default_tier, "env")
