"""Entry from the course platform, mode trusted_url: the address taken at its word.

The rules and their sentences are those of spec/product.md sections 5 to 8, the tiers ruling 31.
"""

from __future__ import annotations

from dataclasses import fields
from typing import NoReturn
from urllib.parse import urlsplit

from core.contracts.catalogue import Tier
from core.contracts.requests import EntryRequest
from service.access.people import TierSource, User
from service.access.tiers import as_tier
from service.errors import AccessDenied
from service.settings import LOOPBACK, Settings

LONGEST = 512
_IDENTITY = ("user_name", "user_email", "course_id")


def enter(entry: EntryRequest, settings: Settings, client: str | None) -> User:
    """The user an entry address describes; `client` is the caller's network address.

    Raises:
        AccessDenied: with the specification's sentence for what is wrong.
    """
    _check_client(settings, client)
    _check_values(entry)
    if entry.user_id:
        return _enrolled(entry, settings)
    if entry.course:
        return _course_member(entry.course, entry.referrer, settings)
    if any(getattr(entry, name) for name in _IDENTITY):
        _deny("invalid_parameters", "Invalid authentication parameters.")
    sentence = f"Authentication required. Please access this dashboard through {settings.platform_name}."
    _deny("authentication_required", sentence)


def _enrolled(entry: EntryRequest, settings: Settings) -> User:
    if not (entry.user_id and entry.user_email and entry.course_id):
        _deny("invalid_parameters", "Invalid authentication parameters.")
    if entry.course_id not in settings.course_tiers:
        sentence = "Access denied. You are not enrolled in a course that has access to this dashboard."
        _deny("not_enrolled", sentence)
    tier, source = _tier(entry.profile, entry.course_id, settings)
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
    """A generic member: the referrer vouches for the course, nothing for the person."""
    if not _from_course_site(referrer, settings.course_site):
        sentence = f"Access denied. Please access this dashboard from your {settings.platform_name} course."
        _deny("bad_referrer", sentence)
    if course not in settings.course_tiers:
        _deny("invalid_course", "Access denied. Invalid course access code.")
    tier = settings.course_tiers[course]
    return User(f"course-member:{course}", "Course Member", tier, "course", course_id=course)


def _tier(asked: str | None, course: str | None, settings: Settings) -> tuple[Tier, TierSource]:
    """Address, else course, else environment, else standard (ruling 31)."""
    from_address = as_tier(asked)
    if from_address is not None:
        return from_address, "url"
    if course is not None and course in settings.course_tiers:
        return settings.course_tiers[course], "course"
    if settings.default_tier is not None:
        return settings.default_tier, "env"
    return "standard", "default"


def _from_course_site(referrer: str | None, site: str | None) -> bool:
    if not referrer or not site:
        return False
    try:
        address = urlsplit(referrer)
        return address.scheme in ("http", "https") and address.hostname in (site, f"www.{site}")
    except ValueError:
        return False


def _check_client(settings: Settings, client: str | None) -> None:
    if not (client in LOOPBACK or settings.trusted_anywhere):
        _deny("not_loopback", "Authentication error. Please try again.")


def _check_values(entry: EntryRequest) -> None:
    for each in fields(entry):
        value = getattr(entry, each.name)
        if value is None:
            continue
        if "{{" in value:
            _deny("placeholder_not_filled", _placeholder(value))
        if len(value) > LONGEST and each.name != "referrer":
            _deny("invalid_parameters", "Invalid authentication parameters.")


def _placeholder(value: str) -> str:
    return (
        f"The course platform left the placeholder {value[:40]} in the address. "
        "This happens in a preview of the course: open the dashboard as an enrolled member."
    )


def _deny(code: str, sentence: str) -> NoReturn:
    raise AccessDenied(sentence, code=code)
