"""Bodies of the views: days, path, days alike, quiz, lists of days, next session, short links, watches."""

from typing import Annotated, Literal

from msgspec import Meta, field

from core.contracts.filters import whole_number
from core.contracts.next_session import Bars
from core.contracts.requests import (
    AlikeDays,
    OrderedDaysRequest,
    Page,
    QuestionRequest,
    RequestBody,
    Whole,
)

Percent = Annotated[float, Meta(ge=0, le=100, description="a number from 0 to 100")]
SeenBar = Annotated[
    int, Meta(ge=1, le=80, description="a bar from 1 to 80", extra={"remedy": "leave it out for any"})
]
"""A day of the quiz is seen up to the close of this bar."""
GalleryPageSize = Annotated[int, whole_number(60, "page_size_range")]
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


class DayBarsRequest(OrderedDaysRequest, frozen=True):
    """POST /v2/days/bars: a page of the matching days with their bars; the fields of POST /v2/days.

    `columns` are at most four features, shown with each day; a page has at most 60 days.
    """

    columns: list[str] = field(default_factory=list)
    page: Page = 1
    page_size: GalleryPageSize = 24


class PathRequest(QuestionRequest, frozen=True):
    """POST /v2/path: how far the matching days had gone from their open, bar by bar."""


class AlikeRequest(QuestionRequest, frozen=True):
    """POST /v2/alike: the `n` (1 to 60) matching days before `date` that were most like it by bar `as_of`.

    In place of `date`, `next` asks about the next session with these numbers typed, none or some. `as_of` is
    needed. `leave_out` are features that are not looked at.
    """

    date: str | None = None
    next: TypedDay | None = None
    leave_out: list[str] = field(default_factory=list)
    n: AlikeDays = 25


class QuizNextRequest(QuestionRequest, frozen=True):
    """POST /v2/quiz/next: one of the matching days up to a bar, and a question about the rest of it.

    `as_of` is the bar, 1 to 80; without it, and without `feature`, the service chooses. `feature` has an
    occurrence.
    """

    as_of: SeenBar | None = None
    feature: str | None = None


class QuizAnswerRequest(RequestBody, frozen=True):
    """POST /v2/quiz/answer: the guess, in percent, for the day that `token` stands for."""

    token: str
    probability: Percent


class ListedDayRequest(RequestBody, frozen=True):
    """A day of a list, with what there is to say of it."""

    date: str
    note: str = ""


class DayListRequest(RequestBody, frozen=True):
    """POST /v2/lists: a list of days as a whole, new or in place of the one of its name.

    With `replaces`, the `updated_at` of the list that was read, a list that changed since is not overwritten;
    0 stands for no list.
    """

    name: str
    days: list[ListedDayRequest]
    symbol: str | None = None
    replaces: Whole | None = None


class NextRequest(TypedDay, frozen=True, kw_only=True):
    """POST /v2/next: what is known of the next session with these numbers."""

    symbol: str | None = None
    snapshot: str | None = None


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
