"""How a setting's text becomes its value; a ValueError says what was expected."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin
from urllib.parse import urlsplit

from core.contracts.catalogue import Tier

Network = IPv4Network | IPv6Network
LogFormat = Literal["text", "json"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY_HOST = "*"
"""In WATCH_HOSTS: the host of every https address; it names no host and no address itself."""

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?")
_ADDRESS_WITH_PORT = re.compile(r"(\[(?P<v6>[0-9a-f:.]+)\]|(?P<v4>[0-9.]+)):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `count` in any `seconds`; 0 counts nothing."""

    count: int
    seconds: int


def names(text: str) -> tuple[str, ...]:
    """A comma-separated list."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def host(text: str) -> str:
    listed = hosts(text)
    if len(listed) != 1:
        raise ValueError("expected one host such as school.example.")
    return listed[0]


def hosts(text: str) -> tuple[str, ...]:
    """Host names, each with its port where it has one."""
    listed = names(text.lower())
    for each in listed:
        if not _HOST.fullmatch(each):
            raise ValueError(f"expected hosts such as school.example, found {each}.")
    return listed


def watch_hosts(text: str) -> tuple[str, ...]:
    """Hosts, addresses and networks, each with its port where it has one, and `*` for any host."""
    listed = names(text.lower())
    return tuple(each if each == ANY_HOST or watch_network(each) else host(each) for each in listed)


def watch_network(text: str) -> tuple[Network, int | None] | None:
    """The addresses that an entry of WATCH_HOSTS names, and their port if it is that one alone.

    None of the name of a host.
    """
    found = _ADDRESS_WITH_PORT.fullmatch(text)
    address, port = (found["v6"] or found["v4"], int(found["port"])) if found else (text, None)
    try:
        return ip_network(address), port
    except ValueError:
        return None


def api_address(text: str) -> str:
    """An https address, or an http one of this machine, without the slash at its end."""
    parts = urlsplit(web_address(text))
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise ValueError("expected an https address; a secret is sent there.")
    return text.rstrip("/")


def course_tiers(text: str) -> dict[str, Tier | None]:
    """Courses with their tiers, as `course:tier, course`; one without gives none of its own."""
    pairs = [part.partition(":") for part in names(text)]
    return {course: _one_of(get_args(Tier), named) if named else None for course, _, named in pairs}


def redeem_codes(text: str) -> dict[str, Tier]:
    """Codes with their tiers, as `code:tier, code:tier`."""
    pairs = [part.rpartition(":") for part in names(text)]
    if any(not code for code, _, _ in pairs):
        raise ValueError("expected codes with their tiers, such as WELCOME-2026:standard.")
    return {code: _one_of(get_args(Tier), named) for code, _, named in pairs}


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


def some(text: str) -> int:
    """A whole number, 1 or more."""
    if (found := whole(text)) == 0:
        raise ValueError("expected a whole number, 1 or more, such as 8.")
    return found


def rate(text: str) -> Rate:
    """A rate, as `20/60`: so many in so many seconds."""
    count, slash, seconds = text.partition("/")
    if not (slash and count.isdecimal() and seconds.isdecimal() and int(seconds) > 0):
        raise ValueError("expected a count and seconds, such as 20/60.")
    return Rate(int(count), int(seconds))


def origins(text: str) -> tuple[str, ...]:
    """Web origins, each a scheme and a host with nothing behind; never a wildcard."""
    listed = names(text)
    for each in listed:
        parts = urlsplit(web_address(each))
        if each != f"{parts.scheme}://{parts.netloc}" or "*" in each or "@" in each:
            raise ValueError(f"expected origins such as https://site.example, found {each}.")
    return tuple(each.lower() for each in listed)


def networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, as `127.0.0.1, 10.0.0.0/8`."""
    return tuple(ip_network(each) for each in names(text))


def _one_of(choices: tuple[Any, ...], text: str) -> Any:
    if text not in choices:
        raise ValueError(f"expected one of {', '.join(choices)}.")
    return text


_READERS: dict[Any, Callable[[str], object]] = {
    str: str,
    Path: Path,
    int: whole,
    float: number,
    bool: flag,
    Rate: rate,
    tuple[str, ...]: names,
    tuple[Network, ...]: networks,
}


def reader_of(kind: Any) -> Callable[[str], object]:
    """How text becomes a value of this type, which may be a choice of words."""
    if NoneType in get_args(kind):
        kind = get_args(kind)[0]
    return partial(_one_of, get_args(kind)) if get_origin(kind) is Literal else _READERS[kind]
