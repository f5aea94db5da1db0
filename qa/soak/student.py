"""What a student does: edits filters and watches the count, applies, steps from day to day, reads lists."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import orjson

from qa.soak import questions
from qa.soak.asking import Asker
from qa.soak.questions import FEATURE_LISTS, LESSONS
from qa.soak.school import School
from qa.soak.world import World

_MOST_STEPS = 8

Filters = list[dict[str, Any]]


class Student:
    def __init__(self, world: World, asker: Asker, seed: int, school: School) -> None:
        self._world, self._asker, self._school = world, asker, school
        self._random = random.Random(seed)
        self._lessons = LESSONS[: school.lessons]
        self._asked = 0

    async def attend(self) -> None:
        """Open the page, and work."""
        await asyncio.sleep(self._random.random() * self._school.pace)
        await self._ask(questions.date_range())
        while not self._world.ending:
            await self._lesson()
        self._asker.close()

    async def _lesson(self) -> None:
        lesson = self._random.choice(self._lessons)
        for step in self._random.choices(lesson.steps, k=self._random.randint(4, 14)):
            filters = lesson.filters(step)
            await self._ask(questions.live_count(filters))
            await self._think(0.03)
        names = self._random.choice(FEATURE_LISTS)
        await self._apply(filters, names)
        for look in self._random.sample((self._days, self._list, self._apply), 2):
            await look(filters, names)

    async def _apply(self, filters: Filters, names: Sequence[str]) -> None:
        """The button: all parts of the page, sometimes the results alone."""
        if self._random.random() < 0.2:
            await self._ask(questions.probabilities(filters, names))
        else:
            parts = ("statistics", "charts", "navigation") if self._random.random() < 0.3 else ("statistics",)
            cache = self._random.random() < 0.8
            await self._ask(questions.applied(filters, names, cache=cache, parts=parts))
        await self._think(0.15)

    async def _days(self, filters: Filters, names: Sequence[str]) -> None:
        """Step from the last matching day backwards, as far as a student looks."""
        day, direction = None, None
        for _ in range(self._random.randint(2, _MOST_STEPS)):
            found = await self._ask(questions.step(filters, day, direction))
            if found is not None:
                day, direction = orjson.loads(found)["navigation"]["currentDate"], "previous"
            await self._ask(questions.chart(filters, day))
            await self._think(0.06)

    async def _list(self, filters: Filters, names: Sequence[str]) -> None:
        for page in range(1, self._random.randint(2, 4)):
            descending = self._random.random() < 0.7
            await self._ask(questions.day_list(filters, page, descending=descending))
            await self._think(0.1)

    async def _ask(self, question: questions.Question) -> bytes | None:
        if self._world.ending:
            return None
        self._asked += 1
        if self._asked % self._school.refreshes == 0:
            await self._asker.refresh()
        return await self._asker.ask(question)

    async def _think(self, seconds: float) -> None:
        await asyncio.sleep(self._random.expovariate(1 / (seconds * self._school.pace)))
