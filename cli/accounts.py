"""`almanac accounts`: who may sign in with a name and a password."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Awaitable, Callable
from getpass import getpass
from typing import TYPE_CHECKING

from cli.access import add_state, day, note_change, table, with_store
from cli.options import Commands
from core.contracts.catalogue import TIERS

if TYPE_CHECKING:
    from service.access.accounts import Accounts
    from service.access.records import Account

PERMISSIONS = ("maintain",)
_PASSWORD_HELP = "read the password from standard input, one line, instead of asking for it"


def add_commands(commands: Commands) -> None:
    """Register `accounts`."""
    parser = commands.add_parser(
        "accounts",
        help="add, list and change users with a password",
        description="Users who sign in with a name and a password. There is none until you add one. A "
        "password is asked for, or read from standard input; it is never an argument.",
    )
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    add = _action(actions, "add", "a new user", add_account)
    add.add_argument("--tier", choices=TIERS, default="standard", help="what the user may see")
    add.add_argument(
        "--permission",
        action="append",
        choices=PERMISSIONS,
        default=[],
        help="maintain: may clear everybody's cached answers",
    )
    add.add_argument("--password-stdin", action="store_true", help=_PASSWORD_HELP)
    set_password = _action(
        actions, "set-password", "another password; ends the user's sessions", new_password
    )
    set_password.add_argument("--password-stdin", action="store_true", help=_PASSWORD_HELP)
    set_tier = _action(
        actions,
        "set-tier",
        "another tier, also in place of a redeemed code's; ends the user's sessions",
        new_tier,
    )
    set_tier.add_argument("tier", choices=TIERS, metavar="TIER", help="lite, standard or pro")
    _action(actions, "disable", "let a user in no more; ends the user's sessions", disable)
    _action(actions, "enable", "let a disabled user in again", enable)
    listing = actions.add_parser("list", help="every user", description="Every user, by name.")
    listing.set_defaults(run=list_accounts, parser=listing)
    add_state(listing)


def add_account(asked: argparse.Namespace) -> int:
    """Add a user; 0."""
    password = _password(asked)
    permissions = tuple(sorted(set(asked.permission)))
    return _changed(
        asked, "added", lambda accounts: accounts.add(asked.username, password, asked.tier, permissions)
    )


def new_password(asked: argparse.Namespace) -> int:
    """Give a user another password; 0."""
    password = _password(asked)
    return _changed(asked, "password_set", lambda accounts: accounts.set_password(asked.username, password))


def new_tier(asked: argparse.Namespace) -> int:
    """Give a user another tier; 0."""
    return _changed(asked, "tier_set", lambda accounts: accounts.set_tier(asked.username, asked.tier))


def disable(asked: argparse.Namespace) -> int:
    """Let a user in no more; 0."""
    return _changed(asked, "disabled", lambda accounts: accounts.set_active(asked.username, False))


def enable(asked: argparse.Namespace) -> int:
    """Let a user in again; 0."""
    return _changed(asked, "enabled", lambda accounts: accounts.set_active(asked.username, True))


def list_accounts(asked: argparse.Namespace) -> int:
    """Print every user; 0."""
    found = with_store(asked, lambda store: store.accounts())
    rows = [
        (each.username, each.tier, _state(each), ",".join(each.permissions) or "-", day(each.created_at))
        for each in found
    ]
    print(table(("USER", "TIER", "STATE", "PERMISSIONS", "ADDED"), rows) if rows else "no accounts yet")
    return 0


def _action(
    actions: Commands, name: str, help_text: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}.")
    parser.add_argument("username", metavar="USER", help="user name; capital letters count as small ones")
    add_state(parser)
    parser.set_defaults(run=run, parser=parser)
    return parser


def _changed(
    asked: argparse.Namespace, outcome: str, change: Callable[[Accounts], Awaitable[Account]]
) -> int:
    from service.access.accounts import Accounts

    account = with_store(asked, lambda store: change(Accounts(store)))
    note_change(asked, account.user_id, outcome, tier=account.tier)
    print(f"{account.username}: {outcome.replace('_', ' ')} ({account.tier}, {_state(account)})")
    return 0


def _state(account: Account) -> str:
    return "active" if account.active else "disabled"


def _password(asked: argparse.Namespace) -> str:
    if asked.password_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        asked.parser.error("no terminal to ask for the password; give --password-stdin")
    password = getpass("Password: ")
    if getpass("Again: ") != password:
        asked.parser.error("the two passwords differ")
    return password
