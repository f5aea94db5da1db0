"""Make docs/notebooks: run the cells of scripts/notebooks on the sample sessions and keep what they say.

    .venv/bin/python -m scripts.make_notebook [--warehouse DIR] [--out DIR]

Without --warehouse the sample is imported and built in a scratch folder first.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient

from scripts.notebooks import claims, coin, gap_fill

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = {"gap-fill": gap_fill.CELLS, "coin": coin.CELLS, "claims": claims.CELLS}

_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def unexecuted(cells: Sequence[tuple[str, str]]) -> Any:
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": _KERNEL})
    make = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    notebook.cells = [make[kind](text, id=f"cell-{place}") for place, (kind, text) in enumerate(cells, 1)]
    return notebook


def executed(cells: Sequence[tuple[str, str]], warehouse: Path) -> Any:
    """A notebook with what its cells say about DEMO in `warehouse`; an error in a cell is raised."""
    notebook = unexecuted(cells)
    place = {"metadata": {"path": str(ROOT)}}
    client = NotebookClient(notebook, timeout=120, record_timing=False, resources=place)
    client.execute(env=os.environ | {"ALMANAC_WAREHOUSE": str(warehouse.resolve())})
    notebook.metadata = {"kernelspec": _KERNEL}
    return notebook


@contextmanager
def sample_warehouse() -> Iterator[Path]:
    from core.importing.importer import import_sample
    from core.market.instruments import SAMPLE_SYMBOL
    from core.warehouse.paths import Warehouse
    from pipelines.runs import build_snapshot

    with TemporaryDirectory() as folder:
        warehouse = Warehouse(Path(folder))
        import_sample(warehouse)
        build_snapshot(warehouse, SAMPLE_SYMBOL)
        yield warehouse.root


def write_all(warehouse: Path, folder: Path) -> None:
    for name, cells in NOTEBOOKS.items():
        nbformat.write(executed(cells, warehouse), folder / f"{name}.ipynb")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--warehouse", type=Path, metavar="DIR", help="a warehouse in which DEMO is built")
    parser.add_argument("--out", type=Path, metavar="DIR", default=FOLDER)
    asked = parser.parse_args()
    if asked.warehouse:
        write_all(asked.warehouse, asked.out)
    else:
        with sample_warehouse() as warehouse:
            write_all(warehouse, asked.out)


if __name__ == "__main__":
    main()
