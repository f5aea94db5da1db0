"""The sessions so far in memory, as the warehouse's folder or Redis had them last."""

from core.contracts.next_session import SoFar
from service.settings import Settings


class KnownSoFar:
    """Every symbol's session so far; read anew where it changed."""

    def __init__(self, settings: Settings) -> None:
        self._sessions: dict[str, SoFar] = {}

    def of(self, symbol: str) -> SoFar | None:
        """The symbol's, None where nobody read one."""
        return self._sessions.get(symbol)
