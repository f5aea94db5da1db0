"""A question's filters on one snapshot: the days they keep and what the modules say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from orjson import Fragment

from core.contracts.answers import StatisticsMetadata
from core.contracts.catalogue import Tier
from core.contracts.requests import QuestionRequest
from core.figures.bitmap import Bitmap
from core.question.look_ahead import hindsight, looks_ahead
from core.signals.ama_config import normalise
from qa.soak.plain_days import kept_days
from service.snapshots.chart import DayChart, chosen_day, matching_days
from service.snapshots.question import Question as Asked
from service.snapshots.question import parse_features, parse_question, results
from service.snapshots.snapshot import Snapshot

Body = dict[str, Any]


@dataclass(frozen=True)
class Matched:
    asked: Asked
    selection: Bitmap

    @classmethod
    def of(cls, snapshot: Snapshot, tier: Tier, filters: list[dict[str, Any]]) -> Matched:
        """The days that match, which a reading value by value has to find as well.

        Raises:
            AssertionError: the index matches other days.
        """
        asked = parse_question(QuestionRequest(filters=filters), snapshot, tier)
        selection = asked.select()
        if not np.array_equal(selection.mask, kept_days(snapshot.index, filters)):
            raise AssertionError(f"{snapshot.id}: the index matches other days for {filters}")
        return cls(asked, selection)

    @property
    def snapshot(self) -> Snapshot:
        return self.asked.snapshot

    @cached_property
    def days(self) -> list[str]:
        """The matching dates, ascending."""
        return matching_days(self.snapshot, self.selection)

    def results(self, names: Sequence[str], field: str) -> dict[str, Fragment]:
        """The results of features; Forbidden where `field` names one that the tier has not."""
        features = parse_features(self.snapshot, self.asked.tier, names, field)
        return results(self.asked, self.selection, features)

    def metadata(self, names: Sequence[str]) -> StatisticsMetadata:
        query, catalogue = self.asked.query, self.snapshot.catalogue
        ahead = looks_ahead([catalogue.by_name[name] for name in names], query, catalogue)
        matched, every = self.selection.count, self.snapshot.index.n_sessions
        return StatisticsMetadata(matched, every, every - matched, ahead, hindsight(query, catalogue))

    def chart(self, body: Body) -> DayChart:
        selected, config = body.get("selected_date"), normalise(body.get("ama_config"))
        return DayChart(self.snapshot, chosen_day(self.snapshot, self.days, selected), config, True)
