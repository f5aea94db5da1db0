"""Replacing a part of the product's code in this process, to see that something notices."""

from inspect import Parameter, isfunction, signature
from typing import Any

_POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def put(holder: Any, name: str, value: Any) -> None:
    """Replace an attribute of the code in this process.

    Raises:
        TypeError: the function put there does not take what the one before it takes.
    """
    before = getattr(holder, name, None)
    if isfunction(before) and isfunction(value):
        known = signature(before).parameters.values()
        positional = [each for each in known if each.kind in _POSITIONAL]
        named = {each.name: each for each in known if each.kind is Parameter.KEYWORD_ONLY}
        signature(value).bind(*positional, **named)
    setattr(holder, name, value)
