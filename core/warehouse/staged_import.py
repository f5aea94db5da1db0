"""Staged import: undoes a change of a symbol's bars that does not validate, also after a kill.

The old bars are in the warehouse as `.kept-symbol=ES` from before the change until it is validated, outside
of `bars` and its globs. If it exists, a process died in between; the bars are then validated as they are.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from core.contracts.errors import DataError
from core.warehouse.bars import has_bars, read_bars_index
from core.warehouse.durable import carry_over, locked, prepare_folder, put_in_place, sync_tree
from core.warehouse.paths import Warehouse

Outcome = TypeVar("Outcome")


def staged_import(
    warehouse: Warehouse, symbol: str, change: Callable[[], Outcome], validate: Callable[[], None]
) -> Outcome:
    """Run `change`, then `validate` the changed bars; restores the old bars if that raises.

    `change` must write nothing if it raises. New pins of sources are removed too; bars that another process
    changed meanwhile stay. If the disk itself fails, the next `finish_killed_import` decides. Hold the night:
    one import of a symbol at a time.
    """
    kept, pins = _keep(warehouse, symbol), set(warehouse.sources.glob("*.json"))
    try:
        outcome = change()
    except Exception:
        _forget(kept)
        raise
    changed = read_bars_index(warehouse, symbol)
    try:
        validate()
    except OSError:
        raise
    except Exception:
        if read_bars_index(warehouse, symbol) == changed:
            _put_back(warehouse, symbol, kept)
        for pin in set(warehouse.sources.glob("*.json")) - pins:
            pin.unlink()
        _forget(kept)
        raise
    _forget(kept)
    return outcome


def finish_killed_import(warehouse: Warehouse, symbol: str, validate: Callable[[], None]) -> None:
    """Validate the bars that a killed import left; restores the old ones if they fail."""
    kept = _kept(warehouse, symbol)
    if not kept.exists():
        return
    try:
        if has_bars(warehouse, symbol):
            validate()
    except DataError:
        _put_back(warehouse, symbol, kept)
    _forget(kept)


def _keep(warehouse: Warehouse, symbol: str) -> Path:
    """Keep a copy of the bars, an empty folder without any; `.keeping-` until it is complete."""
    folder, kept = warehouse.bars(symbol), _kept(warehouse, symbol)
    aside = _aside(kept)
    shutil.rmtree(aside, ignore_errors=True)
    if has_bars(warehouse, symbol):
        with locked(folder):
            shutil.copytree(folder, aside, copy_function=carry_over)
    else:
        aside.mkdir(parents=True)
    sync_tree(aside)
    os.rename(aside, kept)
    return kept


def _put_back(warehouse: Warehouse, symbol: str, kept: Path) -> None:
    folder = warehouse.bars(symbol)
    with locked(folder):
        if any(kept.iterdir()):
            incoming = prepare_folder(folder)
            shutil.copytree(kept, incoming, dirs_exist_ok=True, copy_function=carry_over)
            put_in_place(incoming, folder)
        else:
            shutil.rmtree(folder)


def _forget(kept: Path) -> None:
    aside = _aside(kept)
    os.rename(kept, aside)
    shutil.rmtree(aside, ignore_errors=True)


def _kept(warehouse: Warehouse, symbol: str) -> Path:
    return warehouse.root / f".kept-{warehouse.bars(symbol).name}"


def _aside(kept: Path) -> Path:
    return kept.with_name(kept.name.replace(".kept-", ".keeping-"))
