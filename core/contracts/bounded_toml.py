"""TOML from outside: refuses texts for which Python's reader takes quadratic memory."""

import re
import tomllib
from typing import Any

_MOST_PARTS = 100

_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_PARTS}}}")


def load_toml(text: str) -> dict[str, Any]:
    """Parse a text of bounded complexity.

    Raises:
        tomllib.TOMLDecodeError: it is not TOML, or has a key of more than 100 parts between dots, or a number
            or a nesting beyond what Python reads.
    """
    found = _LONG_KEY.search(text)
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise tomllib.TOMLDecodeError(
            f"A key of more than {_MOST_PARTS} parts between dots (at line {line}, column 1)"
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise tomllib.TOMLDecodeError("A number or a list is too long to read") from error
