"""The contract names the calls of the specification (spec/product.md section 7), and their fields."""

import json
from pathlib import Path

import pytest

import service

DOCUMENT = json.loads((Path(service.__file__).parent / "openapi.json").read_text())

CALLS = [
    ("post", "/auth/login"),
    ("post", "/auth/refresh"),
    ("post", "/auth/logout"),
    ("get", "/auth/me"),
    ("get", "/v2/date-range"),
    ("get", "/features"),
    ("get", "/features/{name}"),
    ("get", "/categories"),
    ("get", "/profiles"),
    ("get", "/profiles/{profile}/features"),
    ("get", "/v2/features/{name}/values"),
    ("post", "/compute"),
    ("post", "/cache/clear"),
    ("get", "/cache/stats"),
]

FIELDS = {
    "LoginRequest": {"username", "password"},
    "TokenAnswer": {"access_token", "refresh_token", "token_type", "expires_in", "session_id", "user_info"},
    "UserInfo": {"user_id", "username", "permissions"},
    "CurrentUser": {"user_id", "username", "permissions", "session_id", "is_authenticated"},
    "DateRangeAnswer": {"min_date", "max_date", "total_days"},
    "FeaturesAnswer": {"features", "categories", "total", "profile", "profile_limits"},
    "ProfileLimits": {"max_features", "max_rows", "cache_ttl", "features", "description"},
    "LimitFeatures": {"charts", "navigation", "export"},
    "Feature": {
        *("name", "displayName", "category", "enabled", "type"),
        *("metadata", "ui_schema", "business_logic"),
    },
    "FilterComponent": {"type", "operators", "validation", "defaultOperator", "placeholder"},
    "CategoryAnswer": {"id", "name", "display_name", "display_order", "color", "ui_layout", "description"},
    "UiLayout": {"cards_per_row", "row_pattern"},
    "ComputeRequest": {
        *("filters", "features", "statistics_features", "options", "profile"),
        *("ama_config", "start_date", "end_date"),
    },
    "ComputeOptions": {"cache", "selected_date", "include_previous_day"},
    "ComputeAnswer": {"total_days", "total_rows", "filters_applied", "data", "metadata"},
    "AnswerMetadata": {"from_cache", "timestamp", "compute_time_ms"},
    "ComputeData": {"charts", "navigation", "statistics"},
    "ErrorBody": {"detail", "message", "code", "timestamp"},
}


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_the_specification_s_calls_are_there(method: str, path: str) -> None:
    assert method in DOCUMENT["paths"].get(path, {}), sorted(DOCUMENT["paths"])


@pytest.mark.parametrize("name", FIELDS)
def test_the_specification_s_fields_are_there(name: str) -> None:
    assert FIELDS[name] <= set(DOCUMENT["components"]["schemas"][name]["properties"])


def test_operators_are_the_specification_s() -> None:
    condition = DOCUMENT["components"]["schemas"]["FilterCondition"]["properties"]
    assert set(condition["operator"]["enum"]) == {">", "<", ">=", "<=", "=", "!=", "range", "in", "not_in"}
