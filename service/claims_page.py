"""The claims as plain HTML in index.html, for crawlers and without scripts; the page draws over it."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

import orjson

_TITLE = re.compile(r"<title>[^<]*</title>")
_DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')
_HEADS = ("Question", "Here", "A coin", "Published", "Verdict")
_ROOT = '<div id="root">'
_SAID = (
    "Percentages that others have published about a trading day, beside what the data here and a coin say."
)
_COUNTED = (
    "Each figure is the share of days on which the outcome came, of the days that the question is about, "
    "with Wilson's 95% interval. It agrees with a published figure where its 90% interval lies within 5 "
    "points of that figure, and differs where its 95% interval is more than a point away. A figure of "
    "another market is not compared. A coin's figure is the same question about coin days: real sessions "
    "in which a fair coin kept or turned each five-minute bar. Each day is compared with the coin days of "
    "its own session that the question is about as well. More or fewer is said where the p-value, by "
    "Holm's method for all questions together, is below 0.05. The days after the first half are looked at "
    "for a fall of the rate; by chance each question has such an alarm about once in 2,500 of its days. What "
    "was published may be of other years and definitions: its source is named."
)
_SAMPLE = "<p><strong>Sample data</strong>: made by this program, not by a market.</p>"
_STYLE = """
#claims { max-width: 1160px; margin: 0 auto; padding: 24px; font-family: system-ui, sans-serif; }
#claims p { max-width: 90ch; margin: 8px 0; }
#claims table { width: 100%; margin: 16px 0; border-collapse: collapse; }
#claims :is(th, td) {
  padding: 6px 16px 6px 0;
  border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  text-align: left;
  vertical-align: top;
}
@media (max-width: 700px) {
  #claims { padding: 12px; }
  #claims thead { display: none; }
  #claims :is(table, tbody, tr, th, td) { display: block; }
  #claims :is(th, td) { padding: 1px 0; border: 0; }
  #claims tr { padding: 8px 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
}
"""


def with_claims(index: str, answer: bytes, address: str | None, nonce: str) -> str:
    """index.html with the claims of an encoded ClaimsAnswer, its own title and description.

    `address` is the page's public address, None where unknown; `nonce` lets its style in.
    """
    title, body = _told(answer)
    canonical = f'<link rel="canonical" href="{escape(address)}" />' if address else ""
    head = f'<meta name="robots" content="index, follow" />{canonical}<style nonce="{nonce}">{_STYLE}</style>'
    described = f'<meta name="description" content="{escape(_SAID)}" />'
    text = _TITLE.sub(lambda _: f"<title>{title}</title>", index, count=1)
    text = _DESCRIPTION.sub(lambda _: described, text, count=1)
    text = text.replace("</head>", f"{head}</head>", 1)
    return text.replace(_ROOT, _ROOT + body, 1)


@lru_cache(maxsize=8)
def _told(answer: bytes) -> tuple[str, str]:
    """Title and body of an encoded ClaimsAnswer, as HTML."""
    told = orjson.loads(answer)
    rows = "".join(row for claim in told["claims"] for row in _rows(claim))
    days = f"{_day(told['first_session'])} to {_day(told['last_session'])}"
    symbol = escape(told["symbol"])
    heads = "".join(f'<th scope="col">{name}</th>' for name in _HEADS)
    body = (
        f'<main id="claims"><h1>Claims</h1>{_SAMPLE if told["sample_data"] else ""}<p>{_SAID}</p>'
        f"<p>{symbol}, all full sessions from {days}. Snapshot {escape(told['snapshot'])}.</p>"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f"<h2>How it is counted</h2><p>{_COUNTED}</p>"
        f'<p><a href="/login">Sign in to ask your own</a></p></main>'
    )
    return f"Claims about {symbol} sessions, counted | Session Almanac", body


def _rows(claim: dict[str, Any]) -> Iterator[str]:
    """A row for each published figure, the first with the claim's own cells."""
    span = f' rowspan="{len(claim["published"])}"' if len(claim["published"]) > 1 else ""
    own = (
        f'<th scope="row"{span}>{escape(claim["question"])}</th>'
        f"<td{span}>{_here(claim)}</td><td{span}>{_coin(claim)}</td>"
    )
    for at, published in enumerate(claim["published"]):
        yield f"<tr>{'' if at else own}{_published(published)}</tr>"


def _here(claim: dict[str, Any]) -> str:
    if claim["rate"] is None:
        return "no such day"
    lower, upper = claim["confidence_interval"]["lower"], claim["confidence_interval"]["upper"]
    days = f"{claim['days']:,} day{'' if claim['days'] == 1 else 's'}"
    stopped = escape(claim["stopped"]["verdict"]["words"])
    return f"{claim['rate'] * 100:.1f}% of {days} ({lower * 100:.1f} to {upper * 100:.1f}). {stopped}"


def _coin(claim: dict[str, Any]) -> str:
    return escape(claim["coin"]["verdict"]["words"]) if claim["coin"] else ""


def _published(published: dict[str, Any]) -> str:
    source = escape(f"{published['who']}, {published['where']}")
    return (
        f"<td>{escape(published['figure'])} ({source})</td><td>{escape(published['verdict']['words'])}</td>"
    )


def _day(iso: str) -> str:
    year, month, day = iso.split("-")
    return f"{month}/{day}/{year}"
