"""Refusals of those who want in, each with the sentence that the page shows word for word."""

from core.contracts.catalogue import Tier
from core.contracts.errors import AlmanacError, Forbidden, Unauthorized
from service.members.tiers import DISPLAY_NAMES, MAINTAIN


class LowerTier(AlmanacError, status=409, code="lower_tier"):
    """A code of a lower tier than the session has; `sentence` names both as the page does."""

    def __init__(self, given: Tier, held: Tier) -> None:
        tiers = f"it gives {given} and the session has {held}"
        super().__init__(f"code: {tiers}; send may_lower: true to redeem it all the same.")
        self.sentence = f"This code gives {DISPLAY_NAMES[given]}; you have {DISPLAY_NAMES[held]} now."


class NotMaintaining(Forbidden, code="maintain_needed"):
    """A change for everyone, by a caller who may not make it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}: changed by accounts with the permission {MAINTAIN} alone.")
        self.sentence = "You may read this, but not change it."


class TokenRefused(Unauthorized):
    """A personal token that is not known, revoked or past its end."""

    def __init__(self, detail: str, *, code: str) -> None:
        super().__init__(f"authorization: {detail}", code=code)
        self.sentence = "This personal token is not accepted. Please ask for a new one."


class TokenReadsOnly(Forbidden, code="personal_token_reads_only"):
    sentence = "A personal token only reads. Please sign in for this."

    def __init__(self, call: str) -> None:
        super().__init__(f"authorization: a personal token only reads; sign in to call {call}.")


class AccessDenied(AlmanacError, status=403):
    """An entry from the course platform that is refused."""

    def __init__(self, sentence: str, *, code: str, detail: str | None = None) -> None:
        super().__init__(detail or sentence, code=code)
        self.sentence = sentence


class EntryUnavailable(AlmanacError, status=503):
    """An entry that cannot be decided now; running sessions go on."""

    def __init__(self, sentence: str, *, code: str, retry_after: int) -> None:
        super().__init__(sentence, code=code)
        self.sentence, self.retry_after = sentence, max(1, retry_after)
