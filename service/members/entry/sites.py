"""The course's sites: who may refer, who may frame the page, and where Return to Course may lead."""

from urllib.parse import urlsplit

from service.settings import Settings
from service.settings.values import LOOPBACK

_LONGEST = 2048


def course_hosts(settings: Settings) -> tuple[str, ...]:
    """The hosts of COURSE_SITE and COURSE_SITES, each with its www variant; a port belongs to the host.

    So does a name before an `@`, which makes it no host of ours.
    """
    named = filter(None, (settings.course_site, *settings.course_sites))
    return tuple(dict.fromkeys(f"{www}{host.lower()}" for host in named for www in ("", "www.")))


def course_origins(settings: Settings) -> tuple[str, ...]:
    """Web origins of the course's sites: https, and http where a site is on this machine."""
    origins = [f"https://{host}" for host in course_hosts(settings)]
    local = [f"http://{host}" for host in course_hosts(settings) if host.partition(":")[0] in LOOPBACK]
    return (*origins, *local)


def is_from_course(referrer: str | None, settings: Settings) -> bool:
    """Whether a page of the course's sites referred; a rule and no proof, as the caller may lie."""
    try:
        address = urlsplit(referrer or "")
        return address.scheme in ("http", "https") and address.netloc.lower() in course_hosts(settings)
    except ValueError:
        return False


def allowed_return(address: str | None, settings: Settings) -> str | None:
    """The address, where it leads to a site of the course; else None."""
    if not address or len(address) > _LONGEST or any(ord(sign) <= 32 or sign == "\\" for sign in address):
        return None
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    origin = f"{parts.scheme}://{parts.netloc.lower()}"
    return address if origin in course_origins(settings) else None
