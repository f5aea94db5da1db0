"""Work that goes on beside a block, such as looking for what is new."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """The work runs until the block ends."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        while not task.done():  # one cancellation may be taken for the end of a wait for Redis
            task.cancel()
            await asyncio.wait({task}, timeout=0.1)
        with suppress(asyncio.CancelledError):
            await task


async def repeated(step: Callable[[], Awaitable[None]], interval: float) -> None:
    """The step, after every `interval` seconds, without end."""
    while True:
        await asyncio.sleep(interval)
        await step()
