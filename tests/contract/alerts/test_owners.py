"""Alerts by what their owner may ask by then."""

from dataclasses import replace

import pytest

from core.contracts.view_requests import ListedDayRequest
from service.database.records import Account, User
from service.members.accounts import Accounts
from service.notes import watching
from service.notes.day_lists import DayLists
from tests.contract.watching import GAP_UP, Coming, House, watched_hook
from tests.support.hook_stand_in import Hook


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
        found = {each.request.name: each.alert for each in await one.watches.of("7")}
        assert {alert.state for alert in found.values() if alert} == {"failed"}
        assert len(found) == 3
        assert (hook.bodies, coming.asked) == ([], [])
        await one.watch("tier", **watched_hook(hook))
        await one.look()
        assert [body["watch"]["name"] for body in hook.bodies] == ["tier"]

    process.run(walk())


def test_a_list_of_days_that_is_there_can_be_asked(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        one.snapshots.refresh()
        day = ListedDayRequest(str(one.snapshots.snapshot("ES").days[7]))
        await DayLists(one.access).put("ES", "Textbook", [day], "ada")
        textbook = {"feature": "day_list", "operator": "in", "value": ["Textbook"]}
        await one.watch(**watched_hook(hook), filters=[textbook])
        await one.look()
        assert [body["days"] for body in hook.bodies] == [1]

    process.run(walk())


def test_who_lost_the_account_or_the_code_is_not_told(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one = process()
        user = User("account:cleo", "cleo", "pro", "account")
        pro = [{"feature": "or12_mm_up_bar", "operator": ">=", "value": 20}]
        kept = Account("cleo", "x", "pro", (), 1)
        assert await Accounts(one.access).put(kept, None)
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
        assert await Accounts(one.access).put(Account("cleo", "x", "pro", (), 1), None)
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


@pytest.mark.parametrize("redis_url", ["sqlite"], indirect=True)
def test_an_account_s_code_gives_its_tier_to_alerts_too(process: House, hook: Hook) -> None:
    async def walk() -> None:
        one, user = process(), User("account:cleo", "cleo", "lite", "account")
        assert await Accounts(one.access).put(Account("cleo", "x", "lite", (), 1), None)
        await one.codes.redeem(await one.codes.make("pro"), user, "s")
        pro = [{"feature": "or12_mm_up_bar", "operator": ">=", "value": 20}]
        await one.watch(user=user, **watched_hook(hook), filters=pro)
        await one.look()
        assert len(hook.bodies) == 1

    process.run(walk())
