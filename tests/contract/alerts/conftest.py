"""A service on a folder, with a mail server and a hook of its own, late on Thanksgiving."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contract.watching import Clock, Coming, House
from tests.support.hook_stand_in import Hook, running_hook
from tests.support.mail_stand_in import Mailbox, running_mailbox
from tests.support.snapshots import publish_random


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


@pytest.fixture
def process(
    tmp_path: Path, coming: Coming, clock: Clock, mailbox: Mailbox, hook: Hook, redis_url: str | None
) -> House:
    """Another process of the service."""
    publish_random(tmp_path / "warehouse")
    mail = {"smtp_host": "127.0.0.1", "smtp_port": mailbox.port, "smtp_security": "none"}
    given: dict[str, Any] = mail | {"mail_from": "almanac@example.com", "watch_hosts": (hook.host,)}
    return House(tmp_path, coming, clock, redis_url=redis_url, **given)
