"""The notebooks of docs/analysts.md: they run, are up to date, and their figures are the service's."""

import doctest
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from pipelines.runs import build_snapshot
from scripts import make_notebook
from scripts.notebooks import claims
from service.encoding import rounded
from session_almanac import client, questions
from tests.integration.test_client import PARTS, Place, check_figures
from tests.support.sample_warehouse import sample_warehouse
from tests.support.service_client import bearer, running
from tests.unit.market.bar_builder import SHARED_DATA

ROOT = Path(__file__).resolve().parents[2]
COMMITTED = ROOT / "docs" / "notebooks"
ES = SHARED_DATA / "ES_5m.parquet"
GAPS = {
    "gap_up": {"operator": "=", "value": True},
    "gap_size_pct_adr": {"operator": "range", "value": [10, 40]},
}
UPPER_THIRD = {"or12_close_third": {"operator": "=", "value": "upper"}}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose warehouse holds the sample sessions, built."""
    folder = tmp_path_factory.mktemp("notebook")
    (folder / "warehouse").symlink_to(sample_warehouse(tmp_path_factory).root)
    return folder


@pytest.fixture(scope="module")
def executed(place: Path) -> dict[str, Any]:
    """The notebooks by name, as their script makes them of that warehouse."""
    out = place / "notebooks"
    out.mkdir()
    command = [sys.executable, "-m", "scripts.make_notebook", "--warehouse", str(place / "warehouse")]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "JUPYTER_PLATFORM_DIRS": "1"}
    done = subprocess.run(
        [*command, "--out", str(out)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return notebooks_in(out)


@pytest.fixture(scope="module")
def gap_fill(executed: dict[str, Any]) -> Any:
    return executed["gap-fill"]


@pytest.fixture(scope="module")
def asked(place: Path) -> Iterator[Callable[..., Any]]:
    """Asks the service for one module of a feature on the days of some filters."""
    with running(place) as client:

        def ask(filters: dict[str, Any], feature: str, module: str) -> tuple[int, Any]:
            body = {"symbol": "DEMO", "filters": filters, "statistics_features": [feature]}
            answer = client.post("/api/compute", headers=bearer(client), json=body)
            assert answer.status_code == 200, answer.text
            result = answer.json()["data"]["statistics"]["features"][feature]
            return answer.json()["total_days"], result["modules"][module]["data"]

        yield ask


def notebooks_in(folder: Path) -> dict[str, Any]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.ipynb")}


def outputs(notebook: Any) -> list[Any]:
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def printed(notebook: Any) -> dict[str, Any]:
    """What the last cell prints."""
    found: dict[str, Any] = json.loads("".join(outputs(notebook)[-1][0]["text"]))
    return found


def figures(notebook: Any) -> dict[str, Any]:
    """The last cell's printed figures, to the six decimals of the service."""
    found = printed(notebook).items()
    return {name: value if isinstance(value, list) else rounded(value) for name, value in found}


def test_the_committed_notebooks_are_what_their_script_makes(executed: dict[str, Any]) -> None:
    assert notebooks_in(COMMITTED) == executed, (
        "docs/notebooks is out of date: .venv/bin/python -m scripts.make_notebook"
    )


def test_the_client_s_examples_are_what_it_answers(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    page = re.sub("^```.*$", "", (ROOT / "docs" / "analysts.md").read_text(), flags=re.MULTILINE)
    examples = [doctest.DocTestParser().get_doctest(page, {}, "docs/analysts.md", None, 0)]
    examples += [each for room in (client, questions) for each in doctest.DocTestFinder().find(room)]
    run = [doctest.DocTestRunner().run(each) for each in examples]
    assert sum(each.failed for each in run) == 0
    assert sum(each.attempted for each in run) > 10


def test_how_often_is_what_the_service_answers(gap_fill: Any, asked: Callable[..., Any]) -> None:
    days, theirs = asked(GAPS, "gap_fill_bar", "occurrence")
    ours = figures(gap_fill)
    assert ours["sessions"] == days
    assert (ours["filled"], ours["n"]) == (theirs["occurrence_days"], theirs["total_days"])
    assert ours["share"] == theirs["occurrence"]
    limits = theirs["confidence_interval"]
    assert [rounded(limit) for limit in ours["interval"]] == [limits["lower"], limits["upper"]]
    others = theirs["others"]
    assert (ours["others_filled"], ours["others_n"]) == (others["occurrence_days"], others["total_days"])


def test_when_is_what_the_service_answers(gap_fill: Any, asked: Callable[..., Any]) -> None:
    _, theirs = asked(GAPS, "gap_fill_bar", "timing_analysis")
    ours = figures(gap_fill)
    for name in ("q1", "median_bar", "q3", "mean_bar"):
        assert ours[name] == theirs[name], name
    for bar in (12, 24, 48):
        assert ours[f"by_bar_{bar}"] == theirs["by_bar_days"][bar - 1]


def test_the_bars_alone_give_every_matched_session_its_bar(gap_fill: Any) -> None:
    shown = outputs(gap_fill)[-3][0]["data"]["text/plain"][-1].split()
    assert shown[1:] == [str(figures(gap_fill)["sessions"])] * 2


def test_a_coin_gives_what_the_service_answers(executed: dict[str, Any], asked: Callable[..., Any]) -> None:
    _, theirs = asked(UPPER_THIRD, "close_above_open", "occurrence")
    ours, coin = figures(executed["coin"]), theirs["coin"]
    assert ours["n"] == coin["days"] == theirs["total_days"] - coin["unpaired_days"]
    assert 0 <= theirs["occurrence_days"] - ours["came"] <= coin["unpaired_days"]
    assert ours["rate"] == pytest.approx(ours["came"] / ours["n"], abs=1e-6)
    assert (ours["coin"], ours["difference"]) == (coin["occurrence"], coin["difference"])
    limits = coin["confidence_interval"]
    assert (ours["lower"], ours["upper"]) == (limits["lower"], limits["upper"])
    assert ours["p_value"] == coin["verdict"]["p"]


def test_thirty_claims_counted_by_hand_are_the_service_s(executed: dict[str, Any], place: Path) -> None:
    with running(place) as client:
        answer = client.get("/api/v2/claims?symbol=DEMO", headers=bearer(client)).json()["claims"]
    theirs = {each["id"]: [each["days"], each["occurrence_days"]] for each in answer}
    ours = printed(executed["claims"])
    assert len(ours) >= 30
    assert ours == {name: theirs[name] for name in ours}


@pytest.fixture(scope="module")
def es(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """A warehouse with the shared bars of ES, built."""
    if not ES.exists():
        pytest.skip("needs the shared ES bars")
    warehouse = Warehouse(tmp_path_factory.mktemp("es"))
    import_file(ES, warehouse=warehouse)
    build_snapshot(warehouse, "ES")
    return warehouse


def test_thirty_claims_counted_by_hand_are_those_of_es(es: Warehouse) -> None:
    cells = [(kind, text.replace('"DEMO"', '"ES"')) for kind, text in claims.CELLS]
    shown = json.dumps(make_notebook.executed(cells, es.root))
    assert "30 of 30 are the same" in shown


def test_the_client_s_figures_of_es_are_duckdb_s(es: Warehouse) -> None:
    with client.Almanac(es.root) as almanac:
        place = Place(es.root, es.root / "snapshots" / "ES" / almanac.snapshot_id, "", "")
        for parts in ([], *combinations(PARTS, 1), *combinations(PARTS, 2)):
            figures = "or12_bo_up_bar", "gap_class", "gap_size_pct_adr"
            check_figures(place, almanac, almanac, list(parts), *figures)
