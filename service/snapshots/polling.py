"""Work that runs in the background of a block, such as polling."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def background_task(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
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
    while True:
        await asyncio.sleep(interval)
        await step()
