"""`make test-faults`: every fault in a process of its own, then short with every mutant it has to catch."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from qa.faults.apart import run_apart
from qa.faults.registry import Fault, Outcome, Size, known_faults
from qa.harness.machine import ROOT
from qa.harness.report import Record, cell, line
from qa.harness.run import Harness, Part, RunOptions

_NUMBERS = ("injected", "readers compared", "answers checked", "503", "wrong", "lost")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Caught:
    """A mutant of the code: whether the fault showed it, and with which message."""

    mutant: str
    caught: bool
    said: str


def _run(options: RunOptions) -> Iterator[Part]:
    size: Size = "short" if options.short else "long"
    for fault in known_faults():
        if fault.name in options.names:
            fault.prepare()
            outcome = run_apart(fault, size)
            caught = [_tried(fault, name) for name in (fault.mutants if options.mutants else ())]
            passed = outcome.survived and all(each.caught for each in caught)
            told = "\n".join(_told(fault, outcome, caught, passed=passed))
            yield Part(fault.name, passed, told, _found(fault, size, outcome, caught))


def _found(fault: Fault, size: Size, outcome: Outcome, caught: Sequence[Caught]) -> dict[str, Any]:
    said = {"injected": fault.injected, "promise": fault.promise, "size": size}
    return said | {"outcome": asdict(outcome), "mutants": [asdict(each) for each in caught]}


def _tried(fault: Fault, name: str) -> Caught:
    """Try a mutant; one that ended the run before the first injection is not caught."""
    outcome = run_apart(fault, "short", mutate=fault.mutants[name])
    return Caught(name, outcome.injected > 0 and outcome.showed, outcome.wrong[0] if outcome.wrong else "")


def _told(fault: Fault, out: Outcome, caught: Sequence[Caught], *, passed: bool) -> Iterator[str]:
    yield (
        f"{'ok    ' if passed else 'FAILED'} {fault.name}: {out.injected:,} times, {out.compared:,} readers "
        f"compared, {out.answers:,} answers checked, {out.waits:,} told to wait"
    )
    yield from (f"       wrong: {each}" for each in out.wrong[:_SHOWN])
    if len(out.wrong) > _SHOWN:
        yield f"       and {len(out.wrong) - _SHOWN:,} more"
    if out.lost:
        yield f"       lost: {out.lost:,}"
    for each in caught:
        yield f"       {'caught' if each.caught else 'NOT CAUGHT'}: {each.mutant}: {each.said[:160]}"


def outcome_of(record: Record) -> Outcome:
    said = record["outcome"]
    return Outcome(**said | {"wrong": tuple(said["wrong"])})


def summary(records: Sequence[Record]) -> str:
    """The last line; every mutant counts as a test of its own."""
    outs = [outcome_of(record) for record in records]
    passed = [out.survived for out in outs]
    passed += [each["caught"] for record in records for each in record["mutants"]]
    wrong, lost = sum(len(out.wrong) for out in outs), sum(out.lost for out in outs)
    return (
        f"{sum(out.injected for out in outs if out.survived):,} of {sum(out.injected for out in outs):,} "
        f"faults survived, {sum(out.compared for out in outs):,} readers compared, "
        f"{sum(out.answers for out in outs):,} answers checked, wrong {wrong:,}, lost {lost:,}. "
        f"{sum(passed)} passed, {len(passed) - sum(passed)} failed"
    )


def tables(records: Sequence[Record]) -> Iterator[str]:
    yield line(("fault", "what is injected", "what must hold", *_NUMBERS))
    yield line(("---", "---", "---", *("---:" for _ in _NUMBERS)))
    for record in records:
        out = outcome_of(record)
        numbers = (out.injected, out.compared, out.answers, out.waits, len(out.wrong), out.lost)
        yield line((record["name"], record["injected"], record["promise"], *(f"{n:,}" for n in numbers)))
    yield "\n### Seen to fail\n"
    yield "| fault | the code, mutated | caught | what the fault said |\n| --- | --- | --- | --- |"
    for record in records:
        for each in record["mutants"]:
            caught = "yes" if each["caught"] else "**no**"
            yield line((record["name"], each["mutant"], caught, cell(each["said"])))


HARNESS = Harness(
    name="faults",
    parts=lambda: [fault.name for fault in known_faults()],
    run=_run,
    summary=summary,
    tables=tables,
    page=ROOT / "docs" / "reliability.md",
)
