"""docs/catalogue.md is the registry's page."""

from core.features.registry import catalogue
from scripts.codegen.dictionary import PAGE, render


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(catalogue()), "run: make codegen"


def test_every_feature_has_its_row() -> None:
    page = render(catalogue())
    assert [feature.name for feature in catalogue().features if f"| `{feature.name}` |" not in page] == []
