"""The header Retry-After of an answer from outside, as RFC 9110 has it: seconds or a date."""

import time
from email.utils import parsedate_to_datetime

_DIGITS = 9
"""Digits of a number that are read: more than thirty years."""


def retry_after(header: str | None) -> int | None:
    """Seconds to wait from now on; None where the header is missing or cannot be read."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return int(text[:_DIGITS])
    try:
        return max(round(parsedate_to_datetime(text).timestamp() - time.time()), 0)
    except (TypeError, ValueError, OverflowError):
        return None
