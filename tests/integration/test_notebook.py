"""The notebook of docs/analysts.md: it runs, it is up to date, and its figures are the service's."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.importing.importer import import_sample
from core.storage.paths import Warehouse
from pipelines.runs import build_snapshot
from service.http.encoding import rounded
from tests.support.service_client import bearer, running

ROOT = Path(__file__).resolve().parents[2]
COMMITTED = ROOT / "docs" / "notebooks" / "gap-fill.ipynb"
QUESTION = {
    "symbol": "DEMO",
    "filters": {
        "gap_up": {"operator": "=", "value": True},
        "gap_size_pct_adr": {"operator": "range", "value": [10, 40]},
    },
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose warehouse holds the sample sessions, built."""
    folder = tmp_path_factory.mktemp("notebook")
    warehouse = Warehouse(folder / "warehouse")
    import_sample(warehouse)
    build_snapshot(warehouse, "DEMO")
    return folder


@pytest.fixture(scope="module")
def executed(place: Path) -> Any:
    """The notebook as its script makes it of that warehouse."""
    out = place / "gap-fill.ipynb"
    command = [sys.executable, "-m", "scripts.make_notebook", "--warehouse", str(place / "warehouse")]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "JUPYTER_PLATFORM_DIRS": "1"}
    done = subprocess.run(
        [*command, "--out", str(out)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def answer(place: Path) -> Any:
    """What the service says to the same question."""
    with running(place) as client:
        body = QUESTION | {"statistics_features": ["gap_fill_bar"]}
        answer = client.post("/api/compute", headers=bearer(client), json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def outputs(notebook: Any) -> list[Any]:
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def figures(notebook: Any) -> dict[str, Any]:
    """The last cell's printed figures, to the six decimals of the service."""
    found: dict[str, Any] = json.loads("".join(outputs(notebook)[-1][0]["text"]))
    lower, upper = found["interval"]
    return {name: rounded(value) for name, value in found.items()} | {
        "interval": {"lower": rounded(lower), "upper": rounded(upper)}
    }


def module(answer: Any, name: str) -> Any:
    return answer["data"]["statistics"]["features"]["gap_fill_bar"]["modules"][name]["data"]


def test_the_committed_notebook_is_what_its_script_makes(executed: Any) -> None:
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == executed, (
        "docs/notebooks/gap-fill.ipynb is out of date: .venv/bin/python -m scripts.make_notebook"
    )


def test_how_often_is_what_the_service_answers(executed: Any, answer: Any) -> None:
    ours, theirs = figures(executed), module(answer, "occurrence")
    assert ours["sessions"] == answer["total_days"]
    assert (ours["filled"], ours["n"]) == (theirs["occurrence_days"], theirs["total_days"])
    assert ours["share"] == theirs["occurrence"]
    assert ours["interval"] == theirs["confidence_interval"]
    others = theirs["others"]
    assert (ours["others_filled"], ours["others_n"]) == (others["occurrence_days"], others["total_days"])


def test_when_is_what_the_service_answers(executed: Any, answer: Any) -> None:
    ours, theirs = figures(executed), module(answer, "timing_analysis")
    for name in ("q1", "median_bar", "q3", "mean_bar"):
        assert ours[name] == theirs[name], name
    for bar in (12, 24, 48):
        assert ours[f"by_bar_{bar}"] == theirs["by_bar_days"][bar - 1]


def test_the_bars_alone_give_every_matched_session_its_bar(executed: Any) -> None:
    shown = outputs(executed)[-2][0]["data"]["text/plain"][-1].split()
    assert shown[1:] == [str(figures(executed)["sessions"])] * 2
