"""What an error says, out of JSON, tracebacks and names of exceptions."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from typing import Any, Final

_CALLED: Final = re.compile(
    r"\AError (?:executing|invoking) tool .{0,4000}? with error:\s*", re.DOTALL
)
_ADVICE: Final = re.compile(
    r"\s*Please fix (?:your mistakes|the error and try again)\.\s*\Z"
)
_LEAD: Final = re.compile(
    r"\A\s*(?:(?:error|exception|failed|failure|错误|出错|异常|失败)\s*[:：]\s*)+",
    re.IGNORECASE,
)
_REPR: Final = re.compile(r"\A([\w.]*)\(((['\"])(?:.*)\3),?\)\Z", re.DOTALL)
_RAISED: Final = re.compile(
    r"\A(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning)\s*[:：]\s*"
)
_NOISE: Final = re.compile(
    r"\[type=[^\]]*\]|For further information visit \S+|\d+ validation errors? for \S+"
)
_ODD_ESCAPE: Final = re.compile(r"(?<!\\)(?:\\\\)*\\[^\\'\"nrtxuUNabfv0-7\n]")
_TRACEBACK: Final = "Traceback (most recent call last)"
_EMBEDDED: Final = re.compile(
    r"\A(?P<lead>[^{}\n]{1,80}?)[\s:–-]*(?P<data>\{.*\})\Z", re.DOTALL
)

_MOST_WRAPPERS: Final = 4
_MESSAGES: Final = (
    *("error", "errors", "message", "detail", "details", "msg", "reason", "errmsg"),
    *("error_msg", "error_message", "error_description", "retmsg", "description"),
    *("title", "错误", "原因", "信息"),
)
_CODES: Final = (
    *("code", "error_code", "errcode", "errno", "status_code", "statusCode", "status"),
    *("type", "error_type", "ret", "错误码"),
)
_BARE: Final = re.compile(r"-?\d{1,8}|[A-Za-z][A-Za-z0-9_.-]{1,60}")
_SILENT: Final = frozenset({"error", "errors", "failed", "failure", "fail", "exception"})


def unwrapped(text: str) -> str:
    """What an error says, without its wrappers.

    Args:
        text: The text of a failed tool call.

    Returns:
        The message; of JSON its message and its codes. What is not known stays.
    """
    message = _ADVICE.sub("", _CALLED.sub("", text.strip()))
    for _ in range(_MOST_WRAPPERS):
        before = message
        message = _from_data(message.strip())
        if _TRACEBACK in message:
            message = message.rstrip().rpartition("\n")[2]
        message = _RAISED.sub("", _from_repr(_LEAD.sub("", message).strip()))
        if message == before:
            break
    return _NOISE.sub(" ", message)


def _from_repr(message: str) -> str:
    shown = _REPR.match(message)
    if shown is None:
        return message
    try:
        said = str(_literal(shown[2]))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        said = shown[2][1:-1]
    bare_key = " " not in said.strip() and said.isascii() and not said.startswith("{")
    return f"{shown[1]} {said}" if bare_key else said


def _from_data(message: str) -> str:
    """The message and the codes in JSON, or in what Python shows of a dict."""
    found = _EMBEDDED.match(message)
    lead, text = (found["lead"].strip(), found["data"]) if found else ("", message)
    if not text.startswith(("{", "[")):
        return message
    for read in (json.loads, _literal):
        try:
            said = _said(read(text), _MOST_WRAPPERS)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            continue
        told = said and lead and lead.casefold() not in _SILENT
        return f"{lead}: {said}" if told else said or message
    return message


def _literal(text: str) -> Any:
    """What a literal of Python stands for.

    Raises:
        ValueError or SyntaxError: When it is none.
    """
    if _ODD_ESCAPE.search(text):  # it would be warned of
        msg = "it has escapes that repr does not write"
        raise ValueError(msg)
    return ast.literal_eval(text)


def _said(data: Any, depth: int) -> str:
    if isinstance(data, list) and data:
        return _said(data[0], depth - 1) if depth else ""
    if isinstance(data, str):
        return data.strip()
    if not isinstance(data, Mapping) or not depth:
        return ""
    parts = (_said(data.get(key), depth - 1) for key in _MESSAGES if key in data)
    message = next((part for part in parts if part), "")
    codes = [_code(data[key]) for key in _CODES if key in data]
    fresh = dict.fromkeys(code for code in codes if code and not _within(code, message))
    return ": ".join(part for part in (" ".join(fresh), message) if part)


def _code(value: Any) -> str:
    text = str(value).strip()
    if isinstance(value, bool) or not isinstance(value, int | str):
        return ""
    if not _BARE.fullmatch(text) or text.casefold() in _SILENT:
        return ""
    return f"code {text}" if text.lstrip("-").isdigit() else text


def _within(code: str, message: str) -> bool:
    said = re.sub(r"[\W_]+", " ", message.casefold())
    bare = re.sub(r"[\W_]+", " ", code.removeprefix("code ").casefold()).strip()
    return f" {bare} " in f" {said} "
