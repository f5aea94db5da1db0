"""The texts of an alert: a mail, or JSON for a hook, with links to the page."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

import orjson

from core.question.conditions import as_of_words
from service.outgoing.mail import NAME
from service.snapshots.question import Question, applied_filters


@dataclass(frozen=True, slots=True)
class Match:
    """A watched question that the session of `session_date` passes, by what is known as of bar `as_of`.

    `days` of the snapshot match it too.
    """

    question: Question
    name: str
    session_date: str
    as_of: int
    days: int

    @property
    def sentences(self) -> list[str]:
        return [each.sentence for each in applied_filters(self.question)]


@dataclass(frozen=True, slots=True)
class Links:
    page: str
    off: str


def links_of(public_url: str, match: Match, token: str) -> Links:
    """The links of an alert; the page's is in the form of its own addresses (`filters/state/link.ts`)."""
    query, site = match.question.query, public_url.rstrip("/")
    said = {"filters": orjson.dumps(query.canonical()).decode(), "symbol": match.question.snapshot.symbol}
    if query.as_of is not None:
        said["asOf"] = {-1: "pre", 0: "open"}.get(query.as_of, f"b{query.as_of}")
    return Links(f"{site}/?{urlencode(said)}", f"{site}/off/{token}")


def subject(match: Match) -> str:
    """`Session Almanac: Gap and go matches on Fri 27 Nov`."""
    return f"{NAME}: {match.name} matches on {_day(match, '%a %-d %b')}"


def text(match: Match, links: Links) -> str:
    """The mail, plain."""
    snapshot = match.question.snapshot
    days = f"{match.days:,} {'day matches' if match.days == 1 else 'days match'}"
    known = as_of_words(match.as_of) if match.as_of < 0 else f"as of {as_of_words(match.as_of)} New York"
    conditions = "\n".join(f"- {each}" for each in match.sentences)
    return f"""{match.name} matches on {_day(match, "%A %-d %B %Y")} ({snapshot.symbol}).

{conditions}

This is known {known}.
{days} from {snapshot.days[0]} to {snapshot.days[-1]}:
{links.page}

Switch this off:
{links.off}
"""


def body(match: Match, links: Links, watch_id: str) -> bytes:
    """The JSON that a hook gets."""
    snapshot = match.question.snapshot
    return orjson.dumps(
        {
            "watch": {"id": watch_id, "name": match.name},
            "symbol": snapshot.symbol,
            "session_date": match.session_date,
            "as_of": match.as_of,
            "filters": match.question.query.canonical(),
            "sentence": "; ".join(match.sentences),
            "days": match.days,
            "url": links.page,
            "off_url": links.off,
        }
    )


def _day(match: Match, form: str) -> str:
    return f"{date.fromisoformat(match.session_date):{form}}"
