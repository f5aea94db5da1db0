"""The listening socket."""

import socket

import pytest

from service.serving import listen


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this kernel has no IPv6")
def test_every_address_of_ipv6_is_every_address_of_ipv4_too() -> None:
    with listen("::", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY) == 0
