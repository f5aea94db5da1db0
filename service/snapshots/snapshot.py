"""One snapshot as the service holds it: opened, checked, with what is written once and not per request."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import ValidationError, convert
from msgspec.structs import replace
from orjson import Fragment

from core.claims.definition import definition_of
from core.claims.question_days import Questions
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.day_answers import ListedKind
from core.contracts.errors import AlmanacError, DataError
from core.contracts.feature_answers import Feature, FilterValidation, ValueRange, feature_answer
from core.contracts.manifest import MANIFEST_FILE, Manifest, read_manifest
from core.contracts.next_session import NextSession
from core.contracts.pack import CLAIMS, NEXT
from core.contracts.publication import served_files
from core.question.filters import DayLists
from core.question.index import SnapshotIndex
from core.warehouse.serving.bar_book import BarBook
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from service.encoding import encode

_REMEDY = "Build the snapshot again, or roll back to the one before."


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Immutable; a request takes one reference and reads nothing else.

    `catalogue` is the index's. `features` are its features' wire shapes, encoded, with the bounds of numbers
    filled in. `days` are the full sessions' dates, ascending; `book` has all bars. `claims` is the encoded
    answer of the usual questions, `questions` are what they ask. `night` is what the build knew of the next
    session, None where the exchange's calendar ended before it. `lists` are the lists of days at the time of
    a request.
    """

    id: str
    symbol: str
    manifest: Manifest
    index: SnapshotIndex
    catalogue: Catalogue
    features: dict[str, Fragment]
    days: list[str]
    book: BarBook
    claims: bytes
    questions: Questions
    night: NextSession | None = None
    lists: DayLists = field(default_factory=dict)

    def kind_of(self, day: str) -> ListedKind:
        """What it knows of a date; `unknown` where it draws no session."""
        index = self.book.session_index(day)
        return "unknown" if index is None else self.book.sessions[index].kind

    def is_outside_filters(self, day: str) -> bool:
        """Whether the date is a half day or a quarantined session: no feature, so no filter, knows it."""
        return self.kind_of(day) in ("short", "quarantined")


def open_snapshot(folder: Path, symbol: str, snapshot_id: str) -> Snapshot:
    """Manifest and pack of a folder, every serving file checked against the manifest's digest.

    Raises:
        DataError: it is another snapshot, or not whole.
    """
    manifest = manifest_of(folder, symbol, snapshot_id)
    _verify(folder, manifest)
    return make_snapshot(manifest, Pack.open(folder / "serving"))


def manifest_of(folder: Path, symbol: str, snapshot_id: str) -> Manifest:
    """The manifest of a folder; DataError where it cannot be read or is of another snapshot."""
    manifest = read_manifest(folder)
    if (manifest.symbol, manifest.snapshot_id) != (symbol, snapshot_id):
        found = f"{manifest.symbol} {manifest.snapshot_id}"
        raise DataError(f"{folder / MANIFEST_FILE}: describes {found}. {_REMEDY}")
    return manifest


def _verify(folder: Path, manifest: Manifest) -> None:
    for entry in served_files(manifest):
        path = folder / entry.path
        try:
            with path.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise DataError(f"{path}: {error.strerror}. {_REMEDY}") from error
        if found != entry.sha256:
            raise DataError(f"{path}: sha256 {found} found, {entry.sha256} expected. {_REMEDY}")


def make_snapshot(manifest: Manifest, pack: Pack) -> Snapshot:
    """A snapshot ready to answer; DataError where the pack does not fit its catalogue."""
    index = load_index(pack, snapshot_id=manifest.snapshot_id)
    index.make_ready()
    catalogue = index.catalogue
    claims = pack.document(CLAIMS)
    return Snapshot(
        id=manifest.snapshot_id,
        symbol=manifest.symbol,
        manifest=manifest,
        index=index,
        catalogue=catalogue,
        features={each.name: Fragment(encode(_feature(index, each))) for each in catalogue.features},
        days=[str(day) for day in index.session_date],
        book=BarBook(pack),
        claims=encode(
            {
                "symbol": manifest.symbol,
                "sample_data": manifest.sample_data,
                "first_session": str(index.first_date),
                "last_session": str(index.last_date),
                "claims": claims,
                "snapshot": manifest.snapshot_id,
            }
        ),
        questions=_questions(index, claims),
        night=_night(pack),
    )


def _night(pack: Pack) -> NextSession | None:
    if NEXT not in pack.documents:
        return None
    try:
        return convert(pack.document(NEXT), NextSession)
    except ValidationError as error:
        raise DataError(f"serving pack, document {NEXT}: {error}. {_REMEDY}") from error


def _questions(index: SnapshotIndex, claims: list[dict[str, Any]]) -> Questions:
    """What the usual questions ask; DataError where they are not the catalogue's."""
    try:
        return Questions(index, [definition_of(each, index.catalogue) for each in claims])
    except (AlmanacError, KeyError) as error:
        raise DataError(f"serving pack, {CLAIMS}: {error} {_REMEDY}") from error


def _feature(index: SnapshotIndex, definition: FeatureDefinition) -> Feature:
    """The wire shape; a number's smallest and largest value are hints for its card, no clamps (ruling 27)."""
    feature = feature_answer(definition)
    if definition.kind != "numeric" or np.isnan(values := index.columns[feature.name].numbers).all():
        return feature
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    component = replace(feature.ui_schema.filter_component, validation=FilterValidation(low, high))
    return replace(
        feature,
        ui_schema=replace(feature.ui_schema, filter_component=component),
        business_logic=replace(feature.business_logic, value_range=ValueRange(low, high)),
    )
