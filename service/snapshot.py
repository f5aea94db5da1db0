"""One snapshot as the service holds it: index, manifest and what is written once instead of per request."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.contracts.catalogue import TIERS, Catalogue, FeatureDefinition, Tier, definition_to_wire
from core.contracts.feature_answers import Feature, FilterValidation, ValueRange
from core.contracts.manifest import Manifest
from core.query.bar_book import BarBook
from core.query.index import SnapshotIndex
from core.query.pack import Pack
from service.decode import decode


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Immutable; a request takes one reference and reads nothing else.

    `features` are the catalogue's wire shapes with the bounds of numbers filled in. `tested` are the features
    that a tier's tests range over, dates left out: they have no statistics. `days` are the full sessions'
    dates, ascending; `book` has all bars.
    """

    id: str
    symbol: str
    manifest: Manifest
    index: SnapshotIndex
    features: dict[str, Feature]
    tested: Mapping[Tier, tuple[str, ...]]
    days: list[str]
    book: BarBook

    def is_outside_filters(self, day: str) -> bool:
        """Whether the date is a half day or a quarantined session: no feature, so no filter, knows it."""
        place = self.book.place(day)
        return place is not None and self.book.sessions[place].kind != "full"

    @property
    def catalogue(self) -> Catalogue:
        """Features and categories in display order."""
        return self.index.catalogue


def make_snapshot(manifest: Manifest, pack: Pack) -> Snapshot:
    """A snapshot ready to answer.

    Raises:
        DataError: the pack does not fit its catalogue.
    """
    index = SnapshotIndex(pack, snapshot_id=manifest.snapshot_id)
    features = {each.name: _feature(index, each) for each in index.catalogue.features}
    index.engine.whole()
    return Snapshot(
        id=manifest.snapshot_id,
        symbol=manifest.symbol,
        manifest=manifest,
        index=index,
        features=features,
        tested={tier: _tested(index.catalogue, tier) for tier in TIERS},
        days=[str(day) for day in index.session_date],
        book=BarBook(pack),
    )


def _tested(catalogue: Catalogue, tier: Tier) -> tuple[str, ...]:
    return tuple(each.name for each in catalogue.visible(tier) if each.kind != "date")


def _feature(index: SnapshotIndex, definition: FeatureDefinition) -> Feature:
    feature = decode(Feature, definition_to_wire(definition))
    return _with_bounds(index, feature) if definition.kind == "numeric" else feature


def _with_bounds(index: SnapshotIndex, feature: Feature) -> Feature:
    """A number's smallest and largest value in the data: hints for its card, not clamps (ruling 27)."""
    values = index.numbers(feature.name)
    if np.isnan(values).all():
        return feature
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    component = replace(feature.ui_schema.filter_component, validation=FilterValidation(low, high))
    logic = replace(feature.business_logic, value_range=ValueRange(low, high))
    schema = replace(feature.ui_schema, filter_component=component)
    return replace(feature, ui_schema=schema, business_logic=logic)
