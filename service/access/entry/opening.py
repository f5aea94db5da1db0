"""The door as the settings describe it."""

from __future__ import annotations

from service.access.entry.door import Door
from service.access.entry.email_code import EmailCodes
from service.access.entry.enrolment import Enrolment
from service.access.entry.learnworlds import LearnWorlds
from service.access.entry.mail import Mailer
from service.access.store import AccessStore
from service.settings import Settings


def open_door(settings: Settings, store: AccessStore, key: str) -> Door:
    """The door; `key` signs the challenges of e-mail codes."""
    enrolment = codes = None
    if settings.access_mode == "learnworlds_api":
        enrolment = Enrolment(LearnWorlds(settings), settings.course_tiers, settings.platform_name)
    if settings.email_codes:
        codes = EmailCodes(key, store, Mailer(settings).post_code)
    return Door(settings, store, enrolment, codes)
