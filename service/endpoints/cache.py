"""The answer cache."""

from __future__ import annotations

from dataclasses import asdict

from core.contracts.answers import CachesAnswer, Cleared
from service.access.tiers import MAINTAIN
from service.exchange import Ask, Reply


def clear_cache(ask: Ask) -> Reply:
    """POST /cache/clear: the caller's own answers, or everyone's with the permission `maintain`."""
    user = ask.caller.user
    owner = None if MAINTAIN in user.permissions else user.user_id
    return ask.reply(Cleared(ask.services.cache.clear(owner)))


def cache_stats(ask: Ask) -> Reply:
    """GET /cache/stats: size and hits, the charts' own beside them."""
    answers, charts = ask.services.cache.stats(), ask.services.charts.stats()
    return ask.reply(CachesAnswer(**asdict(answers), charts=charts))
