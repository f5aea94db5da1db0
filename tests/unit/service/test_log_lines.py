"""Lines that are written together are the lines that would be written alone, in their order."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.logs import GatheringHandler, JsonLines, RequestLine, TextLines

REQUEST = RequestLine("POST", "compute", 200, 1.25, "0123456789abcdef", "-")
PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Stream(io.StringIO):
    """Counts its writes."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def write(self, text: str) -> int:
        self.writes += 1
        return super().write(text)


def record(message: object, created: float = 0.0) -> logging.LogRecord:
    made = logging.LogRecord("service.access", logging.INFO, "", 0, message, None, None)
    made.created, made.msecs = created, created % 1 * 1000
    return made


def handler_on(stream: Stream, formatter: logging.Formatter) -> GatheringHandler:
    handler = GatheringHandler()
    handler.setStream(stream)
    handler.setFormatter(formatter)
    return handler


@given(st.floats(0, 4e9))
def test_a_line_for_people_is_logging_s_own(created: float) -> None:
    lines, plain = TextLines(), logging.Formatter(PLAIN)
    for moment in (created, created, created + 1):
        assert lines.format(record(REQUEST, moment)) == plain.format(record(REQUEST, moment))


@pytest.mark.parametrize("formatter", [TextLines, JsonLines])
@given(st.lists(st.sampled_from((REQUEST, "a warning"))))
def test_gathered_lines_are_all_there_in_their_order(
    formatter: Callable[[], logging.Formatter], messages: list[object]
) -> None:
    stream = Stream()
    handler, alone = handler_on(stream, formatter()), formatter()

    async def log() -> None:
        for message in messages:
            handler.handle(record(message))

    asyncio.run(log())
    handler.flush()
    assert stream.getvalue() == "".join(alone.format(record(message)) + "\n" for message in messages)
    assert stream.writes <= 1 + messages.count("a warning")


def test_a_request_s_line_comes_by_itself_and_without_a_loop_at_once() -> None:
    stream = Stream()
    handler = handler_on(stream, TextLines())

    async def log() -> None:
        for _ in range(3):
            handler.handle(record(REQUEST))
        assert stream.writes == 0
        while stream.writes == 0:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(log(), 20))
    assert (stream.writes, stream.getvalue().count("\n")) == (1, 3)
    handler.handle(record(REQUEST))
    assert stream.writes == 2


def test_many_lines_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.logs._GATHERING_SECONDS", 600)  # however slowly they come
    stream = Stream()
    handler = handler_on(stream, TextLines())

    async def log() -> None:
        for _ in range(600):
            handler.handle(record(REQUEST))

    asyncio.run(log())
    assert stream.getvalue().count("\n") == 512


def test_no_field_of_a_request_s_line_is_longer_than_200_characters() -> None:
    line = RequestLine("X" * 5000, "compute", 200, 1.25, "r" * 300, "s" * 300)
    assert str(line) == f"{'X' * 200} compute 200 1.2ms request={'r' * 200} session={'s' * 200}"
    shown = orjson.loads(JsonLines().format(record(line)))
    assert max(len(str(value)) for value in shown.values()) == 200
