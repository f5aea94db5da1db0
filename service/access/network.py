"""What one person can call from: the unit in which tries and connections are counted."""

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str | None) -> str | None:
    """An IPv4 address, or the /64 network of an IPv6 one; what is no address stays as it is."""
    try:
        known = ip_address(address or "")
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
