"""One alert a session and preset, whatever changes, whoever looks and whatever fails."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from core.contracts.errors import NoSnapshot
from core.contracts.view_requests import WatchRequest
from service.database.records import StoreUnavailable, User
from service.notes import watching
from service.notes.watches import PAUSES
from tests.contract.watching import FRIDAY, GAP_UP, MONDAY, Clock, Coming, House, watched_hook
from tests.support.hook_stand_in import Hook
from tests.support.mail_stand_in import Mailbox
from tests.support.snapshots import publish_random


def test_one_alert_a_day_and_preset_whatever_changes_and_whoever_looks(
    process: House, coming: Coming, clock: Clock, hook: Hook, tmp_path: Path
) -> None:
    async def walk() -> None:
        processes = [process(), process(), process()]
        await processes[0].watch(**watched_hook(hook))
        await processes[0].watch("another", **watched_hook(hook))
        await asyncio.gather(*(each.look() for each in processes))
        assert sorted(body["watch"]["name"] for body in hook.bodies) == ["Gap and go", "another"]
        publish_random(tmp_path / "warehouse", seed=2)
        coming.so_far, coming.as_of = "bar 6", 6
        await asyncio.gather(*(each.look() for each in (*processes, process())))
        assert len(hook.bodies) == 2
        coming.session_date = MONDAY
        clock.at("2026-11-27 20:00")
        coming.so_far = None
        await asyncio.gather(*(each.look() for each in processes))
        assert [body["session_date"] for body in hook.bodies] == [FRIDAY] * 2 + [MONDAY] * 2

    process.run(walk())


def test_nothing_is_asked_while_nothing_changed(process: House, coming: Coming, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        coming.matches = lambda query: None
        await one.watch(**watched_hook(hook))
        for _ in range(3):
            await one.look()
        assert len(coming.asked) == 1
        coming.so_far, coming.as_of, coming.matches = "bar 1", 1, lambda query: False
        await one.look()
        assert (len(coming.asked), hook.bodies) == (2, [])
        coming.so_far, coming.as_of, coming.matches = "bar 2", 2, lambda query: True
        await one.look()
        assert [body["as_of"] for body in hook.bodies] == [2]

    process.run(walk())


def test_a_watch_made_elsewhere_is_seen_at_the_next_look(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one, other = process(), process()
        await one.look()
        await other.watch(**watched_hook(hook))
        await one.look()
        assert len(hook.bodies) == 1

    process.run(walk())


def test_a_process_that_dies_while_it_sends_has_sent_it(
    process: House, clock: Clock, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed at the worst moments: after the claim, and after the message with nothing noted."""

    async def walk() -> None:
        dying, other = process(), process()
        died: list[str] = []
        for dies_at in ("before", "after"):
            await dying.watch(dies_at, **watched_hook(hook))
            send = dying.channels.send

            async def dies(*given: Any, send: Any = send, dies_at: str = dies_at) -> None:
                if dies_at == "after":
                    await send(*given)
                died.append(dies_at)
                raise asyncio.CancelledError

            monkeypatch.setattr(dying.channels, "send", dies)
            await dying.look()
            assert died[-1] == dies_at
            monkeypatch.undo()
            told = len(hook.bodies)
            clock.seconds += 3600
            for each in (other, process(), dying):
                await each.look()
            assert len(hook.bodies) == told == (0 if dies_at == "before" else 1)
            assert (await other.last()).state == "sending"
            (watch,) = await other.watches.of("7")
            await other.watches.remove("7", watch.id)

    process.run(walk())


@pytest.mark.parametrize(
    ("now", "session_date", "is_short", "is_told"),
    [
        ("2026-11-26 21:00", "2026-11-27", True, False),  # the half day after Thanksgiving
        ("2026-11-27 20:00", "2026-11-30", False, True),  # the night before a weekend
        ("2026-11-29 12:00", "2026-11-30", False, True),  # within it
        ("2026-11-30 10:30", "2026-11-30", False, True),  # a bar made it true
        ("2026-11-30 16:14", "2026-11-30", False, True),
        ("2026-11-30 16:15", "2026-11-30", False, False),  # it is over
        ("2026-12-02 08:00", "2026-11-30", False, False),  # a night is missing
        ("2026-03-08 12:00", "2026-03-09", False, True),  # the clock went forward in the night
        ("2026-03-09 16:14", "2026-03-09", False, True),
        ("2026-03-09 16:16", "2026-03-09", False, False),
        ("2026-11-02 16:14", "2026-11-02", False, True),  # the day after it went back
        ("2026-11-02 16:16", "2026-11-02", False, False),
        ("2026-12-24 20:00", "2026-12-28", False, True),  # a holiday and a weekend between
        ("2026-12-16 20:00", "2026-12-17", False, True),  # a roll: what is not known does not match
    ],
)
@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_of_a_session_that_is_over_or_short_nothing_is_said(
    process: House,
    coming: Coming,
    clock: Clock,
    hook: Hook,
    now: str,
    session_date: str,
    is_short: bool,
    is_told: bool,
) -> None:
    async def walk() -> None:
        one = process()
        clock.at(now)
        coming.session_date, coming.is_short = session_date, is_short
        await one.watch(**watched_hook(hook))
        await one.look()
        assert [body["session_date"] for body in hook.bodies] == ([session_date] if is_told else [])

    process.run(walk())


@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_a_try_after_the_close_is_not_made(process: House, clock: Clock, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        clock.at("2026-11-27 16:14")
        hook.plan.append(500)
        await one.watch(**watched_hook(hook))
        await one.look()
        clock.seconds += PAUSES[0]
        await one.look()
        assert len(hook.bodies) == 1

    process.run(walk())


def test_a_watch_that_is_removed_and_added_again_sends_nothing_twice(
    process: House, coming: Coming, clock: Clock, mailbox: Mailbox, hook: Hook
) -> None:
    async def walk() -> None:
        one = process()
        for add_again in ("  gap AND go", "Gap and go"):
            watch = await one.watch(add_again)
            await one.look()
            assert (await one.last()).state == "sent"
            await one.watches.remove("7", watch.id)
        await one.watch(**watched_hook(hook))
        await process().look()
        assert mailbox.next()["To"] == "ada@example.com"
        assert (mailbox.mails.qsize(), hook.bodies) == (0, [])
        coming.session_date = MONDAY
        clock.at("2026-11-29 12:00")
        await one.look()
        assert [body["session_date"] for body in hook.bodies] == [MONDAY]

    process.run(walk())


@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_watches_of_a_snapshot_that_is_away_are_looked_at_later(
    process: House, hook: Hook, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def walk() -> None:
        one = process()
        await one.watch(**watched_hook(hook))

        async def away(_: str) -> None:
            raise NoSnapshot("ES: away")

        monkeypatch.setattr(one.snapshots, "load_uncached", away)
        await one.look()
        monkeypatch.undo()
        for pause, posted in ((1, 0), (watching.PAUSE, 1)):
            clock.seconds += pause
            await one.look()
            assert len(hook.bodies) == posted

    process.run(walk())


@pytest.mark.parametrize("away_at", ["everyone", "refuse"])
@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_a_look_that_the_store_broke_off_is_done_again(
    process: House, hook: Hook, monkeypatch: pytest.MonkeyPatch, away_at: str
) -> None:
    async def walk() -> None:
        one = process()
        gone = [{"feature": "day_list", "operator": "in", "value": ["Textbook"]}]
        await one.watch("A", **watched_hook(hook), filters=gone)
        await one.watch("B", **watched_hook(hook))

        async def away(*_: object) -> None:
            raise StoreUnavailable

        monkeypatch.setattr(one.watching._watches, away_at, away)
        with pytest.raises(StoreUnavailable):
            await one.look()
        monkeypatch.undo()
        await one.look()
        assert [body["watch"]["name"] for body in hook.bodies] == ["B"]

    process.run(walk())


def test_what_a_store_that_is_away_kept_back_is_sent_later(
    process: House, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else changes meanwhile."""

    async def walk() -> None:
        one = process()
        await one.watch(**watched_hook(hook))

        async def away(*_: object) -> None:
            raise StoreUnavailable

        monkeypatch.setattr(one.watching._watches, "claim", away)
        await one.look()
        monkeypatch.undo()
        assert hook.bodies == []
        await one.look()
        assert len(hook.bodies) == 1

    process.run(walk())


def test_one_symbol_that_cannot_be_looked_at_holds_up_no_other(
    process: House,
    hook: Hook,
    coming: Coming,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def walk() -> None:
        publish_random(tmp_path / "warehouse", symbol="AA", seed=3)
        one = process()
        await one.watch("first", **watched_hook(hook) | {"symbol": "AA"})
        await one.watch("second", **watched_hook(hook))

        def matches(query: object) -> bool:
            if not coming.asked[1:]:
                raise ZeroDivisionError
            return True

        coming.matches = matches
        await one.look()
        assert [body["watch"]["name"] for body in hook.bodies] == ["second"]
        assert "the watches of AA were not looked at" in caplog.text

    process.run(walk())


def test_many_watches_are_asked_in_goes(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        for number in range(watching.BATCH + 3):
            user = User(f"{number}", "x", "pro", "course")
            asked = WatchRequest(name="same", channel="webhook", filters=[GAP_UP], symbol="ES", url=hook.url)
            await one.watches.put(user, asked, hook.url)
        await asyncio.gather(one.look(), process().look())
        assert len({body["watch"]["id"] for body in hook.bodies}) == len(hook.bodies) == watching.BATCH + 3

    process.run(walk())
