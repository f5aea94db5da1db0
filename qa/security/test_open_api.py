"""Cases that schemathesis makes from the OpenAPI document: none breaks the service or surprises the document.

`SECURITY_CASES` is how many there are altogether; `make test-security` asks for 20,000.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from qa.security.target import INSIDE, Target
from tests.contract.schema import document
from tests.support.waiting import PATIENCE

CASES = int(os.environ.get("SECURITY_CASES", "500"))
SCHEMA: Any = schemathesis.openapi.from_dict(document())
OPERATIONS = {found.ok().definition.raw["operationId"]: found.ok() for found in SCHEMA.get_all_operations()}
OWN_SESSION = {"logout", "redeem"}
"""Calls that end the caller's tokens: each case has a session of its own."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance]


@pytest.fixture(scope="module")
def line() -> Iterator[requests.Session]:
    with requests.Session() as session:
        yield session


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_no_case_of_the_document_breaks_the_service(
    target: Target, line: requests.Session, name: str, mode: GenerationMode
) -> None:
    wanted = -(-CASES // (len(OPERATIONS) * len(GenerationMode)))
    checks = CHECKS if name == "exportFile" else [*CHECKS, response_schema_conformance]
    shared = target.token("pro")
    made: list[Any] = []

    @seed(20)
    @settings(
        max_examples=wanted, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(OPERATIONS[name].as_strategy(generation_mode=mode), st.integers(0, 10**6))
    def attack(case: Any, turn: int) -> None:
        made.append(case)
        own = target.token("pro") if name in OWN_SESSION else shared
        headers = {"Authorization": f"Bearer {own}"} if turn % 8 else {}
        answer = case.call(
            f"http://127.0.0.1:{target.port}/api", session=line, headers=headers, timeout=PATIENCE
        )
        case.validate_response(answer, checks=checks)
        assert not [word for word in (*INSIDE, str(target.folder)) if word.encode() in answer.content]

    attack()
    assert len(made) >= wanted
