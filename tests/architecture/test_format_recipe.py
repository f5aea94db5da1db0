"""CONTRIBUTING's recipe for a file format, followed literally in a fresh copy: Arrow's own file is read."""

import re
from pathlib import Path

import pytest

from tests.architecture.recipe import ROOT, assert_passes, changed, fresh_copy, write_after, write_before

FORMAT = '''"""Arrow's files, as `DataFrame.to_feather` writes them."""

import pyarrow as pa

from core.importing.formats.packages import PackedFile, begins_with
from core.importing.formats.text import TextTable, rewritten

sniff = begins_with(b"ARROW1")


def read(file: PackedFile) -> TextTable:
    """The columns of the file as text."""
    table = pa.ipc.open_file(pa.BufferReader(file.members[0].data)).read_all()
    columns = tuple(rewritten(column, lambda piece: piece) for column in table.columns)
    return TextTable(file.path, "Arrow", tuple(table.column_names), columns, ())
'''
WRITER = '''def arrow_file(bars: pd.DataFrame) -> bytes:
    """The bars as Arrow's own file."""
    table, sink = pa.Table.from_pandas(bars), pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue().to_pybytes())


'''
TEST = '''"""Arrow's files give the bars that were written, plain and packed."""

import gzip
from pathlib import Path

import pytest

from core.importing.formats.any_file import read_any_file
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.vendor_packages import arrow_file


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_an_arrow_file_is_read(tmp_path: Path, ending: str) -> None:
    path, data = tmp_path / f"ES.feather{ending}", arrow_file(BARS)
    path.write_bytes(gzip.compress(data) if ending else data)
    file = read_any_file(path)
    assert_bars(file, BARS)
    assert file.reading[0].startswith("read as Arrow, header;")
'''
REGISTRY = "core/importing/formats/registry.py"
PRODUCT = ("core/", "service/", "pipelines/", "cli/")
PLACES = (
    "core/importing/formats/",
    REGISTRY,
    "tests/unit/importing/vendor_packages.py",
    "docs/import.md",
    "make test",
)


def add_the_format(clone: Path) -> None:
    """Every place that the recipe names."""
    (clone / "core/importing/formats/arrow.py").write_text(FORMAT, encoding="utf-8")
    write_before(clone / REGISTRY, "    contract_files,\n", "    arrow,\n")
    write_after(clone / REGISTRY, "    parquet,\n    json_bars,\n", "    arrow,\n")
    packages = clone / "tests/unit/importing/vendor_packages.py"
    write_before(packages, "def scid(", WRITER)
    write_after(packages, "import pandas as pd\n", "import pyarrow as pa\n")
    test = clone / "tests/unit/importing/formats/test_arrow.py"
    test.write_text(TEST, encoding="utf-8")


@pytest.mark.large
def test_a_format_added_by_the_recipe_is_read(tmp_path: Path) -> None:
    clone = fresh_copy(tmp_path)
    add_the_format(clone)
    assert {name for name in changed(clone) if name.startswith(PRODUCT)} == {
        "core/importing/formats/arrow.py",
        REGISTRY,
    }
    assert_passes(clone, ["tests/unit/importing/formats/test_arrow.py"])


def test_the_recipe_names_every_place() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(r"## Add a file format\n(.*?)\n## ", text, re.DOTALL)
    assert recipe
    assert [place for place in PLACES if place not in recipe[1]] == []
