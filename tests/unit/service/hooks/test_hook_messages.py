"""Messages to hooks: signed, in time, one a host, and of an answer the head alone."""

import asyncio
import hashlib
import hmac
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from service.outgoing import hook as outgoing
from service.outgoing.failure import NotSent
from service.outgoing.hook import LONGEST_REST, SIGNATURE_HEADER, Hooks, signature
from tests.support.hook_calls import LOCAL, failure, post
from tests.support.hook_stand_in import SILENT, Hook

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def receiver(talk: Talk) -> AsyncIterator[str]:
    """A receiver on this machine that talks as the test says; its host as WATCH_HOSTS names it."""
    async with await asyncio.start_server(talk, LOCAL, 0) as server:
        yield f"{LOCAL}:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize("status", [199 + 102, 302, 307, 400, 404, 410, 429, 500, 503])
def test_any_other_answer_than_taken_is_a_failure_and_nothing_is_followed(hook: Hook, status: int) -> None:
    hook.plan.append(status)
    assert failure(Hooks((hook.host,)), hook.url) == (f"the hook answered {status}", True)
    assert hook.paths == ["/almanac?room=7"]


def test_a_message_is_signed_over_its_time_and_body(hook: Hook) -> None:
    secret, body = "whsec_quiet-harbour", b'{"a": "\xc3\xa9"}'
    post(Hooks((hook.host,), lambda: 1_800_000_000.9), hook.url, body, secret)
    expected = hmac.new(secret.encode(), b"1800000000." + body, hashlib.sha256).hexdigest()
    assert hook.headers[0][SIGNATURE_HEADER] == f"t=1800000000,v1={expected}"
    assert hook.raw == [body]
    assert signature(secret, 1_800_000_001, body) != signature(secret, 1_800_000_000, body)
    post(Hooks((hook.host,)), hook.url, body)
    assert hook.headers[1][SIGNATURE_HEADER] is None


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("120", 120), (None, 0), ("soon", 0), ("-5", 0), ("999999999999", LONGEST_REST), ("1e3", 0)],
)
def test_a_receiver_that_asks_for_time_gets_it(hook: Hook, said: str | None, seconds: int) -> None:
    clock = [1000.0]
    hooks = Hooks((hook.host,), lambda: clock[0])
    hook.plan.append(429)
    hook.retry_after = said

    async def rest() -> float:
        async with hooks.turn(hook.url + "&other") as rest:
            return rest

    with pytest.raises(NotSent) as found:
        post(hooks, hook.url)
    assert found.value.retry_after == seconds
    assert asyncio.run(rest()) == seconds, "for every message to that host"
    clock[0] += seconds
    assert asyncio.run(rest()) == 0


def test_a_receiver_may_name_the_date_until_which_it_wants_time(hook: Hook) -> None:
    hook.plan.append(503)
    hook.retry_after = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 3600))
    with pytest.raises(NotSent) as found:
        post(Hooks((hook.host,)), hook.url)
    assert 3000 < found.value.retry_after <= 3600


def test_a_host_has_one_connection_and_all_together_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "MOST_CONNECTIONS", 3)
    under_way: list[str] = []

    async def send(hooks: Hooks, url: str, seen: list[list[str]]) -> None:
        async with hooks.turn(url):
            under_way.append(url)
            seen.append(sorted(under_way))
            await asyncio.sleep(0)
            under_way.remove(url)

    async def most(urls: list[str]) -> int:
        hooks, seen = Hooks((LOCAL,)), list[list[str]]()
        await asyncio.gather(*(send(hooks, url, seen) for url in urls))
        assert len(seen) == len(urls)
        return max(map(len, seen))

    one_host = [f"https://hooks.example/{number}" for number in range(20)]
    assert asyncio.run(most([*one_host, "https://HOOKS.example.:443/x"])) == 1
    assert asyncio.run(most([f"https://hooks-{number}.example/" for number in range(20)])) == 3


def test_what_may_have_arrived_is_not_certain_to_be_lost(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 0.3)
    hook.plan.append(SILENT)
    assert failure(Hooks((hook.host,)), hook.url) == ("the hook did not answer in time", False)


@pytest.mark.parametrize(
    "spoken",
    [b"", b"\x00\xff" * 10, b"HTTP/1.1 200 OK\r\nA: " + b"x" * 400_000, b"HTTP/1.1 100 Continue\r\n\r\n"],
)
def test_an_answer_that_is_none_fails_in_time(monkeypatch: pytest.MonkeyPatch, spoken: bytes) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 3)

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.write(spoken)
        writer.close()

    async def walk() -> None:
        async with receiver(speak) as host:
            with pytest.raises(NotSent) as found:
                await Hooks((host,)).post(f"http://{host}/", b"{}", None)
            assert not found.value.is_certain

    asyncio.run(walk())


@pytest.mark.parametrize("drips", [b"HTTP/1.1 200 OK\r\n" * 100, b"HTTP/1.1 102 Processing\r\n\r\n" * 100])
def test_an_answer_that_drips_ends_with_the_time(monkeypatch: pytest.MonkeyPatch, drips: bytes) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 0.5)

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for letter in drips:
                writer.write(bytes([letter]))
                await asyncio.sleep(0.05)
        finally:
            writer.transport.abort()

    async def walk() -> None:
        async with receiver(drip) as host:
            with pytest.raises(NotSent, match="in time"):
                await Hooks((host,)).post(f"http://{host}/", b"{}", None)

    asyncio.run(walk())


def test_of_an_answer_that_was_taken_no_more_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a body that never ends nor a cookie for the next message."""
    heads: list[bytes] = []
    head = b"HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n"

    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        try:
            writer.write(head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
            await reader.read()
        finally:
            writer.transport.abort()

    async def walk() -> None:
        async with receiver(endless) as host:
            hooks = Hooks((host,))
            for _ in range(2):
                await hooks.post(f"http://{host}/", b"{}", None)

    asyncio.run(walk())
    assert len(heads) == 2
    assert b"cookie" not in heads[1].lower()


def test_a_host_without_tls_is_not_told_anything(hook: Hook) -> None:
    reason, is_certain = failure(Hooks((hook.host,)), hook.url.replace("http://", "https://"))
    assert (reason[:29], is_certain) == ("the hook could not be reached", True)
    assert hook.bodies == []


def test_a_proxy_of_the_environment_is_not_used(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    post(Hooks((hook.host,)), hook.url)
    assert hook.bodies == [{}]
