"""Entering from the course."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from core.contracts.errors import AlmanacError, Unauthorized
from service.exchange import Ask, Later, Reply


def entry(ask: Ask) -> Reply | Later:
    """POST /auth/entry: the course platform's address becomes a session."""
    return _beside_the_loop(ask, lambda: _enter(ask))


def entry_code(ask: Ask) -> Reply | Later:
    """POST /auth/entry/code: a one-time code goes to the member's mailbox."""
    return _beside_the_loop(ask, lambda: _send_code(ask))


def _enter(ask: Ask) -> Reply:
    """Each entry is a session of its own, and the one whose token came with the request ends."""
    services = ask.services
    try:
        entered = services.door.enter(ask.raw, ask.client)
    except AlmanacError as refused:
        services.audit.note("entry", user_id=None, client=ask.client, outcome="refused", reason=refused.code)
        raise
    answer = services.guard.admit(services.codes.applied(entered.user))
    with suppress(Unauthorized):
        services.guard.dismiss(services.guard.principal(ask.authorization).session_id)
    services.audit.note("entry", user_id=entered.user.user_id, client=ask.client, outcome="admitted")
    return ask.reply(replace(answer, return_url=entered.return_url))


def _send_code(ask: Ask) -> Reply:
    challenge = ask.services.door.send_code(ask.raw, ask.client)
    ask.services.audit.note("entry", user_id=None, client=ask.client, outcome="code_asked")
    return ask.reply(challenge)


def _beside_the_loop(ask: Ask, answer: Callable[[], Reply]) -> Reply | Later:
    """At once where the door decides alone, else where waiting for another server holds up nobody."""
    return Later(answer) if ask.services.door.asks_elsewhere else answer()
