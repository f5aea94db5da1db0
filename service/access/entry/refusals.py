"""The sentences of a refused entry, word for word (spec/product.md section 8)."""

import re
from typing import NoReturn

from service.errors import AccessDenied

INVALID = "Invalid authentication parameters."
TRY_AGAIN = "Authentication error. Please try again."
NOT_ENROLLED = "Access denied. You are not enrolled in a course that has access to this dashboard."
BAD_COURSE = "Access denied. Invalid course access code."

_PLACEHOLDER = re.compile(r"\{\{ ?[A-Za-z][A-Za-z0-9_.]{0,31} ?\}\}")


def required(platform: str) -> str:
    """Nothing to enter by."""
    return f"Authentication required. Please access this dashboard through {platform}."


def wrong_referrer(platform: str) -> str:
    """A course's address opened from elsewhere."""
    return f"Access denied. Please access this dashboard from your {platform} course."


def placeholder(value: str) -> str:
    """The platform did not fill in a placeholder; not a sentence of the specification.

    Nothing else of the value is repeated: whoever made the address wrote it.
    """
    left = _PLACEHOLDER.search(value)
    return (
        f"The course platform left the placeholder {left[0] if left else '{{...}}'} in the address. "
        "This happens in a preview of the course: open the dashboard as an enrolled member."
    )


def deny(code: str, sentence: str, detail: str | None = None) -> NoReturn:
    """Refuse an entry: `sentence` for the person, `detail` for whoever sets the platform up.

    Raises:
        AccessDenied: always.
    """
    raise AccessDenied(sentence, code=code, detail=detail)
