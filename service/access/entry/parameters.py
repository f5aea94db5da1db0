"""The parameters of an entry as the page posts them: nothing twice, nothing unknown, nothing empty."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from core.contracts.requests import EntryRequest
from service.access.entry.refusals import INVALID, deny, placeholder
from service.decode import decode, parse_json

LONGEST = 512
_NAMES = frozenset(EntryRequest.__struct_fields__)
_MAY_BE_EMPTY = "referrer"


def read_entry(raw: bytes, *, strictly: bool) -> EntryRequest:
    """The body of an entry; `strictly` where it is signed, so that it holds what was signed and nothing else.

    Raises:
        AccessDenied: `duplicate_parameter`, `unknown_parameter`, `empty_parameter`, `parameter_too_long`,
            `placeholder_not_filled`.
        Malformed, InvalidRequest: not JSON, or not text.
    """
    body = parse_json(raw)
    if strictly and isinstance(body, dict):
        _check_pairs(_pairs(raw))
    entry = decode(EntryRequest, body)
    _check_values(entry)
    return entry


def _pairs(raw: bytes) -> list[tuple[str, Any]]:
    """The body's members in their order, the repeated ones too."""
    return list(json.loads(raw.strip() or b"{}", object_pairs_hook=tuple, parse_int=str, parse_float=str))


def _check_pairs(pairs: Iterable[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, value in pairs:
        if name not in _NAMES:
            deny("unknown_parameter", INVALID, f"{name[:40]}: not a parameter of an entry.")
        if name in seen or isinstance(value, list):
            deny("duplicate_parameter", INVALID, f"{name}: given more than once.")
        if value == "" and name != _MAY_BE_EMPTY:
            deny("empty_parameter", INVALID, f"{name}: empty; leave it out of the link.")
        seen.add(name)


def _check_values(entry: EntryRequest) -> None:
    for name in EntryRequest.__struct_fields__:
        value = getattr(entry, name)
        if value is None or name == _MAY_BE_EMPTY:
            continue
        if "{{" in (plain := unquote(unquote(value))):
            deny("placeholder_not_filled", placeholder(plain))
        if len(value) > LONGEST:
            deny("parameter_too_long", INVALID, f"{name}: longer than {LONGEST} characters.")
