"""What an alert says, by mail and by hook."""

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from service.outgoing.hook import SIGNATURE_HEADER, signature
from tests.contract.watching import FRIDAY, GAP_UP, SITE, Clock, Coming, House, watched_hook
from tests.support.hook_stand_in import Hook
from tests.support.mail_stand_in import Mailbox
from tests.support.snapshots import publish_random


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
        days = one.snapshots.snapshot("ES").index.sessions.select(coming.asked[0]).count
        assert f"{days} days match from 2024-" in text
        token = off.removeprefix(f"{SITE}/off/")
        assert (await one.watches.end_by(token)).watch_id == watch.id

    process.run(walk())


@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_a_mail_of_one_day_says_so_and_which_days_were_asked(process: House, mailbox: Mailbox) -> None:
    async def walk() -> None:
        one = process()
        one.snapshots.refresh()
        days = one.snapshots.snapshot("ES").days
        (day,) = days[7:8]
        dates = {"feature": "Date_Range", "operator": "range", "value": [str(day), str(day)]}
        await one.watch(filters=[dates])
        await one.look()
        assert f"\n1 day matches from {days[0]} to {days[-1]}:" in mailbox.next().get_content()

    process.run(walk())


def test_the_symbol_is_the_watch_s(process: House, mailbox: Mailbox, hook: Hook, tmp_path: Path) -> None:
    async def walk() -> None:
        publish_random(tmp_path / "warehouse", symbol="AA", seed=3)
        one = process()
        await one.watch("by hook", **watched_hook(hook) | {"symbol": "AA"})
        await one.watch("by mail", symbol="AA")
        await one.look()
        (body,) = hook.bodies
        assert body["symbol"] == "AA"
        text = mailbox.next().get_content()
        assert " (AA)." in text
        for page in (body["url"], next(line for line in text.splitlines() if "?filters=" in line)):
            assert parse_qs(urlsplit(page).query)["symbol"] == ["AA"]

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
        assert body["days"] == one.snapshots.snapshot("ES").index.sessions.select(coming.asked[0]).count
        assert parse_qs(urlsplit(body["url"]).query)["asOf"] == ["b12"]
        assert (await one.last()).state == "sent"
        assert (await one.watches.end_by(body["off_url"].rpartition("/")[2])).name == "Gap and go"

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


def test_a_hook_s_message_bears_the_signature_of_its_watch(process: House, hook: Hook, clock: Clock) -> None:
    async def walk() -> None:
        one = process()
        watch = await one.watch(**watched_hook(hook))
        await one.look()
        assert watch.secret is not None
        signed = hook.headers[0][SIGNATURE_HEADER]
        assert signed == signature(watch.secret, int(clock()), hook.raw[0])

    process.run(walk())
