"""What a plan makes feature by feature: tests, moments, and figures whose number changes with the days."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import orjson
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.modules.moments import spread
from core.modules.period_probability import PERIODS
from core.modules.plan.days import Days
from core.modules.plan.figures import Floats, Ints, Running, Wanted
from core.modules.power_sums import Slots, sample_moments
from core.modules.results import grade
from core.modules.threshold_analysis import sentence_of
from core.query.plan_distinct import TESTS, Given, distinct_days, spread_days
from core.query.plan_layout import Layout

_PERIOD_NAMES = [orjson.dumps(name) for name in PERIODS]
_KEYS = [str(bar) for bar in range(1, LAST_BAR + 1)]


@dataclass(frozen=True, slots=True)
class _Made:
    """One figure that is made by itself: of which days, and the places of the counts it reads."""

    days: Days
    places: Ints


class Texts:
    """Fills the kinds that `Days.distinct` and `Days.moments` name."""

    def __init__(self, layout: Layout, wanted: Wanted, days: Sequence[Days]) -> None:
        """`days` are `all_days` of the plan's features."""
        self._begins = [layout.codes, layout.codes + len(layout.values)]
        distinct = distinct_days(wanted, days)
        self._tests = {kind: [each.place for each in distinct.get(kind, [])] for kind in TESTS}
        self._made = {
            kind: [_Made(each, np.array(_READS.get(kind, _no_counts)(each), dtype=np.int64)) for each in on]
            for kind, on in distinct.items()
            if kind.split()[0] in _MAKERS
        }
        self._by_bar = _bar_places(distinct.get("by bar", []))
        order = {each: row for row, each in enumerate(wanted.kinds.get("by bar", {}))}
        self._with_bars = [order[each] for each in wanted.kinds.get("bars", {})]
        self._plan_moments(spread_days(wanted, days))

    def _plan_moments(self, wanted: Sequence[Days]) -> None:
        """Integers are planned together, by the places of their counts; numerics are asked one by one."""
        kinds = [each.definition.kind for each in wanted]
        self._moments = len(wanted)
        self._numerics = [(row, wanted[row]) for row, kind in enumerate(kinds) if kind == "numeric"]
        self._counted = [row for row, kind in enumerate(kinds) if kind != "numeric"]
        integers = [wanted[row] for row in self._counted]
        self._ranked = np.array([each.ranked() for each in integers], dtype=np.int64)
        self._integers = Slots.of_integers(
            [np.array(each.codes(), dtype=np.int64) for each in integers],
            [each.scale.first for each in integers],
        )

    def floats(
        self, running: Running, days: Ints, numbers: tuple[Floats, Floats], given: Given
    ) -> dict[str, Floats]:
        """Tests and moments, NaN for nothing; `numbers` are each side's values of every numeric."""
        tests = {
            kind: row[places] for row, (kind, places) in zip(given.tests, self._tests.items(), strict=True)
        }
        return tests | {"moments": self._moments_of(running, days, numbers).ravel()}

    def _moments_of(self, running: Running, days: Ints, numbers: tuple[Floats, Floats]) -> Floats:
        moments, n = np.empty((self._moments, 3)), days[self._ranked]
        with np.errstate(divide="ignore", invalid="ignore"):
            moments[self._counted] = sample_moments(n, self._integers.central(n, days)).T
        begins = running[self._begins]
        for row, each in self._numerics:
            low, high = running[list(each.values)] - begins[each.side]
            known = spread(numbers[each.side][low:high])
            moments[row] = known.mean, known.std, known.skewness
        return moments

    def texts(self, running: Running, days: Ints, given: Given) -> dict[str, list[bytes]]:
        """Every other kind, as JSON."""
        made = {
            kind: [_MAKERS[kind.split()[0]](each, days, given, kind) for each in on]
            for kind, on in self._made.items()
        }
        return made | self._of_bars(running)

    def _of_bars(self, running: Running) -> dict[str, list[bytes]]:
        """Event days by bar and up to each bar."""
        if not len(self._by_bar):
            return {}
        reached = running[self._by_bar]
        up_to = reached[:, 1:] - reached[:, :1]
        rows = orjson.dumps(up_to, option=orjson.OPT_SERIALIZE_NUMPY)[2:-2].split(b"],[")
        on_bar = np.diff(reached[self._with_bars])
        return {"by bar": [b"[%b]" % row for row in rows], "bars": _met(on_bar)}


def _bar_places(on: Sequence[Days]) -> Ints:
    """Places (M, 82) of the running sum: before the first bar, then after each."""
    places = [
        [each.start + max(0, min(bar - each.scale.first, each.size)) for bar in range(1, LAST_BAR + 2)]
        for each in on
    ]
    return np.array(places, dtype=np.int64).reshape(-1, LAST_BAR + 1)


def _met(on_bar: NDArray[np.int32]) -> list[bytes]:
    """Each row's days by bar, without the bars that have none."""
    rows, bars = on_bar.nonzero()
    ends = np.searchsorted(rows, np.arange(len(on_bar) + 1)).tolist()
    bar, days = bars.tolist(), on_bar[rows, bars].tolist()
    keys = [_KEYS[place] for place in bar]
    maps = [dict(zip(keys[a:b], days[a:b], strict=True)) for a, b in pairwise(ends)]
    return [b"{%b}" % each for each in orjson.dumps(maps)[2:-2].split(b"},{")]


def _no_counts(_days: Days) -> list[int]:
    return []


def _codes(days: Days) -> list[int]:
    return days.codes()


def _grade(made: _Made, days: Ints, _given: Given, _kind: str) -> bytes:
    return b'"%b"' % grade(int(days[made.places[0]])).encode()


def _conditioned(made: _Made, _days: Ints, given: Given, _kind: str) -> bytes:
    return b"true" if made.days.definition.name in given.conditioned else b"false"


def _look_ahead(made: _Made, _days: Ints, given: Given, _kind: str) -> bytes:
    return orjson.dumps(given.look_ahead.get(made.days.definition.name, ()))


def _likeliest(made: _Made, days: Ints, _given: Given, _kind: str) -> bytes:
    met = days[made.places].tolist()
    return _PERIOD_NAMES[met.index(max(met))] if sum(met) else b"null"


def _sentence(made: _Made, days: Ints, _given: Given, _kind: str) -> bytes:
    return orjson.dumps(sentence_of(made.days.scale.range_labels, days[made.places].tolist()))


def _largest(made: _Made, days: Ints, _given: Given, _kind: str) -> bytes:
    met = days[made.places].nonzero()[0]
    return orjson.dumps(int(met[-1]) or None) if len(met) else b"null"


def _module(made: _Made, _days: Ints, given: Given, kind: str) -> bytes:
    return given.modules[made.days.definition.name][kind]


_READS: Mapping[str, Callable[[Days], list[int]]] = {
    "grade": lambda days: [days.n],
    "likeliest": lambda days: [days.bars(*span) for span in PERIODS.values()],
    "sentence": _codes,
    "largest": _codes,
}
_MAKERS: Mapping[str, Callable[[_Made, Ints, Given, str], bytes]] = {
    "grade": _grade,
    "conditioned": _conditioned,
    "look_ahead": _look_ahead,
    "likeliest": _likeliest,
    "sentence": _sentence,
    "largest": _largest,
    "module": _module,
    "baseline": _module,
}
