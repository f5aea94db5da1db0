"""Alerts against a local mail server and a local hook: once a day and preset, whatever fails."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from core.contracts.next_requests import WatchRequest
from service.access.accounts import Accounts
from service.access.records import Account, StoreUnavailable, User
from service.access.watches import PAUSES
from service.alerts import watching
from service.outgoing import hook as outgoing_hook
from service.outgoing.hook import SIGNATURE_HEADER, signature
from tests.contract.watching import FRIDAY, GAP_UP, MONDAY, SITE, Coming, House, moment
from tests.support.hook_stand_in import SILENT, Hook, running_hook
from tests.support.mail_stand_in import Mailbox, running_mailbox
from tests.support.redis_server import RedisServer
from tests.support.snapshots import publish_random


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what happens on this loop or in a thread of the test."""
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


THURSDAY_NIGHT = "2026-11-26 21:00"


class Clock:
    def __init__(self) -> None:
        self.seconds = moment(THURSDAY_NIGHT)

    def __call__(self) -> float:
        return self.seconds

    def at(self, text: str) -> None:
        self.seconds = moment(text)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def coming() -> Coming:
    return Coming()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with running_mailbox() as mailbox:
        yield mailbox


@pytest.fixture
def hook() -> Iterator[Hook]:
    with running_hook() as hook:
        yield hook


@pytest.fixture(params=["sqlite", "redis"])
def redis_url(request: pytest.FixtureRequest, redis_server: RedisServer) -> str | None:
    return redis_server.url if request.param == "redis" else None


@pytest.fixture
def process(
    tmp_path: Path, coming: Coming, clock: Clock, mailbox: Mailbox, hook: Hook, redis_url: str | None
) -> House:
    """Another process of the service."""
    publish_random(tmp_path / "warehouse")
    mail = {"smtp_host": "127.0.0.1", "smtp_port": mailbox.port, "smtp_security": "none"}
    given: dict[str, Any] = mail | {"mail_from": "almanac@example.com", "watch_hosts": (hook.host,)}
    return House(tmp_path, coming, clock, redis_url=redis_url, **given)


def watched_hook(hook: Hook) -> dict[str, Any]:
    return {"channel": "webhook", "url": hook.url, "to": hook.url}


def test_a_mail_says_what_matches_when_and_how_to_stop_it(
    process: House, coming: Coming, mailbox: Mailbox
) -> None:
    async def walk() -> None:
        one = process()
        watch = await one.watch()
        await one.look()
        mail = mailbox.next()
        assert mail["To"] == "ada@example.com"
        assert mail["Subject"] == "Session Almanac: Gap and go matches on Fri 27 Nov"
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        text = mail.get_content().replace("\r\n", "\n")
        links = [line for line in text.splitlines() if line.startswith("https://")]
        page, off = links
        assert mail["List-Unsubscribe"] == f"<{off}>"
        assert "Gap and go matches on Friday 27 November 2026 (ES)." in text
        assert "\n- Gap Up equals True\n" in text
        assert "This is known before the open." in text
        said = parse_qs(urlsplit(page).query)
        assert page.startswith(f"{SITE}/?filters=")
        assert json.loads(said["filters"][0]) == [GAP_UP]
        assert said["symbol"] == ["ES"]
        assert "asOf" not in said
        days = one.snapshots.snapshot("ES").index.select(coming.asked[0]).count
        assert f"{days} days match from 2024-" in text
        token = off.removeprefix(f"{SITE}/off/")
        assert (await one.watches.end_by(token)).watch_id == watch.id

    process.run(walk())


def test_a_mail_whose_links_are_not_https_offers_no_click_of_the_mail_program(
    process: House, mailbox: Mailbox
) -> None:
    async def walk() -> None:
        one = process(public_url="http://almanac.example")
        await one.watch()
        await one.look()
        mail = mailbox.next()
        assert mail["List-Unsubscribe"].startswith("<http://almanac.example/off/")
        assert mail["List-Unsubscribe-Post"] is None

    process.run(walk())


def test_a_hook_is_told_the_same(process: House, coming: Coming, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        coming.as_of = 18
        watch = await one.watch(**watched_hook(hook), as_of=12)
        await one.look()
        (body,) = hook.bodies
        assert hook.paths == ["/almanac?room=7"]
        assert body["watch"] == {"id": watch.id, "name": "Gap and go"}
        assert (body["symbol"], body["session_date"], body["as_of"]) == ("ES", FRIDAY, 18)
        assert (body["filters"], body["sentence"]) == ([GAP_UP], "Gap Up equals True")
        assert body["days"] == one.snapshots.snapshot("ES").index.select(coming.asked[0]).count
        assert parse_qs(urlsplit(body["url"]).query)["asOf"] == ["b12"]
        assert (await one.last()).state == "sent"
        assert (await one.watches.end_by(body["off_url"].rpartition("/")[2])).name == "Gap and go"

    process.run(walk())


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


def test_what_cannot_be_asked_any_more_is_noted_and_not_sent(
    process: House, hook: Hook, coming: Coming
) -> None:
    async def walk() -> None:
        one = process()
        pro = {"feature": "or12_mm_up_bar", "operator": ">=", "value": 20}
        gone = {"feature": "day_list", "operator": "in", "value": ["Textbook"]}
        for name, filters in (("tier", [pro]), ("list", [gone]), ("feature", [GAP_UP | {"feature": "gap"}])):
            await one.watch(name, **watched_hook(hook), filters=filters)
        await one.look()
        found = {each.asked.name: each.alert for each in await one.watches.of("7")}
        assert {alert.state for alert in found.values() if alert} == {"failed"}
        assert len(found) == 3
        assert (hook.bodies, coming.asked) == ([], [])
        await one.watch("tier", **watched_hook(hook))
        await one.look()
        assert [body["watch"]["name"] for body in hook.bodies] == ["tier"]

    process.run(walk())


def test_who_lost_the_account_or_the_code_is_not_told(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        user = User("account:cleo", "cleo", "pro", "account")
        pro = [{"feature": "or12_mm_up_bar", "operator": ">=", "value": 20}]
        kept = Account("cleo", "x", "pro", (), 1)
        assert await one.access.put_account(kept, None)
        member = User("8", "Dan", "pro", "code")
        code = await one.codes.make("pro")
        with_code, name = await one.codes.redeem(code, replace(member, tier="lite"), "s")
        for each in (user, with_code):
            await one.watch(user=each, **watched_hook(hook), filters=pro)
        await one.look()
        assert len(hook.bodies) == 2
        await one.codes.revoke(name)
        await Accounts(one.access).set_tier("cleo", "lite")
        for each in (user, with_code):
            (watch,) = await one.watches.of(each.user_id)
            await one.watches.remove(each.user_id, watch.id)
            await one.watch("Later", user=each, **watched_hook(hook), filters=pro)
        await one.look()
        assert len(hook.bodies) == 2
        assert "or12_mm_up_bar" in (await one.last(user)).why
        assert (await one.last(with_code)).why == watching._LOST

    process.run(walk())


def test_a_disabled_account_gets_no_alert_until_it_is_enabled(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        user = User("account:cleo", "cleo", "pro", "account")
        accounts = Accounts(one.access)
        assert await one.access.put_account(Account("cleo", "x", "pro", (), 1), None)
        await accounts.set_active("cleo", False)
        await one.watch(user=user, **watched_hook(hook))
        await one.look()
        assert hook.bodies == []
        alert = await one.last(user)
        assert (alert.state, alert.tries, alert.why) == ("failed", 0, watching._LOST)
        await accounts.set_active("cleo", True)
        await process().look()
        assert len(hook.bodies) == 1

    process.run(walk())


def test_an_account_that_is_gone_gets_no_alert(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one, user = process(), User("account:cleo", "cleo", "pro", "account")
        await one.watch(user=user, **watched_hook(hook))
        await one.look()
        assert (hook.bodies, (await one.last(user)).why) == ([], watching._LOST)

    process.run(walk())


@pytest.mark.parametrize(
    ("as_of", "said"), [(None, None), (-1, ["pre"]), (0, ["open"]), (1, ["b1"]), (80, ["b80"])]
)
@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_the_link_asks_as_of_the_bar_of_the_watch(
    process: House, coming: Coming, hook: Hook, as_of: int | None, said: list[str] | None
) -> None:
    async def walk() -> None:
        one = process(public_url=f"{SITE}/")
        coming.as_of = 80
        yesterday = [GAP_UP | {"feature": "gap_up_prev"}]
        await one.watch(**watched_hook(hook), as_of=as_of, filters=yesterday)
        await one.look()
        (body,) = hook.bodies
        assert body["url"].startswith(f"{SITE}/?filters=")
        assert parse_qs(urlsplit(body["url"]).query).get("asOf") == said

    process.run(walk())


@pytest.mark.parametrize(("as_of", "words"), [(-1, "before the open"), (0, "as of the open, 9:30 New York")])
@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_a_mail_says_since_when_it_is_known(
    process: House, coming: Coming, mailbox: Mailbox, as_of: int, words: str
) -> None:
    async def walk() -> None:
        one = process()
        coming.as_of = as_of
        await one.watch()
        await one.look()
        assert f"This is known {words}." in mailbox.next().get_content()

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


def test_a_hook_s_message_bears_the_signature_of_its_watch(process: House, hook: Hook, clock: Clock) -> None:
    async def walk() -> None:
        one = process()
        watch = await one.watch(**watched_hook(hook))
        await one.look()
        assert watch.secret is not None
        signed = hook.headers[0][SIGNATURE_HEADER]
        assert signed == signature(watch.secret, int(clock()), hook.raw[0])

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


def test_another_watch_of_a_receiver_that_asked_for_time_is_sent_after_it(
    process: House, hook: Hook, clock: Clock
) -> None:
    async def walk() -> None:
        one = process()
        hook.plan.append(503)
        hook.retry_after = "1000"
        await one.watch("first", **watched_hook(hook))
        await one.look()
        await one.watch("second", **watched_hook(hook))
        await one.look()
        clock.seconds += 1000
        await one.look()
        assert sorted(body["watch"]["name"] for body in hook.bodies) == ["first", "first", "second"]

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
