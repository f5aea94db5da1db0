"""Hooks: https to a public address that was resolved once, or a host that the settings name."""

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from core.contracts.errors import InvalidRequest
from service.outgoing import hook as outgoing
from service.outgoing.failure import NotSent
from service.outgoing.hook import Hooks, _is_public
from tests.support.hook_stand_in import SILENT, Hook, running_hook

PUBLIC = ("93.184.216.34", "1.1.1.1", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34")
PRIVATE = (
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
    *("169.254.169.254", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1"),
    *("::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "::127.0.0.1"),
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
)


@pytest.fixture
def hook() -> Iterator[Hook]:
    with running_hook() as hook:
        yield hook


class Names:
    """A resolver that answers each question with the next of its answers, the last one for good."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    def __call__(self, host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        self.asked += 1
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        families = [socket.AF_INET6 if ":" in each else socket.AF_INET for each in found]
        return [
            (family, socket.SOCK_STREAM, 6, "", (each, port))
            for family, each in zip(families, found, strict=True)
        ]


def failure(hooks: Hooks, url: str, body: bytes = b"{}") -> tuple[str, bool]:
    with pytest.raises(NotSent) as found:
        asyncio.run(hooks.post(url, body))
    return found.value.reason, found.value.is_certain


def refusal(hooks: Hooks, url: str) -> str:
    with pytest.raises(InvalidRequest) as found:
        asyncio.run(hooks.check(url))
    assert found.value.code == "watch_url"
    return found.value.detail


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_open_network_is_public(address: str) -> None:
    assert _is_public(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_every_other_address_is_not_however_it_is_written(address: str) -> None:
    assert not _is_public(address)


@pytest.mark.parametrize(
    "addresses", [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::1"], ["169.254.169.254"]]
)
def test_a_name_of_a_private_address_is_neither_taken_nor_posted_to(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Names(addresses))
    connected: list[Any] = []
    monkeypatch.setattr(asyncio, "open_connection", lambda *given, **_: connected.append(given))
    hooks = Hooks(("*",))
    assert "not a public one" in refusal(hooks, "https://evil.example/")
    assert failure(hooks, "https://evil.example/") == ("the hook's host is not a public one", True)
    assert connected == []


def test_a_name_is_resolved_once_and_connected_to_as_it_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(["93.184.216.34"], ["127.0.0.1"])
    monkeypatch.setattr(socket, "getaddrinfo", names)
    connected: list[tuple[Any, ...]] = []

    async def open_connection(address: str, port: int, **more: Any) -> Any:
        connected.append((address, port, more["server_hostname"], more["ssl"] is not None))
        raise OSError

    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    assert failure(Hooks(("*",)), "https://rebinding.example:8443/")[1] is True
    assert connected == [("93.184.216.34", 8443, "rebinding.example", True)]
    assert names.asked == 1


def test_only_named_hosts_are_posted_to_without_tls_and_on_their_port(hook: Hook) -> None:
    for host in (hook.host, "127.0.0.1"):
        asyncio.run(Hooks((host,)).check(hook.url))
        asyncio.run(Hooks((host,)).post(hook.url, b'{"a":1}'))
    assert hook.bodies == [{"a": 1}] * 2
    wrong_port, longer = f"127.0.0.1:{hook.port + 1}", f"x127.0.0.1:{hook.port}"
    others: list[tuple[str, ...]] = [(), ("*",), ("localhost",), (wrong_port,), (longer,)]
    for hosts in others:
        refusal(Hooks(hosts), hook.url)
        assert failure(Hooks(hosts), hook.url) == ("the hook may not be posted to any more", True)
    assert len(hook.bodies) == 2
    refusal(Hooks(("*",)), f"https://{hook.host}/")


@pytest.mark.parametrize("status", [199 + 102, 302, 307, 400, 404, 410, 429, 500, 503])
def test_any_other_answer_than_taken_is_a_failure_and_nothing_is_followed(hook: Hook, status: int) -> None:
    hook.plan.append(status)
    assert failure(Hooks((hook.host,)), hook.url) == (f"the hook answered {status}", True)
    assert hook.paths == ["/almanac?room=7"]


def test_what_may_have_arrived_is_not_certain_to_be_lost(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 0.3)
    hook.plan.append(SILENT)
    assert failure(Hooks((hook.host,)), hook.url) == ("the hook did not answer in time", False)


@pytest.mark.parametrize(
    "spoken",
    [b"", b"\x00\xff" * 10, b"HTTP/1.1 200 OK\r\nA: " + b"x" * 40000, b"HTTP/1.1 100 Continue\r\n\r\n"],
)
def test_an_answer_that_is_none_fails_in_time(monkeypatch: pytest.MonkeyPatch, spoken: bytes) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 3)

    async def walk() -> None:
        async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(10)
            writer.write(spoken)
            writer.close()

        async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
            host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
            with pytest.raises(NotSent) as found:
                await Hooks((host,)).post(f"http://{host}/", b"{}")
            assert not found.value.is_certain

    asyncio.run(walk())


def test_an_answer_that_drips_ends_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 0.5)

    async def walk() -> None:
        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                for letter in b"HTTP/1.1 200 OK\r\n" * 100:
                    writer.write(bytes([letter]))
                    await asyncio.sleep(0.05)
            finally:
                writer.transport.abort()

        async with await asyncio.start_server(drip, "127.0.0.1", 0) as server:
            host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
            with pytest.raises(NotSent, match="in time"):
                await Hooks((host,)).post(f"http://{host}/", b"{}")

    asyncio.run(walk())


def test_a_host_without_tls_is_not_told_anything(hook: Hook) -> None:
    reason, is_certain = failure(Hooks((hook.host,)), hook.url.replace("http://", "https://"))
    assert (reason[:29], is_certain) == ("the hook could not be reached", True)
    assert hook.bodies == []
