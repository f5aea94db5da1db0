"""Every feature's words for a trader, from words.toml, by name.

One table has the words of opening ranges: `{minutes}` and `{end}` in them are the range's.
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.contracts.known_at import time_of

WORDS_FILE = Path(__file__).with_name("words.toml")

OPENING_RANGE = "opening_range"
"""The table with words for every opening range that has none of its own."""

_BAR_MINUTES = 5


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a feature; `FeatureDefinition` says what each is."""

    plain: str
    example: str = ""
    phrase: str = ""
    phrase_not: str = ""
    question: str = ""
    label_words: list[str] = field(default_factory=list)


_READ: dict[str, Any] = tomllib.loads(WORDS_FILE.read_text(encoding="utf-8"))
_OF_RANGES: dict[str, dict[str, Any]] = _READ.pop(OPENING_RANGE)
_ALL: dict[str, dict[str, Any]] = _READ


def words_of(name: str) -> Words:
    """The words of a feature. Raises ValueError if the file lacks it."""
    if name in _ALL:
        return Words(**_ALL[name])
    ranged = re.fullmatch(r"or([1-9][0-9]?)_(\w+)", name)
    if ranged is None or ranged[2] not in _OF_RANGES:
        raise ValueError(
            f"feature {name}: no words found in core/features/words.toml; add [{name}] with `plain`, one "
            "sentence for a trader, `example`, `phrase` and `question`"
        )
    length = int(ranged[1])
    words = {"{minutes}": str(_BAR_MINUTES * length), "{end}": time_of(length)}
    filled: dict[str, Any] = {key: _filled(text, words) for key, text in _OF_RANGES[ranged[2]].items()}
    return Words(**filled)


def _filled(text: str | list[str], words: dict[str, str]) -> str | list[str]:
    if isinstance(text, list):
        return text
    for name, word in words.items():
        text = text.replace(name, word)
    return text
