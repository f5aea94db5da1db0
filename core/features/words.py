"""What every feature asks in a trader's words, from words.toml: a sentence and an example by feature name."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

WORDS_FILE = Path(__file__).with_name("words.toml")


@dataclass(frozen=True, slots=True)
class Words:
    """`plain` is one sentence without formulas or machine names, `example` one with numbers."""

    plain: str
    example: str


def words_of(name: str) -> Words:
    """Raises ValueError where the file says nothing of that feature."""
    if name not in _ALL:
        raise ValueError(
            f"feature {name}: no words found in core/features/words.toml; add [{name}] with `plain`, one "
            "sentence for a trader, and `example`"
        )
    return _ALL[name]


_ALL = {name: Words(**entry) for name, entry in tomllib.loads(WORDS_FILE.read_text(encoding="utf-8")).items()}
