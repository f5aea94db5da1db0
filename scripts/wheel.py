"""Puts the folders `core`, `service`, `pipelines` and `cli` into the wheel below `session_almanac`.

In the repository they are imported by these names; a wheel that claimed them would take them from every other
project of its environment. So the wheel has copies whose import statements name `session_almanac.core` and so
on, and beside them the built page. An editable install keeps the folders as they are.
"""

import ast
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOME = "session_almanac"
FOLDERS = ("core", "service", "pipelines", "cli")
PAGE = "build/web"
_NOT_SHIPPED = {".pyc"}


def rewritten(source: str) -> str:
    """The module with every import from our folders made one from below `session_almanac`.

    Raises:
        ValueError: an import is not of the form `from core.x import y`; it names the line.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for each in filter(_is_ours, (each.name for each in node.names)):
                raise ValueError(f"line {node.lineno}: `import {each}`; write `from {each} import ...`")
        if isinstance(node, ast.ImportFrom) and node.level == 0 and _is_ours(node.module or ""):
            line = lines[node.lineno - 1]
            before, after = line[: node.col_offset], line[node.col_offset :]
            lines[node.lineno - 1] = before + after.replace("from ", f"from {HOME}.", 1)
    return "".join(lines)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in FOLDERS


def placed(root: Path, target: Path) -> None:
    """Write the packages of `root`, data files and all, into `target` as the wheel has them.

    Raises:
        ValueError: an import cannot be rewritten; it names file and line.
    """
    folders = {root / HOME: target / HOME, **{root / each: target / HOME / each for each in FOLDERS}}
    files = [(path, folder) for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    for path, folder in files:
        if path.suffix in _NOT_SHIPPED:
            continue
        place = folders[folder] / path.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes()
        if path.suffix == ".py":
            try:
                content = rewritten(content.decode()).encode()
            except ValueError as error:
                raise ValueError(f"{path.relative_to(root)}, {error}") from error
        place.write_bytes(content)


def fault_of_page(root: Path) -> str | None:
    """Why the page cannot go into a wheel, None where it can: Makefile knows what it is made of."""
    if not (root / PAGE / "index.html").is_file():
        return f"{PAGE} is missing: run `make dist`, which builds the page and then the wheel."
    asked = ["make", "--no-print-directory", "--question", PAGE]
    if subprocess.run(asked, cwd=root, capture_output=True, check=False).returncode:
        return f"{PAGE} is older than its sources: run `make dist`, which builds the page and then the wheel."
    return None


class WheelHook(BuildHookInterface[Any]):
    """Called by hatchling; an editable install is left alone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name what goes into the wheel; a wheel without its page is not made."""
        if version == "editable":
            return
        root = Path(self.root)
        if fault := fault_of_page(root):
            sys.exit(f"session-almanac: {fault}")
        self._copies = tempfile.TemporaryDirectory(prefix="session-almanac-")
        placed(root, Path(self._copies.name))
        included = build_data["force_include"]
        included[str(Path(self._copies.name) / HOME)] = HOME
        included[str(root / PAGE)] = f"{HOME}/{PAGE}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._copies.cleanup()
