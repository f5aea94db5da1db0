"""A Containerfile as its instructions, by stage."""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import orjson

_KNOWN = {"CMD", "COPY", "ENV", "EXPOSE", "HEALTHCHECK", "RUN", "USER", "VOLUME", "WORKDIR"}


@dataclass(frozen=True, slots=True)
class Stage:
    """One FROM and what follows: the instructions in order, each with its name and the rest of its line."""

    name: str
    parent: str
    instructions: list[tuple[str, str]] = field(default_factory=list)

    def all(self, name: str) -> list[str]:
        """The rest of the line of every instruction of this name."""
        return [rest for each, rest in self.instructions if each == name]

    def last(self, name: str) -> str:
        return self.all(name)[-1]

    def copies(self) -> list[tuple[str | None, list[str], str]]:
        """Every COPY: the stage it is from (None: the repository), its sources, its destination."""
        found: list[tuple[str | None, list[str], str]] = []
        for rest in self.all("COPY"):
            *options, last = shlex.split(rest)
            stages = [each.removeprefix("--from=") for each in options if each.startswith("--from=")]
            found.append(
                (stages[0] if stages else None, [o for o in options if not o.startswith("--")], last)
            )
        return found


def stages_of(path: Path) -> dict[str, Stage]:
    """The stages by name, in order; an instruction that is none fails."""
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found: dict[str, Stage] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            parent, word, alias = rest.split()
            assert word == "AS"
            found[alias] = Stage(alias, parent)
        else:
            assert name in {
                "ARG",
                "CMD",
                "COPY",
                "ENV",
                "EXPOSE",
                "HEALTHCHECK",
                "RUN",
                "USER",
                "VOLUME",
                "WORKDIR",
            }
            next(reversed(found.values())).instructions.append((name, rest.strip()))
    return found


def command_in(text: str) -> list[str]:
    """The exec form at the end of a CMD or HEALTHCHECK."""
    found: list[str] = orjson.loads(text[text.index("[") :])
    return found
