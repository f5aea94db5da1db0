"""A file whose zone or label changes on the way is refused where it does."""

from pathlib import Path

import pytest

from tests.unit.importing.formats.test_vendor_traits import LINES, refusal, saved
from tests.unit.importing.planting import BARS, DAYS
from tests.unit.importing.vendor_files import headerless_zone, rth_only


@pytest.mark.parametrize(
    ("after", "close"), [("UTC", False), ("America/Chicago", False), ("America/New_York", True)]
)
@pytest.mark.parametrize("at", [DAYS[12], DAYS[12] + 200, DAYS[40] + 71])
def test_a_zone_or_label_that_changes_is_refused_at_its_row(
    tmp_path: Path, after: str, close: bool, at: int
) -> None:
    other = headerless_zone(after, close=close)(BARS).splitlines()
    error = refusal(saved(tmp_path, [*LINES[:at], *other[at:]]))
    assert error.code == "mixed_zones"
    assert (
        f"data row {at + 1}: the stamps read as {after}, bar {'close' if close else 'open'}" in error.detail
    )
    assert "as America/New_York, bar open before it" in error.detail


def test_a_stretch_of_another_zone_in_the_middle_is_refused_where_it_begins(tmp_path: Path) -> None:
    bars = rth_only(BARS)
    lines, other = (
        headerless_zone(zone)(bars).splitlines() for zone in ("America/New_York", "Europe/Berlin")
    )
    first, last = 81 * 20, 81 * 27
    error = refusal(saved(tmp_path, [*lines[:first], *other[first:last], *lines[last:]]))
    assert error.code == "mixed_zones"
    assert f"data row {first + 1}:" in error.detail
