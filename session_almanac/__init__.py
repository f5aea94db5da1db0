"""How often, when and how far things happened on historical sessions of an index future.

`Almanac` asks a warehouse or a service and gives data frames; `where` writes one condition of a filter.
"""

TYPE_CHECKING = False
"""As that of `typing`, which takes as long to import as all that the command says of a Ctrl-C."""

if TYPE_CHECKING:
    from core.contracts.errors import AlmanacError as AlmanacError
    from session_almanac.client import Almanac as Almanac
    from session_almanac.errors import CallRefused as CallRefused
    from session_almanac.errors import NoAnswer as NoAnswer
    from session_almanac.questions import where as where

__all__ = ["Almanac", "AlmanacError", "CallRefused", "NoAnswer", "where"]


def __getattr__(name: str) -> object:
    """The client's names, imported when they are first asked for: the service and the command need none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from session_almanac import client

    return getattr(client, name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
