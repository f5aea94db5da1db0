"""Hooks: to a host and to addresses that WATCH_HOSTS permits, looked up once, one connection at a time."""

import asyncio
import hashlib
import hmac
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from core.contracts.errors import InvalidRequest
from service.outgoing import hook as outgoing
from service.outgoing import lookup
from service.outgoing.failure import NotSent
from service.outgoing.hook import LONGEST_REST, SIGNATURE_HEADER, Hooks, signature
from service.outgoing.permitted import is_public
from service.settings.values import watch_hosts
from tests.support.certificate import certificate_of
from tests.support.dns_stand_in import Names, running_names
from tests.support.hook_stand_in import SILENT, Hook, running_hook

PUBLIC = ("93.184.216.34", "1.1.1.1", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34")
PRIVATE = (
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
    *("169.254.169.254", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1"),
    *("::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "::127.0.0.1"),
    *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "64:ff9b:1::a00:1", "ff0e::1", "192.88.99.1"),
)
LOCAL = "127.0.0.1"
NOT_PUBLIC = "the hook's host has an address that is not a public one and not in WATCH_HOSTS"
NOT_ALLOWED = "the hook may not be posted to any more"

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
def hook() -> Iterator[Hook]:
    with running_hook() as hook:
        yield hook


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    with running_names(monkeypatch) as names:
        yield names


async def used(hooks: Hooks, work: Awaitable[None]) -> None:
    try:
        await work
    finally:
        await hooks.close()


def check(hooks: Hooks, url: str) -> None:
    asyncio.run(used(hooks, hooks.check(url)))


def post(hooks: Hooks, url: str, body: bytes = b"{}", secret: str | None = None) -> None:
    asyncio.run(used(hooks, hooks.post(url, body, secret)))


def failure(hooks: Hooks, url: str) -> tuple[str, bool]:
    with pytest.raises(NotSent) as found:
        post(hooks, url)
    return found.value.reason, found.value.is_certain


def refusal(hooks: Hooks, url: str) -> str:
    with pytest.raises(InvalidRequest) as found:
        check(hooks, url)
    assert found.value.code == "watch_url"
    return found.value.detail


@asynccontextmanager
async def receiver(talk: Talk) -> AsyncIterator[str]:
    """A receiver on this machine that talks as the test says; its host as WATCH_HOSTS names it."""
    async with await asyncio.start_server(talk, LOCAL, 0) as server:
        yield f"{LOCAL}:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_open_network_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_every_other_address_is_not_however_it_is_written(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "hosts", [("*",), ("evil.example",), ("evil.example:443", "10.0.0.2", "127.0.0.1:80")]
)
@pytest.mark.parametrize(
    "addresses",
    [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::1"], ["169.254.169.254"], ["::ffff:10.0.0.1"], []],
)
def test_a_name_of_a_private_address_is_neither_taken_nor_posted_to(
    names: Names, hosts: tuple[str, ...], addresses: list[str]
) -> None:
    names.known("evil.example", addresses)
    reason = NOT_PUBLIC if addresses else "the hook's host was not found"
    assert reason in refusal(Hooks(hosts), "https://evil.example/")
    assert failure(Hooks(hosts), "https://evil.example/") == (reason, True)


@pytest.mark.parametrize(
    ("hosts", "url", "is_permitted"),
    [
        ("*", "https://hooks.example/", True),
        ("*", "http://hooks.example/", False),
        ("*", "https://93.184.216.34/", True),
        ("*", "https://*/", False),
        ("*", "http://*:8000/x", False),
        ("*", "https://inner.example/", False),
        ("*", "https://127.0.0.1/", False),
        ("*", "https://[::1]/", False),
        ("*", "https://localhost/", False),
        ("*, 10.0.0.0/8", "https://inner.example/", True),
        ("*, 10.0.0.0/8", "http://inner.example/", False),
        ("*, 10.0.0.7", "https://inner.example/", True),
        ("*, 10.0.0.8", "https://inner.example/", False),
        ("inner.example", "http://inner.example/", False),
        ("inner.example, 10.0.0.7", "http://inner.example/", True),
        ("inner.example, 10.0.0.7:80", "http://inner.example/", True),
        ("inner.example, 10.0.0.7:81", "http://inner.example/", False),
        ("inner.example:8080, 10.0.0.0/24", "http://inner.example:8080/", True),
        ("inner.example:8080, 10.0.0.0/24", "http://inner.example/", False),
        ("INNER.example, 10.0.0.7", "http://Inner.Example./", True),
        ("10.0.0.0/8", "http://10.1.2.3/", True),
        ("10.0.0.0/8", "http://[::ffff:10.1.2.3]/", True),
        ("10.0.0.0/8", "http://11.1.2.3/", False),
        ("10.0.0.0/8", "http://inner.example/", False),
        ("[fd00::1]:8080", "http://[fd00::1]:8080/", True),
        ("[fd00::1]:8080", "http://[fd00::1]/", False),
        ("fd00::/8", "http://[fd00::1]/", True),
        ("hooks.example", "http://hooks.example/", True),
        ("hooks.example", "http://sub.hooks.example/", False),
        ("hooks.example", "http://hooks.example.evil.test/", False),
        ("hooks.example", "http://hooks.example@evil.test/", False),
        ("hooks.example", "http://evil.test\\@hooks.example/", False),
        ("hooks.example", "http://hooks.example:99999/", False),
        ("hooks.example", "http://hooks.example:0/", False),
        ("hooks.example", "http://hooks%2eexample/", False),
        ("hooks.example", "http:///hooks.example/", False),
    ],
)
def test_host_and_addresses_are_both_permitted(
    names: Names, hosts: str, url: str, is_permitted: bool
) -> None:
    names.known("hooks.example", ["93.184.216.34"])
    names.known("inner.example", ["10.0.0.7"])
    hooks = Hooks(watch_hosts(hosts))
    if is_permitted:
        check(hooks, url)
    else:
        refusal(hooks, url)


def test_a_name_is_looked_up_once_and_connected_to_as_it_was_checked(names: Names, hook: Hook) -> None:
    hook.name = "hooks.example"
    names.known("hooks.example", ["127.0.0.1"], ["10.0.0.9"])
    post(Hooks(("hooks.example", LOCAL)), hook.url)
    assert hook.bodies == [{}], "the request names the host, which the stand-in checks"
    assert names.asked == ["hooks.example"]
    names.known("rebinding.example", ["93.184.216.34"], ["127.0.0.1"])
    check(Hooks(("*",)), "https://rebinding.example/")
    assert failure(Hooks(("*",)), f"https://rebinding.example:{hook.port}/") == (NOT_PUBLIC, True)
    assert len(hook.bodies) == 1


def test_the_next_address_is_tried_where_one_takes_no_connection(names: Names, hook: Hook) -> None:
    hook.name = "hooks.example"
    names.known("hooks.example", ["127.0.0.2", "127.0.0.1"])
    post(Hooks(("hooks.example", "127.0.0.0/8")), hook.url)
    assert hook.bodies == [{}]


@pytest.mark.parametrize(
    ("named", "is_taken"),
    [("DNS:hooks.example", True), ("DNS:other.example", False), ("IP:127.0.0.1", False)],
)
def test_the_certificate_and_the_handshake_are_the_named_host_s(
    names: Names, tmp_path: Path, named: str, is_taken: bool
) -> None:
    """The connection goes to an address; what is checked is the name."""
    names.known("hooks.example", [LOCAL])
    certificate, key = certificate_of(tmp_path, named)
    asked: list[str | None] = []
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(certificate, key)
    theirs.sni_callback = lambda _, name, __: asked.append(name)

    async def walk() -> None:
        async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert b"Host: hooks.example:" in await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            writer.close()

        async with await asyncio.start_server(taken, LOCAL, 0, ssl=theirs) as server:
            port = server.sockets[0].getsockname()[1]
            hooks = Hooks(("hooks.example", LOCAL))
            hooks._tls = ssl.create_default_context(cafile=certificate)
            await used(hooks, hooks.post(f"https://hooks.example:{port}/", b"{}", None))

    if is_taken:
        asyncio.run(walk())
    else:
        with pytest.raises(NotSent, match="could not be reached") as found:
            asyncio.run(walk())
        assert found.value.is_certain
    assert asked == ["hooks.example"]


def test_only_named_hosts_are_posted_to_without_tls_and_on_their_port(hook: Hook) -> None:
    for host in (hook.host, LOCAL, "127.0.0.0/8"):
        check(Hooks((host,)), hook.url)
        post(Hooks((host,)), hook.url, b'{"a":1}')
    assert hook.bodies == [{"a": 1}] * 3
    wrong_port, longer = f"127.0.0.1:{hook.port + 1}", f"x127.0.0.1:{hook.port}"
    others: list[tuple[str, ...]] = [(), ("*",), ("localhost",), (wrong_port,), (longer,), ("127.0.0.2",)]
    for hosts in others:
        refusal(Hooks(hosts), hook.url)
        assert failure(Hooks(hosts), hook.url) == (NOT_ALLOWED, True)
    assert len(hook.bodies) == 3
    refusal(Hooks(("*",)), f"https://{hook.host}/")


def test_a_refusal_names_what_is_expected() -> None:
    expected = "url: expected any https address or an address of hooks.example"
    assert expected in refusal(Hooks(("*", "hooks.example")), "http://evil.example/")


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


def test_names_that_nobody_answers_hold_up_no_other(
    names: Names, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many times more of them than a pool of threads has; each ends at its deadline."""
    monkeypatch.setattr(lookup, "PATIENCE", 1.0)
    hook.name = "hooks.example"
    names.known("hooks.example", [LOCAL])

    async def walk() -> None:
        hooks = Hooks(("*", "hooks.example", LOCAL))
        silent = [
            asyncio.create_task(hooks.check(f"https://silent-{number}.example/")) for number in range(40)
        ]
        await asyncio.sleep(0)
        await hooks.post(hook.url, b"{}", None)
        await asyncio.get_running_loop().getaddrinfo(LOCAL, 80)
        assert not any(each.done() for each in silent)
        for found in await asyncio.gather(*silent, return_exceptions=True):
            assert isinstance(found, InvalidRequest)
            assert "host was not found" in found.detail
        await hooks.close()

    asyncio.run(walk())
    assert hook.bodies == [{}]


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
