"""What a refusal of two zones in one file tells to do is done, word for word, and works."""

import re
from pathlib import Path

import pandas as pd
import pytest

from cli.main import main
from core.warehouse.bars import read_bars
from core.warehouse.paths import Warehouse
from tests.unit.importing.vendor_files import (
    Writer,
    as_lines,
    as_ohlcv,
    headerless_zone,
    known_bars,
    wall_clock,
)

BARS = known_bars()
REMEDY = re.compile(
    r"data row (\d+): .* the rows before with (.*), the others with (.*), under a name of their own"
)


def with_offset(*, close: bool) -> Writer:
    def write(bars: pd.DataFrame) -> str:
        stamp = wall_clock(bars, "America/New_York", close=close).map(lambda at: at.isoformat())
        return as_lines(stamp, *as_ohlcv(bars))

    return write


@pytest.mark.parametrize("header", [[], ["datetime,open,high,low,close,volume"]])
@pytest.mark.parametrize(
    ("before", "after", "at"),
    [
        (headerless_zone("America/New_York"), headerless_zone("America/Chicago"), 9000),
        (headerless_zone("America/Chicago", close=True), headerless_zone("UTC"), 1500),
        (headerless_zone("UTC"), headerless_zone("Europe/Berlin", close=True), 16_000),
        (headerless_zone("Europe/London", close=True), headerless_zone("Europe/London"), 8058),
        (with_offset(close=False), with_offset(close=True), 9000),
    ],
)
def test_the_remedy_of_a_mixed_file_is_done_and_works(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    header: list[str],
    before: Writer,
    after: Writer,
    at: int,
) -> None:
    lines = [*before(BARS).splitlines()[:at], *after(BARS).splitlines()[at:]]
    path, warehouse = tmp_path / "ES.txt", tmp_path / "warehouse"
    asked = ["--symbol", "ES", "--roll", "adjusted", "--warehouse", str(warehouse)]
    path.write_text("\n".join([*header, *lines]))
    assert main(["import", str(path), *asked]) == 1
    remedy = REMEDY.search(capsys.readouterr().err)
    assert remedy is not None
    assert int(remedy[1]) == at + 1
    for part, words in ((lines[:at], remedy[2]), (lines[at:], remedy[3].replace("NAME", "later"))):
        path.write_text("\n".join([*header, *part]))
        assert main(["import", str(path), *words.split(), *asked]) == 0, capsys.readouterr().err
    pd.testing.assert_frame_equal(
        read_bars(Warehouse(warehouse), "ES")[["ts", "close"]], BARS[["ts", "close"]]
    )
