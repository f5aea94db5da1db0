"""A mail server in a test: takes what the service sends and shows it; nothing leaves the machine."""

import queue
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

NO_ADDRESSES = (
    *("", "ada", "@example.com", "ada@", "ada@@example.com", "ada@example.com,eve@example.com"),
    *("ada@example.com;eve@example.com", "ada@example.com eve@example.com", "Ada <ada@example.com>"),
    *("<ada@example.com>", "ada@example.com(eve)", "ada@example.com\r\nBcc: eve@example.com", "a\tb@c"),
    *("ada@example.com\n", "ada@exa\x00mple.com", "ada@[127.0.0.1]", '"a b"@c', "group:ada@example.com"),
    *("=?utf-8?q?a=0d=0aBcc:?=@example.com", "ada@example.com\u2028", "\u202eada@example.com", "a@b\x7f"),
)
"""Texts that are no single address of a mailbox."""

_ANSWERS = {b"DATA": b"354 go on", b"QUIT": b"221 bye"}


@dataclass
class Mailbox:
    port: int = 0
    mails: queue.Queue[EmailMessage] = field(default_factory=queue.Queue)

    def next(self) -> EmailMessage:
        """The next mail; fails where none comes."""
        return self.mails.get(timeout=60)


class _Smtp(socketserver.StreamRequestHandler):
    mailbox: Mailbox

    def handle(self) -> None:
        self._say(b"220 stand-in")
        while line := self.rfile.readline().strip():
            verb = line.split(maxsplit=1)[0].upper()
            self._say(_ANSWERS.get(verb, b"250 fine"))
            if verb == b"DATA":
                self._take()

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()).strip() != b".":
            lines.append(line)
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mailbox.mails.put(mail)
        self._say(b"250 taken")

    def _say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")


@contextmanager
def running_mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    handler = type("Smtp", (_Smtp,), {"mailbox": mailbox})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        mailbox.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield mailbox
        finally:
            server.shutdown()
            thread.join()
