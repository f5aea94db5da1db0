"""Finds the invalid value after msgspec refused the whole body."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Meta, Struct, ValidationError, convert
from msgspec.structs import fields

Path = tuple[str | int, ...]

_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}


@dataclass(frozen=True, slots=True)
class InvalidValue:
    """The innermost invalid value, or a field that is missing (`found` is UNSET) or unknown.

    `path` leads to it; `choices` are its possible types, none for an unknown field. `within` is the object
    with the value, or with the missing or unknown field; `struct` is its type.
    """

    path: Path
    choices: tuple[Any, ...]
    found: object
    within: dict[str, Any] = field(default_factory=dict)
    struct: type[Struct] | None = None

    @property
    def metas(self) -> list[Meta]:
        """The bounds in the value's types."""
        return [meta for each in self.choices for meta in _metas(each)]

    @property
    def bounds_code(self) -> str | None:
        """The refusal's code of the bounds that a value of the right type exceeds, if they have one."""
        bounded = [each for each in self.choices if _fits(self.found, _plain(each))]
        extras = [meta.extra or {} for each in bounded for meta in _metas(each)]
        return next((extra["code"] for extra in extras if "code" in extra), None)

    @property
    def expected(self) -> str:
        return " or ".join(map(_in_words, self.choices))


def find_invalid(kind: Any, raw: object, path: Path = ()) -> InvalidValue:
    """The first part of a decoded value that does not fit its type, in the value's own order."""
    choices = tuple(_choices(kind))
    for each in choices:
        struct = _plain(each)
        if isinstance(raw, dict) and isinstance(struct, type) and issubclass(struct, Struct):
            return _in_struct(struct, raw, path)
        if isinstance(raw, list) and get_origin(struct) is list:
            [item] = get_args(struct)
            for at, part in enumerate(raw):
                if not _fits(part, item):
                    return find_invalid(item, part, (*path, at))
    return InvalidValue(path, choices, raw)


def dotted(path: Path) -> str:
    """A path as a message names it: `options.dates[0]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def _in_struct(struct: type[Struct], raw: dict[str, Any], path: Path) -> InvalidValue:
    hints = get_type_hints(struct, include_extras=True)
    for name, part in raw.items():
        if name not in hints:
            return InvalidValue((*path, name), (), part, raw, struct)
        if not _fits(part, hints[name]):
            found = find_invalid(hints[name], part, (*path, name))
            return found if found.struct else replace(found, within=raw, struct=struct)
    missing = next(each.name for each in fields(struct) if each.required and each.name not in raw)
    return InvalidValue((*path, missing), tuple(_choices(hints[missing])), UNSET, raw, struct)


def _fits(raw: object, kind: Any) -> bool:
    try:
        convert(raw, kind)
    except ValidationError:
        return False
    return True


def _choices(kind: Any) -> Iterator[Any]:
    """The types of a union, without null if there is another."""
    is_union = get_origin(kind) in (Union, UnionType)
    return (each for each in (get_args(kind) if is_union else (kind,)) if each is not NoneType)


def _plain(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _metas(kind: Any) -> list[Meta]:
    return [each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Meta)]


def _in_words(kind: Any) -> str:
    described = [each.description for each in _metas(kind) if each.description]
    plain = _plain(kind)
    if described:
        return described[0]
    if get_origin(plain) is Literal:
        return f"one of {', '.join(map(str, get_args(plain)))}"
    return _WORDS.get(get_origin(plain) or plain, "an object")
