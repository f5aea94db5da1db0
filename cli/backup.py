"""`almanac backup` and `almanac restore`: warehouse and state folder, taken while everything runs."""

import argparse
import os
from pathlib import Path

from cli.access import add_state
from cli.options import Commands, add_warehouse, warehouse_of


def add_commands(commands: Commands) -> None:
    """Register `backup` and `restore`."""
    backup = commands.add_parser(
        "backup",
        help="copy warehouse and state into a folder, also while builds and services run",
        description="Copy warehouse and state folder into TARGET, a folder that is not there yet. "
        "Each symbol's bars and each snapshot are copied as one moment had them, databases by SQLite's own "
        "copy; every file's digest is noted. Builds and services may run meanwhile. A damaged snapshot and "
        "what cannot be read are left out, other damaged files copied as they are; each is named, with exit "
        "code 1.",
    )
    backup.add_argument("target", type=Path, metavar="TARGET", help="the folder to make")
    backup.set_defaults(run=take_backup)
    restore = commands.add_parser(
        "restore",
        help="bring warehouse and state back from a backup",
        description="Check every file of the backup SOURCE, then bring it back. Stop services and builds "
        "first. A warehouse or state folder with something in it is refused, unless --replace: then what is "
        "there is moved aside, into the folder's .replaced-TIME. While a service or a build uses it, that is "
        "refused.",
    )
    restore.add_argument("source", type=Path, metavar="SOURCE", help="a folder that `almanac backup` made")
    restore.add_argument("--replace", action="store_true", help="move aside what is there")
    restore.set_defaults(run=bring_back)
    for parser in (backup, restore):
        add_warehouse(parser)
        add_state(parser)


def take_backup(asked: argparse.Namespace) -> int:
    """Make a backup and say what is in it; 1 where something is damaged."""
    from core.storage.backup import back_up

    made = back_up(warehouse_of(asked), asked.state, asked.target)
    for each in made.troubles:
        print(each)
    if os.environ.get("REDIS_URL"):
        print("REDIS_URL is set: accounts, codes and sessions are in Redis; back that up as any Redis")
    print(f"{asked.target}: {made.files:,} files, {made.bytes:,} bytes")
    return 1 if made.troubles else 0


def bring_back(asked: argparse.Namespace) -> int:
    """Restore a backup; 0."""
    from core.storage.restore import restore

    made = restore(asked.source, warehouse_of(asked), asked.state, replace=asked.replace)
    print(f"{asked.source}: {made:,} files brought back; look with `almanac verify`")
    return 0
