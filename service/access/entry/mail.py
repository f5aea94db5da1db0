"""Mails one-time codes through the configured server, beside the request, whose time says nothing of it."""

import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

from service.settings import Settings

logger = logging.getLogger(__name__)

PATIENCE = 10
_TEXT = """Your code for {name} is {code}

It is valid for ten minutes and can be used once. If you did not open {name} just now, ignore this message:
nobody enters without the code.
"""


class Mailer:
    """Delivers in the background; a mail that cannot be delivered is said in the service's log."""

    def __init__(self, settings: Settings, name: str = "Session Almanac") -> None:
        self._settings = settings
        self._name = name
        self._workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")

    def post_code(self, address: str, code: str) -> None:
        """Mail a code to an address."""
        self._workers.submit(self._deliver, address, code)

    def _deliver(self, address: str, code: str) -> None:
        try:
            with self._server() as server:
                server.send_message(self._message(address, code))
        except (OSError, ValueError, smtplib.SMTPException) as error:
            logger.error("a code was not mailed: %s; check the SMTP settings", type(error).__name__)

    def _message(self, address: str, code: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._settings.mail_from or ""
        message["To"] = address
        message["Subject"] = f"Your code for {self._name}"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(_TEXT.format(name=self._name, code=code))
        return message

    def _server(self) -> smtplib.SMTP:
        settings = self._settings
        host, port = settings.smtp_host or "", settings.smtp_port
        context = ssl.create_default_context()
        if settings.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=context)
        else:
            server = smtplib.SMTP(host, port, timeout=PATIENCE)
        if settings.smtp_security == "starttls":
            server.starttls(context=context)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password or "")
        return server
