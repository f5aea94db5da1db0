"""Runs the application on its port."""

import gc
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from core.contracts.errors import DataError
from service.app import create_app
from service.edge.protocol import protocol_of
from service.observability.logs import set_up_logs
from service.settings import Settings


def serve(settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until interrupted; `ready` is called once, when requests are answered.

    Raises:
        DataError: the port is taken, or the state folder cannot be used.
    """
    set_up_logs(settings.log_format)
    with listen(settings.host, settings.port) as listener, suppress(KeyboardInterrupt):
        # One reading of HTTP everywhere: h11 with a limit on headers, no websockets, our own word on proxies.
        config = uvicorn.Config(
            create_app(settings),
            http=protocol_of(settings),
            ws="none",
            proxy_headers=False,
            h11_max_incomplete_event_size=settings.header_bytes,
            access_log=False,
            log_config=None,
            server_header=False,
            lifespan="on",
        )
        _Server(config, ready).run(sockets=[listener])


NEW_OBJECTS = 20_000
"""Containers made since the last collection from which the next one comes."""


class _Server(uvicorn.Server):
    """Calls `ready` when it has started."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `ready`.

        Objects made by then stay for good, so no collection visits them again. An answer makes thousands of
        lists and no cycles: collections come after so many, not within every answer.
        """
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS)
        if self.started:
            self._ready()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        DataError: the port is taken, or not ours to use.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except (OSError, OverflowError) as error:
        reason = str(getattr(error, "strerror", "") or error).partition(" (while ")[0]
        raise DataError(f"port {port} on {host}: {reason}. Choose another with --port.") from error
