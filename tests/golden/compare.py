"""How an answer is held against a golden one; the rules are those of README.md, whatever the runner."""

import math
from collections.abc import Iterator
from typing import Any


def differences(found: Any, wanted: Any, path: str = "", tolerance: float = 1e-6) -> Iterator[str]:
    """One line for each wanted figure that is not there as it should be; nothing where all is well."""
    if isinstance(wanted, dict):
        yield from _object_differences(found, wanted, path, tolerance)
    elif isinstance(wanted, list):
        yield from _list_differences(found, wanted, path, tolerance)
    elif not _is_same(found, wanted, tolerance):
        yield f"{path}: found {found!r}, wanted {wanted!r}"


def _object_differences(found: Any, wanted: dict[str, Any], path: str, tolerance: float) -> Iterator[str]:
    if not isinstance(found, dict):
        yield f"{path}: found {found!r}, wanted an object"
    elif path.endswith("percentage_distribution.distribution"):
        yield from differences(list(found.values()), list(wanted.values()), f"{path}[]", tolerance)
    else:
        for name, value in wanted.items():
            if name in found:
                yield from differences(found[name], value, f"{path}.{name}".lstrip("."), tolerance)
            else:
                yield f"{path}.{name}: missing"


def _list_differences(found: Any, wanted: list[Any], path: str, tolerance: float) -> Iterator[str]:
    if not isinstance(found, list) or len(found) != len(wanted):
        yield f"{path}: found {found!r}, wanted {len(wanted)} entries"
        return
    if wanted and isinstance(wanted[0], dict) and "label" in wanted[0]:
        by_label = {entry.get("label"): entry for entry in found}
        found = [by_label.get(entry["label"]) for entry in wanted]
    for place, (one, other) in enumerate(zip(found, wanted, strict=True)):
        yield from differences(one, other, f"{path}[{place}]", tolerance)


def _is_same(found: Any, wanted: Any, tolerance: float) -> bool:
    if isinstance(wanted, bool | str) or wanted is None:
        return bool(found == wanted)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return False
    return math.isclose(found, wanted, rel_tol=1e-9, abs_tol=tolerance)
