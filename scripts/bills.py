"""Finishes the two bills of materials of a release: what they list, and under which licences.

uv names no version and no licence. npm lists packages that the page does not hold, and names the folder and
another version. Without developers' packages it lacks what one of them needs too (React).
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Bill = dict[str, Any]

_UNKNOWN = "UNKNOWN"


def of_product(bill: Bill, version: str) -> Bill:
    component = bill["metadata"]["component"] | {"name": "session-almanac", "version": version}
    component.pop("purl", None)
    return bill | {"metadata": bill["metadata"] | {"component": component}}


def with_licences(bill: Bill, found: Iterable[Mapping[str, str]]) -> Bill:
    """The bill with the licences that pip-licenses finds; a package of another system has none."""
    licences = {_plain(each["Name"]): _licences(each) for each in found}
    components = [
        component | ({"licenses": known} if (known := licences.get(_plain(component["name"]))) else {})
        for component in bill["components"]
    ]
    return bill | {"components": components}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _licences(package: Mapping[str, str]) -> list[Any]:
    if (expression := package["License-Expression"]) != _UNKNOWN:
        return [{"expression": expression}]
    named = package["License-Classifier"]
    if named == _UNKNOWN:
        named = package["License-Metadata"].strip().partition("\n")[0]
    return [{"license": {"name": name}} for name in named.split("; ") if name != _UNKNOWN]


def held(bill: Bill, notices: str) -> Bill:
    """The components that the page's licences name; ValueError where the bill of the lock lacks some."""
    names = set(re.findall(r"^## (\S+) - (\S+) \(", notices, re.MULTILINE))
    kept = [each for each in bill["components"] if (each["name"], each["version"]) in names]
    if missing := names - {(each["name"], each["version"]) for each in kept}:
        raise ValueError(f"the page holds what the lock has not: {sorted(missing)}. Build the page again.")
    refs = {each["bom-ref"] for each in kept}
    ours = bill["metadata"]["component"]["bom-ref"]
    dependencies = [
        each | {"dependsOn": [ref for ref in each["dependsOn"] if ref in refs]}
        for each in bill["dependencies"]
        if each["ref"] in refs | {ours}
    ]
    return bill | {"components": kept, "dependencies": dependencies}


def main(wheel: Path, python: Path, page: Path, licences: Path, notices: Path) -> None:
    version, found = wheel.name.split("-")[1], json.loads(licences.read_text())
    finished = {
        python: with_licences(json.loads(python.read_text()), found),
        page: held(json.loads(page.read_text()), notices.read_text()),
    }
    for path, bill in finished.items():
        path.write_text(json.dumps(of_product(bill, version), indent=2) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
