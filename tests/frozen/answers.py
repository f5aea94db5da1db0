"""What of an answer is compared: all but times, ids and the words of a refusal, numbers to ten digits."""

import hashlib
import io
import re
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import orjson
import pypdf
from httpx2 import Response

CHANGING = frozenset(
    (
        *("snapshot", "snapshot_id", "built_at", "timestamp", "compute_time_ms", "from_cache", "token"),
        *(
            "access_token",
            "refresh_token",
            "session_id",
            "expires_in",
            "expires_at",
            "created_at",
            "updated_at",
        ),
    )
)
"""Fields of answers that differ from run to run."""
_SNAPSHOT = re.compile(r"\d{4}-\d\d-\d\d-[0-9a-f]{12}")
_MADE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC")
_NAMED_FIELD = re.compile(r"(?:[ab]: )?[^\s:]+(?=: )")
_DIGITS = 10


def canonical(answer: Response, changing: frozenset[str]) -> bytes:
    """Status and content in one form, indented, so that two can be shown line by line."""
    kind = answer.headers.get("content-type", "").partition(";")[0]
    found = {"status": answer.status_code, "type": kind, "content": _content(kind, answer.content, changing)}
    return orjson.dumps(found, option=orjson.OPT_INDENT_2)


def digest(content: bytes) -> str:
    """What stands for an answer in the tree."""
    return hashlib.sha256(content).hexdigest()


def _refusal(body: dict[str, str]) -> dict[str, str]:
    """The wording of a refusal may change; its code and the field that it names stay."""
    named = _NAMED_FIELD.match(body["detail"])
    return {"code": body["code"], "field": named[0] if named else ""}


def _content(kind: str, content: bytes, changing: frozenset[str]) -> Any:
    if kind == "application/json":
        return _steady(orjson.loads(content), changing) if content else None
    if kind == "application/pdf":
        text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)
    elif kind.endswith("spreadsheetml.sheet"):
        sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
        text = "\n".join(repr(row) for row in sheet.iter_rows(values_only=True))
    else:
        text = content.decode("utf-8-sig")
    return _steady(text, changing).splitlines()


def _steady(value: Any, changing: frozenset[str]) -> Any:
    if isinstance(value, dict):
        if value.keys() == {"detail", "message", "code", "timestamp"}:
            return _refusal(value)
        return {name: _field(name, each, changing) for name, each in value.items()}
    if isinstance(value, list):
        return [_steady(each, changing) for each in value]
    if isinstance(value, float):
        return _rounded(value)
    if isinstance(value, str):
        return _MADE.sub("<made>", _SNAPSHOT.sub("<snapshot>", value))
    return value


def _field(name: str, value: Any, changing: frozenset[str]) -> Any:
    if name in changing:
        return f"<{name}>"
    is_one_value = value is not None and not isinstance(value, dict | list)
    return f"<{name}>" if name in CHANGING and is_one_value else _steady(value, changing)


def _rounded(value: float) -> float:
    """Another machine's numpy may add up in another order."""
    return float(f"{round(value, 12):.{_DIGITS}g}") + 0.0
