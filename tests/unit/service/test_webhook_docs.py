"""The receiver in docs/webhooks.md knows our messages from all others."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.outgoing.hook import SIGNATURE_HEADER, signature

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "webhooks.md").read_text("utf-8")
SECRET, BODY, NOW = "whsec_quiet-harbour", '{"sentence": "größer"}'.encode(), 1_795_867_200


@pytest.fixture(scope="module")
def is_from_almanac() -> Callable[..., bool]:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(code, names)  # as a reader of the page runs it
    found: Callable[..., bool] = names["is_from_almanac"]
    return found


def test_a_message_of_ours_is_known(is_from_almanac: Callable[..., bool]) -> None:
    assert is_from_almanac(signature(SECRET, NOW, BODY), BODY, SECRET, NOW + 5)
    assert is_from_almanac(signature(SECRET, int(time.time()), BODY), BODY, SECRET)


@pytest.mark.parametrize(
    ("header", "body", "now"),
    [
        (signature(SECRET, NOW, BODY), BODY + b" ", NOW),
        (signature("whsec_another", NOW, BODY), BODY, NOW),
        (signature(SECRET, NOW, BODY).replace(f"t={NOW}", f"t={NOW + 1}"), BODY, NOW),
        (signature(SECRET, NOW, BODY), BODY, NOW + 301),
        (signature(SECRET, NOW, BODY), BODY, NOW - 301),
        *(
            (header, BODY, NOW)
            for header in ("", "t=,v1=", f"t={NOW}", "v1=" + "0" * 64, "t=1,v1=\u00e9", ",,=")
        ),
    ],
)
def test_no_other_message_is_taken_for_ours(
    is_from_almanac: Callable[..., bool], header: str, body: bytes, now: int
) -> None:
    assert not is_from_almanac(header, body, SECRET, now)


def test_the_page_names_the_header() -> None:
    assert f"{SIGNATURE_HEADER}: t=" in PAGE
