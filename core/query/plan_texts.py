"""What a plan makes feature by feature: tests, moments, and figures whose number changes with the days."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import orjson

from core.contracts.known_at import LAST_BAR
from core.modules.moments import spread
from core.modules.period_probability import PERIODS
from core.modules.plan.days import Days, Sides
from core.modules.plan.figures import Floats, Ints, Running, Wanted
from core.modules.results import grade
from core.modules.threshold_analysis import sentence_of
from core.query.plan_layout import Layout

_PERIOD_NAMES = [orjson.dumps(name) for name in PERIODS]
_KEYS = [b'"%d":' % bar for bar in range(1, LAST_BAR + 1)]
_TESTS = ("activity", "activity q", "labels", "labels q")


@dataclass(frozen=True, slots=True)
class Given:
    """What a plan is told of one feature; `modules` is the JSON of each module it does not answer itself."""

    tests: Mapping[str, float | None]
    conditioned: bool
    look_ahead: Sequence[str]
    modules: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class _Made:
    """One figure that is made by itself: of which days, and the places of the counts it reads."""

    days: Days
    places: Ints


class Texts:
    """Fills the kinds that `Days.distinct` and `Days.moments` name."""

    def __init__(self, layout: Layout, wanted: Wanted, sides: Sequence[Sides]) -> None:
        self._begins = [layout.codes, layout.codes + len(layout.values)]
        days = [each for both in sides for each in (both.matched, both.others)]
        at = {(each.side, each.start): each for each in days}
        distinct = {
            kind: [at[int(what[0]), int(what[1])] for what in places]
            for kind, places in wanted.kinds.items()
            if kind.split()[0] in _DISTINCT
        }
        self._tests = {kind: [each.place for each in distinct.get(kind, [])] for kind in _TESTS}
        self._made = {
            kind: [_Made(each, np.array(_READS.get(kind, _no_counts)(each), dtype=np.int64)) for each in on]
            for kind, on in distinct.items()
            if kind.split()[0] in _MAKERS
        }
        ranked = {each.ranked(): each for each in days}
        spread_of = [ranked[int(what[0])] for what in wanted.kinds.get("moments", {})]
        self._moments = [_Made(each, np.array(_codes(each), dtype=np.int64)) for each in spread_of]
        self._by_bar = _bar_places(distinct.get("by bar", []))

    def floats(
        self, running: Running, days: Ints, numbers: tuple[Floats, Floats], given: Sequence[Given]
    ) -> dict[str, Floats]:
        """Tests and moments, NaN for nothing; `numbers` are each side's values of every numeric."""
        tests = {
            kind: np.array([given[place].tests[kind] for place in places], dtype=np.float64)
            for kind, places in self._tests.items()
        }
        found = [spread(values) for values in self._values(running, days, numbers)]
        moments = [number for each in found for number in (each.mean, each.std, each.skewness)]
        return tests | {"moments": np.array(moments, dtype=np.float64)}

    def texts(self, running: Running, days: Ints, given: Sequence[Given]) -> dict[str, list[bytes]]:
        """Every other kind, as JSON."""
        made = {
            kind: [_MAKERS[kind.split()[0]](each, days, given[each.days.place], kind) for each in on]
            for kind, on in self._made.items()
        }
        return made | self._of_bars(running)

    def _values(self, running: Running, days: Ints, numbers: tuple[Floats, Floats]) -> Iterator[Floats]:
        """The values, ascending, of which moments are wanted."""
        begins = running[self._begins]
        for made in self._moments:
            each = made.days
            if each.definition.kind == "numeric":
                low, high = running[list(each.values)] - begins[each.side]
                yield numbers[each.side][low:high]
            else:
                yield np.repeat(np.arange(each.size, dtype=np.float64) + each.scale.first, days[made.places])

    def _of_bars(self, running: Running) -> dict[str, list[bytes]]:
        """Event days by bar and up to each bar."""
        if not len(self._by_bar):
            return {}
        up_to = running[self._by_bar[:, 1:]] - running[self._by_bar[:, :1]]
        on_bar = np.diff(up_to, axis=1, prepend=0).tolist()
        rows = orjson.dumps(up_to, option=orjson.OPT_SERIALIZE_NUMPY)[2:-2].split(b"],[")
        return {"by bar": [b"[%b]" % row for row in rows], "bars": list(map(_met, on_bar))}


def _bar_places(on: Sequence[Days]) -> Ints:
    """Places (M, 82) of the running sum: before the first bar, then after each."""
    places = [
        [each.start + max(0, min(bar - each.scale.first, each.size)) for bar in range(1, LAST_BAR + 2)]
        for each in on
    ]
    return np.array(places, dtype=np.int64).reshape(-1, LAST_BAR + 1)


def _met(days: Sequence[int]) -> bytes:
    """Days by bar, without the bars that have none."""
    return b"{%b}" % b",".join([b"%b%d" % pair for pair in zip(_KEYS, days, strict=True) if pair[1]])


def _no_counts(_days: Days) -> list[int]:
    return []


def _codes(days: Days) -> list[int]:
    return days.codes()


def _grade(made: _Made, days: Ints, _given: Given, _kind: str) -> bytes:
    return b'"%b"' % grade(int(days[made.places[0]])).encode()


def _conditioned(_made: _Made, _days: Ints, given: Given, _kind: str) -> bytes:
    return b"true" if given.conditioned else b"false"


def _look_ahead(_made: _Made, _days: Ints, given: Given, _kind: str) -> bytes:
    return orjson.dumps(given.look_ahead) if given.look_ahead else b"[]"


def _likeliest(made: _Made, days: Ints, _given: Given, _kind: str) -> bytes:
    met = days[made.places].tolist()
    return _PERIOD_NAMES[met.index(max(met))] if sum(met) else b"null"


def _sentence(made: _Made, days: Ints, _given: Given, _kind: str) -> bytes:
    return orjson.dumps(sentence_of(made.days.scale.range_labels, days[made.places].tolist()))


def _module(_made: _Made, _days: Ints, given: Given, kind: str) -> bytes:
    return given.modules[kind.removeprefix("module ")]


_READS: Mapping[str, Callable[[Days], list[int]]] = {
    "grade": lambda days: [days.n],
    "likeliest": lambda days: [days.bars(*span) for span in PERIODS.values()],
    "sentence": _codes,
}
_MAKERS: Mapping[str, Callable[[_Made, Ints, Given, str], bytes]] = {
    "grade": _grade,
    "conditioned": _conditioned,
    "look_ahead": _look_ahead,
    "likeliest": _likeliest,
    "sentence": _sentence,
    "module": _module,
}
_DISTINCT = frozenset((*_MAKERS, "activity", "labels", "bars", "by"))
