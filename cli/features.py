"""`almanac features`: check files of own features, and list those that a build loads."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AtWarehouse
from cli.store import print_table
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.build.own.task import Found
    from core.claims.read_claims import Mistake
    from core.contracts.catalogue import FeatureDefinition

app = typer.Typer(
    name="features",
    short_help="own features: check a file of them, list what a build loads",
    help="Features of your own: Python files in the folder that ALMANAC_FEATURES names to every build "
    "(docs/own-features.md).",
    subcommand_metavar="ACTION",
)
_HEAD = ("FEATURE", "NAME", "CATEGORY", "KIND", "TIER", "KNOWN", "FILE")


@app.command(short_help="hold the features of a file to what they state")
def check(
    place: Annotated[
        Path,
        typer.Argument(metavar="FILE|FOLDER", exists=True, help="a file of own features, or their folder"),
    ],
) -> int:
    """Hold every feature to what it states, on random markets and on two years of the sample: no look-ahead,
    by_bar as the definition says, no other day's bars, values in their range, coin days that are the real day
    where every bar is kept; in a folder, no name twice. Each mistake is one line. Exit code 1 where there is
    one.
    """
    from core.build.own.own_features import checked_on_sample, read_folder

    folder = read_folder(place)
    if not (folder.files or folder.mistakes):
        raise DataError(f"{place}: no file that ends in .py.")
    _name(folder.mistakes)
    wrong = len(folder.mistakes)
    for file, found in checked_on_sample(folder):
        wrong += len(found.mistakes)
        _say(file.path, found)
    return 1 if wrong else 0


def _say(path: str, found: Found) -> None:
    _name(found.mistakes)
    for each in found.definitions:
        milliseconds = 1_000 * found.seconds[each.name]
        print(f"{path}: {each.name} holds, {each.known_at.words}; {milliseconds:.1f} ms for 1,000 sessions")
    if found.printed:
        print(f"{path}: it prints, which no build shows: {found.printed}")


@app.command("list", short_help="the own features that a build loads, and what it leaves out")
def list_features(*, warehouse: AtWarehouse) -> int:
    """The features of the folder that ALMANAC_FEATURES names, and what a build leaves out of it. New files
    are checked first. Exit code 1 where something is left out.
    """
    from core.build.own.own_features import FEATURES_VARIABLE, own_folder, taken, verdicts_of

    folder = own_folder()
    if not (folder.files or folder.mistakes):
        raise DataError(f"{FEATURES_VARIABLE}: no folder with files of own features; set it for every build.")
    files, mistakes = taken(folder, verdicts_of(warehouse, folder))
    rows = [_row(each, Path(file.path).name) for file, definitions in files for each in definitions]
    print_table(_HEAD, rows, "no feature holds")
    _name(mistakes)
    return 1 if mistakes else 0


def _row(feature: FeatureDefinition, file: str) -> tuple[str, ...]:
    known = feature.known_at.words
    return (feature.name, feature.display_name, feature.category, feature.kind, feature.tier, known, file)


def _name(mistakes: Iterable[Mistake]) -> None:
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
