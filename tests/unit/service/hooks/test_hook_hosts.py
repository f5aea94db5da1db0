"""Hosts and addresses that WATCH_HOSTS permits: looked up once, connected to as they were checked."""

import asyncio
import ssl
from pathlib import Path

import pytest

from core.contracts.errors import InvalidRequest
from service.outgoing import lookup
from service.outgoing.failure import NotSent
from service.outgoing.hook import Hooks
from service.outgoing.permitted import is_public
from service.settings.values import watch_hosts
from tests.support.certificate import certificate_of
from tests.support.dns_stand_in import Names
from tests.support.hook_calls import LOCAL, NOT_ALLOWED, NOT_PUBLIC, check, failure, post, refusal, used
from tests.support.hook_stand_in import Hook

PUBLIC = ("93.184.216.34", "1.1.1.1", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34")
PRIVATE = (
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
    *("169.254.169.254", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1"),
    *("::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "::127.0.0.1"),
    *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "64:ff9b:1::a00:1", "ff0e::1", "192.88.99.1"),
)


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
