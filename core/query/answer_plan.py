"""Answers of a list of features from one plan: a running sum, a few vectors, one text with its figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

import numpy as np
import orjson

from core.contracts.results import FeatureResult, ModuleMetadata, ModuleResult, ResultMetadata, SampleSize
from core.modules.plan.days import Sides
from core.modules.plan.figures import Figures, Floats, Running, Wanted
from core.modules.plan.shapes import SHAPES
from core.modules.plan.template import Figure, Template, Write
from core.modules.registry import MODULES
from core.query.index import SnapshotIndex
from core.query.look_ahead import earliest_late
from core.query.parting import Parting, RunningSums
from core.query.plan_distinct import Given, all_days, distinct_days
from core.query.plan_layout import Layout
from core.query.plan_program import program_of
from core.query.plan_sequences import Encode, Sequences
from core.query.plan_texts import Texts
from core.query.plan_writer import Writer, can_write
from core.query.tables import CountTable
from core.query.views import Parted


class AnswerPlan:
    """The plan of a list of features on one snapshot, for selections that part the days of each in two.

    `left_out` are the kinds of what it does not answer itself, by feature, `late_from` the first bars at
    which a filter is known too late for each.
    """

    def __init__(self, index: SnapshotIndex, names: tuple[str, ...], write: Write) -> None:
        self.names = names
        self._layout = Layout.of(index, names)
        self.parting = Parting(index, self._layout.table)
        self._wanted = Wanted()
        sides = [self._layout.sides(index, self._wanted, place) for place in range(len(names))]
        self._template = Template([_shape(each) for each in sides], write)
        self._sums = RunningSums(self._layout, index.n_sessions)
        days = all_days(sides)
        self._texts = Texts(self._layout, self._wanted, days)
        self._sequences = Sequences(index, names, self._wanted)
        self._figures = Figures(self._wanted, self._layout.worth)
        program = program_of(self._template, self._wanted, distinct_days(self._wanted, days), len(names))
        self.left_out = program.left_out()
        definitions = [index.catalogue.by_name[name] for name in names]
        self.late_from = {each.name: earliest_late(each) for each in definitions}
        self._writer = Writer(self._layout, self._wanted, days, program, self._sums, self._sequences)
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
        return layout.values.nbytes + layout.ordinals.nbytes + self._writer.nbytes + table

    def answers(self, parted: Parted, given: Given, encode: Encode) -> dict[str, bytes]:
        """The JSON of each feature's result, by name."""
        running, numbers = self._sums.of(parted)
        written = self._written(parted, given)
        if written is None:
            written = self._filled(running, numbers, parted, given, encode)
        return dict(zip(self.names, written, strict=True))

    def _written(self, parted: Parted, given: Given) -> list[bytes] | None:
        """The features' JSON by the kernel; None where there is none, or a number it cannot write."""
        if not can_write():
            return None
        self._sequences.count(parted.masks[0])
        return self._writer.written(given)

    def _filled(
        self, running: Running, numbers: tuple[Floats, Floats], parted: Parted, given: Given, encode: Encode
    ) -> list[bytes]:
        """The features' JSON without the kernel."""
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
        return self._template.filled(pick(tokens))

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
