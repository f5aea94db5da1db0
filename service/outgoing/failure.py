"""The one way in which sending fails."""


class NotSent(Exception):
    """A message did not get through, or may not have; `reason` is a few plain words and names no person.

    `is_certain` where the receiver surely does not have it, so that it may be sent again. `retry_after` are
    the seconds to wait that the receiver named.
    """

    def __init__(self, reason: str, *, is_certain: bool, retry_after: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_certain = is_certain
        self.retry_after = retry_after
