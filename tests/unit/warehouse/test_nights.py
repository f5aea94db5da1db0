"""The record of a night comes back as it was written, and what is not one is refused."""

from datetime import date
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.warehouse.nights import MOST_TRIES, Arrival, Night, Refusal, Try, read_night, write_night
from core.warehouse.paths import Warehouse

RUN = Try("2024-06-11T22:31:00Z", arrived=(Arrival("a.csv", 9, 8, 1),), refused=(Refusal("b.csv", "why"),))
NIGHT = Night("ES", "2024-06-11", 81, (RUN,))


def test_a_night_comes_back_as_it_was_written(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path)
    assert read_night(warehouse, "ES", date(2024, 6, 11)) is None
    write_night(warehouse, NIGHT)
    assert read_night(warehouse, "ES", date(2024, 6, 11)) == NIGHT


def test_the_latest_runs_of_a_night_are_kept() -> None:
    starts = [f"2024-06-11T{minute // 60:02}:{minute % 60:02}:00Z" for minute in range(MOST_TRIES + 5)]
    night = Night("ES", "2024-06-11", 81)
    for started in starts:
        night = night.begun(started)
        assert night.last == Try(started)
        night = night.ended(Try(started, ended=started, result="late"))
        assert night.last is not None
        assert night.last.result == "late"
    assert [each.started for each in night.tries] == starts[-MOST_TRIES:]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"why"', b'"\xffwhy"'),
        (b'"why"', b"7"),
        (b'"expected_bars"', b'"expected"'),
        (b'"symbol"', b'"more": 1, "symbol"'),
        (b'"have": null,', b""),
        (b"}\n", b""),
    ],
)
def test_what_is_not_a_night_is_refused(tmp_path: Path, old: bytes, new: bytes) -> None:
    warehouse = Warehouse(tmp_path)
    write_night(warehouse, NIGHT)
    path = warehouse.night("ES", NIGHT.session)
    written = path.read_bytes()
    path.write_bytes(written.replace(old, new))
    assert path.read_bytes() != written
    with pytest.raises(DataError, match=r"not readable .* Delete it; the next run writes it again"):
        read_night(warehouse, "ES", date(2024, 6, 11))
