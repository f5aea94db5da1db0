"""`almanac entry-link`: an address that lets one member in, signed as the course platform signs it."""

import argparse
import sys

from cli.options import Commands
from core.contracts.catalogue import TIERS
from core.contracts.errors import DataError

_PARAMETERS = ("user_id", "user_name", "user_email", "course_id", "course_title", "profile", "return_url")


def add_commands(commands: Commands) -> None:
    """Register `entry-link`."""
    parser = commands.add_parser(
        "entry-link",
        help="print a signed link that lets one member in",
        description="Print a link signed with the first of ENTRY_SECRETS. It lets in once, within five "
        "minutes. docs/entry.md says how the course platform signs its own.",
    )
    parser.add_argument("--user-id", required=True, metavar="ID", help="the member's id on the platform")
    parser.add_argument("--name", dest="user_name", metavar="NAME", help="their name (default: e-mail)")
    parser.add_argument("--email", dest="user_email", required=True, metavar="ADDRESS", help="e-mail address")
    parser.add_argument("--course", dest="course_id", required=True, metavar="ID", help="an allowed course")
    parser.add_argument("--course-title", metavar="TITLE", help="the course's title")
    parser.add_argument("--profile", choices=TIERS, help="the tier (default: the course's)")
    parser.add_argument("--return-url", metavar="URL", help="where Return to Course leads")
    parser.add_argument("--base", metavar="URL", help="the service's address (default: PUBLIC_URL)")
    parser.set_defaults(run=print_link)


def print_link(asked: argparse.Namespace) -> int:
    """The link on standard output, alone, so that it can be piped."""
    from service.access.entry.link import LIFETIME, fresh_link
    from service.settings import from_environment

    settings = from_environment()
    if not settings.entry_secrets:
        raise DataError("ENTRY_SECRETS is empty; give the command the secret the service runs with.")
    _check_course(asked.course_id, tuple(settings.course_tiers))
    given = {name: value for name in _PARAMETERS if (value := getattr(asked, name))}
    base = asked.base or settings.public_url or f"http://{settings.host}:{settings.port}/"
    print(fresh_link(_as_folder(base), given, settings.entry_secrets[0]))
    print(f"It lets in once, within {LIFETIME // 60} minutes.", file=sys.stderr)
    return 0


def _check_course(course: str, allowed: tuple[str, ...]) -> None:
    if course not in allowed:
        raise DataError(f"--course {course}: not one of the allowed courses: {', '.join(allowed)} (COURSES).")


def _as_folder(address: str) -> str:
    return address if address.endswith("/") else f"{address}/"
