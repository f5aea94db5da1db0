"""`almanac codes`: redeemable codes, each worth a tier."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from cli.access import add_state, day, note_change, table, with_store
from cli.options import Commands
from core.contracts.catalogue import TIERS

if TYPE_CHECKING:
    from service.access.records import Code
    from service.access.store import AccessStore

_MOST = 1000


def add_commands(commands: Commands) -> None:
    """Register `codes`."""
    parser = commands.add_parser(
        "codes",
        help="make, list and revoke redeemable codes",
        description="Codes that users redeem for a tier. A code is printed once, when it is made; the store "
        "keeps its digest, and lists show the beginning of that.",
    )
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    add = actions.add_parser("add", help="new codes, one a line", description="Print new codes, one a line.")
    add.add_argument("--tier", choices=TIERS, required=True, help="what the code gives")
    add.add_argument("--count", type=_whole, default=1, metavar="N", help="how many codes (default: 1)")
    add.add_argument("--uses", type=_whole, default=1, metavar="N", help="users per code (default: 1)")
    add.add_argument(
        "--expires", type=_day, metavar="DATE", help="last day, UTC, as 2026-12-31 (default: none)"
    )
    add.set_defaults(run=add_codes, parser=add)
    listing = actions.add_parser("list", help="every code", description="Every code, oldest first.")
    listing.set_defaults(run=list_codes, parser=listing)
    revoke = actions.add_parser("revoke", help="make a code worthless", description="Make a code worthless.")
    revoke.add_argument("name", metavar="NAME", help="the code's name in `almanac codes list`")
    revoke.set_defaults(run=revoke_code, parser=revoke)
    for each in (add, listing, revoke):
        add_state(each)


def add_codes(asked: argparse.Namespace) -> int:
    """Print new codes; 0."""
    from service.access.codes import Codes

    async def printed(store: AccessStore) -> None:
        codes = Codes(store)
        for _ in range(asked.count):
            print(await codes.make(asked.tier, asked.uses, asked.expires), flush=True)

    with_store(asked, printed)
    note_change(asked, None, "codes_added", tier=asked.tier, count=str(asked.count))
    return 0


def list_codes(asked: argparse.Namespace) -> int:
    """Print every code's name and state; 0."""
    found = with_store(asked, lambda store: store.codes())
    rows = [
        (each.name, each.tier, _state(each), f"{each.used}/{each.uses}", day(each.created_at), _last(each))
        for each in found
    ]
    print(table(("NAME", "TIER", "STATE", "USED", "MADE", "LAST DAY"), rows) if rows else "no codes yet")
    return 0


def revoke_code(asked: argparse.Namespace) -> int:
    """Make a code worthless; 0."""
    from service.access.codes import Codes

    code = with_store(asked, lambda store: Codes(store).revoke(asked.name))
    note_change(asked, None, "code_revoked", code=code.name)
    print(f"{code.name}: revoked ({code.tier}, used {code.used}/{code.uses})")
    return 0


def _state(code: Code) -> str:
    if code.revoked:
        return "revoked"
    return "open" if code.used < code.uses else "used up"


def _last(code: Code) -> str:
    return day(None if code.expires_at is None else code.expires_at - 1)


def _whole(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {_MOST}")
    return int(text)


def _day(text: str) -> int:
    """The first second after that day."""
    try:
        last = date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; write it as 2026-12-31") from error
    if last < datetime.now(UTC).date():
        raise argparse.ArgumentTypeError(f"{text} is over")
    after = last + timedelta(days=1)
    return int(datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp())
