"""Connections are counted by what one person can call from."""

from service.http.protocol import Connections
from service.settings.values import networks


def test_an_address_has_so_many_and_gets_one_back_for_each_it_lets_go() -> None:
    counted = Connections(2)
    first, second = counted.enter("192.0.2.7"), counted.enter("192.0.2.7")
    assert first is not None
    assert second is not None
    assert counted.enter("192.0.2.7") is None
    assert counted.enter("192.0.2.8") is not None
    first()
    assert counted.enter("192.0.2.7") is not None
    assert counted.enter("192.0.2.7") is None


def test_addresses_of_one_ipv6_network_are_one_and_a_mapped_address_is_its_own() -> None:
    counted = Connections(1)
    assert counted.enter("2001:db8::1") is not None
    assert counted.enter("2001:db8::ffff:1") is None
    assert counted.enter("2001:db8:0:1::1") is not None
    assert counted.enter("192.0.2.7") is not None
    assert counted.enter("::ffff:192.0.2.7") is None


def test_proxies_unix_sockets_and_a_limit_of_0_are_not_counted() -> None:
    counted = Connections(1, networks("192.0.2.0/24"))
    assert all(counted.enter("192.0.2.7") is not None for _ in range(5))
    assert all(counted.enter(None) is not None for _ in range(5))
    assert all(Connections(0).enter("198.51.100.1") is not None for _ in range(5))
