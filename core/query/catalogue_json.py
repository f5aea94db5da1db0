"""The catalogue as the serving pack keeps it: every field of every definition."""

from dataclasses import asdict
from typing import Any

from core.contracts.catalogue import Catalogue, Category, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import KnownAt

_TUPLES = ("modules", "labels", "label_names", "bucket_edges", "clean_twins")


def catalogue_to_json(catalogue: Catalogue) -> dict[str, Any]:
    """{"features": [...], "categories": [...]} of plain values."""
    return {
        "features": [asdict(feature) | {"known_at": str(feature.known_at)} for feature in catalogue.features],
        "categories": [asdict(category) for category in catalogue.categories],
    }


def catalogue_from_json(document: Any) -> Catalogue:
    """The catalogue that `catalogue_to_json` wrote.

    Raises:
        DataError: a field is missing or unknown: the pack is another version's.
    """
    try:
        features = tuple(_feature(raw) for raw in document["features"])
        categories = tuple(Category(**raw) for raw in document["categories"])
    except (KeyError, TypeError, ValueError) as error:
        detail = (
            f"serving pack, catalogue: {error}. It was written by another version; build the snapshot again."
        )
        raise DataError(detail) from error
    return Catalogue(features, categories)


def _feature(raw: dict[str, Any]) -> FeatureDefinition:
    span = raw["value_range"]
    fields = raw | {name: tuple(raw[name]) for name in _TUPLES}
    fields["known_at"] = KnownAt(raw["known_at"])
    fields["value_range"] = None if span is None else (span[0], span[1])
    return FeatureDefinition(**fields)
