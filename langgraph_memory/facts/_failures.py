"""Tool results that tell of a failure, by their form; English and Chinese."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

_ENGLISH: Final = re.compile(
    r"""\W{0,4}(?:
        (?:error|exception|(?-i:[\w.]{0,60}\w(?:Error|Exception)))
        \W{0,3}(?:[\]:(!\-]|$|\n|\d{3}\b
            |(?:code|while|when|calling|executing|invoking|during|occurred|in|reading
               |fetching|processing|getting|parsing|connecting)\b)
      | an?\ (?:unexpected\ |internal\ )?error\b
      | traceback\ \(most | fatal: | panic: | failure: | failed(?::|\.|$|\ to\b)
      | (?:unable\ to|could\ not|couldn't|cannot|can't)\b
      | invalid\b | unauthorized\b | forbidden\b | bad\ request\b | not\ authorized\b
      | (?:permission|access)\ denied\b | internal\ server\ error\b
      | rate\ limit\ exceeded\b | (?:request|connection|operation)\ timed\ out\b
      | (?:http[/\d. ]{0,5}\ ?)?[45]\d\d\ (?:client|server|not\ found|forbidden|bad
            |too\ many|unauthorized|internal|service|gateway)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_CHINESE: Final = re.compile(
    r"\W{0,4}(?:[^\s:：，。,]{0,10}?(?<![没無无])(?<!没有)"
    r"(?:错误|出错|失败|异常|超时)(?:了|$|[\s:：，。,.!！])|无法|不能|抱歉，?无法)"
)
_HARMLESS: Final = re.compile(
    r"\W{0,4}error\W{1,3}(?:none|null|0|no|nil)\W*$", re.IGNORECASE
)

_ERROR_KEYS: Final = ("error", "errors", "exception", "error_message", "错误")
_SUCCESS_KEYS: Final = ("success", "succeeded", "ok")
_FLAG_KEYS: Final = ("iserror", "is_error", "failed")
_NOTHING: Final = frozenset({"", "none", "null", "no", "no error", "false", "0", "ok"})
_FEW: Final = 3
_BAD_REQUEST, _NO_STATUS = 400, 600  # HTTP: from, and below


def tells_failure(text: str) -> bool:
    """Whether a tool's text has the form of an error.

    Args:
        text: What a tool returned.

    Returns:
        True for error phrases at its beginning, and for JSON objects that hold an error or
        deny success. An answer about errors, or an empty one, is none.
    """
    text = text.strip()
    if text.startswith("{"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return False
        return isinstance(data, Mapping) and _object_fails(data)
    head = text[:200]
    if _HARMLESS.match(head):
        return False
    return bool(_ENGLISH.match(head) or _CHINESE.match(head))


def _object_fails(data: Mapping[str, Any]) -> bool:
    fields = {key.lower(): value for key, value in data.items()}
    if any(_holds_error(fields.get(key)) for key in _ERROR_KEYS):
        return True
    if any(fields.get(key) is False for key in _SUCCESS_KEYS):
        return True
    if any(fields.get(key) is True for key in _FLAG_KEYS):
        return True
    status = fields.get("status", fields.get("status_code", fields.get("statuscode")))
    if isinstance(status, int) and not isinstance(status, bool):
        return _BAD_REQUEST <= status < _NO_STATUS
    # Among many fields, `status` is what the object is like, not how the call went.
    failed = str(status).lower() in {"error", "failed", "failure", "fail", "失败", "错误"}
    return failed and (len(fields) <= _FEW or str(status).lower() == "error")


def _holds_error(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().lower() not in _NOTHING
    return value is True or (isinstance(value, list | dict) and bool(value))
