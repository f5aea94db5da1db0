"""A setting that is a whole number says what it expects."""

import pytest

from core.contracts.errors import DataError
from service.settings import from_environment


@pytest.mark.parametrize("text", ["lots", "-1", "1.5", "1_000", "32 MB"])
@pytest.mark.parametrize("name", ["CACHE_BYTES", "CHART_CACHE_BYTES"])
def test_what_is_no_whole_number_is_named_with_what_is_expected(name: str, text: str) -> None:
    with pytest.raises(DataError) as refused:
        from_environment({name: text})
    assert refused.value.detail == f"{name}={text}: expected a whole number, 0 or more, such as 33554432."


def test_a_whole_number_is_taken() -> None:
    assert from_environment({"CACHE_BYTES": " 64 ", "ACCESS_MODE": "trusted_url"}).cache_bytes == 64
