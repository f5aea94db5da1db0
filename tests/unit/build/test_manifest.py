"""The engine's version is another one whenever something that makes an answer is."""

from pathlib import Path

import pytest

from core.build import manifest
from core.market.calendar import OVERRIDES_FILE


@pytest.mark.parametrize(
    "name", ["features/gaps.py", "market/calendar_overrides.toml", "market/events/cpi.csv"]
)
def test_a_changed_file_of_core_is_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(manifest, "CORE", tmp_path)
    for each in ("features/gaps.py", "market/calendar_overrides.toml", "market/events/cpi.csv"):
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_text("before")
    before = manifest.engine_version.__wrapped__()
    assert manifest.engine_version.__wrapped__() == before
    (tmp_path / name).write_text("after")
    changed = manifest.engine_version.__wrapped__()
    assert changed != before
    (tmp_path / name).rename(tmp_path / name.replace(".", "_2."))
    assert manifest.engine_version.__wrapped__() not in (before, changed)


def test_the_calendars_corrections_lie_where_the_version_looks() -> None:
    assert OVERRIDES_FILE.is_relative_to(manifest.CORE)
