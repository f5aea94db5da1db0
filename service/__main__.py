"""`python -m service`: the service alone, in an environment that has only its dependencies."""

import argparse
import sys
from pathlib import Path
from urllib.parse import urlencode

from core.contracts.errors import DataError
from service.members.entry.link import fresh_link
from service.serving import serve
from service.settings import Settings, from_environment

_DEMO_VISITOR = {
    "user_id": "demo",
    "user_name": "Demo",
    "user_email": "demo@example.com",
    "course_id": "dev-cad-std",
    "profile": "pro",
}


def main(arguments: list[str] | None = None) -> int:
    given = vars(_parser().parse_args(arguments))
    open_link, print_address = given.pop("open_link"), given.pop("print_address")
    try:
        settings = from_environment(**{name: value for name, value in given.items() if value is not None})
        address = f"http://{settings.host}:{settings.port}/"

        def tell() -> None:
            if open_link or print_address:
                told = _open_link(address, settings) if open_link else address
                print(f"Session Almanac: {told}", flush=True)

        serve(settings, tell)
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return 2
    return 0


def _open_link(address: str, settings: Settings) -> str:
    """PUBLIC_URL, or else `address`, as a link that opens signed in.

    Where links are signed it lets in once, within five minutes.
    """
    address = f"{settings.public_url.rstrip('/')}/" if settings.public_url else address
    if settings.access_mode == "trusted_url" or not settings.entry_secrets:
        return f"{address}?{urlencode(_DEMO_VISITOR, safe='@')}"
    return fresh_link(address, _DEMO_VISITOR, settings.entry_secrets[0])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m service", description=__doc__)
    parser.add_argument("--warehouse", type=Path, help="folder with snapshots/ (default: ALMANAC_WAREHOUSE)")
    parser.add_argument("--state", type=Path, help="folder for tokens and keys (default: ALMANAC_STATE)")
    parser.add_argument("--web", type=Path, help="the built page (default: ALMANAC_WEB)")
    parser.add_argument("--host", help="address to bind (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to bind (default: 8000)")
    parser.add_argument("--print-address", action="store_true", help="say where it answers, once it does")
    parser.add_argument("--open-link", action="store_true", help="say an address that opens signed in")
    return parser


if __name__ == "__main__":
    sys.exit(main())
