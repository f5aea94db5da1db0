"""Every file that docs/how-it-works.md names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"`((?:core|service|pipelines|cli|web|tests|qa)/[\w./-]+)`")


def test_every_named_file_is_there() -> None:
    named = NAMED.findall((ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8"))
    assert len(named) > 40
    assert [name for name in named if not (ROOT / name).exists()] == []
