"""What every feature asks in a trader's words, from words.toml: a sentence and an example by feature name."""

import tomllib
from pathlib import Path

WORDS_FILE = Path(__file__).with_name("words.toml")

_ALL: dict[str, dict[str, str]] = tomllib.loads(WORDS_FILE.read_text(encoding="utf-8"))


def words_of(name: str) -> dict[str, str]:
    """`plain`, one sentence without formulas or machine names, and `example`, one with numbers.

    Raises ValueError where the file says nothing of that feature.
    """
    if name not in _ALL:
        raise ValueError(
            f"feature {name}: no words found in core/features/words.toml; add [{name}] with `plain`, one "
            "sentence for a trader, and `example`"
        )
    return _ALL[name]
