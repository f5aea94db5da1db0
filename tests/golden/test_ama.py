"""design/golden/ama.json: values and signals that two separately written implementations agree on."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.signals.ama import AmaResult, compute
from core.signals.bar_values import Bars

GOLDEN = json.loads(Path(__file__).with_name("ama.json").read_text(encoding="utf-8"))
PRICES = ("open", "high", "low", "close")
SESSIONS = ("PP", "P", "D")
VALUES = list(GOLDEN["derived_with_server_defaults"][0])


def computed(config: dict[str, Any]) -> AmaResult:
    bars = GOLDEN["bars"]
    open_, high, low, close = (np.array([bar[name] for bar in bars]) for name in PRICES)
    numbers = np.array([bar["bar_number"] for bar in bars])
    sessions = np.array([SESSIONS.index(bar["session"]) for bar in bars])
    return compute(Bars(open_, high, low, close, numbers, sessions), config)


@pytest.mark.parametrize("value", VALUES)
def test_every_derived_value_is_the_golden_one(value: str) -> None:
    expected = [bar[value] for bar in GOLDEN["derived_with_server_defaults"]]
    found = getattr(computed({}), value).astype(np.float64)
    assert np.isnan(found).tolist() == [each is None for each in expected]
    written = [0.0 if each is None else float(each) for each in expected]
    assert np.nan_to_num(found) == pytest.approx(written, rel=0, abs=6e-7)


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["name"])
def test_every_signal_is_the_golden_one(case: dict[str, Any]) -> None:
    found, shown = computed(case["ama_config"]), slice(81, None)
    assert found.signal_type[shown].tolist() == case["signal_type"]
    assert found.ft_flag[shown].tolist() == case["ft_flag"]
    assert np.count_nonzero(found.signal_type[81 + 42 :]) == case["amaSignalCount"]
