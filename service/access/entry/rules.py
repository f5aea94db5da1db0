"""Whom the parameters of an entry describe (spec/product.md sections 5 and 6, ruling 31)."""

from core.contracts.catalogue import Tier
from core.contracts.requests import EntryRequest
from service.access.entry.refusals import BAD_COURSE, INVALID, NOT_ENROLLED, deny, required, wrong_referrer
from service.access.entry.sites import is_from_course
from service.access.records import TierSource, User
from service.access.tiers import as_tier
from service.settings import Settings

_IDENTITY = ("user_id", "user_name", "user_email", "course_id", "course")
_OURS = ("account:", "course-member:")
"""How ids of users begin that the course platform does not know; nobody enters under one."""


def check_asks(entry: EntryRequest, settings: Settings) -> None:
    """Nothing where there is something to enter by.

    Raises:
        AccessDenied: `authentication_required`.
    """
    if not any(getattr(entry, name) for name in _IDENTITY):
        deny("authentication_required", required(settings.platform_name))


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
        deny("invalid_parameters", INVALID, "user_email and course_id: needed beside user_id.")
    if entry.user_id.startswith(_OURS):
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

    The referrer is what the caller says it is. Where links are signed the course's link bears a signature
    too, and the referrer is one condition more; where the address is trusted it is the only one.
    """
    if not is_from_course(referrer, settings):
        deny("bad_referrer", wrong_referrer(settings.platform_name))
    if course not in settings.course_tiers:
        deny("invalid_course", BAD_COURSE)
    tier, source = _tier(None, course, settings)
    return User(f"course-member:{course}", "Course Member", tier, source, course_id=course)


def _tier(asked: str | None, course: str, settings: Settings) -> tuple[Tier, TierSource]:
    """Address, else course, else environment, else standard (ruling 31)."""
    from_address = as_tier(asked)
    if from_address is not None:
        return from_address, "url"
    from_course = settings.course_tiers[course]
    if from_course is not None:
        return from_course, "course"
    if settings.default_tier is not None:
        return settings.default_tier, "env"
    return "standard", "default"
