"""Bodies of the calls about the next session, the usual questions, shared views and watches."""

from typing import Annotated, Literal

from msgspec import Meta

from core.contracts.next_session import Bars
from core.contracts.requests import QuestionRequest, RequestBody

Channel = Literal["email", "webhook"]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Address = Annotated[str, Meta(min_length=1, max_length=8000)]


class OpeningRange(RequestBody, frozen=True):
    """High and low of bars 1 to 12, and the close of bar 12."""

    high: float
    low: float
    close: float


class TypedDay(RequestBody, frozen=True, kw_only=True):
    """What somebody types of the next session, in points.

    A number that cannot be is left out of the answer with a note. `bars` win over `or12`.
    """

    open: float | None = None
    gxh: float | None = None
    gxl: float | None = None
    or12: OpeningRange | None = None
    bars: Bars | None = None


class NextRequest(TypedDay, frozen=True, kw_only=True):
    """POST /v2/next: what is known of the next session with these numbers."""

    symbol: str | None = None


class QuestionsRequest(QuestionRequest, frozen=True):
    """POST /v2/questions: the usual questions asked of the matching days, those they apply to."""


class ViewRequest(QuestionRequest, frozen=True, kw_only=True):
    """POST /v2/views: a short link. `address` is the page's own path and query, `feature` its main card.

    The filters and dates are those of the address; their days and the card's rate are kept with it.
    """

    address: Address
    feature: str | None = None


class WatchRequest(QuestionRequest, frozen=True, kw_only=True):
    """POST /v2/watches: tell when the next session matches a preset.

    By `webhook` `url` is where to; by `email` it goes to the caller's own address.
    """

    name: Text
    channel: Channel
    url: Address | None = None


class WatchOffRequest(RequestBody, frozen=True):
    """POST /v2/watches/off: the token of an alert's own link."""

    token: str
