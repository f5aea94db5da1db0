"""What a way to enter needs to be told before the service starts (ruling 31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contracts.errors import DataError
from service.settings.values import AT_COMMAS, KEY_BYTES, LOOPBACK

if TYPE_CHECKING:
    from service.settings import Settings

_MAKE_ONE = "Make one with: openssl rand -hex 32"


def check_entry(settings: Settings) -> None:
    """Nothing where the access mode has what it needs.

    Raises:
        DataError: it has not; the sentence names the variable and the remedy.
    """
    if any(len(secret.encode()) < KEY_BYTES for secret in settings.entry_secrets):
        raise DataError(f"ENTRY_SECRETS: one is shorter than {KEY_BYTES} bytes ({AT_COMMAS}). {_MAKE_ONE}")
    _CHECKS[settings.access_mode](settings)
    if settings.email_codes:
        if settings.access_mode != "learnworlds_api":
            raise DataError("EMAIL_CODES=1 belongs to ACCESS_MODE learnworlds_api; leave it out.")
        _require(settings, "EMAIL_CODES=1", ("SMTP_HOST", "MAIL_FROM"))


def _signed_url(settings: Settings) -> None:
    if not settings.entry_secrets:
        raise DataError(
            "ENTRY_SECRETS is empty, and ACCESS_MODE signed_url (the default) lets in by signed links only. "
            f"{_MAKE_ONE}. To try it on this machine alone, set ACCESS_MODE=trusted_url."
        )


def _learnworlds_api(settings: Settings) -> None:
    _require(settings, "ACCESS_MODE learnworlds_api", ("LW_API_URL", "LW_CLIENT_ID", "LW_CLIENT_SECRET"))


def _trusted_url(settings: Settings) -> None:
    if not (settings.host in LOOPBACK or settings.trusted_anywhere):
        raise DataError(
            f"ACCESS_MODE trusted_url takes addresses at their word and {settings.host} is not loopback. "
            "Bind to 127.0.0.1, or set TRUSTED_URL_ANYWHERE=1 on a private network."
        )


_CHECKS = {"signed_url": _signed_url, "learnworlds_api": _learnworlds_api, "trusted_url": _trusted_url}


def _require(settings: Settings, asker: str, names: tuple[str, ...]) -> None:
    missing = [name for name in names if not getattr(settings, name.lower())]
    if missing:
        raise DataError(f"{asker} needs {', '.join(missing)}; see docs/entry.md.")


def entry_warning(settings: Settings) -> str | None:
    """What the log says at start about an entry that trusts more than it should; None where it does not."""
    if settings.access_mode == "trusted_url":
        return (
            "ACCESS_MODE trusted_url: whoever reaches this address is taken at their word; "
            "for development and private networks only."
        )
    if settings.access_mode == "learnworlds_api" and not (settings.entry_secrets or settings.email_codes):
        return (
            "ACCESS_MODE learnworlds_api: enrolment proves no identity, whoever knows a member's id and "
            "e-mail address enters as that member. Set ENTRY_SECRETS, or EMAIL_CODES=1 with a mail server."
        )
    return None
