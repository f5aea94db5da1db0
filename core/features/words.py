"""Every feature's question in a trader's words, from words.toml: a sentence and an example by name.

One table has the words of opening ranges: `{minutes}` and `{end}` in them are the range's.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from core.contracts.known_at import time_of

WORDS_FILE = Path(__file__).with_name("words.toml")

OPENING_RANGE = "opening_range"
"""The table with words for every opening range that has none of its own."""

_BAR_MINUTES = 5
_READ: dict[str, Any] = tomllib.loads(WORDS_FILE.read_text(encoding="utf-8"))
_OF_RANGES: dict[str, dict[str, str]] = _READ.pop(OPENING_RANGE)
_ALL: dict[str, dict[str, str]] = _READ


def words_of(name: str) -> dict[str, str]:
    """`plain`, one sentence without formulas or machine names, and `example`, one with numbers.

    Raises ValueError if the file lacks the feature.
    """
    if name in _ALL:
        return _ALL[name]
    ranged = re.fullmatch(r"or([1-9][0-9]?)_(\w+)", name)
    if ranged is None or ranged[2] not in _OF_RANGES:
        raise ValueError(
            f"feature {name}: no words found in core/features/words.toml; add [{name}] with `plain`, one "
            "sentence for a trader, and `example`"
        )
    length = int(ranged[1])
    words = {"minutes": _BAR_MINUTES * length, "end": time_of(length)}
    return {key: text.format(**words) for key, text in _OF_RANGES[ranged[2]].items()}
