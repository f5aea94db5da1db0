"""`almanac features`: check files of own features, and list those that a build loads."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from core.build.own.task import Found
    from core.contracts.catalogue import FeatureDefinition

app = typer.Typer(
    name="features",
    help="Own features: check files of them, list those that a build loads.",
    no_args_is_help=True,
)


@app.command()
def check(
    place: Annotated[
        Path,
        typer.Argument(
            metavar="FILE|FOLDER", exists=True, help="a file of own features, or a folder of them"
        ),
    ],
) -> None:
    """Hold every feature of a file to what it states, on random markets and on two years of the sample.

    No look-ahead, by_bar as the definition says, no other day's bars, values in their range, coin days that
    are the real day where every bar is kept. Each mistake is one line; exit code 1 where there is one.
    """
    from core.build.own.own_features import check_on_sample, read_folder

    folder = read_folder(place)
    if not (folder.files or folder.mistakes):
        print(f"{place}: no file that ends in .py", file=sys.stderr)
        raise typer.Exit(1)
    wrong = len(folder.mistakes)
    for mistake in folder.mistakes:
        print(mistake, file=sys.stderr)
    for file in folder.files:
        found = check_on_sample(file)
        wrong += len(found.mistakes)
        _say(file.path, found)
    if wrong:
        raise typer.Exit(1)


def _say(path: str, found: Found) -> None:
    for mistake in found.mistakes:
        print(mistake, file=sys.stderr)
    for each in found.definitions:
        milliseconds = 1_000 * found.seconds[each.name]
        print(f"{path}: {each.name} holds, {each.known_at.words}; {milliseconds:.1f} ms for 1,000 sessions")
    if found.printed:
        print(f"{path}: it prints, and no build shows it: {found.printed}")


@app.command("list")
def list_features(
    warehouse: Annotated[
        Path, typer.Option(envvar="ALMANAC_WAREHOUSE", metavar="DIR", help="the warehouse's folder")
    ] = Path("warehouse"),
) -> None:
    """The own features of the folder that ALMANAC_FEATURES names, and what a build leaves out of it.

    Files that are new are checked first. Exit code 1 where something is left out.
    """
    from core.build.own.own_features import FEATURES_VARIABLE, own_folder, verdicts_of
    from core.contracts.errors import DataError
    from core.storage.paths import Warehouse

    folder = own_folder()
    if not (folder.files or folder.mistakes):
        raise DataError(f"{FEATURES_VARIABLE}: no folder with files of own features; set it for every build.")
    verdicts = verdicts_of(Warehouse(warehouse), folder)
    for file, verdict in zip(folder.files, verdicts, strict=True):
        for each in verdict.definitions:
            print(_line(each, Path(file.path).name))
    mistakes = [*folder.mistakes, *(each for verdict in verdicts for each in verdict.mistakes)]
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    if mistakes:
        raise typer.Exit(1)


def _line(feature: FeatureDefinition, file: str) -> str:
    about = f"{feature.category}, {feature.kind}, {feature.tier}, {feature.known_at.words}"
    return f"{feature.name}  {feature.display_name} ({about}; {file})"
