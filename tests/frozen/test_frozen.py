"""The answers of today's service are those of the commit that `digests/` were made at.

A mismatch names the question and shows what differs. `FREEZE=1` makes the digests again, on purpose alone.
"""

import difflib
import os
import re
from pathlib import Path

import orjson
import pytest

from cli.main import main
from tests.frozen.answers import digest
from tests.frozen.asking import answered, features, service
from tests.frozen.questions import questions
from tests.frozen.refusals import kept, own_records, refusals
from tests.support.sample_warehouse import sample_warehouse

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BARS = ROOT.parent / "shared" / "data"
REAL = ("ES", "NQ")
IS_FREEZING = "FREEZE" in os.environ
BASE, NOW = ROOT / "build" / "frozen" / "base", ROOT / "build" / "frozen" / "now"
"""The full answers: those that the digests were made of, where they are kept, and those of this run."""
SHOWN_QUESTIONS, SHOWN_LINES = 20, 30
pytestmark = pytest.mark.large


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = [BARS / f"{symbol}_5m.parquet" for symbol in REAL]
    if not all(file.exists() for file in files):
        pytest.skip("no shared bars beside the checkout")
    folder = tmp_path_factory.mktemp("frozen")
    warehouse = ["--warehouse", str(folder / "warehouse")]
    for symbol, file in zip(REAL, files, strict=True):
        assert main(["import", str(file), "--symbol", symbol, *warehouse]) == 0
        assert main(["build", symbol, *warehouse]) == 0
    return folder


def test_the_answers_about_the_sample_are_the_frozen_ones(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = sample_warehouse(tmp_path_factory).root.parent
    (served := tmp_path_factory.mktemp("sample")).joinpath("warehouse").symlink_to(
        folder / "sample-warehouse"
    )
    with service(served, "DEMO") as (client, headers):
        names = features(client, headers, "DEMO")
        asked = (*questions("DEMO", names), *refusals(), *kept(), *own_records())
        found = answered(client, headers, asked)
    compare("sample", found)


@pytest.mark.parametrize("symbol", REAL)
def test_the_answers_about_real_bars_are_the_frozen_ones(real: Path, symbol: str) -> None:
    with service(real, "ES") as (client, headers):
        found = answered(client, headers, questions(symbol, features(client, headers, symbol)))
    compare(symbol.lower(), found)


def compare(market: str, found: dict[str, bytes]) -> None:
    """The digests of these answers are the kept ones; with FREEZE they become those.

    Raises:
        AssertionError: with the questions and what differs in their answers.
    """
    written(NOW / market, found)
    file = HERE / "digests" / f"{market}.json"
    digests = {name: digest(answer) for name, answer in found.items()}
    if IS_FREEZING:
        written(BASE / market, found)
        file.write_bytes(orjson.dumps(digests, option=orjson.OPT_INDENT_2) + b"\n")
    frozen = orjson.loads(file.read_bytes())
    wrong = [name for name in frozen | digests if frozen.get(name) != digests.get(name)]
    shown = (difference(market, name, frozen.get(name)) for name in wrong[:SHOWN_QUESTIONS])
    assert not wrong, "\n".join((f"{len(wrong)} of {len(frozen)} answers differ: {', '.join(wrong)}", *shown))


def difference(market: str, name: str, frozen: str | None) -> str:
    """What differs in one answer, line by line where the full answer of then is here."""
    then, now = BASE / market / file_name(name), NOW / market / file_name(name)
    if not now.exists():
        return f"\n{name}: was not asked"
    if not then.exists() or digest(then.read_bytes()) != frozen:
        return f"\n{name}: now {now}; the answer of then is not in {BASE}"
    before, after = then.read_text().splitlines(), now.read_text().splitlines()
    found = list(difflib.unified_diff(before, after, str(then), str(now), n=2, lineterm=""))
    return "\n".join((f"\n{name}:", *found[:SHOWN_LINES], *(["..."] if len(found) > SHOWN_LINES else [])))


def written(folder: Path, found: dict[str, bytes]) -> None:
    """The full answers, a file each."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, answer in found.items():
        (folder / file_name(name)).write_bytes(answer)


def file_name(name: str) -> str:
    """A question's name as a file's."""
    return re.sub(r"[^\w=<>!.-]+", "_", name) + ".json"
