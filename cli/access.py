"""`almanac accounts`, `codes` and `entry-link`: who may sign in, what codes give, and links that let in."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, time, timedelta
from getpass import getpass
from typing import TYPE_CHECKING

from cli.options import STATE, Commands, command, option
from cli.store import note_change, print_table, utc_day, with_store
from core.contracts.catalogue import TIERS
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from service.access.accounts import Accounts
    from service.access.records import Account
    from service.access.store import AccessStore

_MOST = 1000
_USER = option("username", metavar="USER", help="user name; capital letters count as small ones")
_PASSWORD_STDIN = option(
    "--password-stdin",
    action="store_true",
    help="read the password from standard input, one line, instead of asking for it",
)


@command(
    "add",
    "a new user",
    _USER,
    STATE,
    option("--tier", choices=TIERS, default="standard", help="what the user may see"),
    option(
        "--permission",
        action="append",
        choices=("maintain",),
        default=[],
        help="maintain: may clear everybody's cached answers and change lists of days",
    ),
    _PASSWORD_STDIN,
)
def add_account(asked: argparse.Namespace) -> int:
    """A new user."""
    password, permissions = _password(asked), tuple(sorted(set(asked.permission)))
    return _change(
        asked, "added", lambda accounts: accounts.add(asked.username, password, asked.tier, permissions)
    )


@command("set-password", "another password; ends the user's sessions", _USER, STATE, _PASSWORD_STDIN)
def set_password(asked: argparse.Namespace) -> int:
    """Another password; ends the user's sessions."""
    password = _password(asked)
    return _change(asked, "password_set", lambda accounts: accounts.set_password(asked.username, password))


@command(
    "set-tier",
    "another tier, also in place of a redeemed code's; ends the user's sessions",
    _USER,
    STATE,
    option("tier", choices=TIERS, metavar="TIER", help="lite, standard or pro"),
)
def set_tier(asked: argparse.Namespace) -> int:
    """Another tier, also in place of a redeemed code's; ends the user's sessions."""
    return _change(asked, "tier_set", lambda accounts: accounts.set_tier(asked.username, asked.tier))


@command("disable", "let a user in no more; ends the user's sessions", _USER, STATE)
def disable(asked: argparse.Namespace) -> int:
    """Let a user in no more; ends the user's sessions."""
    return _change(asked, "disabled", lambda accounts: accounts.set_active(asked.username, False))


@command("enable", "let a disabled user in again", _USER, STATE)
def enable(asked: argparse.Namespace) -> int:
    """Let a disabled user in again."""
    return _change(asked, "enabled", lambda accounts: accounts.set_active(asked.username, True))


@command("list", "every user", STATE)
def list_accounts(asked: argparse.Namespace) -> int:
    """Every user, by name."""
    rows = [
        (each.username, each.tier, _active(each), ",".join(each.permissions) or "-", utc_day(each.created_at))
        for each in with_store(asked, lambda store: store.accounts())
    ]
    return print_table(("USER", "TIER", "STATE", "PERMISSIONS", "ADDED"), rows, "no accounts yet")


def _whole(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {_MOST}")
    return int(text)


def _first_second_after(text: str) -> int:
    try:
        last = date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; write it as 2026-12-31") from error
    if last < datetime.now(UTC).date():
        raise argparse.ArgumentTypeError(f"{text} is over")
    return int(datetime.combine(last + timedelta(days=1), time(), UTC).timestamp())


@command(
    "add",
    "new codes, one a line",
    option("--tier", choices=TIERS, required=True, help="what the code gives"),
    option("--count", type=_whole, default=1, metavar="N", help="how many codes (default: 1)"),
    option("--uses", type=_whole, default=1, metavar="N", help="users per code (default: 1)"),
    option(
        "--expires",
        type=_first_second_after,
        metavar="DATE",
        help="last day, UTC, as 2026-12-31 (default: none)",
    ),
    STATE,
)
def add_codes(asked: argparse.Namespace) -> int:
    """Print new codes, one a line."""
    from service.access.codes import Codes

    async def print_codes(store: AccessStore) -> None:
        for _ in range(asked.count):
            print(await Codes(store).make(asked.tier, asked.uses, asked.expires), flush=True)

    with_store(asked, print_codes)
    note_change(asked, "account_changed", None, "codes_added", tier=asked.tier, count=str(asked.count))
    return 0


@command("list", "every code", STATE)
def list_codes(asked: argparse.Namespace) -> int:
    """Every code, oldest first."""
    rows = []
    for each in with_store(asked, lambda store: store.codes()):
        state = "revoked" if each.revoked else "open" if each.used < each.uses else "used up"
        last = None if each.expires_at is None else each.expires_at - 1
        used = f"{each.used}/{each.uses}"
        rows.append((each.name, each.tier, state, used, utc_day(each.created_at), utc_day(last)))
    return print_table(("NAME", "TIER", "STATE", "USED", "MADE", "LAST DAY"), rows, "no codes yet")


@command(
    "revoke",
    "make a code worthless",
    option("name", metavar="NAME", help="the code's name in `almanac codes list`"),
    STATE,
)
def revoke_code(asked: argparse.Namespace) -> int:
    """Make a code worthless."""
    from service.access.codes import Codes

    code = with_store(asked, lambda store: Codes(store).revoke(asked.name))
    note_change(asked, "account_changed", None, "code_revoked", code=code.name)
    print(f"{code.name}: revoked ({code.tier}, used {code.used}/{code.uses})")
    return 0


@command(
    "entry-link",
    "print a signed link that lets one member in",
    option("--user-id", required=True, metavar="ID", help="the member's id on the platform"),
    option("--name", dest="user_name", metavar="NAME", help="their name (default: e-mail)"),
    option("--email", dest="user_email", required=True, metavar="ADDRESS", help="e-mail address"),
    option("--course", dest="course_id", required=True, metavar="ID", help="an allowed course"),
    option("--course-title", metavar="TITLE", help="the course's title"),
    option("--profile", choices=TIERS, help="the tier (default: the course's)"),
    option("--return-url", metavar="URL", help="where Return to Course leads"),
    option("--base", metavar="URL", help="the service's address (default: PUBLIC_URL)"),
)
def entry_link(asked: argparse.Namespace) -> int:
    """Print a link signed with the first of ENTRY_SECRETS. It lets in once, within five minutes.
    docs/entry.md says how the course platform signs its own.
    """
    from core.contracts.requests import EntryRequest
    from service.access.entry.link import LIFETIME, fresh_link
    from service.settings import from_environment

    settings = from_environment()
    if not settings.entry_secrets:
        raise DataError("ENTRY_SECRETS is empty; give the command the secret the service runs with.")
    if asked.course_id not in settings.course_tiers:
        allowed = ", ".join(settings.course_tiers)
        raise DataError(f"--course {asked.course_id}: not one of the allowed courses: {allowed} (COURSES).")
    fields = EntryRequest.__struct_fields__
    parameters = {name: value for name, value in vars(asked).items() if name in fields and value}
    base = asked.base or settings.public_url or f"http://{settings.host}:{settings.port}/"
    print(fresh_link(f"{base.removesuffix('/')}/", parameters, settings.entry_secrets[0]))
    print(f"It lets in once, within {LIFETIME // 60} minutes.", file=sys.stderr)
    return 0


def _change(asked: argparse.Namespace, outcome: str, change: Callable[[Accounts], Awaitable[Account]]) -> int:
    from service.access.accounts import Accounts

    account = with_store(asked, lambda store: change(Accounts(store)))
    note_change(asked, "account_changed", account.user_id, outcome, tier=account.tier)
    print(f"{account.username}: {outcome.replace('_', ' ')} ({account.tier}, {_active(account)})")
    return 0


def _active(account: Account) -> str:
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


def add_commands(commands: Commands) -> None:
    """Register all three."""
    accounts = commands.add_parser(
        "accounts",
        help="add, list and change users with a password",
        description="Users who sign in with a name and a password. There is none until you add one. A "
        "password is asked for, or read from standard input; it is never an argument.",
    ).add_subparsers(required=True, metavar="ACTION")
    for each in (add_account, set_password, set_tier, disable, enable, list_accounts):
        each.add_to(accounts)
    codes = commands.add_parser(
        "codes",
        help="make, list and revoke redeemable codes",
        description="Codes that users redeem for a tier. A code is printed once, when it is made; the store "
        "keeps its digest, and lists show the beginning of that.",
    ).add_subparsers(required=True, metavar="ACTION")
    for each in (add_codes, list_codes, revoke_code):
        each.add_to(codes)
    entry_link.add_to(commands)
