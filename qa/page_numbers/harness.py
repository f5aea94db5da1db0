"""`scripts/harness page_numbers`: the page in numbers: sizes, looks, room, words on paper."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pypdf

from qa.bench.almanac import sample_of
from qa.bench.service_process import new_service
from qa.harness.machine import ROOT
from qa.harness.report import Record, line
from qa.harness.run import Harness, Part, RunOptions

SCRIPT = Path(__file__).parent / "numbers.mjs"

Found = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the page, what it may be at most or at least, and where it is read."""

    words: str
    read: Callable[[Found], tuple[float, str]]
    most: float | None = None
    least: float | None = None

    def passes(self, value: float) -> bool:
        return (self.most is None or value <= self.most) and (self.least is None or value >= self.least)


def _largest(name: str) -> Callable[[Found], tuple[float, str]]:
    return lambda found: max((each[name], place) for place, each in found["places"].items())


def _smallest(name: str) -> Callable[[Found], tuple[float, str]]:
    return lambda found: min((each[name], place) for place, each in found["places"].items())


def _distinct(name: str) -> Callable[[Found], tuple[float, str]]:
    def read(found: Found) -> tuple[float, str]:
        values = {value for each in found["places"].values() for value in each[name]}
        return len(values), ", ".join(map(str, sorted(values)[:9]))

    return read


def _all(name: str) -> Callable[[Found], tuple[float, str]]:
    def read(found: Found) -> tuple[float, str]:
        values = [f"{place}: {value}" for place, each in found["places"].items() for value in each[name]]
        return len(values), ", ".join(values[:9])

    return read


NUMBERS = {
    "stops": Number("tab stops outside main, most of any place", _largest("stops"), most=25),
    "sizes": Number("sizes of type", _distinct("sizes"), most=5),
    "looks": Number("looks of a button", _distinct("looks"), most=4),
    "headings": Number("heights at which a place's heading stands", _distinct("headings"), most=1),
    "code": Number("texts in the words of the catalogue's code", _all("code"), most=0),
    "cut": Number("labels that are cut", _all("cut"), most=0),
    "refusals": Number(
        "links that end in a refusal, smallest plan",
        lambda found: (len(found["refusals"]), ", ".join(found["refusals"])),
        most=0,
    ),
    "zoomed": Number("main in sight at 320 x 256, least of any place: px", _smallest("zoomed"), least=200),
    "phone": Number("main in sight at 390 x 844, least of any place: px", _smallest("phone"), least=740),
    "paper": Number("texts of the screen that are on paper, least share", _smallest("printed"), least=0.95),
    "questions": Number(
        "height of Questions at 1024: px",
        lambda found: (found["places"]["/questions"]["height"], "/questions"),
        most=3600,
    ),
}


def _run(options: RunOptions) -> Iterator[Part]:
    found = _measured()
    for name in options.names:
        number = NUMBERS[name]
        value, where = number.read(found)
        passed = number.passes(value)
        told = f"{'' if passed else 'FAILED  '}{number.words}: {value:g} ({where})"
        yield Part(name, passed, told, {"value": value, "where": where})


def _measured() -> Found:
    with TemporaryDirectory() as name:
        folder = Path(name)
        with new_service(sample_of(folder / "sample"), folder / "state") as service:
            command = ["node", str(SCRIPT), service.address, str(folder)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        found: dict[str, Any] = json.loads(done.stdout)
        for each in found["places"].values():
            each["printed"] = _share_printed(each["words"], Path(each["paper"]))
    return found


def _share_printed(texts: Sequence[str], paper: Path) -> float:
    """The share of the texts that the sheets have, by their letters and digits."""
    sheets = _plain("".join(sheet.extract_text() for sheet in pypdf.PdfReader(paper).pages))
    words = [_plain(text) for text in texts]
    counted = [word for word in words if word]
    return sum(word in sheets for word in counted) / max(len(counted), 1)


def _plain(text: str) -> str:
    return re.sub("[^a-z0-9]", "", text.lower())


def summary(records: Sequence[Record]) -> str:
    missed = [record["name"] for record in records if not record["passed"]]
    return f"{len(records) - len(missed)} of {len(records)} numbers as they are meant to be" + (
        f"; not {', '.join(missed)}" if missed else ""
    )


def tables(records: Sequence[Record]) -> Iterator[str]:
    yield "\n| number | is | aim |"
    yield "| --- | ---: | ---: |"
    for record in records:
        number = NUMBERS[record["name"]]
        aim = f"at most {number.most:g}" if number.most is not None else f"at least {number.least:g}"
        yield line((number.words, f"{record['value']:.4g}", aim))


HARNESS = Harness(
    name="page_numbers",
    parts=lambda: list(NUMBERS),
    run=_run,
    summary=summary,
    tables=tables,
    page=ROOT / "docs" / "page-numbers.md",
)
