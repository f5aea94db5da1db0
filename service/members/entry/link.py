"""Signed entry links: the one place that signs them and the one that checks them (docs/entry.md).

The signature is HMAC-SHA256, in lower-case hex, over every other parameter of the link. They are sorted by
name and percent-encoded by RFC 3986:
`course_id=...&expires=...&nonce=...&user_email=...&user_id=...`.
"""

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from urllib.parse import quote, urlencode

from core.contracts.requests import EntryRequest
from service.members.entry.parameters import INVALID, TRY_AGAIN, deny

LIFETIME = 5 * 60
"""Seconds that `expires` may lie ahead."""
FRESH = LIFETIME - 20
"""How far ahead it is written here, so that the clock that checks it may be a little slow."""

_BESIDE_THE_LINK = frozenset({"signature", "referrer"})
_NONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")
_SECONDS = re.compile(r"[0-9]{1,12}")


def canonical(parameters: Mapping[str, str]) -> str:
    """What is signed: the parameters, sorted and percent-encoded."""
    return urlencode(sorted(parameters.items()), quote_via=quote, safe="")


def signature_of(parameters: Mapping[str, str], secret: str) -> str:
    return hmac.new(secret.encode(), canonical(parameters).encode(), hashlib.sha256).hexdigest()


def fresh_link(base: str, parameters: Mapping[str, str], secret: str) -> str:
    """An address below `base` that lets in whom the parameters describe: once, within five minutes."""
    moment = {"expires": str(int(time.time()) + FRESH), "nonce": secrets.token_urlsafe(16)}
    whole = {**parameters, **moment}
    return f"{base}?{urlencode({**whole, 'signature': signature_of(whole, secret)}, quote_via=quote)}"


def check_signature(entry: EntryRequest, keys: Sequence[str], now: float) -> None:
    """Check that one of the keys signed exactly these parameters and that the link is in its time.

    Raises:
        AccessDenied: `signature_missing`, `signature_invalid`, `link_expired`, `expires_invalid` or
            `nonce_invalid`.
    """
    if not entry.signature:
        deny("signature_missing", INVALID, "signature: missing; this service lets in by signed links only.")
    given, parameters = entry.signature.encode(), _signed_parameters(entry)
    matches = [hmac.compare_digest(signature_of(parameters, each).encode(), given) for each in keys]
    if not any(matches):
        detail = "signature: not that of these parameters; see docs/entry.md for what is signed and how."
        deny("signature_invalid", INVALID, detail)
    _check_time(entry.expires, now)
    if not _NONCE.fullmatch(entry.nonce or ""):
        deny("nonce_invalid", INVALID, "nonce: expected 16 to 64 letters, digits, - or _, new for each link.")


def _check_time(expires: str | None, now: float) -> None:
    if not _SECONDS.fullmatch(expires or ""):
        deny("expires_invalid", INVALID, "expires: expected whole seconds since 1970.")
    ahead = int(expires or 0) - now
    if ahead <= 0:
        deny("link_expired", TRY_AGAIN, "expires: the link's time is over; open the dashboard again.")
    if ahead > LIFETIME:
        detail = f"expires: more than {LIFETIME} seconds ahead; sign the link when it is opened."
        deny("expires_invalid", INVALID, detail)


def _signed_parameters(entry: EntryRequest) -> dict[str, str]:
    names = (name for name in entry.__struct_fields__ if name not in _BESIDE_THE_LINK)
    return {name: value for name in names if (value := getattr(entry, name)) is not None}
