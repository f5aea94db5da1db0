"""Entries by links that nobody signed, or signed oddly: refused, but for what a secret of ours signed."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit

import anyio
import orjson
from hypothesis import strategies as st

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import AlmanacError
from core.contracts.requests import EntryRequest
from qa.fuzz.target import Target
from qa.fuzz.values import JSON, changed_bytes
from service.edge.bodies import decode
from service.members.entry.authenticator import Entered, EntryAuthenticator
from service.members.entry.parameters import EntryBody
from service.members.one_time import OneTime
from service.settings import Settings
from tests.support.entry_links import SECRET, signed

Known = tuple[str, str | None, str | None, str | None]
"""User, address, course and tier."""

SITE, FORMER, NOW = "school.example", "the-secret-of-last-year-of-thirty-two-bytes", 1_800_000_000
COURSES: dict[str, Tier | None] = {"dev-cad-ess": "lite", "dev-cad-std": "standard", "dev-cad-pro": "pro"}
IDENTITY = ("user_id", "user_name", "user_email", "course_id", "course")
SIGNED = (*IDENTITY, "course_title", "return_url", "profile", "expires", "nonce", "challenge", "email_code")
NAMES = (*SIGNED, "referrer", "signature")
MEMBER = {"user_id": "7", "user_name": "Ada", "user_email": "ada@example.com", "course_id": "dev-cad-std"}
GENERIC = {"course": "dev-cad-ess", "referrer": f"https://{SITE}/course"}

_LONGEST = 512
_MOMENTS = [str(NOW + ahead) for ahead in (-1, 0, 1, 300, 301)] + ["9" * 12, "9" * 13]
_MOMENTS += ["", "soon", "1e10", f" {NOW + 9}", f"+{NOW + 9}", f"{NOW + 9}\n", "\u0661\u0668" * 5]
_NONCES = ["", "a" * 15, "a" * 16, "a" * 64, "a" * 65, "a" * 16 + "\n", "\u00e9" * 16, "a b" * 8]
_RETURNS = [f"https://{SITE}/7?a=1&b=2", f"https://{SITE}@evil.example/", "https://evil.example/", "data:,1"]
_ODD = [
    "{{user.id}}",
    "%7b%7Bid}}",
    "account:ada",
    "token:ada",
    "x" * _LONGEST,
    "x" * (_LONGEST + 1),
    "&a=b",
    "a@b",
    "a@b,c@d",
    "7",
]
_TEXTS = st.text(max_size=12) | st.sampled_from(_ODD)
_VALUES: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(NAMES, _TEXTS),
    "expires": st.sampled_from(_MOMENTS),
    "nonce": st.sampled_from(_NONCES),
    "profile": st.sampled_from([*TIERS, "PRO", "gold"]),
    "course_id": st.sampled_from([*COURSES, "another"]),
    "course": st.sampled_from([*COURSES, "another"]),
    "return_url": st.sampled_from(_RETURNS),
    "referrer": st.sampled_from([f"https://{SITE}/a", f"https://{SITE}.evil.example/", "https://[", ""]),
}


def entries() -> st.SearchStrategy[bytes]:
    """Bodies of entries: signed as told, signed with oddities, changed after signing, broken."""
    right = _signed()
    return st.one_of(right, right.flatmap(changed_bytes), right.flatmap(_rewritten), JSON.map(orjson.dumps))


def _signed() -> st.SearchStrategy[bytes]:
    odd = st.fixed_dictionaries({}, optional=_VALUES)
    one_odd = st.sampled_from(NAMES).flatmap(lambda name: st.fixed_dictionaries({name: _VALUES[name]}))
    moment = st.fixed_dictionaries({"expires": _VALUES["expires"]})
    secrets = st.sampled_from([SECRET, SECRET, SECRET, FORMER, "a secret of somebody else, of 32 bytes"])
    return st.builds(_link, st.sampled_from([MEMBER, MEMBER, GENERIC]), one_odd | moment | odd, secrets)


def _link(base: dict[str, str], odd: dict[str, str], secret: str) -> bytes:
    said = {"expires": str(NOW + 120), "nonce": "a-nonce-of-this-link"} | base | odd
    told = {name: said[name] for name in said if name in SIGNED}
    beside = {"referrer": said["referrer"]} if "referrer" in said else {}
    return orjson.dumps(signed(told, secret) | beside)


def _rewritten(link: bytes) -> st.SearchStrategy[bytes]:
    """Parameters put in, replaced, left out or given twice after the link was signed."""
    said: dict[str, Any] = orjson.loads(link)
    others = st.dictionaries(st.sampled_from([*NAMES, "colour"]), _TEXTS | JSON, min_size=1, max_size=2)
    replaced = st.sampled_from(NAMES).flatmap(lambda name: st.fixed_dictionaries({name: _VALUES[name]}))
    left_out = st.sampled_from(list(said)).map(
        lambda gone: {each: said[each] for each in said if each != gone}
    )
    doubled = others.map(lambda some: link[:-1] + b"," + orjson.dumps(some)[1:])
    return st.one_of((others | replaced).map(lambda some: said | some), left_out).map(orjson.dumps) | doubled


@cache
def settings() -> Settings:
    """A service that lets in by signed links, of two secrets."""
    nowhere = Path("/nonexistent")
    return Settings(nowhere, nowhere, entry_secrets=(SECRET, FORMER), course_site=SITE, course_tiers=COURSES)


class Names:
    """A stand-in for OneTime in which nothing was used yet."""

    def __init__(self) -> None:
        self._seen = set[str]()

    async def spend(self, name: str, made_at: int, expires_at: int) -> bool:
        is_new = name not in self._seen
        self._seen.add(name)
        return is_new


def check(raw: bytes) -> str:
    """The outcome of an entry, tried twice."""
    entries = EntryAuthenticator(settings(), cast(OneTime, Names()), now=lambda: NOW)
    entered, expected = _entered(entries, raw), admitted(raw)
    if isinstance(entered, AlmanacError):
        assert expected is None, f"refused as {entered.code}, though a secret of ours signed it"
        assert entered.status in (400, 403, 422)
        return f"refused: {entered.code}"
    assert expected is not None, "let in, though nobody signed that"
    user = entered.user
    assert (user.user_id, user.email, user.course_id, user.tier) == expected
    assert _is_way_back(entered.return_url, orjson.loads(raw).get("return_url"))
    assert getattr(_entered(entries, raw), "code", "") == "link_used", "let in twice"
    return "let in once"


def _entered(entries: EntryAuthenticator, raw: bytes) -> Entered | AlmanacError:
    body = EntryBody(raw, lambda: decode(EntryRequest, raw))
    try:
        return anyio.run(entries.enter, body, "192.0.2.1")
    except AlmanacError as refused:
        return refused


def _is_way_back(address: str | None, given: str | None) -> bool:
    """Whether exactly an address that leads to the course's site is kept."""
    if given is not None and given.startswith(f"https://{SITE}/") and given.isascii():
        return address == given
    return address is None or urlsplit(address).hostname == SITE


def admitted(raw: bytes) -> Known | None:
    """The member that a body lets in, by a plain reading of docs/entry.md; None where nobody."""
    said = _parameters(raw)
    if said is None or not _is_signed(said) or not _is_in_time(said):
        return None
    return _member(said) if said.get("user_id") else _of_course(said)


def _parameters(raw: bytes) -> dict[str, str] | None:
    try:
        is_object = isinstance(orjson.loads(raw), dict)
        pairs: list[tuple[str, Any]] = json.loads(raw, object_pairs_hook=list) if is_object else []
    except (ValueError, RecursionError):
        return None
    said = dict(pairs)
    if len(said) < len(pairs) or not set(said) <= set(NAMES):
        return None
    said = {name: value for name, value in said.items() if value is not None}
    return said if all(_is_value(name, value) for name, value in said.items()) else None


def _is_value(name: str, value: object) -> bool:
    if not isinstance(value, str):
        return False
    return name == "referrer" or (0 < len(value) <= _LONGEST and "{{" not in unquote(unquote(value)))


def _is_signed(said: dict[str, str]) -> bool:
    told = {name: said[name] for name in said if name in SIGNED}
    is_theirs = (signed(told, secret)["signature"] == said.get("signature") for secret in (SECRET, FORMER))
    return {"expires", "nonce"} <= set(told) and any(is_theirs)


def _is_in_time(said: dict[str, str]) -> bool:
    is_number = re.fullmatch("[0-9]{1,12}", said["expires"]) is not None
    is_nonce = re.fullmatch("[A-Za-z0-9_-]{16,64}", said["nonce"]) is not None
    return is_number and is_nonce and 0 < int(said["expires"]) - NOW <= 300


def _member(said: dict[str, str]) -> Known | None:
    user, email, course = said["user_id"], said.get("user_email"), said.get("course_id")
    if (
        not email
        or course not in COURSES
        or user.strip().lower().startswith(("account:", "token:", "course-member:"))
    ):
        return None
    if not _is_one_mailbox(email):
        return None
    profile = said.get("profile")
    return user, email, course, profile if profile in TIERS else COURSES[course]


def _is_one_mailbox(email: str) -> bool:
    """Whether a text is a name, one @ and a host, spaces around it aside."""
    name, _, host = email.strip(" ").partition("@")
    parts = (name, host)
    plain = all(letter.isprintable() and not letter.isspace() for part in parts for letter in part)
    return all(parts) and plain and not set(name + host) & set('@,:;<>()[]\\"') and "=?" not in email


def _of_course(said: dict[str, str]) -> Known | None:
    course, referrer = said.get("course", ""), said.get("referrer", "")
    is_ours = re.match(rf"https?://(www\.)?{re.escape(SITE)}([/?#]|$)", referrer, re.IGNORECASE)
    if is_ours is None or course not in COURSES:
        return None
    return f"course-member:{course}", None, course, COURSES[course]


ENTRY_LINKS = Target(
    "entry links", "a refusal, or once whom a secret of ours signed for", entries(), check, 150
)
