"""Files that are torn, flipped, emptied or gone: in the served snapshot, and in the bars it is built from."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.warehouse.damage import damages_of
from core.warehouse.shelf import CURRENT_FILE
from tests.faults import broken_files
from tests.faults.apart import code_of
from tests.faults.registry import Fault, Outcome, Size
from tests.faults.stage import REFUSED, SYMBOL, Stage, prepare, stage_in
from tests.service_client import running

Harm = Callable[[Path], None]

_PLACES = (0, 0.13, 0.5, 0.77, 0.999)


def flipped(place: float) -> Harm:
    """One bit is another, so far into the file."""

    def harm(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[int(place * len(content))] ^= 0x10
        _put(path, content)

    return harm


def _put(path: Path, content: bytes | bytearray) -> None:
    """Another file under the name: who has the first one open keeps it, as after a disk was mended."""
    path.unlink()
    path.write_bytes(content)


def _torn(path: Path) -> None:
    _put(path, path.read_bytes()[: path.stat().st_size // 2])


def _emptied(path: Path) -> None:
    _put(path, b"")


def _longer(path: Path) -> None:
    _put(path, path.read_bytes() + b"\0")


def _zeroed(path: Path) -> None:
    """A sector in the middle, or all of a small file, came back as zeros."""
    content = bytearray(path.read_bytes())
    start = len(content) // 2 if len(content) > 1024 else 0
    end = min(len(content), start + 512)
    content[start:end] = bytes(end - start)
    _put(path, content)


HARMS: tuple[Harm, ...] = (*map(flipped, _PLACES), _torn, _emptied, _longer, _zeroed, Path.unlink)


def _another_price(path: Path) -> None:
    """A file of bars that reads as well as before, with a close a tick off."""
    table = pq.ParquetFile(path).read()
    closes = table.column("close").to_pylist()
    closes[len(closes) // 2] += 0.25
    column = table.schema.get_field_index("close")
    table = table.set_column(column, table.schema.field(column), pa.array(closes))
    path.unlink()
    pq.write_table(table, path, compression="zstd")


def harmed(files: list[Path], size: Size) -> Iterator[tuple[Path, Harm]]:
    """Every file with every harm; or every file with one, taking turns."""
    for at, path in enumerate(files):
        yield from ((path, harm) for harm in (HARMS if size == "long" else (HARMS[(at * 3) % len(HARMS)],)))


def damaged_snapshot(folder: Path, size: Size) -> Outcome:
    """Harm every file of the served snapshot, and the pointer."""
    stage = _served_new(stage_in(folder))
    files = sorted(path for path in (stage.shelf / stage.new).rglob("*") if path.is_file())
    names = [path.relative_to(stage.shelf) for path in (*files, stage.shelf / CURRENT_FILE)]
    wrong, waits, chosen = [], 0, list(harmed(names, size))
    for name, harm in chosen:
        stage.reset()
        stage.running.refresh()
        harm(stage.shelf / name)
        found, waited = _judged(stage, name)
        waits += waited
        wrong += [f"{name}, {harm_name(harm)}: {each}" for each in (*found, *_mended(stage))]
    return Outcome(len(chosen), answers=3 * len(chosen) - waits, waits=waits, wrong=tuple(wrong))


def _served_new(stage: Stage) -> Stage:
    """The stage, beginning with the new snapshot served."""
    code = code_of(stage.build)
    assert code == 0, code
    template = stage.trial.root.with_name("template")
    shutil.copytree(stage.trial.root, template)
    return replace(stage, template=template)


def _judged(stage: Stage, name: Path) -> tuple[list[str], bool]:
    """What is wrong, and whether a service that starts now tells its visitors to wait."""
    wrong = stage.faults_of(stage.running)
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
        answers = [client.get(path) for path in ("/readyz", "/api/v2/features")]
        alive = client.get("/healthz").status_code
    wrong = [
        f"{each.url.path} is {each.status_code}, expected 503"
        for each in answers[:1]
        if each.status_code != 503
    ]
    wrong += [
        f"{each.url.path} has no Retry-After" for each in answers[:1] if "Retry-After" not in each.headers
    ]
    return wrong + ([] if alive == 200 else [f"/healthz is {alive}"])


def _mended(stage: Stage) -> list[str]:
    """What is wrong after `almanac build`, or after going on from a pointer that says nothing."""
    code = code_of(stage.build)
    if code == REFUSED:
        code = code_of(lambda: stage.run("rollback", SYMBOL, "--to", stage.old))
    return [f"neither build nor rollback mends it: {code}"] if code else stage.faults_of(stage.fresh_reader())


def damaged_bars(folder: Path, size: Size) -> Outcome:
    """Harm every file of the bars: what is served stays, and nothing is built from them unnoticed."""
    stage = stage_in(folder)
    bars = stage.trial.bars(SYMBOL)
    names = sorted(path.relative_to(bars) for path in bars.rglob("*") if path.is_file())
    parts = [(name, _another_price) for name in names if name.parent.name.startswith("year=")]
    wrong, chosen = [], [*harmed(names, size), *parts]
    for name, harm in chosen:
        stage.reset()
        harm(bars / name)
        found = [] if list(damages_of(stage.trial, SYMBOL)) else ["`almanac verify` finds nothing"]
        code = code_of(stage.build)
        found += [] if code in (0, REFUSED) else [f"the build ended with {code}"]
        found += stage.judged()
        wrong += [f"{name}, {harm_name(harm)}: {each}" for each in found]
    return Outcome(len(chosen), answers=2 * len(chosen), wrong=tuple(wrong))


def harm_name(harm: Harm) -> str:
    """What was done to a file, in a word."""
    return getattr(harm, "__name__", "").strip("_").replace("harm", "flipped")


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
        },
        prepare,
    ),
    Fault(
        "damaged-bars",
        "each file of the bars: as above; in the bars themselves one close a tick off",
        "what is served stays; a build refuses, or is right all the same; `almanac verify` names it",
        damaged_bars,
        {
            "bars are not compared with their record": broken_files.bars_believed,
            "files are compared by size": broken_files.compared_by_size,
        },
        prepare,
    ),
)
