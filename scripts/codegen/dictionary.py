"""The data dictionary: every category and feature as a page of Markdown, made from the registry.

Run as `python -m scripts.codegen.dictionary`; it writes docs/catalogue.md, and a test holds the page to it.
"""

from collections.abc import Sequence
from pathlib import Path

from core.contracts.catalogue import Catalogue, Category, FeatureDefinition, Phrases, phrases_of
from core.contracts.ranges import ranges_of
from core.features.registry import catalogue

PAGE = Path(__file__).resolve().parents[2] / "docs" / "catalogue.md"

_HEAD = """# Catalogue

Every feature, one value per full session. Made from the registry by `make codegen`: change it there.

Null means that the question does not apply, 0 of an event that it did not happen. *Known* is the class of the
earliest certain bar: pre and open before or at 09:30, b1, b6, b12 and b18 at that bar's close, event live at
its own bar (with by_bar N at bar N), eod at the close. *Spans from* is the first bar of what is asked: 1 for
whatever is measured from the open or over the day, none for what is known before the first bar; after the
arrow stand the features that ask the same from a later bar on. Every feature but those of Day/Date has a
twin `_prev`: its value on the session immediately before; `_prev2` to `_prev5` are those of the second to
fifth before. A condition names what holds and, after the semicolon, what does not or the words of the labels.
`{label}` in it stands for one of these, `{range}` for numbers or bars.
"""

_COLUMNS = (
    "name",
    "display name",
    "kind",
    "in plain words",
    "condition",
    "question",
    "definition",
    "values",
    "known",
    "spans from",
    "tier",
    "modules",
)


def render(features: Catalogue) -> str:
    parts = [_HEAD, _tiers(features)]
    parts += [_section(category, features) for category in features.categories]
    return "\n".join(parts)


def _tiers(features: Catalogue) -> str:
    counts = [f"{tier} {len(features.visible(tier))}" for tier in ("lite", "standard", "pro")]
    return f"{len(features.features)} features; visible: {', '.join(counts)}.\n"


def _section(category: Category, features: Catalogue) -> str:
    own = [feature for feature in features.features if feature.category == category.id]
    head = f"## {category.id}: {category.name}\n\n{category.description}\n"
    rules = ["---"] * len(_COLUMNS)
    return "\n".join([head, _line(_COLUMNS), _line(rules), *(_row(feature) for feature in own), ""])


def _row(feature: FeatureDefinition) -> str:
    kind = feature.kind if feature.unit is None else f"{feature.kind} ({feature.unit})"
    cells = (
        f"`{feature.name}`",
        feature.display_name,
        kind,
        feature.plain,
        _conditions(phrases_of(feature)),
        phrases_of(feature).question,
        feature.description,
        _values(feature),
        str(feature.known_at),
        _span(feature),
        feature.tier,
        ", ".join(feature.modules) or "filter only",
    )
    return _line([cell.replace("|", "&#124;") for cell in cells])


def _conditions(phrases: Phrases) -> str:
    texts = [phrases.phrase, phrases.phrase_not, ", ".join(phrases.label_words)]
    return "; ".join(text for text in texts if text)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _span(feature: FeatureDefinition) -> str:
    begins = "" if feature.spans_from is None else str(feature.spans_from)
    return " → ".join([begins, *(f"`{twin}`" for twin in feature.clean_twins)])


def _values(feature: FeatureDefinition) -> str:
    if feature.labels:
        return ", ".join(feature.labels)
    if feature.value_range is not None:
        return f"{feature.value_range[0]} to {feature.value_range[1]}"
    return "; ".join(ranges_of(feature).labels) if feature.bucket_edges else ""


if __name__ == "__main__":
    PAGE.write_text(render(catalogue()), encoding="utf-8")
