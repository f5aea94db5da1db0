"""On a market made by a coin the product finds nothing, but by chance."""

from pathlib import Path

import pytest

from qa.harness.run import RunOptions
from qa.verdicts.harness import HARNESS


@pytest.mark.large
def test_few_answers_find_something_on_the_mirrored_sample(tmp_path: Path) -> None:
    (part,) = HARNESS.run(RunOptions(("DEMO 1",), short=True))
    assert part.passed, part.report
