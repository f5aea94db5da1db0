"""The clock of a running service jumps and is put right again: sign-ins, links, limits, codes and answers."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from core.warehouse.paths import Warehouse
from qa.faults import broken_clock
from qa.faults.apart import lasting_folder
from qa.faults.clock_visit import DAY, LIMIT, Visit
from qa.faults.moved_clock import MovedClock
from qa.faults.registry import Fault, Outcome, Size, Tally
from qa.soak.checking import Checker
from qa.soak.expected import Oracle
from tests.support.blocking import store_at
from tests.support.entry_links import SECRET
from tests.support.redis_publishing import publish_id
from tests.support.redis_server import RedisServer, running_redis
from tests.support.service_client import running
from tests.support.snapshots import publish_random

HOUR = 3600
JUMPS = (HOUR, 3 * DAY, 365 * DAY, -HOUR, -365 * DAY)


def clock_jumps(folder: Path, size: Size) -> Outcome:
    """Each jump, there and back, on each store."""
    logging.disable(logging.CRITICAL)
    clock, checked = MovedClock(), Tally()
    wrong = list[str]()
    jumps = JUMPS if size == "long" else JUMPS[:4]
    for place, (jump, server, where) in enumerate(_visits(jumps)):
        visit = _visited(folder / str(place), clock, jump, server, checked)
        wrong += [f"{where}, {jump / HOUR:+,.0f} h: {each}" for each in visit]
    return Outcome(2 * 2 * len(jumps), 0, checked.number, wrong=tuple(wrong))


def _visits(jumps: tuple[int, ...]) -> Iterator[tuple[int, RedisServer | None, str]]:
    for jump in jumps:
        yield jump, None, "SQLite"
        with running_redis() as server:
            root, served = _warehouse()
            publish_id(server, Warehouse(root), served)
            yield jump, server, "Redis"


def _visited(
    folder: Path, clock: MovedClock, jump: float, server: RedisServer | None, checked: Tally
) -> list[str]:
    url = None if server is None else server.url
    folder.mkdir()
    (folder / "warehouse").symlink_to(_warehouse()[0])
    limits: dict[str, Any] = {"entry_limit": LIMIT, "entry_secrets": (SECRET,), "access_mode": "signed_url"}
    with ExitStack() as stack:
        store = store_at(folder / "state", url)
        stack.callback(store.close)
        client = stack.enter_context(running(folder, redis_url=url, **limits))
        visit = Visit(client, store, clock, jump, _checker(), checked, server)
        visit.walk()
        return visit.wrong


@cache
def _warehouse() -> tuple[Path, str]:
    root = lasting_folder() / "warehouse"
    return root, publish_random(root, seed=3, sessions=90)


@cache
def _checker() -> Checker:
    root, served = _warehouse()
    return Checker(Oracle(root / "snapshots" / "ES", "ES", [served]))


def prepare() -> None:
    """Make the snapshot once, for all forks of this process."""
    _checker()


FAULTS = (
    Fault(
        "service-clock-jumps",
        "the clock of a running service goes an hour, days or a year ahead or back, and is put right again",
        "each answer is right; a jump of less than a day ends no sign-in, a longer one costs a new one; "
        "nobody waits longer than a limit's window; no code or grant is lost, no link lets in twice (unless "
        "the clock was a month ahead), no token and no sign-in counts for longer",
        clock_jumps,
        {
            "a limit's window lasts as long as the clock was ahead": broken_clock.windows_believed,
            "codes and grants are forgotten at their date": broken_clock.dates_believed,
            "a name is forgotten at its end": broken_clock.names_forgotten,
            "a sign-in lasts as long as the clock was ahead": broken_clock.sign_ins_believed,
            "a token that was read once counts for ever": broken_clock.tokens_kept,
        },
        prepare,
    ),
)
