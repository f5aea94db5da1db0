"""Computations take turns by caller: one visitor's many do not hold up another's one."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from service.edge.turns import Turns


def done_in_order(callers: str, *, cancelled: int | None = None) -> str:
    """Who ran in which order, where all ask at once and the first one runs; one of them may leave."""

    async def all_of_them() -> str:
        turns, order, begin = Turns(), list[str](), asyncio.Event()

        async def work(caller: str) -> None:
            async with turns.turn(caller):
                await begin.wait()
                order.append(caller)

        works: list[Coroutine[Any, Any, None]] = [work(caller) for caller in callers]
        tasks = [asyncio.create_task(each) for each in works]
        await asyncio.sleep(0)
        if cancelled is not None:
            tasks[cancelled].cancel()
        begin.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with turns.turn("later"):
            order.append(".")
        return "".join(order)

    return asyncio.run(all_of_them())


def test_a_caller_who_waits_is_next_before_another_s_second() -> None:
    assert done_in_order("aaaab") == "aabaa."
    assert done_in_order("aaabbc") == "aabcab."


def test_a_request_that_left_takes_no_turn() -> None:
    assert done_in_order("aaab", cancelled=3) == "aaa."
    assert done_in_order("aab", cancelled=1) == "ab."


def test_one_that_fails_lets_the_next_run() -> None:
    async def failing() -> str:
        turns = Turns()
        try:
            async with turns.turn("a"):
                raise OSError
        except OSError:
            pass
        async with turns.turn("b"):
            return "b"

    assert asyncio.run(failing()) == "b"
