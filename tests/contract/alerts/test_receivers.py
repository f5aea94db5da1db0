"""Receivers that fail, hang or want time, and what becomes of the alert."""

import asyncio
from typing import Any

import pytest

from service.database.records import User
from service.notes.watches import PAUSES
from service.outgoing import hook as outgoing_hook
from tests.contract.watching import MONDAY, Clock, Coming, House, until, watched_hook
from tests.support.hook_stand_in import SILENT, Hook
from tests.support.mail_stand_in import Mailbox


def test_a_hook_that_fails_is_tried_again_in_a_while_by_whoever_is_there(
    process: House, clock: Clock, hook: Hook
) -> None:
    async def walk() -> None:
        one = process()
        hook.plan += [500, 302]
        await one.watch(**watched_hook(hook))
        states = []
        for pause in (0, 1, PAUSES[0], 1, PAUSES[1], 1, 3600):
            clock.seconds += pause
            await asyncio.gather(one.look(), process().look())
            states.append((len(hook.bodies), (await one.last()).state))
        trying, sent = "trying", "sent"
        assert states == [(1, trying), (1, trying), (2, trying), (2, trying)] + [(3, sent)] * 3
        assert set(hook.paths) == {"/almanac?room=7"}, "a redirect is not followed"

    process.run(walk())


def test_after_three_tries_it_is_failed_and_says_why(
    process: House, clock: Clock, hook: Hook, coming: Coming
) -> None:
    async def walk() -> None:
        one = process()
        hook.plan += [500, 404, 503]
        await one.watch(**watched_hook(hook))
        for pause in (0, *PAUSES, 3600):
            clock.seconds += pause
            await one.look()
        assert len(hook.bodies) == 3
        assert ((await one.last()).state, (await one.last()).why) == ("failed", "the hook answered 503")
        assert one.tries("webhook") == {"sent": 0, "failed": 3}
        coming.session_date, coming.so_far = MONDAY, "another night"
        await one.look()
        assert ((await one.last()).state, (await one.last()).why) == ("sent", None)
        assert one.tries("webhook") == {"sent": 1, "failed": 3}
        assert one.tries("email") == {"sent": 0, "failed": 0}

    process.run(walk())


def test_a_hook_that_is_not_there_is_tried_again(process: House, clock: Clock, hook: Hook) -> None:
    async def walk() -> None:
        one, url = process(watch_hosts=("127.0.0.1",)), "http://127.0.0.1:9/x"
        await one.watch(channel="webhook", url=url, to=url)
        await one.look()
        alert = await one.last()
        assert alert.state == "trying"
        assert alert.why == "the hook could not be reached (ConnectError)"
        await one.watch(**watched_hook(hook))
        clock.seconds += PAUSES[0]
        await one.look()
        assert len(hook.bodies) == 1

    process.run(walk())


def test_a_hook_that_took_it_and_did_not_answer_is_not_posted_to_again(
    process: House, clock: Clock, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing_hook, "PATIENCE", 0.5)

    async def walk() -> None:
        one = process()
        hook.plan.append(SILENT)
        await one.watch(**watched_hook(hook))
        for pause in (0, *PAUSES):
            clock.seconds += pause
            await one.look()
        assert len(hook.bodies) == 1
        alert = await one.last()
        assert (alert.state, alert.why) == ("failed", "the hook did not answer in time")

    process.run(walk())


def test_a_mail_server_that_is_away_gets_it_later(process: House, clock: Clock, mailbox: Mailbox) -> None:
    async def walk() -> None:
        away, back = process(smtp_port=9), process()
        await away.watch()
        await away.look()
        alert = await away.last()
        assert (alert.state, alert.tries) == ("trying", 1)
        assert alert.why == "the mail server could not be reached (ConnectionRefusedError)"
        clock.seconds += PAUSES[0]
        await back.look()
        assert mailbox.next()["To"] == "ada@example.com"
        assert (await back.last()).state == "sent"
        tries = away.tries("email"), back.tries("email")
        assert tries == ({"sent": 0, "failed": 1}, {"sent": 1, "failed": 0}), "each process its own"

    process.run(walk())


@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_a_process_alone_tries_again_though_nothing_changes(process: House, hook: Hook, clock: Clock) -> None:
    async def walk() -> None:
        one = process()
        hook.plan.append(500)
        await one.watch(**watched_hook(hook))
        for pause, posted in ((0, 1), (1, 1), (PAUSES[0], 2)):
            clock.seconds += pause
            await one.look()
            assert len(hook.bodies) == posted

    process.run(walk())


def test_a_receiver_that_asks_for_time_is_tried_again_after_it(
    process: House, hook: Hook, clock: Clock
) -> None:
    """By this process, by another, and for another watch of that receiver."""

    async def walk() -> None:
        one = process()
        hook.plan.append(429)
        hook.retry_after = "1000"
        await one.watch("first", **watched_hook(hook))
        await one.look()
        await one.watch("second", **watched_hook(hook))
        for pause in (0, PAUSES[0], 1000 - PAUSES[0] - 1):
            clock.seconds += pause
            await one.look()
            assert len(hook.bodies) == 1
        assert [each.alert.tries for each in await one.watches.of("7") if each.alert] == [1]
        await one.watches.remove("7", (await one.watches.of("7"))[1].id)
        await process().look()
        assert len(hook.bodies) == 1
        clock.seconds += 1
        await process().look()
        assert [body["watch"]["name"] for body in hook.bodies] == ["first"] * 2

    process.run(walk())


@pytest.mark.parametrize("is_removed", [True, False])
def test_another_watch_of_a_receiver_that_asked_for_time_is_sent_after_it(
    process: House, hook: Hook, clock: Clock, is_removed: bool
) -> None:
    """Also where nothing else is to be tried again."""

    async def walk() -> None:
        one = process()
        hook.plan.append(503)
        hook.retry_after = "1000"
        first = await one.watch("first", **watched_hook(hook))
        await one.look()
        if is_removed:
            await one.watches.remove("7", first.id)
        await one.watch("second", **watched_hook(hook))
        for pause in (0, 999):
            clock.seconds += pause
            await one.look()
            assert len(hook.bodies) == 1
        clock.seconds += 1
        await one.look()
        again = ["first", "second"][is_removed:]
        assert sorted(body["watch"]["name"] for body in hook.bodies) == ["first", *again]

    process.run(walk())


@pytest.mark.parametrize("is_one_host", [True, False])
@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_twenty_hooks_that_hang_hold_up_no_other_receiver_and_no_look(
    process: House, coming: Coming, hook: Hook, monkeypatch: pytest.MonkeyPatch, is_one_host: bool
) -> None:
    """The receivers hang for as long as the test runs."""
    monkeypatch.setattr(outgoing_hook, "PATIENCE", 600)

    async def walk() -> None:
        one, held, most = process(watch_hosts=("127.0.0.0/8",)), set[Any](), 0

        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal most
            held.add(writer)
            most = max(most, len(held))
            await reader.read()
            held.discard(writer)
            writer.transport.abort()

        async with await asyncio.start_server(hang, "0.0.0.0", 0) as server:
            port = server.sockets[0].getsockname()[1]
            for number in range(20):
                host = "127.0.0.1" if is_one_host else f"127.0.0.{number + 2}"
                url, user = f"http://{host}:{port}/{number}", User(f"{number}", "x", "pro", "course")
                await one.watch(user=user, channel="webhook", url=url, to=url)
            await one.watch("last", **watched_hook(hook))
            await one.begin()
            await until(lambda: len(hook.bodies) == 1 and len(held) == (1 if is_one_host else 20))
            coming.session_date, coming.so_far = MONDAY, "another night"
            await one.begin()
            await until(lambda: len(hook.bodies) == 2)
            assert most == (1 if is_one_host else 20)
            under_way = list(one.watching.sends.values())
            assert len(under_way) == 40, "twenty of each session"
            for each in under_way:
                each.cancel()
            await asyncio.wait(under_way)

    process.run(walk())


def test_mails_wait_for_no_hook_that_hangs(
    process: House, mailbox: Mailbox, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing_hook, "PATIENCE", 600)

    async def walk() -> None:
        one = process()
        hook.plan.append(SILENT)
        hanging = await one.watch("a hook", **watched_hook(hook))
        await one.watch()
        await one.begin()
        assert (await asyncio.to_thread(mailbox.next))["To"] == "ada@example.com"
        assert hanging.id in {watch_id for _, watch_id, _ in one.watching.sends}
        hook.released.set()
        await asyncio.wait(one.watching.sends.values())

    process.run(walk())


@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_an_alert_that_waits_for_its_turn_until_the_close_is_not_sent(
    process: House, hook: Hook, clock: Clock
) -> None:
    async def walk() -> None:
        one = process()
        clock.at("2026-11-27 16:14")
        watch = await one.watch(**watched_hook(hook))
        async with one.channels.turn(watch):
            await one.begin()
            clock.at("2026-11-27 16:15")
        await asyncio.wait(one.watching.sends.values())
        assert (hook.bodies, await one.last()) == ([], None)

    process.run(walk())


def test_a_service_that_stops_stops_sending(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        hook.plan.append(SILENT)
        await one.watch(**watched_hook(hook))
        async with one.watching.polling(0.01):
            one.snapshots.refresh()
            await until(lambda: len(hook.bodies) == 1)
        assert one.watching.sends == {}
        assert (await one.last()).state == "sending"

    process.run(walk())
