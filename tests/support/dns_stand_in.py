"""A name server in a test: answers the names that the test gives it, and is silent about all others."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from socketserver import BaseRequestHandler, ThreadingUDPServer
from threading import Thread

import aiodns
import pytest

_TYPES = {4: 1, 6: 28}
"""The type of a record, A or AAAA, of an address of each version."""

_HEAD = struct.Struct("!6H")


@dataclass
class Names:
    """The addresses of each name, of its first question, its second and so on; the last ones stay."""

    answers: dict[str, list[list[str]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def known(self, name: str, *answers: list[str]) -> None:
        self.answers[name] = list(answers)


class _Answering(BaseRequestHandler):
    names: Names

    def handle(self) -> None:
        """One question; A and AAAA of a name are two."""
        question, socket = self.request
        labels, at = [], _HEAD.size
        while length := question[at]:
            labels.append(question[at + 1 : at + 1 + length].decode())
            at += 1 + length
        name = ".".join(labels).lower()
        (kind,) = struct.unpack_from("!H", question, at + 1)
        if kind == _TYPES[4]:
            self.names.asked.append(name)
        answers = self.names.answers.get(name)
        if answers is None:
            return
        known = answers.pop(0) if kind == _TYPES[4] and len(answers) > 1 else answers[0]
        found = [each for each in map(ip_address, known) if _TYPES[each.version] == kind]
        records = b"".join(
            struct.pack("!HHHLH", 0xC00C, kind, 1, 1, len(each.packed)) + each.packed for each in found
        )
        (number,) = struct.unpack_from("!H", question)
        head = _HEAD.pack(number, 0x8180, 1, len(found), 0, 0)
        socket.sendto(head + question[_HEAD.size : at + 5] + records, self.client_address)


@contextmanager
def running_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    """A name server on a port of this machine, which every resolver made meanwhile asks."""
    names = Names()
    with ThreadingUDPServer(("127.0.0.1", 0), type("Answering", (_Answering,), {"names": names})) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        nameservers = [f"127.0.0.1:{server.server_address[1]}"]
        resolver = partial(aiodns.DNSResolver, nameservers=nameservers)
        try:
            with monkeypatch.context() as patch:
                patch.setattr(aiodns, "DNSResolver", resolver)
                yield names
        finally:
            server.shutdown()
            thread.join()
