"""`Almanac`: the questions of the API as data frames, asked of a warehouse or of a service."""

import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, Unpack, cast, overload

from core.contracts.errors import AlmanacError as AlmanacError
from core.contracts.errors import InvalidRequest
from session_almanac import tables
from session_almanac.errors import CallRefused as CallRefused
from session_almanac.errors import NoAnswer as NoAnswer
from session_almanac.frames import Library, Table, pandas_frame, polars_frame
from session_almanac.questions import Day, Filters, QuestionOptions, body_of
from session_almanac.questions import where as where
from session_almanac.transport import iso_date, transport_to

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Frame = TypeVar("Frame")
_FRAMES = {"pandas": pandas_frame, "polars": polars_frame}
_PAGE = 500
_TRIES = 3


class Almanac(Generic[Frame]):
    """A warehouse, or a service, that is asked in the words of the API.

    `source` is a warehouse's folder, which this process answers without a service, or the address of a
    service, which is asked with `token` (else ALMANAC_TOKEN). `symbol` is asked where a call names none;
    without it the service's default. `frames` names the library; `timeout` is in seconds.

    Every question takes `start_date`, `end_date`, `as_of` (the last bar that is known, 0 the open) and
    `symbol`. A table's own words, such as `total_days` and `snapshot`, are the `attrs` of a pandas frame.

    What was published in a warehouse when it was opened is asked until it is closed: by `close`, at the end
    of a `with` block, or with the program.

    Every method raises `AlmanacError`: `CallRefused` with the API's code where the question cannot be
    answered, `NoAnswer` where nothing answers.

    >>> from session_almanac import Almanac, where
    >>> almanac = Almanac("warehouse", symbol="DEMO")
    >>> almanac.rate("gap_fill_bar", where("gap_up"))[["days", "occurrence", "lower", "upper"]]
       days  occurrence     lower    upper
    0  1458    0.607682  0.582368  0.63243
    """

    @overload
    def __init__(
        self: "Almanac[pd.DataFrame]",
        source: str | os.PathLike[str],
        *,
        token: str | None = None,
        symbol: str | None = None,
        frames: Literal["pandas"] = "pandas",
        timeout: float = 30,
    ) -> None: ...

    @overload
    def __init__(
        self: "Almanac[pl.DataFrame]",
        source: str | os.PathLike[str],
        *,
        token: str | None = None,
        symbol: str | None = None,
        frames: Literal["polars"],
        timeout: float = 30,
    ) -> None: ...

    def __init__(
        self,
        source: str | os.PathLike[str],
        *,
        token: str | None = None,
        symbol: str | None = None,
        frames: Library = "pandas",
        timeout: float = 30,
    ) -> None:
        if frames not in _FRAMES:
            raise InvalidRequest(f"frames: {frames!r} found; pandas or polars expected.", code="frames")
        if find_spec(frames) is None:
            raise InvalidRequest(
                f"frames: {frames} is not installed; pip install 'session-almanac[analysts]'.", code="frames"
            )
        self._frame_of = _FRAMES[frames]
        self._symbol = symbol
        self._known: dict[str | None, tuple[str, dict[str, Any]]] = {}
        self._transport = transport_to(source, token, timeout)
        self._end = weakref.finalize(self, self._transport.close)

    def __enter__(self) -> "Almanac[Frame]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections, or of what a warehouse needs in memory."""
        self._end()

    @property
    def symbols(self) -> list[str]:
        """The symbols that can be asked."""
        return list(self._summary()["symbols"])

    @property
    def symbol(self) -> str:
        """The symbol that is asked where a call names none."""
        return str(self._summary()["snapshot"]["symbol"])

    @property
    def snapshot_id(self) -> str:
        """The snapshot that answers."""
        return str(self._summary()["snapshot"]["id"])

    @property
    def first_session(self) -> date:
        """The first full session."""
        return date.fromisoformat(self._summary()["min_date"])

    @property
    def last_session(self) -> date:
        """The last full session."""
        return date.fromisoformat(self._summary()["max_date"])

    def call(self, method: str, path: str, body: object = None, **query: str | None) -> Any:
        """Any call of the API, decoded: `almanac.call("POST", "/v2/path", {"filters": []})`.

        A path may begin with `/api`, as in the documents of the API, or without.
        """
        return self._transport.call(method, path, body, **query)

    def features(self, *, category: str | None = None, symbol: str | None = None) -> Frame:
        """The catalogue, one row a feature, as far as the token's tier sees it."""
        answer = self.call("GET", "/features", category=category, symbol=symbol or self._symbol)
        return self._frame(tables.features_table(answer))

    def count(
        self,
        filters: Filters | None = None,
        **options: Unpack[QuestionOptions],
    ) -> int:
        """How many sessions match."""
        body = self._question(filters, **options)
        return int(self.call("POST", "/v2/filtered", body)["filtered_data"]["total_days"])

    def days(
        self,
        filters: Filters | None = None,
        *,
        features: Sequence[str] | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """The matching sessions, oldest first, with their values of some features; without `features` of all.

        `attrs["limited_to"]` tells how many of `total_days` the token's tier sees: the latest.

        >>> from session_almanac import Almanac, where
        >>> almanac = Almanac("warehouse", symbol="DEMO")
        >>> almanac.days(where("gap_up"), features=["gap_class", "gap_fill_bar"]).head(3)
          session_date   gap_class  gap_fill_bar
        0   2015-01-06     full_up             8
        1   2015-01-08  partial_up             0
        2   2015-01-14     full_up            10
        """
        body = self._question(filters, **options)
        for _ in range(_TRIES):
            snapshot, known = self._catalogue(body["symbol"])
            columns = list(known if features is None else features)
            pages = self._pages(body | {"columns": columns, "page_size": _PAGE})
            if {page["snapshot"] for page in pages} == {snapshot}:
                break
            self._known.clear()
        else:
            raise NoAnswer("the service's snapshot changed while its days were read; ask again.")
        rows = [row for page in reversed(pages) for row in reversed(page["rows"])]
        about = {name: pages[0][name] for name in ("total_days", "limited_to", "snapshot")}
        return self._frame(tables.days_table(known, columns, rows, about), body)

    def rate(
        self,
        feature: str | Sequence[str],
        filters: Filters | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """How often: a row for a feature that occurs or not, and one for each label of an enum (`value`).

        `days` have a value; `lower` and `upper` are the 95 % limits of `occurrence`, a fraction. Next to it
        the date range's other days, and the coin days; `others_words` say what the comparison says.
        `look_ahead` names filters that are known later than the feature.
        """
        return self._statistics(tables.rate_table, feature, filters, options)

    def coin(
        self,
        feature: str | Sequence[str],
        filters: Filters | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """The rows of `rate` with a coin's on the same days; `coin_words` say what the comparison says.

        `coin_difference` is matched minus coin, with its 95 % limits.
        """
        return self._statistics(tables.coin_table, feature, filters, options)

    def years(
        self,
        feature: str | Sequence[str],
        filters: Filters | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """How often in each calendar year; `words` in every row say whether the years differ."""
        return self._statistics(tables.years_table, feature, filters, options)

    def held(
        self,
        feature: str | Sequence[str],
        filters: Filters | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """Whether each has stopped coming as often as on the first half of its days; `words` say it.

        `days` after the first half are monitored, `since` is the date of a likely fall.
        """
        names = [feature] if isinstance(feature, str) else list(feature)
        body = self._question(filters, **options)
        answers = [self.call("POST", "/v2/held", body | {"feature": name}) for name in names]
        return self._frame(tables.held_table(answers), body)

    def numbers(
        self,
        feature: str | Sequence[str],
        filters: Filters | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """The middle of numbers and counts, with the other days' and the coin's.

        `median_lower` and `median_upper` are the 95 % limits of the median. Of an event's bar the days are
        those on which it came.
        """
        return self._statistics(tables.numbers_table, feature, filters, options)

    def curve(
        self,
        by: str,
        outcome: str,
        filters: Filters | None = None,
        *,
        label: str | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """How often `outcome`, or one `label` of it, comes along the values of `by`: a row a window."""
        body = self._question(filters, **options)
        answer = self.call("POST", "/v2/curve", body | {"by": by, "outcome": outcome, "label": label})
        return self._frame(tables.curve_table(answer), body)

    def target_before_stop(
        self,
        targets: Sequence[float],
        stops: Sequence[float],
        filters: Filters | None = None,
        *,
        from_bar: int = 0,
        side: str = "up",
        unit: str = "adr",
        costs: float = 0,
        **options: Unpack[QuestionOptions],
    ) -> Frame:
        """What days come to with a target and a stop after the close of `from_bar`: a row for every pair.

        Distances are percent of ADR10 ("adr"), "points", or "r": targets in multiples of the stop. `costs`
        are ticks of one round trip. The mean's 95 % limits and the coin's figures are in the unit.
        """
        asked = {"targets": [*targets], "stops": [*stops], "from_bar": from_bar, "side": side}
        body = self._question(filters, **options) | asked | {"unit": unit, "costs": costs}
        return self._frame(tables.excursion_table(self.call("POST", "/v2/excursion", body)), body)

    def compare(
        self,
        a: Filters | None,
        b: Filters | None,
        *,
        features: Sequence[str] | None = None,
        as_of: int | None = None,
        symbol: str | None = None,
        snapshot: str | None = None,
    ) -> Frame:
        """Two questions side by side, a row a feature, those that differ most surely first.

        `a` and `b` are filters, or {"filters": ..., "start_date": ..., "end_date": ...}. The rates are of all
        days of each, `difference` is a's rate minus b's, `adjusted_p` is adjusted for all that is compared.
        Of an enum `value` is the label that differs most surely. Without `features` all are compared.
        """
        symbol = symbol or self._symbol
        names = list(self._catalogue(symbol)[1] if features is None else features)
        sides = {"a": body_of(a), "b": body_of(b), "features": names}
        answer = self.call(
            "POST", "/v2/compare", sides | {"symbol": symbol, "as_of": as_of, "snapshot": snapshot}
        )
        return self._frame(tables.compare_table(answer))

    def bars(
        self, day: Day, *, ama_config: Mapping[str, Any] | None = None, symbol: str | None = None
    ) -> Frame:
        """A session's bars with their EMA and signal, prices in points, `time` their open in UTC.

        `ama_config` are settings of the signals; without it the server's defaults. `attrs` has the levels.
        """
        body = {
            "selected_date": iso_date(day),
            "include_previous_day": False,
            "ama_config": {"enabled": True, **(ama_config or {})},
            "symbol": symbol or self._symbol,
        }
        return self._frame(tables.bars_table(self.call("POST", "/v2/charts/data", body)))

    def _frame(self, table: Table, body: Mapping[str, Any] = MappingProxyType({})) -> Frame:
        """The table as a frame that also says the dates of the question."""
        dates = {name: body[name] for name in ("start_date", "end_date") if name in body}
        return cast(Frame, self._frame_of(replace(table, about={**table.about, **dates})))

    def _summary(self) -> Any:
        return self.call("GET", "/v2/summary", symbol=self._symbol)

    def _question(
        self,
        filters: Filters | None,
        *,
        start_date: Day | None = None,
        end_date: Day | None = None,
        as_of: int | None = None,
        symbol: str | None = None,
        snapshot: str | None = None,
    ) -> dict[str, Any]:
        dated = body_of({"filters": filters, "start_date": start_date, "end_date": end_date})
        return dated | {"as_of": as_of, "symbol": symbol or self._symbol, "snapshot": snapshot}

    def _statistics(
        self,
        table_of: Callable[[dict[str, Any]], Table],
        feature: str | Sequence[str],
        filters: Filters | None,
        options: QuestionOptions,
    ) -> Frame:
        names = [feature] if isinstance(feature, str) else list(feature)
        body = self._question(filters, **options) | {"features": names}
        return self._frame(table_of(self.call("POST", "/v2/probabilities", body)), body)

    def _catalogue(self, symbol: str | None) -> tuple[str, dict[str, Any]]:
        """The snapshot of which the definitions are, and the definitions by name."""
        if symbol not in self._known:
            answer = self.call("GET", "/features", symbol=symbol)
            self._known[symbol] = answer["snapshot"], {each["name"]: each for each in answer["features"]}
        return self._known[symbol]

    def _pages(self, body: dict[str, Any]) -> list[Any]:
        """Every page of POST /v2/days, the latest day first."""
        pages = [self.call("POST", "/v2/days", body)]
        for number in range(2, pages[0]["pages"] + 1):
            pages.append(self.call("POST", "/v2/days", body | {"page": number}))
        return pages
