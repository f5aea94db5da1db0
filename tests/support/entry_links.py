"""Entry links signed as docs/entry.md tells the course platform to: by hand, not by our code."""

import hashlib
import hmac
import secrets
import time
from urllib.parse import parse_qsl, quote, urlsplit

SECRET = "a-secret-of-more-than-thirty-two-bytes"


def signed(parameters: dict[str, str], secret: str = SECRET) -> dict[str, str]:
    """The parameters with `expires` and `nonce`, where they bear none, and their signature."""
    moment = {"expires": str(int(time.time()) + 120), "nonce": secrets.token_urlsafe(16)}
    whole = moment | parameters
    text = "&".join(f"{name}={quote(whole[name], safe='')}" for name in sorted(whole))
    return whole | {"signature": hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()}


def posted(link: str) -> dict[str, str]:
    """What the page posts for an address: each parameter once."""
    return dict(parse_qsl(urlsplit(link).query, keep_blank_values=True, strict_parsing=True))
