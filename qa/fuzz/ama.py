"""AMA settings as anybody may send them: refused by the field that is wrong, or the signals of the oracle."""

from dataclasses import asdict
from functools import cache
from typing import Any

import orjson
from hypothesis import strategies as st

from core.contracts.errors import InvalidRequest, printable
from core.contracts.requests import ComputeRequest
from core.signals.ama_config import OFF, InvalidAmaConfig, normalise
from qa.fuzz.plain_ama import (
    COUNTS,
    FIELDS,
    NUMBERS,
    SWITCHES,
    is_readable,
    is_switch,
    lacks_choice,
    settings,
)
from qa.fuzz.target import Target
from qa.fuzz.values import JSON
from service.edge.bodies import decode
from tests.oracles.ama import evaluate
from tests.property.ama_bars import Stretch, random_stretch


def _about(low: float, high: float) -> st.SearchStrategy[Any]:
    """Numbers about their limits; the signals' tolerance does not tell finer ones apart."""
    told = st.floats(low - 0.1, high + 0.1).map(lambda each: round(each, 6))
    return told | st.sampled_from([low, high, int(low), int(high)])


_FITTING: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(SWITCHES, st.booleans() | st.integers(0, 1)),
    **{name: _about(*limits) for name, limits in NUMBERS.items()},
    **{name: st.integers(low - 1, high + 1) for name, (low, high) in COUNTS.items()},
    "enabled": st.just(True) | st.just(1),
    "ob_behavior": st.sampled_from([0, 1, 2, "disabled", "normal", "strict", "Strict", 3]),
}


def configs() -> st.SearchStrategy[Any]:
    """Settings, most often near what they may be."""
    near = st.fixed_dictionaries({}, optional=_FITTING)
    wrong = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), JSON, max_size=2)
    return st.one_of(near, near, st.builds(lambda one, two: one | two, near, wrong), JSON)


def check(sent: Any) -> str:
    """The outcome of settings that arrive in a body."""
    try:
        asked = decode(ComputeRequest, orjson.dumps({"ama_config": sent}))
    except InvalidRequest as error:
        return _no_object(error.detail, sent)
    try:
        found = normalise(asked.ama_config)
    except InvalidAmaConfig as error:
        return _refused(error.detail, sent)
    assert sent is None or set(sent) <= set(FIELDS)
    if sent is None or _is_off(sent):
        assert found == OFF
        return "off"
    assert all(is_readable(name, value) for name, value in sent.items())
    assert not lacks_choice(sent)
    assert asdict(found) == {"enabled": True} | settings(sent)
    _assert_signals(asdict(found))
    return "used"


def _no_object(detail: str, sent: Any) -> str:
    assert not isinstance(sent, dict)
    assert detail.startswith("ama_config: expected an object")
    return "no object"


def _is_off(sent: dict[str, Any]) -> bool:
    enabled = sent.get("enabled")
    return is_switch(enabled) and not enabled


def _refused(detail: str, sent: dict[str, Any]) -> str:
    head, _, name = detail.partition(":")[0].partition(".")
    assert head == "ama_config"
    if "not a setting" in detail:
        unknown = [each for each in sent if each not in FIELDS]
        assert printable(unknown[0]) in detail
        return "refused: an unknown name"
    assert " found; " in detail
    assert not is_readable(name, sent.get(name)) or (name == "compare_range2range" and lacks_choice(sent))
    return f"refused: {name}"


@cache
def _stretch() -> Stretch:
    return random_stretch(5, [30, 30], 3)


def _assert_signals(config: dict[str, Any]) -> None:
    found, expected = _stretch().compute(config), evaluate(_stretch().bars(), config)
    signals = list(zip(found.signal_type.tolist(), found.ft_flag.tolist(), strict=True))
    assert signals == [(bar.signal_type, bar.ft_flag) for bar in expected]


AMA = Target("ama settings", "422 with the field, or the oracle's signals", configs(), check, 60)
