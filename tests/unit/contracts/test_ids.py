"""A digest follows from what is digested, not from what was read of it before."""

from dataclasses import replace

from core.contracts.catalogue import Catalogue
from core.contracts.ids import definitions_digest
from core.features.registry import catalogue


def test_reading_a_definition_leaves_its_digest() -> None:
    fresh = Catalogue(tuple(replace(each) for each in catalogue().features), catalogue().categories)
    before = definitions_digest(fresh)
    for each in fresh.features:
        assert each.late_from >= each.resolves_from, "both are kept in the definition once they are read"
    assert definitions_digest(fresh) == before


def test_another_word_of_a_definition_is_another_digest() -> None:
    first, *rest = catalogue().features
    other = Catalogue((replace(first, description="otherwise"), *rest), catalogue().categories)
    assert definitions_digest(other) != definitions_digest(catalogue())
