"""Loads one file of own features: runs it, and reports mistakes in it or in a feature of it."""

import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from inspect import unwrap
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from core.build.own.task import OwnFile
from core.claims.read_claims import Mistake
from core.contracts.catalogue import TIERS, FeatureDefinition, with_prev
from core.contracts.known_at import LAST_BAR, KnownAt
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import code_count
from core.features.categories import CATEGORIES, OWN_CATEGORY
from core.features.entries import ATH, EMA, EXT, HL, OWN, Compute, Feature
from core.features.registry import FEATURES
from core.market.market import FloatArray, Market

MOST_FEATURES = 100
"""Features of one file."""

LONGEST = {
    "name": 60,
    "display_name": 60,
    "plain": 330,
    "example": 200,
    "phrase": 100,
    "phrase_not": 100,
    "question": 120,
    "description": 1_000,
    "unit": 20,
}
_NAME = re.compile(r"own_[a-z0-9]+(_[a-z0-9]+)*")
_MADE_FOR_ONE = {EMA, HL, ATH, EXT}
"""Modules for particular features of the product."""

PRODUCT = {entry.definition.name: entry for entry in FEATURES}


class Faulty(Exception):
    """A feature that cannot be used, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name, self.why = name, why


def load_file(file: OwnFile) -> tuple[list[Feature], list[Mistake]]:
    """The well-stated features of a file, in its order, and the mistakes of the others.

    If the file itself does not run, that is the one mistake.
    """
    OWN.entries.clear()
    module = ModuleType("own_features")
    module.__file__ = file.path
    sys.modules[module.__name__] = module
    try:
        exec(compile(file.source, file.path, "exec", dont_inherit=True), module.__dict__)
    except SyntaxError as error:
        return [], [Mistake(file.path, error.lineno or 1, None, f"is no Python: {error.msg}.")]
    except BaseException as error:
        return [], [Mistake(file.path, line_of(error, file.path) or 1, None, f"{shown(error)}.")]
    entries = list(OWN.entries)
    if not 0 < len(entries) <= MOST_FEATURES:
        found = f"{len(entries)} features found, 1 to {MOST_FEATURES} expected"
        return [], [Mistake(file.path, 1, None, f"{found}; enter each with @own(...).")]
    return _rightly_stated(file, entries)


def _rightly_stated(file: OwnFile, entries: list[Feature]) -> tuple[list[Feature], list[Mistake]]:
    good: dict[str, Feature] = {}
    mistakes = []
    for entry in entries:
        name = entry.definition.name
        known = PRODUCT | good
        wrong = next(_mistakes_of(entry, known), None)
        if wrong is None:
            good[name] = _held(entry, file.path)
        else:
            mistakes.append(mistake_in(file, entry, wrong))
    return list(good.values()), mistakes


def mistake_in(file: OwnFile, entry: Feature, why: str) -> Mistake:
    line = unwrap(entry.compute).__code__.co_firstlineno
    return Mistake(file.path, line, entry.definition.name, why)


def named_by(definition: FeatureDefinition) -> tuple[str, ...]:
    """The features that this one depends on."""
    return (*filter(None, (definition.applies_from, definition.split_by)), *definition.clean_twins)


def shown(error: BaseException) -> str:
    text = " ".join(str(error).split())[:300].rstrip(".")
    if isinstance(error, SystemExit):
        return "it ends the process"
    return (
        text
        if isinstance(error, ValueError) and text.startswith("feature ")
        else f"raises {_named(error, text)}"
    )


def _named(error: BaseException, text: str) -> str:
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def line_of(error: BaseException, path: str) -> int | None:
    """The line of the file at which the error arose; None if it arose elsewhere."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == path), None)


def _mistakes_of(entry: Feature, known: Mapping[str, Feature]) -> Iterator[str]:
    """Mistakes in a feature's statement, the plainest first."""
    definition = entry.definition
    yield from _of_name(definition, known)
    yield from _of_choices(definition)
    yield from _of_types(definition)
    yield from _of_texts(definition)
    yield from _of_kind(entry)
    yield from _of_values(definition)
    yield from _of_others(definition, known)


def _of_name(definition: FeatureDefinition, known: Mapping[str, Feature]) -> Iterator[str]:
    name = definition.name
    if not _NAME.fullmatch(name) or with_prev(name)[1] != 0:
        yield "its function's name is its machine name: own_, then a-z, 0-9 and _, without _prev at the end."
    if name in known:
        yield "the name occurs twice; the first one counts."


def _of_types(definition: FeatureDefinition) -> Iterator[str]:
    if not isinstance(definition.known_at, KnownAt):
        yield "known_at: expected KnownAt.PRE, OPEN, EVENT, EOD or KnownAt.at(bar)."
    raw = {each.name: getattr(definition, each.name) for each in fields(definition)}
    try:
        msgspec.convert(raw | {"known_at": str(definition.known_at)}, FeatureDefinition, dec_hook=_known_at)
    except (msgspec.ValidationError, ValueError) as error:
        what, _, where = str(error).partition(" - at ")
        field = where.strip("`").removeprefix("$.")
        yield f"{field}: {what[:1].lower()}{what[1:]}." if field else f"{what}."


def _known_at(kind: type, value: Any) -> Any:
    return KnownAt(value)


def _of_texts(definition: FeatureDefinition) -> Iterator[str]:
    for name, most in LONGEST.items():
        text = getattr(definition, name)
        if text is not None and len(text) > most:
            yield f"{name}: {len(text)} characters found, at most {most} expected."
    if not definition.display_name.strip():
        yield "display name: it is empty; say in a few words what its card is called."


def _of_choices(definition: FeatureDefinition) -> Iterator[str]:
    known = [each.id for each in (*CATEGORIES, OWN_CATEGORY)]
    if definition.category not in known:
        yield f"category: {definition.category!r} is not one of {', '.join(known)}."
    if definition.tier not in TIERS:
        yield f"tier: {definition.tier!r} is not one of {', '.join(TIERS)}."


def _of_kind(entry: Feature) -> Iterator[str]:
    definition = entry.definition
    may = modules_for(definition)
    if not may:
        yield f"kind {definition.kind}: an own feature is a boolean, enum, count, bar, event_bar or numeric."
    elif not (definition.modules and set(definition.modules) <= set(may)):
        yield f"modules: {', '.join(definition.modules) or 'none'} found; this kind has {', '.join(may)}."
    is_event = definition.known_at == KnownAt.EVENT
    if is_event and not (definition.is_event_bar or definition.kind == "enum"):
        yield "known_at event is for an event_bar, or for an enum with decided_on."
    if (entry.decided_on is not None) != definition.waits_for_event:
        yield "decided_on is for an enum known at event, which needs it: the bar that decides, 0 for none."
    if entry.labels_of is not None:
        yield "labels_of is not for own features; name the labels."


def modules_for(definition: FeatureDefinition) -> tuple[str, ...]:
    """The modules of the product's features of this kind, in the catalogue's order."""
    alike = (
        entry.definition.modules
        for entry in FEATURES
        if (entry.definition.kind, entry.definition.is_event_bar)
        == (definition.kind, definition.is_event_bar)
    )
    return tuple(dict.fromkeys(name for modules in alike for name in modules if name not in _MADE_FOR_ONE))


def _of_values(definition: FeatureDefinition) -> Iterator[str]:
    labels, span, edges = definition.labels, definition.value_range, definition.bucket_edges
    if definition.kind == "enum" and not (2 <= len(set(labels)) == len(labels) and all(labels)):
        yield "labels: expected two or more, all different."
    if definition.label_names and len(definition.label_names) != len(labels):
        yield "label names: expected one per label."
    if span is not None and not 0 <= span[1] - span[0] < NULL_CODE:
        yield f"{span[0]} to {span[1]}: expected a range of at most {NULL_CODE} whole numbers."
    if definition.kind == "integer bar" and span is not None and not 0 <= span[0] <= span[1] <= LAST_BAR:
        yield f"{span[0]} to {span[1]}: bars are 1 to {LAST_BAR}."
    if not np.isfinite(edges).all() or (np.diff(edges) <= 0).any():
        yield "edges: expected numbers that ascend."
    elif definition.kind == "numeric" and not _has_ranges(definition):
        yield "edges: expected at least one, with room between hard_min and hard_max, and a unit."
    if not 1 <= definition.first_bar <= LAST_BAR:
        yield f"first bar {definition.first_bar}: bars are 1 to {LAST_BAR}."


def _has_ranges(definition: FeatureDefinition) -> bool:
    lowest = -np.inf if definition.hard_min is None else definition.hard_min
    highest = np.inf if definition.hard_max is None else definition.hard_max
    edges = definition.bucket_edges
    return bool(edges and definition.unit and lowest < highest and code_count(definition) <= NULL_CODE)


def _of_others(definition: FeatureDefinition, known: Mapping[str, Feature]) -> Iterator[str]:
    for name in named_by(definition):
        if name not in known:
            yield f"{name}: no feature of the product, nor one above in this file."
            return
    source, split = definition.applies_from, definition.split_by
    if source is not None and not known[source].definition.by_bar_safe:
        yield f"applies_from {source}: expected a feature known at event."
    if split is not None and not (known[split].definition.is_event_bar and definition.split_labels):
        yield f"split_by {split}: expected an event_bar, and two split_labels."
    if any(known[twin].definition.first_bar <= definition.first_bar for twin in definition.clean_twins):
        yield "clean_twins: expected features that begin at a later bar."


def _held(entry: Feature, path: str) -> Feature:
    """The feature with its results checked, on a read-only market."""
    name = entry.definition.name
    compute = _held_function(entry.compute, name, path)
    decided_on = None if entry.decided_on is None else _held_function(entry.decided_on, name, path)
    return replace(entry, compute=compute, decided_on=decided_on)


def _held_function(compute: Compute, name: str, path: str) -> Compute:
    def held(market: Market) -> FloatArray:
        _write_protect(market)
        try:
            values = compute(market)
        except BaseException as error:
            line = line_of(error, path)
            place = "" if line is None else f" at line {line}"
            bars = market.close.shape[1]
            alone = "" if bars == LAST_BAR else f", asked with bars 1 to {bars} alone"
            raise Faulty(name, f"{shown(error)}{place}{alone}.") from error
        if not isinstance(values, np.ndarray):
            raise Faulty(name, f"gives {type(values).__name__}, a numpy array expected.")
        if values.shape != (len(market),) or values.dtype != np.float64:
            found = f"{values.dtype} of shape {values.shape}"
            expected = f"float64 of shape ({len(market)},), one number per session"
            raise Faulty(name, f"gives {found}; {expected}: end with null_where(lacks(...), ...).")
        return values

    held.__wrapped__ = compute  # type: ignore[attr-defined]
    return held


def _write_protect(holder: Any) -> None:
    for each in fields(holder):
        value = getattr(holder, each.name)
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        elif is_dataclass(value):
            _write_protect(value)
