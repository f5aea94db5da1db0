"""What a provider is: asked for a span of sessions, it leaves a vendor file for the ordinary importer."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Wanted:
    """The sessions after `after` up to `last`, from the evening of `after` on, closed days between included.

    With `names_contracts` the bars have to name their contract (ESZ6); else a continuous series will do.
    """

    symbol: str
    after: date
    last: date
    names_contracts: bool


class Provider(Protocol):
    """One vendor. `name` stands in file names and messages."""

    @property
    def name(self) -> str:
        """The vendor's name, one lower-case word."""
        ...

    def bars(self, wanted: Wanted, folder: Path) -> Path:
        """Write the bars as a file into `folder`, whole or not at all, and return it.

        NotYet where they are not there yet, Outage where the vendor cannot be reached, ProviderRefusal where
        it will not answer until a person has done something.
        """
        ...


class ProviderError(Exception):
    """A provider gave no file. The text is for a maintainer and holds no secret."""


class NotYet(ProviderError):
    """The vendor has no bars of these sessions yet."""


class Outage(ProviderError):
    """The vendor did not answer, or broke off, as often as it was asked."""


class ProviderRefusal(ProviderError):
    """The vendor understood and said no: a key, a licence, a bill, or a question it does not know."""
