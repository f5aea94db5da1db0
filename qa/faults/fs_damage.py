"""Files that are torn, flipped, emptied or gone: in the served snapshot, and in the bars it is built from."""

import shutil
from dataclasses import replace
from pathlib import Path

from core.contracts.errors import RETRY_SECONDS
from core.warehouse.damage import damages_of
from core.warehouse.integrity import FILES_FILE
from core.warehouse.snapshots import CURRENT_FILE
from qa.faults import broken_files
from qa.faults.apart import code_here, code_of
from qa.faults.file_damage import Damage, another_price, damage_name, damaged_files
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.stage import REFUSED, SYMBOL, Stage, prepare, stage_in
from qa.soak.broken import BREAKS
from tests.support.service_client import bearer, running


def damaged_snapshot(folder: Path, size: Size) -> Outcome:
    """Damage every file of the served snapshot, and the pointer."""
    stage = _served_new(stage_in(folder))
    files = sorted(path for path in (stage.directory / stage.new).rglob("*") if path.is_file())
    names = [path.relative_to(stage.directory) for path in (*files, stage.directory / CURRENT_FILE)]
    wrong, waits, chosen = [], 0, list(damaged_files(names, size))
    for name, damage in chosen:
        stage.reset()
        damage(stage.directory / name)
        found, waited = _judged(stage, name)
        waits += waited
        wrong += [f"{name}, {damage_name(damage)}: {each}" for each in (*found, *_mended(stage))]
    return Outcome(len(chosen), stage.compared.number, waits=waits, wrong=tuple(wrong))


def _served_new(stage: Stage) -> Stage:
    """The stage, beginning with the new snapshot served, and with a service that has it loaded."""
    code = code_of(stage.build)
    assert code == 0, code
    template = stage.trial.root.with_name("template")
    shutil.copytree(stage.trial.root, template)
    return replace(stage, template=template, running=stage.fresh_reader())


def _judged(stage: Stage, name: Path) -> tuple[list[str], bool]:
    """What is wrong, and whether a service that starts now asks its visitors to wait."""
    wrong = stage.faults_of(stage.running_reader())
    if not list(damages_of(stage.trial, SYMBOL)):
        wrong.append("`almanac verify` finds nothing")
    store = stage.fresh_reader()
    if store.snapshots:
        return wrong + stage.faults_of(store), False
    if name.suffix == ".parquet":
        wrong.append("a file that no answer needs keeps the service from answering")
    return wrong + _must_wait(stage), True


def _must_wait(stage: Stage) -> list[str]:
    """A whole service, asked as a browser does: 503 with Retry-After; alive all the same."""
    with running(stage.trial.root.parent) as client:
        answers = [client.get("/readyz"), client.get("/api/v2/date-range", headers=bearer(client, "pro"))]
        alive = client.get("/healthz").status_code
    wrong = [
        f"{each.url.path} is {each.status_code} with Retry-After {each.headers.get('Retry-After')}"
        for each in answers
        if (each.status_code, each.headers.get("Retry-After")) != (503, str(RETRY_SECONDS))
    ]
    return wrong + ([] if alive == 200 else [f"/healthz is {alive}"])


def _mended(stage: Stage) -> list[str]:
    """What is wrong after `almanac build`, or after a build from an empty pointer."""
    code = code_here(stage.build)
    if code == REFUSED:
        code = code_of(lambda: stage.run("rollback", SYMBOL, "--to", stage.old))
    return [f"neither build nor rollback mends it: {code}"] if code else stage.faults_of(stage.fresh_reader())


def damaged_bars(folder: Path, size: Size) -> Outcome:
    """Damage every file of the bars: what is served stays, and nothing is built from them unnoticed."""
    stage = stage_in(folder)
    bars = stage.trial.bars(SYMBOL)
    names = sorted(path.relative_to(bars) for path in bars.rglob("*") if path.is_file())
    parts = [(name, another_price) for name in names if name.parent.name.startswith("year=")]
    wrong, chosen = [], [*damaged_files(names, size), *parts]
    for name, damage in chosen:
        stage.reset()
        damage(bars / name)
        is_told = _may_be_gone(name, damage) or list(damages_of(stage.trial, SYMBOL))
        found = [] if is_told else ["`almanac verify` finds nothing"]
        code = code_of(stage.build)
        found += [] if code in (0, REFUSED) else [f"the build ended with {code}"]
        found += stage.judged()
        wrong += [f"{name}, {damage_name(damage)}: {each}" for each in found]
    return Outcome(len(chosen), stage.compared.number, wrong=tuple(wrong))


def _may_be_gone(name: Path, damage: Damage) -> bool:
    """Bars older than the note of files have none; then their record alone is compared."""
    return name.name == FILES_FILE and damage is Path.unlink


FAULTS = (
    Fault(
        "damaged-snapshot",
        "each file of the served snapshot and the pointer: a bit flipped at five places, torn, emptied, "
        "longer, zeroed, gone",
        "a service that runs goes on; one that starts serves it where no answer needs the file, else says "
        "503 with Retry-After; `almanac verify` names it; a build mends it, a rollback the pointer",
        damaged_snapshot,
        {
            "digests are not checked at load": broken_files.not_checked_at_load,
            "files are compared by size": broken_files.compared_by_size,
            "what is refused is not served on either": broken_files.refused_ends_serving,
            "503 has no Retry-After": BREAKS["never-says-when"].apply,
        },
        prepare,
    ),
    Fault(
        "damaged-bars",
        "each file of the bars: as above; in the bars themselves one close a tick off",
        "what is served stays; a build refuses, or is right all the same; `almanac verify` names it, but for "
        "the note of digests gone: then the bars' own record is compared",
        damaged_bars,
        {
            "bars are not compared with their record": broken_files.bars_believed,
            "the record is not compared with what was noted": broken_files.record_believed,
            "files are compared by size": broken_files.compared_by_size,
        },
        prepare,
    ),
)
