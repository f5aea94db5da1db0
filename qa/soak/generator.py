"""A process full of students, with an oracle of its own."""

import asyncio
import itertools
from multiprocessing.queues import SimpleQueue

from core.contracts.catalogue import Tier
from qa.soak.asking import Asker
from qa.soak.checking import Checker
from qa.soak.expected import Oracle
from qa.soak.school import School
from qa.soak.student import Student
from qa.soak.world import World

TIERS: tuple[Tier, ...] = ("pro", "standard", "pro")
MOST_TOLD = 20


def generate(world: World, number: int, school: School, faults: SimpleQueue[str]) -> None:
    """Ask until the world ends; the first faults found go into `faults`."""
    asyncio.run(_class(world, number, school, faults))


async def _class(world: World, number: int, school: School, faults: SimpleQueue[str]) -> None:
    checker = Checker(Oracle(school.snapshots, school.symbol, school.ids))
    places = itertools.count()

    def tell(fault: str) -> None:
        if next(places) < MOST_TOLD:
            faults.put(fault)

    def student(place: int) -> Student:
        person, tier = f"student-{number}-{place}", TIERS[place % len(TIERS)]
        asker = Asker(world, number, person, tier, checker, tell, school.patience)
        return Student(world, asker, 1000 * number + place, school)

    await asyncio.gather(*(student(place).attend() for place in range(school.students)))
