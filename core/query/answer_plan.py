"""Answers of a list of features from one plan: a running sum, a few vectors, one text with its figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np
import orjson

from core.contracts.results import FeatureResult, ModuleMetadata, ModuleResult, ResultMetadata, SampleSize
from core.modules.plan.days import Sides
from core.modules.plan.figures import Figures, Floats, Wanted
from core.modules.plan.shapes import SHAPES
from core.modules.plan.template import Figure, Template, Write
from core.modules.registry import MODULES
from core.query.index import SnapshotIndex
from core.query.parting import Parting, RunningSums
from core.query.plan_layout import Layout
from core.query.plan_sequences import Encode, Sequences
from core.query.plan_texts import Given, Texts
from core.query.tables import CountTable
from core.query.views import Parted


class AnswerPlan:
    """The plan of a list of features on one snapshot, for selections that part the days of each in two."""

    def __init__(self, index: SnapshotIndex, names: tuple[str, ...], write: Write) -> None:
        self.names = names
        self._layout = Layout.of(index, names)
        self.parting = Parting(index, self._layout.table)
        self._wanted = Wanted()
        sides = [self._layout.sides(index, self._wanted, place) for place in range(len(names))]
        self._template = Template([_shape(each) for each in sides], write)
        self._sums = RunningSums(self._layout, index.n_sessions)
        self._texts = Texts(self._layout, self._wanted, sides)
        self._sequences = Sequences(index, names, self._wanted)
        self._figures = Figures(self._wanted, self._layout.worth)
        self._pick: Callable[[list[bytes]], tuple[bytes, ...]] | None = None

    @property
    def table(self) -> CountTable:
        """What counts the days of a question's sides for the plan."""
        return self._layout.table

    @property
    def nbytes(self) -> int:
        """What the plan's arrays take, without those it shares with the snapshot."""
        layout = self._layout
        table = layout.table.slots.nbytes if any(layout.tracks) else 0
        sums = self._sums.running.nbytes + self._sums.numbers.nbytes
        return layout.worth.nbytes + layout.values.nbytes + layout.ordinals.nbytes + table + sums

    def answers(self, parted: Parted, given: Sequence[Given], encode: Encode) -> dict[str, bytes]:
        """The JSON of each feature's result, by name; `given` in the order of the names."""
        running, numbers = self._sums.of(parted)
        days = self._figures.days(running)
        in_order, texts = self._sequences.of(parted.masks[0], encode)
        floats = self._figures.floats(running, days) | self._texts.floats(running, days, numbers, given)
        floats |= in_order
        both = self._figures.both(days)
        whole = np.concatenate((days, both, self._figures.tops(running, days)))
        texts |= self._texts.texts(running, days, given)
        tokens = orjson.dumps(whole, option=orjson.OPT_SERIALIZE_NUMPY)[1:-1].split(b",")
        tokens += encode(np.concatenate(list(floats.values())))
        for kind in texts.values():
            tokens += kind
        pick = self._pick or self._picker(floats, texts, len(days), len(both), len(whole))
        return dict(zip(self.names, self._template.filled(pick(tokens)), strict=True))

    def _picker(
        self, floats: Mapping[str, Floats], texts: Mapping[str, list[bytes]], days: int, both: int, whole: int
    ) -> Callable[[list[bytes]], tuple[bytes, ...]]:
        """Puts the figures into the order of the text; the figures of a plan always stand alike."""
        starts, at = {"count": 0, "both": days, "top": days + both}, whole
        sizes = {kind: len(figures) for kind, figures in floats.items()}
        for kind, size in (sizes | {kind: len(figures) for kind, figures in texts.items()}).items():
            starts[kind] = at
            at += size
        picked: Any = itemgetter(*(starts[hole.kind] + hole.place for hole in self._template.holes))
        self._pick = picked
        return self._pick


def _shape(sides: Sides) -> FeatureResult:
    days, definition = sides.matched, sides.matched.definition
    return FeatureResult(
        feature=definition.name,
        metadata=ResultMetadata(
            display_name=definition.display_name,
            category=definition.category,
            kind=definition.kind,
            known_at_bar=definition.known_at_bar(),
            sample_size=SampleSize(days.shown(days.n), days.distinct("grade")),
            conditioned=days.distinct("conditioned"),
            look_ahead=days.distinct("look_ahead"),
        ),
        modules={kind: _module(sides, kind) for kind in definition.modules},
    )


def _module(sides: Sides, kind: str) -> ModuleResult | Figure:
    days = sides.matched
    if kind not in SHAPES:
        return days.distinct(f"module {kind}")
    metadata = ModuleMetadata(days.shown(days.n), days.missing)
    return ModuleResult("success", MODULES[kind].display_name, SHAPES[kind](sides), None, metadata)
