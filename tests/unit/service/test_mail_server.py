"""Mail: what was surely refused may be sent again, what may have been taken may not."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.outgoing import mail
from service.outgoing.failure import NotSent
from service.outgoing.mail import MailServer, is_mail_address
from service.settings import Settings
from tests.support.mail_stand_in import NO_ADDRESSES, running_mailbox

USUAL = {"EHLO": "250 fine", "MAIL": "250 fine", "RCPT": "250 fine", "DATA": "354 go on", ".": "250 taken"}
HANGS_UP = ""
CONTENT = ("Content-Type", "Content-Transfer-Encoding")


@contextmanager
def speaking(**answers: str) -> Iterator[int]:
    """A mail server that gives these answers, on its port; an empty one hangs up."""
    said = USUAL | {"QUIT": "221 bye"} | answers

    class Smtp(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 stand-in\r\n")
            while line := self.rfile.readline().strip().decode():
                verb = line.split()[0].upper()
                if verb == "DATA" and said["DATA"].startswith("354"):
                    self.wfile.write(b"354 go on\r\n")
                    while self.rfile.readline().strip() != b".":
                        pass
                    verb = "."
                if not (answer := said.get(verb, "250 fine")):
                    return
                self.wfile.write(f"{answer}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Smtp) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def server_at(port: int, **more: object) -> MailServer:
    given = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_security": "none", "mail_from": "a@b.example"}
    settings = {"access_mode": "trusted_url"} | given | more
    return MailServer(Settings(Path("w"), Path("s"), **settings))  # type: ignore[arg-type]


def failure(port: int, to: str = "ada@example.com", subject: str = "hello") -> tuple[str, bool]:
    with pytest.raises(NotSent) as found:
        server_at(port).send(to, subject, "text")
    return found.value.reason, found.value.is_certain


@pytest.mark.parametrize("step", ["EHLO", "MAIL", "RCPT", "DATA", "."])
@pytest.mark.parametrize("answer", ["451 later", "550 never"])
def test_what_is_refused_at_any_step_has_surely_not_arrived(step: str, answer: str) -> None:
    with speaking(**{step: answer, "HELO": answer}) as port:
        reason, is_certain = failure(port)
    assert reason.startswith("the mail server refused the mail (SMTP")
    assert is_certain


def test_who_hangs_up_after_the_text_may_have_taken_it() -> None:
    with speaking(**{".": HANGS_UP}) as port:
        reason, is_certain = failure(port)
    assert reason.startswith("the mail server did not say whether it took the mail")
    assert not is_certain


@pytest.mark.parametrize("goodbye", ["500 what", HANGS_UP])
def test_a_mail_that_was_taken_is_sent_whatever_the_goodbye(goodbye: str) -> None:
    with speaking(QUIT=goodbye) as port:
        server_at(port).send("ada@example.com", "hello", "text")


def test_a_server_that_is_not_there_has_surely_not_taken_it() -> None:
    assert failure(9) == ("the mail server could not be reached (ConnectionRefusedError)", True)


def test_nobody_writes_headers_by_an_address_or_a_name() -> None:
    for to, subject in (("a@b.example\r\nBcc: c@d.example", "x"), ("a@b.example", "x\nBcc: c@d.example")):
        reason, is_certain = failure(9, to, subject)
        assert (reason, is_certain) == ("the mail server could not be reached (ValueError)", True)


@pytest.mark.parametrize(
    "subject",
    [
        "=?utf-8?q?hi=0d=0aBcc:_eve@example.com?=",
        "=?utf-8?b?aGkNCkJjYzogZXZlQGV4YW1wbGUuY29t?=",
        "a =?us-ascii?q?b=0aBcc:_eve@example.com?= =?utf-8?q?=0d=0a=0d=0atext?= c",
        "=?utf-8?q?hi=0d=0aBcc:_eve@example.com?= " + "Grüße " * 20,
        "=?=?utf-8?q?=0aBcc:_eve@example.com?=?=",
    ],
)
def test_an_encoded_word_of_a_name_is_no_header(subject: str) -> None:
    """Python before 3.12.2 decodes it and writes the line's end that it holds."""
    with running_mailbox() as mailbox:
        server_at(mailbox.port).send("ada@example.com", subject, "text")
        sent = mailbox.next()
    assert set(sent.keys()) <= {"From", "To", "Subject", "Auto-Submitted", "MIME-Version", *CONTENT}
    assert "".join(sent["Subject"].split()) == "".join(subject.split()), "spaces alone are other ones"
    assert sent.get_content().strip() == "text"


def test_a_mail_that_would_have_another_header_is_not_sent() -> None:
    """Whether the `email` package of this Python sees it or not."""
    with running_mailbox() as mailbox:
        hidden = {"List-Unsubscribe": "=?utf-8?q?hi=0d=0aBcc:_eve@example.com?="}
        with pytest.raises(NotSent) as found:
            server_at(mailbox.port).send("ada@example.com", "hello", "text", hidden)
        assert found.value.is_certain
        assert mailbox.mails.empty()


def test_spaces_around_an_address_are_none_of_it() -> None:
    with running_mailbox() as mailbox:
        server_at(mailbox.port).send("  ada@example.com ", "hello", "text")
        assert mailbox.next()["To"] == "ada@example.com"


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_a_mail_goes_to_one_address_alone(address: str) -> None:
    assert not is_mail_address(address)
    with running_mailbox() as mailbox:
        with pytest.raises(NotSent) as found:
            server_at(mailbox.port).send(address, "hello", "text")
        assert found.value.is_certain
        assert mailbox.mails.empty()


@pytest.mark.parametrize(
    "address", ["a@b", "ada@example.com", "o'brien+x@mail.example.com", "grüße@example.com"]
)
def test_an_address_is_one(address: str) -> None:
    assert is_mail_address(address)


def test_a_mail_is_plain_and_says_what_it_is() -> None:
    with running_mailbox() as mailbox:
        server_at(mailbox.port).send(
            "ada@example.com", "Grüße", "Zwölf Tage\n", {"List-Unsubscribe": "<https://x>"}
        )
        sent = mailbox.next()
    assert (sent["From"], sent["To"], sent["Subject"]) == ("a@b.example", "ada@example.com", "Grüße")
    assert (sent["Auto-Submitted"], sent["List-Unsubscribe"]) == ("auto-generated", "<https://x>")
    assert sent.get_content_type() == "text/plain"
    assert sent.get_content().split() == ["Zwölf", "Tage"]


def test_mail_needs_a_server_and_a_sender() -> None:
    assert server_at(9).is_known
    for name in ("smtp_host", "mail_from"):
        assert not server_at(9, **{name: None}).is_known
    assert mail.PATIENCE <= 10
