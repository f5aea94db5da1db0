"""build/faults.json and the table of docs/reliability.md."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from tests.bench.machine import facts
from tests.faults.registry import Outcome, Size, known_faults

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build" / "faults.json"
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"

_FACTS = ("machine", "system")
_NUMBERS = ("injected", "readers compared", "answers checked", "503", "wrong", "lost")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Caught:
    """A weakening of the code: whether the fault showed it, and what it said then."""

    weakening: str
    caught: bool
    said: str


@dataclass(frozen=True, slots=True)
class Record:
    """One fault of a run, of this commit, that ended at this moment."""

    name: str
    injected: str
    promise: str
    size: Size
    seconds: float
    outcome: Outcome
    weakenings: tuple[Caught, ...]
    commit: str
    date: str

    @property
    def passed(self) -> bool:
        """Whether it was survived and every weakening tried was caught."""
        return self.outcome.survived and all(each.caught for each in self.weakenings)


@cache
def commit() -> str:
    """The commit that is run, with `-dirty` where more differs from it than the page that runs write."""
    page = PAGE.relative_to(ROOT)
    changed = _told_by_git("status", "--porcelain", "--untracked-files=no", "--", ".", f":(exclude){page}")
    return _told_by_git("describe", "--always") + ("-dirty" if changed else "")


def _told_by_git(*asked: str) -> str:
    told = subprocess.run(["git", "-C", str(ROOT), *asked], capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else "unknown"


def line_of(record: Record) -> str:
    """What the terminal says of a fault."""
    out = record.outcome
    head = (
        f"{'ok    ' if record.passed else 'FAILED'} {record.name}: {out.injected:,} times, {out.compared:,} "
    )
    head += f"readers compared, {out.answers:,} answers checked, {out.waits:,} told to wait, "
    head += f"{record.seconds:.1f} s"
    lines = [f"       wrong: {each}" for each in out.wrong[:_SHOWN]]
    lines += [f"       and {len(out.wrong) - _SHOWN:,} more"] if len(out.wrong) > _SHOWN else []
    lines += [f"       lost: {out.lost:,}"] if out.lost else []
    lines += [_tried(each) for each in record.weakenings]
    return "\n".join([head, *lines])


def _tried(each: Caught) -> str:
    return f"       {'caught' if each.caught else 'NOT CAUGHT'}: {each.weakening}: {each.said[:160]}"


def verdict(records: Sequence[Record]) -> str:
    """The last line; every weakening counts as a test of its own."""
    passed = sum(record.outcome.survived for record in records)
    caught = [each.caught for record in records for each in record.weakenings]
    total = len(records) + len(caught)
    return f"{passed + sum(caught)} passed, {total - passed - sum(caught)} failed"


def keep(records: Sequence[Record], *, beside: Sequence[Record] = ()) -> None:
    """Write build/faults.json and the page's table; of those `beside`, what is not among the records."""
    ours = {record.name for record in records}
    merged = [*records, *(record for record in beside if record.name not in ours)]
    merged.sort(key=lambda record: _places().get(record.name, len(merged)))
    known = facts()
    RESULTS.parent.mkdir(exist_ok=True)
    document = {"run": {name: known[name] for name in _FACTS}, "faults": [asdict(each) for each in merged]}
    RESULTS.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2))
    write_page(PAGE, "\n".join(_page_lines(document["run"], merged)))


def kept() -> list[Record]:
    """What was written before, of faults that there still are; nothing where there is no file."""
    if not RESULTS.exists():
        return []
    document = orjson.loads(RESULTS.read_bytes())
    return [_record_of(each) for each in document["faults"] if each["name"] in _places()]


def _record_of(said: dict[str, Any]) -> Record:
    outcome = Outcome(**said["outcome"] | {"wrong": tuple(said["outcome"]["wrong"])})
    return Record(
        **said | {"outcome": outcome, "weakenings": tuple(Caught(**each) for each in said["weakenings"])}
    )


@cache
def _places() -> dict[str, int]:
    return {fault.name: place for place, fault in enumerate(known_faults())}


def write_page(page: Path, body: str, begin: str = BEGIN, end: str = END) -> None:
    """Put the body between the page's markers; SystemExit where it lacks them."""
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, found_end, after = rest.partition(end)
    if not found or not found_end:
        raise SystemExit(f"faults: {page} lacks {begin} or {end}; take it back from git.")
    page.write_text(f"{before}{begin}\n{body}\n{end}{after}", encoding="utf-8")


def _page_lines(run: object, records: Sequence[Record]) -> Iterator[str]:
    yield "| | |\n| --- | --- |"
    yield from (f"| {name} | {fact} |" for name, fact in dict(run).items())  # type: ignore[call-overload]
    yield from _commits(records)
    yield f"\n**{_summary(records)}**\n"
    yield f"| fault | what is injected | what must hold | {' | '.join(_NUMBERS)} |"
    yield f"| --- | --- | --- |{' ---: |' * len(_NUMBERS)}"
    yield from map(_row, records)
    yield "\n### Seen to fail\n"
    yield "| fault | the code, weakened | caught | what the fault said |\n| --- | --- | --- | --- |"
    yield from (_weakened(record.name, each) for record in records for each in record.weakenings)


def _commits(records: Sequence[Record]) -> Iterator[str]:
    for commit in dict.fromkeys(record.commit for record in records):
        dates = sorted(record.date for record in records if record.commit == commit)
        yield f"| commit {commit} | {len(dates)} faults, {dates[0]} to {dates[-1]} |"


def _summary(records: Sequence[Record]) -> str:
    outs = [record.outcome for record in records]
    survived = sum(out.injected for out in outs if out.survived)
    return (
        f"{survived:,} of {sum(out.injected for out in outs):,} faults survived, "
        f"{sum(out.compared for out in outs):,} readers compared, "
        f"{sum(out.answers for out in outs):,} answers checked, "
        f"wrong {sum(len(out.wrong) for out in outs):,}, lost {sum(out.lost for out in outs):,}. "
        f"{verdict(records)}."
    )


def _row(record: Record) -> str:
    out = record.outcome
    numbers = (out.injected, out.compared, out.answers, out.waits, len(out.wrong), out.lost)
    return (
        f"| {record.name} | {record.injected} | {record.promise} | {' | '.join(f'{n:,}' for n in numbers)} |"
    )


def _weakened(name: str, each: Caught) -> str:
    said = each.said.replace("|", "\\|").replace("\n", " ")[:140]
    return f"| {name} | {each.weakening} | {'yes' if each.caught else '**no**'} | {said} |"
