"""The inputs of a feature's values besides the bars: its definition and the code that computes it."""

import ast
import hashlib
import sys
from functools import cache
from pathlib import Path

import numpy as np

from core.contracts.ids import digest_of
from core.features import registry
from core.features.entries import Feature

_CORE = __name__.removesuffix("build.code_digest")
"""Prefix of the names of the product's modules, in a checkout and in an installed package."""


@cache
def modules_behind(module: str) -> frozenset[str]:
    """A core module and all core modules that it imports, without the list of features."""
    found, waiting = set[str](), [module]
    while waiting:
        name = waiting.pop()
        if name not in found and name != registry.__name__:
            found.add(name)
            waiting += _imported(name)
    return frozenset(found)


def feature_digest(feature: Feature, *modules: str) -> str:
    """Digest of a feature's definition and code, and of `modules`, with all core imports of both."""
    computed_in = [each.__module__ for each in (feature.compute, feature.decided_on) if each is not None]
    return digest_of([feature.definition, code_digest(*computed_in, *modules)])


def code_digest(*modules: str) -> str:
    """Digest of some core modules with all core modules they import, and of numpy's version."""
    code = frozenset[str]().union(*map(modules_behind, modules))
    return digest_of([_source_digest(code), np.__version__])


@cache
def _source_digest(modules: frozenset[str]) -> str:
    digest = hashlib.sha256()
    for name in sorted(modules):
        digest.update(f"{name}\n".encode() + _source(name))
    return digest.hexdigest()


@cache
def _imported(module: str) -> tuple[str, ...]:
    statements = (each for each in ast.walk(ast.parse(_source(module))) if isinstance(each, ast.ImportFrom))
    ours = ((each, each.module) for each in statements if each.module and each.module.startswith(_CORE))
    names = ((name, *(f"{name}.{each.name}" for each in found.names)) for found, name in ours)
    return tuple(each for group in names for each in group if each in sys.modules)


@cache
def _source(module: str) -> bytes:
    return Path(str(sys.modules[module].__file__)).read_bytes()
