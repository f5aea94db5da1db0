"""The order of the tests: the longest first, the others as they were."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.support.longest_first import LONGEST, longest_first

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("file", LONGEST)
def test_every_long_file_exists(file: str) -> None:
    assert (ROOT / file).is_file()


def test_the_long_ones_come_first_and_all_others_keep_their_order() -> None:
    names = ["unit/test_b.py", LONGEST[1], "unit/test_a.py", LONGEST[0], f"x/{LONGEST[0]}x"]
    items = [cast(pytest.Item, SimpleNamespace(path=ROOT / name)) for name in names]
    ordered = [str(item.path.relative_to(ROOT)) for item in longest_first(items)]
    assert ordered == [LONGEST[0], LONGEST[1], "unit/test_b.py", "unit/test_a.py", f"x/{LONGEST[0]}x"]
