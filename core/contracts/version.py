"""The version of the product: that of the installed package, which is the tag's; no file has it."""

from importlib.metadata import PackageNotFoundError, version

PACKAGE = "session-almanac"


def _installed() -> str:
    try:
        return version(PACKAGE)
    except PackageNotFoundError:  # a folder on the path that nobody installed, as from an archive
        return "0.0.0"


VERSION = _installed()
