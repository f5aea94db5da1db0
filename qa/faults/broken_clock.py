"""Mutated code of what lives by the clock: see qa/faults/broken.py."""

import math
from dataclasses import replace

import jwt

from core.contracts.errors import Unauthorized
from qa.replacing import put
from service.database import rate_limiter
from service.database.kinds import KINDS
from service.database.records import Code, Grant, Redemption, Spent
from service.members import sessions
from service.members.tokens import AccessTokens, Claims


def windows_believed() -> None:
    """A window of tries ends at its stated time, however far ahead."""
    put(rate_limiter, "AHEAD", math.inf)


def dates_believed() -> None:
    """Codes and grants are removed once their date is over."""
    for record in (Code, Grant, Redemption):
        KINDS[record] = replace(KINDS[record], stays=0)


def names_forgotten() -> None:
    """A spent name is removed at its end."""
    KINDS[Spent] = replace(KINDS[Spent], stays=0)


def sign_ins_believed() -> None:
    """A sign-in runs until its end, however far ahead."""
    put(sessions, "LONGEST", math.inf)


def tokens_kept() -> None:
    """A token that was verified counts until the process ends."""

    def read(tokens: AccessTokens, token: str) -> Claims:
        try:
            return tokens._verified(token)[0]
        except jwt.InvalidTokenError as error:
            raise Unauthorized("authorization: the access token is not valid; sign in again.") from error

    put(AccessTokens, "read", read)
