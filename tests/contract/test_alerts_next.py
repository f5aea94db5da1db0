"""Alerts by the next session itself: after the night, and when a bar of the day so far makes it certain."""

from pathlib import Path

from core.contracts.next_session import Bars, SoFar
from service.snapshots.next_session import next_day
from tests.contract.watching import Coming, House, moment
from tests.support.mail_stand_in import running_mailbox
from tests.support.snapshots import publish_random


def test_the_night_and_then_a_bar_call_for_the_mails_that_they_make_certain(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    now, feed = [moment("2024-09-10 20:00")], Coming()

    def assert_mailed(subject: str, known: str) -> None:
        mail = mailbox.next()
        assert mail["Subject"] == f"Session Almanac: {subject}"
        assert known in mail.get_content()

    async def walk() -> None:
        one = process(next_day=next_day)
        one.snapshots.refresh()
        snapshot = one.snapshots.snapshot("ES")
        night = snapshot.night
        assert night is not None
        went_up = bool(snapshot.index.columns["close_above_open"].numbers[-1] > 0)
        before = {"feature": "close_above_open_prev", "operator": "="}
        for name, value in (("yesterday", went_up), ("not yesterday", not went_up)):
            await one.watch(name, filters=[before | {"value": value}])
        await one.watch("gap")
        await one.look()
        assert_mailed("yesterday matches on Wed 11 Sep", "This is known before the open.")
        coy, opened = night.coy or 0, (night.coy or 0) + 40 * night.tick
        bars = Bars([opened], [opened + 1], [opened - 1], [opened])
        now[0] = moment(f"{night.session_date} 09:36")
        seen = "ES", night.session_date, int(now[0]), "file", night.contract
        feed.so_far = SoFar(*seen, opened + 10, coy - 10, opened, bars)
        for _ in range(2):
            await one.look()
        assert_mailed("gap matches on Wed 11 Sep", "This is known as of bar 1, 9:35 New York.")
        assert mailbox.mails.empty()

    with running_mailbox() as mailbox:
        mail_server = {"smtp_host": "127.0.0.1", "smtp_port": mailbox.port, "smtp_security": "none"}
        process = House(tmp_path, feed, lambda: now[0], mail_from="almanac@example.com", **mail_server)
        process.run(walk())
