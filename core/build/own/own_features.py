"""The own features of a build: the files, their valid features, and the columns of these.

A new file, by its bytes and the engine's, is checked; the warehouse's work folder keeps the result.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from core.build.manifest import engine_version
from core.build.own.check_markets import random_markets, sample_market
from core.build.own.load_file import named_by
from core.build.own.run_task import run_task
from core.build.own.task import Columns, Found, OwnFile, Task, features_of, plain_features
from core.claims.read_claims import Mistake
from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.regular_files import read_regular
from core.market.market import Market
from core.warehouse.durable import write_file
from core.warehouse.paths import Warehouse

FEATURES_VARIABLE = "ALMANAC_FEATURES"
CHECK_SECONDS, COMPUTE_SECONDS = 60, 300
"""Of a processor, for the check of one file and for the columns of all files together."""

MOST_FILES, MOST_BYTES = 200, 1_000_000
FIRST_ORDER = 100_000
"""Own features follow the product's, in the order of files and, within a file, of the source."""


@dataclass(frozen=True, slots=True)
class OwnFolder:
    """The folder's files by name, and mistakes for what cannot be read."""

    files: tuple[OwnFile, ...] = ()
    mistakes: tuple[Mistake, ...] = ()


class Verdict(msgspec.Struct):
    """A check's result for a file; `digest` is that of the file and the engine."""

    digest: str
    features: list[dict[str, Any]]
    mistakes: list[Mistake]

    @property
    def definitions(self) -> tuple[FeatureDefinition, ...]:
        """The valid features."""
        return features_of(self.features)


@dataclass(frozen=True, slots=True)
class OwnFeatures:
    """The own features of a snapshot, and why others are left out; `coin` are the coin days' columns."""

    definitions: tuple[FeatureDefinition, ...] = ()
    columns: Columns = field(default_factory=dict)
    coin: Columns = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()


def own_folder(environment: Mapping[str, str] = os.environ) -> OwnFolder:
    """The files of the folder that ALMANAC_FEATURES names; none if it is unset."""
    named = environment.get(FEATURES_VARIABLE, "").strip()
    return read_folder(Path(named)) if named else OwnFolder()


def read_folder(place: Path) -> OwnFolder:
    try:
        paths = [place] if place.is_file() else sorted(_python_files(place))
    except OSError as error:
        return OwnFolder(mistakes=(Mistake(str(place), 1, None, f"cannot be read ({error.strerror})."),))
    files: list[OwnFile] = []
    mistakes: list[Mistake] = []
    for path in paths:
        what = f"a file of at most {MOST_BYTES:,} bytes, and at most {MOST_FILES} of them"
        try:
            source = read_regular(path, f"Expected {what}.", MOST_BYTES)
        except DataError as error:
            mistakes.append(Mistake(str(path), 1, None, error.detail.removeprefix(f"{path}: ")))
            continue
        if len(files) == MOST_FILES:
            mistakes.append(Mistake(str(path), 1, None, f"expected {what}."))
        else:
            files.append(OwnFile(str(path), source))
    return OwnFolder(tuple(files), tuple(mistakes))


def _python_files(folder: Path) -> Iterator[Path]:
    for name in os.listdir(folder):
        if name.endswith(".py") and not name.startswith("."):
            yield folder / name


def made_of(warehouse: Warehouse, folder: OwnFolder) -> list[Any]:
    """What of own files a snapshot depends on: their bytes, and which features a check left out."""
    return [
        (Path(file.path).name, hashlib.sha256(file.source).hexdigest(), _left_out(warehouse, file))
        for file in folder.files
    ]


def _left_out(warehouse: Warehouse, file: OwnFile) -> list[str]:
    verdict = _remembered(warehouse, file)
    return [] if verdict is None else sorted(each.id or "" for each in verdict.mistakes)


def verdicts_of(warehouse: Warehouse, folder: OwnFolder) -> tuple[Verdict, ...]:
    """The remembered or new verdict on every file."""
    return tuple(_remembered(warehouse, file) or _checked_now(warehouse, file) for file in folder.files)


def not_checked(warehouse: Warehouse) -> list[str]:
    """Names of new files that a build checks before it begins."""
    files = own_folder().files
    return [Path(each.path).name for each in files if _remembered(warehouse, each) is None]


def _remembered(warehouse: Warehouse, file: OwnFile) -> Verdict | None:
    try:
        verdict = msgspec.json.decode(_kept_at(warehouse, file).read_bytes(), type=Verdict)
        _ = verdict.definitions
    except (OSError, msgspec.DecodeError, DataError):
        return None
    return verdict if verdict.digest == _digest(file) else None


def _checked_now(warehouse: Warehouse, file: OwnFile) -> Verdict:
    task, kept = Task((file,), CHECK_SECONDS, markets=tuple(random_markets())), _kept_at(warehouse, file)
    found = check_apart(file, task)
    verdict = Verdict(
        _digest(file), plain_features(found.definitions), [*found.mistakes, *_how_again(file, found, kept)]
    )
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_file(kept, msgspec.json.encode(verdict))
    return verdict


def _how_again(file: OwnFile, found: Found, kept: Path) -> Iterator[Mistake]:
    """The remedy if a check may differ on a machine with more time or memory."""
    if found.is_cut_off or any("MemoryError" in each.text for each in found.mistakes):
        how = f"if the machine was short of time or memory, delete {kept}: then it is checked again."
        yield Mistake(file.path, 1, None, how)


def checked_on_sample(folder: OwnFolder) -> Iterator[tuple[OwnFile, Found]]:
    """The longer check's result for every file of a folder, in turn."""
    names = set[str]()
    for file in folder.files:
        found = check_on_sample(file)
        kept, mistakes = _beside_earlier(file, found.definitions, names)
        yield file, replace(found, definitions=list(kept), mistakes=[*found.mistakes, *mistakes])


def check_on_sample(file: OwnFile) -> Found:
    """The longer check of one file: on random markets, on the sample, and on its coin days."""
    sample = sample_market()
    found = check_apart(file, Task((file,), CHECK_SECONDS, markets=tuple(random_markets()), real=(sample,)))
    if not found.definitions:
        return found
    computed = _computed([(file, tuple(found.definitions))], sample)
    return replace(
        found,
        definitions=[each for each in found.definitions if each.name in computed.columns],
        mistakes=[*found.mistakes, *computed.mistakes],
    )


def check_apart(file: OwnFile, task: Task) -> Found:
    """Check one file in a process of its own; if the process ends early, that is its one mistake."""
    found = run_task(task)
    if isinstance(found, str):
        return Found(mistakes=[Mistake(file.path, 1, None, found)], is_cut_off=True)
    return found


def _kept_at(warehouse: Warehouse, file: OwnFile) -> Path:
    return warehouse.own_features / f"{Path(file.path).name}.json"


def _digest(file: OwnFile) -> str:
    what = f"{file.path}\n{engine_version()}\n".encode() + file.source
    return hashlib.sha256(what).hexdigest()


def taken(
    folder: OwnFolder, verdicts: Sequence[Verdict]
) -> tuple[list[tuple[OwnFile, tuple[FeatureDefinition, ...]]], list[Mistake]]:
    """Every file with its accepted features, and the refused ones; of one name the first counts."""
    mistakes = [*folder.mistakes, *(each for verdict in verdicts for each in verdict.mistakes)]
    found, names = list[tuple[OwnFile, tuple[FeatureDefinition, ...]]](), set[str]()
    for file, verdict in zip(folder.files, verdicts, strict=True):
        kept, wrong = _beside_earlier(file, verdict.definitions, names)
        mistakes += wrong
        found.append((file, kept))
    return found, mistakes


def _beside_earlier(
    file: OwnFile, definitions: Iterable[FeatureDefinition], names: set[str]
) -> tuple[tuple[FeatureDefinition, ...], list[Mistake]]:
    """The accepted features of a file, and why others are not; adds the accepted ones to `names`."""
    definitions, left_out = tuple(definitions), dict[str, str]()
    for each in definitions:
        gone = next((name for name in named_by(each) if name in left_out), None)
        if each.name in names:
            left_out[each.name] = "an earlier file has a feature of that name; the first one counts."
        elif gone is not None:
            left_out[each.name] = f"{gone}, which it names, is left out."
    kept = tuple(each for each in definitions if each.name not in left_out)
    names |= {each.name for each in kept}
    return kept, [Mistake(file.path, 1, name, why) for name, why in left_out.items()]


def computed(folder: OwnFolder, verdicts: Sequence[Verdict], market: Market) -> OwnFeatures:
    """Compute every accepted feature on a market: all files in one process.

    If that process ends early, each file gets its own, so that only the one at fault is left out.
    """
    files, mistakes = taken(folder, verdicts)
    asked = [(file, definitions) for file, definitions in files if definitions]
    found = _computed(asked, market) if asked else Found()
    kept = (each for _, definitions in files for each in definitions if each.name in found.columns)
    definitions = tuple(replace(each, display_order=FIRST_ORDER + at) for at, each in enumerate(kept))
    return OwnFeatures(definitions, found.columns, found.coin, (*mistakes, *found.mistakes))


def _computed(asked: Sequence[tuple[OwnFile, tuple[FeatureDefinition, ...]]], market: Market) -> Found:
    files, wanted = zip(*asked, strict=True)
    found = run_task(Task(files, COMPUTE_SECONDS, compute=market, wanted=wanted))
    if not isinstance(found, str):
        return found
    if len(files) == 1:
        return Found(mistakes=[Mistake(files[0].path, 1, None, found)])
    whole = Found()
    for each in asked:
        part = _computed([each], market)
        whole.columns |= part.columns
        whole.coin |= part.coin
        whole.mistakes += part.mistakes
    return whole
