"""Mail: plain text by the standard library, handed to the mail server of the settings."""

import re
import smtplib
import ssl
from collections.abc import Mapping
from contextlib import suppress
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage
from functools import partial

from service.outgoing.failure import NotSent
from service.settings import Settings

NAME = "Session Almanac"
PATIENCE = 10
"""Seconds to wait for one step of the mail server."""

_ADDRESS = re.compile(r"[^\s@,:;<>()\[\]\\\"]+@[^\s@,:;<>()\[\]\\\"]+")
_REFUSALS = (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused, smtplib.SMTPNotSupportedError)


def is_mail_address(text: str) -> bool:
    """Whether a text is exactly one address, as `ada@example.com`: no list, name, space or encoded word."""
    return text.isprintable() and "=?" not in text and _ADDRESS.fullmatch(text) is not None


class MailServer:
    """Sends; blocks as long as the server takes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_known(self) -> bool:
        """Whether the settings name a server and a sender."""
        return bool(self._settings.smtp_host and self._settings.mail_from)

    def send(self, address: str, subject: str, text: str, headers: Mapping[str, str] | None = None) -> None:
        """Send one mail.

        Raises:
            NotSent: it was not taken, or the server did not say.
        """
        address = address.strip(" ")
        try:
            message = self._message(address, subject, text, headers or {})
            server = self._connected()
        except (OSError, ValueError, MessageError, smtplib.SMTPException) as error:
            raise NotSent(_reason("could not be reached", error), is_certain=True) from error
        try:
            server.send_message(message, to_addrs=[address])
        except (*_REFUSALS, ValueError) as error:
            raise NotSent(_reason("refused the mail", error), is_certain=True) from error
        except (OSError, smtplib.SMTPException) as error:
            raise NotSent(_reason("did not say whether it took the mail", error), is_certain=False) from error
        finally:
            with suppress(OSError, smtplib.SMTPException):
                server.quit()
            server.close()

    def _message(self, address: str, subject: str, text: str, headers: Mapping[str, str]) -> EmailMessage:
        """The message; ValueError where a text would add a header or an address."""
        if not is_mail_address(address):
            raise ValueError("expected one address")
        message = EmailMessage()
        message["From"] = self._settings.mail_from or ""
        message["To"] = address
        message["Subject"] = subject.replace("=?", "= ?")  # an encoded word may hold a line's end
        message["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text)
        written = message_from_bytes(message.as_bytes(policy=policy.SMTP))
        if written.keys() != message.keys():
            raise ValueError("a header holds another one")
        return message

    def _connected(self) -> smtplib.SMTP:
        settings, context = self._settings, ssl.create_default_context()
        is_tls = settings.smtp_security == "tls"
        connect = partial(smtplib.SMTP_SSL, context=context) if is_tls else smtplib.SMTP
        server = connect(settings.smtp_host or "", settings.smtp_port, timeout=PATIENCE)
        try:
            if settings.smtp_security == "starttls":
                server.starttls(context=context)
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password or "")
        except BaseException:
            server.close()
            raise
        return server


def _reason(what: str, error: Exception) -> str:
    return f"the mail server {what} ({type(error).__name__})"
