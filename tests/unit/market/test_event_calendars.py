"""Event tables are read as they stand or refused in words; a day outside the coverage is neither."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from core.contracts.errors import DataError
from core.market.event_calendars import EVENT_NAMES, event_table, read_event_table

COVERAGE = "[fomc]\nfirst = 2024-01-10\nlast = 2024-03-20\n"
DATES = "date,source\n2024-01-31,fed\n2024-03-20,fed\n"


def written(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in {"coverage.toml": COVERAGE, "fomc.csv": DATES, **files}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_covered_day_is_an_event_or_not_and_any_other_is_null(tmp_path: Path) -> None:
    table = read_event_table("fomc", written(tmp_path, {}))
    days = np.array(["2024-01-09", "2024-01-10", "2024-01-31", "2024-03-20", "2024-03-21"], "datetime64[D]")
    np.testing.assert_array_equal(table.marks(days), [np.nan, 0, 1, 1, np.nan])


def test_a_table_without_coverage_says_nothing(tmp_path: Path) -> None:
    table = read_event_table("cpi", written(tmp_path, {}))
    assert (table.first, table.last, len(table.dates)) == (None, None, 0)
    assert np.isnan(table.marks(np.array(["2024-01-31"], "datetime64[D]"))).all()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("fomc.csv", DATES + "2024-02-01,fed\n", "line 4: 2024-02-01 after 2024-03-20; dates ascend"),
        ("fomc.csv", DATES + "2024-03-20,fed\n", "line 4: 2024-03-20 after 2024-03-20"),
        ("fomc.csv", DATES + "soon,fed\n", "line 4: date 'soon' found"),
        ("fomc.csv", "date,source\n2024-01-31,\n", "line 2: 2024-01-31 without a source"),
        ("fomc.csv", "date,source\n2024-01-31\n", "line 2: 2024-01-31 without a source"),
        ("fomc.csv", "day,source\n", "columns .'day', 'source'. found"),
        ("fomc.csv", "", "columns None found"),
        ("fomc.csv", DATES + "2024-03-21,fed\n", "line 4: 2024-03-21 is outside the coverage"),
        ("coverage.toml", "[fomc]\nfirst = 2024-01-10\n", "first = 2024-01-10, last = None"),
        ("coverage.toml", '[fomc]\nfirst = "2024-01-10"\nlast = 2024-03-20\n', "two dates in order expected"),
        ("coverage.toml", "[fomc]\nfirst = 2024-03-10\nlast = 2024-01-20\n", "two dates in order expected"),
        ("coverage.toml", "[fomc\n", "coverage.toml: "),
    ],
)
def test_a_table_that_is_not_in_order_is_refused_in_words(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    with pytest.raises(DataError, match=words) as refusal:
        read_event_table("fomc", written(tmp_path, {name: text}))
    assert refusal.value.detail.startswith(str(tmp_path / name))


def test_a_covered_table_without_a_file_is_refused(tmp_path: Path) -> None:
    (written(tmp_path, {}) / "fomc.csv").unlink()
    with pytest.raises(DataError, match=r"fomc\.csv"):
        read_event_table("fomc", tmp_path)


def test_the_product_s_own_tables_are_in_order() -> None:
    for name in EVENT_NAMES:
        table = event_table(name)
        assert (table.first is None) == (len(table.dates) == 0)
