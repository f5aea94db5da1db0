"""`almanac accounts`, `codes` and `entry-link`: who may sign in, what codes give, and links that let in."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AtState, wrong_use
from cli.store import note_change, print_table, utc_day, with_store
from core.contracts.catalogue import Tier
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from service.database.record_store import RecordStore
    from service.database.records import Account
    from service.members.accounts import Accounts

_MOST = 1000
app = typer.Typer()
_accounts = typer.Typer(
    name="accounts",
    short_help="add, list and change users with a password",
    help="Users who sign in with a name and a password. There is none until you add one. A password is "
    "asked for, or read from standard input; it is never an argument.",
    subcommand_metavar="ACTION",
)
_codes = typer.Typer(
    name="codes",
    short_help="make, list and revoke redeemable codes",
    help="Codes that users redeem for a tier. A code is printed once, when it is made; the store keeps its "
    "digest, and lists show the beginning of that.",
    subcommand_metavar="ACTION",
)
app.add_typer(_accounts)
app.add_typer(_codes)


class Permission(StrEnum):
    MAINTAIN = "maintain"


User = Annotated[str, typer.Argument(metavar="USER", help="user name; capital letters count as small ones")]
FromStdin = Annotated[
    bool,
    typer.Option(
        "--password-stdin",
        help="read the password from standard input, one line, instead of asking for it",
    ),
]


@_accounts.command("add", short_help="a new user")
def add_account(
    username: User,
    *,
    state: AtState,
    tier: Annotated[
        Tier, typer.Option(metavar="TIER", help="what the user may see: lite, standard or pro")
    ] = "standard",
    permission: Annotated[
        list[Permission] | None,
        typer.Option(
            metavar="WHAT", help="maintain: may clear everybody's cached answers and change lists of days"
        ),
    ] = None,
    password_stdin: FromStdin = False,
) -> int:
    """A new user."""
    password, permissions = (
        _password(password_stdin),
        tuple(sorted({each.value for each in permission or ()})),
    )
    return _change(state, "added", lambda accounts: accounts.add(username, password, tier, permissions))


@_accounts.command(short_help="another password; ends the user's sessions")
def set_password(username: User, *, state: AtState, password_stdin: FromStdin = False) -> int:
    """Another password; ends the user's sessions."""
    password = _password(password_stdin)
    return _change(state, "password_set", lambda accounts: accounts.set_password(username, password))


@_accounts.command(short_help="another tier, also in place of a redeemed code's; ends the user's sessions")
def set_tier(
    username: User,
    tier: Annotated[Tier, typer.Argument(metavar="TIER", help="lite, standard or pro")],
    *,
    state: AtState,
) -> int:
    """Another tier, also in place of a redeemed code's; ends the user's sessions."""
    return _change(state, "tier_set", lambda accounts: accounts.set_tier(username, tier))


@_accounts.command(short_help="let a user in no more; ends the user's sessions")
def disable(username: User, *, state: AtState) -> int:
    """Let a user in no more; ends the user's sessions."""
    return _change(state, "disabled", lambda accounts: accounts.set_active(username, False))


@_accounts.command(short_help="let a disabled user in again")
def enable(username: User, *, state: AtState) -> int:
    """Let a disabled user in again."""
    return _change(state, "enabled", lambda accounts: accounts.set_active(username, True))


@_accounts.command("list", short_help="every user")
def list_accounts(*, state: AtState) -> int:
    """Every user, by name."""
    from service.members.accounts import Accounts

    rows = [
        (each.username, each.tier, _active(each), ",".join(each.permissions) or "-", utc_day(each.created_at))
        for each in with_store(state, lambda store: Accounts(store).every())
    ]
    return print_table(("USER", "TIER", "STATE", "PERMISSIONS", "ADDED"), rows, "no accounts yet")


def _whole(given: str | int) -> int:
    if not (text := str(given)).isdecimal() or not 1 <= int(text) <= _MOST:
        wrong_use(f"{text!r} is no number from 1 to {_MOST}")
    return int(text)


def _first_second_after(text: str) -> int:
    try:
        last = date.fromisoformat(text)
    except ValueError:
        wrong_use(f"{text!r} is no day; write it as 2026-12-31")
    if last < datetime.now(UTC).date():
        wrong_use(f"{text} is over")
    return int(datetime.combine(last + timedelta(days=1), time(), UTC).timestamp())


@_codes.command("add", short_help="new codes, one a line")
def add_codes(
    *,
    tier: Annotated[Tier, typer.Option(metavar="TIER", help="what the code gives: lite, standard or pro")],
    count: Annotated[int, typer.Option(parser=_whole, metavar="N", help="how many codes")] = 1,
    uses: Annotated[int, typer.Option(parser=_whole, metavar="N", help="users per code")] = 1,
    expires: Annotated[
        int | None,
        typer.Option(
            parser=_first_second_after, metavar="DATE", help="last day, UTC, as 2026-12-31 (default: none)"
        ),
    ] = None,
    state: AtState,
) -> int:
    """Print new codes, one a line."""
    from service.members.codes import Codes

    async def print_codes(store: RecordStore) -> None:
        for _ in range(count):
            print(await Codes(store).make(tier, uses, expires), flush=True)

    with_store(state, print_codes)
    note_change(state, "account_changed", None, "codes_added", tier=tier, count=str(count))
    return 0


@_codes.command("list", short_help="every code")
def list_codes(*, state: AtState) -> int:
    """Every code, oldest first."""
    from service.members.codes import Codes

    rows = []
    for each in with_store(state, lambda store: Codes(store).every()):
        shown = "revoked" if each.revoked else "open" if each.used < each.uses else "used up"
        last = None if each.expires_at is None else each.expires_at - 1
        used = f"{each.used}/{each.uses}"
        rows.append((each.name, each.tier, shown, used, utc_day(each.created_at), utc_day(last)))
    return print_table(("NAME", "TIER", "STATE", "USED", "MADE", "LAST DAY"), rows, "no codes yet")


@_codes.command("revoke", short_help="make a code worthless")
def revoke_code(
    name: Annotated[str, typer.Argument(metavar="NAME", help="the code's name in `almanac codes list`")],
    *,
    state: AtState,
) -> int:
    """Make a code worthless."""
    from service.members.codes import Codes

    code = with_store(state, lambda store: Codes(store).revoke(name))
    note_change(state, "account_changed", None, "code_revoked", code=code.name)
    print(f"{code.name}: revoked ({code.tier}, used {code.used}/{code.uses})")
    return 0


@app.command(short_help="print a signed link that lets one member in")
def entry_link(
    *,
    user_id: Annotated[str, typer.Option(metavar="ID", help="the member's id on the platform")],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="their name (default: e-mail)")] = None,
    email: Annotated[str, typer.Option(metavar="ADDRESS", help="e-mail address")],
    course: Annotated[str, typer.Option(metavar="ID", help="an allowed course")],
    course_title: Annotated[str | None, typer.Option(metavar="TITLE", help="the course's title")] = None,
    profile: Annotated[
        Tier | None, typer.Option(metavar="TIER", help="lite, standard or pro (default: the course's)")
    ] = None,
    return_url: Annotated[
        str | None, typer.Option(metavar="URL", help="where Return to Course leads")
    ] = None,
    base: Annotated[
        str | None, typer.Option(metavar="URL", help="the service's address (default: PUBLIC_URL)")
    ] = None,
) -> int:
    """Print a link signed with the first of ENTRY_SECRETS. It lets in once, within five minutes.
    docs/entry.md says how the course platform signs its own.
    """
    from service.members.entry.link import LIFETIME, fresh_link
    from service.settings import from_environment

    settings = from_environment()
    if not settings.entry_secrets:
        raise DataError("ENTRY_SECRETS is empty; give the command the secret the service runs with.")
    if course not in settings.course_tiers:
        allowed = ", ".join(settings.course_tiers)
        raise DataError(f"--course {course}: not one of the allowed courses: {allowed} (COURSES).")
    said = {
        "user_id": user_id,
        "user_name": name,
        "user_email": email,
        "course_id": course,
        "course_title": course_title,
        "profile": profile,
        "return_url": return_url,
    }
    address = base or settings.public_url or f"http://{settings.host}:{settings.port}/"
    parameters = {field: value for field, value in said.items() if value}
    print(fresh_link(f"{address.removesuffix('/')}/", parameters, settings.entry_secrets[0]))
    print(f"It lets in once, within {LIFETIME // 60} minutes.", file=sys.stderr)
    return 0


def _change(state: Path, outcome: str, change: Callable[[Accounts], Awaitable[Account]]) -> int:
    from service.members.accounts import Accounts

    account = with_store(state, lambda store: change(Accounts(store)))
    note_change(state, "account_changed", account.user_id, outcome, tier=account.tier)
    print(f"{account.username}: {outcome.replace('_', ' ')} ({account.tier}, {_active(account)})")
    return 0


def _active(account: Account) -> str:
    return "active" if account.active else "disabled"


def _password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        wrong_use("no terminal to ask for the password; give --password-stdin")
    password = getpass("Password: ")
    if getpass("Again: ") != password:
        wrong_use("the two passwords differ")
    return password
