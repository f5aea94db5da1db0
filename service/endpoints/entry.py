"""Entering from the course."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from core.contracts.errors import AlmanacError, Unauthorized
from service.exchange import Ask, Reply


async def entry(ask: Ask) -> Reply:
    """POST /auth/entry: the course platform's address becomes a session.

    Each entry is a session of its own, and the one whose token came with the request ends.
    """
    services = ask.services
    try:
        entered = await services.entries.enter(ask.raw, ask.client)
    except AlmanacError as refused:
        services.audit.note("entry", user_id=None, client=ask.client, outcome="refused", reason=refused.code)
        raise
    answer = await services.authenticator.sign_in(await services.codes.applied(entered.user))
    with suppress(Unauthorized):
        former = await services.authenticator.principal(ask.authorization)
        await services.authenticator.sign_out(former.session_id)
    services.audit.note("entry", user_id=entered.user.user_id, client=ask.client, outcome="admitted")
    return ask.reply(replace(answer, return_url=entered.return_url))


async def entry_code(ask: Ask) -> Reply:
    """POST /auth/entry/code: a one-time code goes to the member's mailbox."""
    challenge = await ask.services.entries.send_code(ask.raw, ask.client)
    ask.services.audit.note("entry", user_id=None, client=ask.client, outcome="code_asked")
    return ask.reply(challenge)
