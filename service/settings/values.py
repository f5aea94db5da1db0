"""How a setting's text becomes its value; a ValueError says what was expected."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from core.contracts.catalogue import TIERS, Tier
from service.observability.logs import LOG_FORMATS, LogFormat

AccessMode = Literal["signed_url", "learnworlds_api", "trusted_url"]
ACCESS_MODES: tuple[AccessMode, ...] = ("signed_url", "learnworlds_api", "trusted_url")
MailSecurity = Literal["starttls", "tls", "none"]
MAIL_SECURITIES: tuple[MailSecurity, ...] = ("starttls", "tls", "none")
Network = IPv4Network | IPv6Network
Choice = TypeVar("Choice", bound=str)

LOOPBACK = ("127.0.0.1", "localhost", "::1")
KEY_BYTES = 32
AT_COMMAS = "commas part the list, so a secret holds none"
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `count` in any `seconds`; 0 counts nothing."""

    count: int
    seconds: int


def names(text: str) -> tuple[str, ...]:
    """A comma-separated list."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _one_of(choices: tuple[Choice, ...], text: str) -> Choice:
    for each in choices:
        if text == each:
            return each
    raise ValueError(f"expected one of {', '.join(choices)}.")


def tier(text: str) -> Tier:
    """A tier."""
    return _one_of(TIERS, text)


def mode(text: str) -> AccessMode:
    """A way to enter."""
    return _one_of(ACCESS_MODES, text)


def mail_security(text: str) -> MailSecurity:
    """How the mail server is spoken to."""
    return _one_of(MAIL_SECURITIES, text)


def log_format(text: str) -> LogFormat:
    """How the log is written."""
    return _one_of(LOG_FORMATS, text)


def host(text: str) -> str:
    """One host name."""
    found = hosts(text)
    if len(found) != 1:
        raise ValueError("expected one host such as school.example.")
    return found[0]


def hosts(text: str) -> tuple[str, ...]:
    """Host names, each with its port where it has one."""
    found = names(text.lower())
    for each in found:
        if not _HOST.fullmatch(each):
            raise ValueError(f"expected hosts such as school.example, found {each}.")
    return found


def api_address(text: str) -> str:
    """An https address, or an http one of this machine, without the slash at its end."""
    parts = urlsplit(web_address(text))
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise ValueError("expected an https address; a secret is sent there.")
    return text.rstrip("/")


def course_tiers(text: str) -> dict[str, Tier | None]:
    """Courses with their tiers, as `course:tier, course`; one without gives none of its own."""
    pairs = [part.partition(":") for part in names(text)]
    return {course: tier(named) if named else None for course, _, named in pairs}


def redeem_codes(text: str) -> dict[str, Tier]:
    """Codes with their tiers, as `code:tier, code:tier`."""
    pairs = [part.rpartition(":") for part in names(text)]
    if any(not code for code, _, _ in pairs):
        raise ValueError("expected codes with their tiers, such as WELCOME-2026:standard.")
    return {code: tier(named) for code, _, named in pairs}


def web_address(text: str) -> str:
    """An http or https address."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or set(text) & set(" ;,'\""):
        raise ValueError("expected an address such as https://site.example/path.")
    return text


def flag(text: str) -> bool:
    """0 or 1."""
    if text not in ("0", "1"):
        raise ValueError("expected 0 or 1.")
    return text == "1"


def number(text: str) -> float:
    """A number above 0."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError("expected a number above 0.")
    return value


def whole(text: str) -> int:
    """A whole number, 0 or more."""
    if not (text.isascii() and text.strip().isdigit()):
        raise ValueError("expected a whole number, 0 or more, such as 33554432.")
    return int(text)


def rate(text: str) -> Rate:
    """A rate, as `20/60`: so many in so many seconds."""
    count, slash, seconds = text.partition("/")
    if not (slash and count.isdecimal() and seconds.isdecimal() and int(seconds) > 0):
        raise ValueError("expected a count and seconds, such as 20/60.")
    return Rate(int(count), int(seconds))


def origins(text: str) -> tuple[str, ...]:
    """Web origins, each a scheme and a host with nothing behind; never a wildcard."""
    found = names(text)
    for each in found:
        parts = urlsplit(web_address(each))
        if each != f"{parts.scheme}://{parts.netloc}" or "*" in each or "@" in each:
            raise ValueError(f"expected origins such as https://site.example, found {each}.")
    return tuple(each.lower() for each in found)


def networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, as `127.0.0.1, 10.0.0.0/8`."""
    return tuple(ip_network(each) for each in names(text))
