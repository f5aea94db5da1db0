"""The soak's client: a whole answer, or the word that there was none."""

import asyncio
import time

import pytest

from qa.soak.connection import Answer, Connection, HungUp

WHOLE = b"HTTP/1.1 503 Busy\r\nRetry-After: 5\r\nContent-Length: 2\r\n\r\n{}"


def answers(*says: bytes, ends: bool = True) -> list[Answer | None]:
    """What a client hears of a server that says each of these to a request; None where it is hung up on."""

    async def serve() -> list[Answer | None]:
        left = list(says)

        async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while left:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(left.pop(0))
                await writer.drain()
            if not ends:
                await reader.read()
            writer.close()

        async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
            connection = Connection(server.sockets[0].getsockname()[1])
            heard = [await _heard(connection) for _ in says]
            connection.close()
            await asyncio.sleep(0.05)
            return heard

    return asyncio.run(serve())


async def _heard(connection: Connection) -> Answer | None:
    try:
        return await connection.ask("GET", "/", b"", {}, 0.3)
    except HungUp:
        return None


def test_one_connection_brings_one_answer_after_the_other() -> None:
    assert answers(WHOLE, WHOLE.replace(b"503", b"200").replace(b"Retry-After: 5\r\n", b"")) == [
        Answer(503, b"{}", 5),
        Answer(200, b"{}", None),
    ]


def test_a_loop_that_stood_still_for_longer_has_waited_a_moment() -> None:
    async def serve() -> Answer:
        async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(0.1)
            writer.write(WHOLE)
            writer.close()

        async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
            connection = Connection(server.sockets[0].getsockname()[1])
            asyncio.get_running_loop().call_later(0.05, time.sleep, 0.5)
            answer = await connection.ask("GET", "/", b"", {}, 0.4)
            connection.close()
            return answer

    assert asyncio.run(serve()) == Answer(503, b"{}", 5)


@pytest.mark.parametrize("sent", [b"", WHOLE[:-1], WHOLE[:30]], ids=["nothing", "half a body", "half a head"])
@pytest.mark.parametrize("ends", [True, False], ids=["and ends", "and waits"])
def test_less_than_an_answer_is_hung_up(sent: bytes, ends: bool) -> None:
    assert answers(sent, ends=ends) == [None]
