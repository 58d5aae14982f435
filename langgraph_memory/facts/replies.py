"""Lenient and safe reading of what a model replies: text, JSON and scores.

Small models fence their JSON, talk around it, think aloud, stop in the middle, or answer
with the text of a provider's error. What can be read is read; the rest is a
`ModelReplyError`, never an empty or an invented result.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from langchain_core.messages import BaseMessage

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.facts.messages import content_text

_LONGEST_REPLY = 100_000
_MOST_STARTS = 20

_DECODER = json.JSONDecoder(strict=False)
_OPENING = re.compile(r"[{\[]")
_CLOSER = {"{": "}", "[": "]"}
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:"]|[^\s"{}\[\],:]+', re.DOTALL)

_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE
)
_THOUGHT_END = re.compile(
    r"^.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE
)

# How providers and the code around them say that they have failed, instead of an answer.
_FAILURE = re.compile(
    r"""[^\w{]*(?:
        (?:!doctype|html)\b
      | (?:\w+\.)*\w*(?:error|exception)\b[^.\n]{0,80}?(?::|\b[45]\d\d\b)
      | traceback\s\(most\srecent
      | (?:https?|status|error)(?:\scode)?\W{0,3}[45]\d\d\b
      | [45]\d\d\s(?:bad|unauthor|forbid|not\sfound|too\smany|request|internal|service
                |gateway|client|server)
      | (?:rate\slimit|quota)\s(?:exceeded|reached|error)
      | (?:too\smany\srequests|service\sunavailable|internal\sserver)\b
      | (?:request|connection|model|api)\s(?:failed|timed\sout|refused)\b
      | .{0,12}?(?:错误|出错|异常|失败)\s?[:：]
      | (?:请求|调用|连接|服务).{0,8}?(?:失败|超时|错误|不可用|受限|过于频繁)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_FAILURE_KEYS = frozenset(
    {"error", "errors", "message", "code", "status", "type", "detail"}
)

_WORD_SCORES = {
    "very high": 0.95, "certain": 0.95, "很高": 0.95, "非常高": 0.95,
    "high": 0.85, "strong": 0.85, "高": 0.85,
    "medium": 0.5, "moderate": 0.5, "average": 0.5, "中": 0.5, "中等": 0.5, "一般": 0.5,
    "low": 0.2, "weak": 0.2, "低": 0.2,
    "very low": 0.05, "none": 0.0, "很低": 0.05, "无": 0.0,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?P<top>[-+]?\d{1,9}(?:\.\d{1,9})?)\s*(?:(?P<percent>[%％])|/\s*(?P<base>\d{1,9}))?"
)


def reply_text(reply: object) -> str:
    """The answer in a model's reply, without what the model thought aloud.

    Args:
        reply: A message, its content (text or a list of blocks), or None.

    Returns:
        The text, stripped and never empty.

    Raises:
        ModelReplyError: When there is no text, or it is the error of a provider.
    """
    content = reply.content if isinstance(reply, BaseMessage) else reply
    if not isinstance(content, str | list):
        msg = f"the model gave no text but {type(content).__name__}"
        raise ModelReplyError(msg)
    text = content_text(content)[:_LONGEST_REPLY]
    text = _THOUGHT_END.sub("", _THOUGHT.sub("", text)).strip()
    if not text:
        msg = "the model gave an empty answer"
        raise ModelReplyError(msg)
    if _FAILURE.match(text):
        msg = f"the model's answer is an error: {text[:120]}"
        raise ModelReplyError(msg)
    return text


def reply_json(reply: object) -> dict[str, Any] | list[Any]:
    """The JSON object or array in a model's reply.

    Code fences, prose around it, trailing commas and raw line breaks in strings do no
    harm. Of several, the longest counts. A reply that stops in the middle is repaired once:
    what was complete stays, the unfinished member goes.

    Args:
        reply: As for `reply_text`.

    Returns:
        The object or array.

    Raises:
        ModelReplyError: When there is none, or it is the error of a provider.
    """
    text = reply_text(reply)
    found = _longest(text)
    if found is None:
        msg = f"the model's answer holds no JSON: {text[:120]}"
        raise ModelReplyError(msg)
    if isinstance(found, dict) and "error" in found and found.keys() <= _FAILURE_KEYS:
        msg = f"the model's answer is an error: {text[:120]}"
        raise ModelReplyError(msg)
    return found


def as_score(value: object) -> float:
    """Read a score however a model writes it.

    Args:
        value: A number, a word such as `high` or `中`, a percentage, or `8/10`.

    Returns:
        The score, clamped to 0..1.

    Raises:
        ModelReplyError: When it is none of these.
    """
    number = math.nan
    if isinstance(value, int) and not isinstance(value, bool):
        number = float(min(1, max(0, value)))
    elif isinstance(value, float):
        number = value
    elif isinstance(value, str):
        word = value.strip().lower()
        number = _WORD_SCORES[word] if word in _WORD_SCORES else _written_number(word)
    if math.isnan(number):
        msg = f"not a score: {value!r:.80}"
        raise ModelReplyError(msg)
    return min(1.0, max(0.0, number))


def _written_number(word: str) -> float:
    match = _NUMBER.fullmatch(word)
    if match is None:
        return math.nan
    base = 100 if match["percent"] else int(match["base"] or 1)
    return float(match["top"]) / base if base else math.nan


def _longest(text: str) -> dict[str, Any] | list[Any] | None:
    best: dict[str, Any] | list[Any] | None = None
    reach = at = 0
    for _ in range(_MOST_STARTS):
        opening = _OPENING.search(text, at)
        if opening is None:
            break
        start = opening.start()
        value, at = _decode(text, start)
        if value is not None and at - start > reach:
            best, reach = value, at - start
    return best


def _decode(text: str, start: int) -> tuple[dict[str, Any] | list[Any] | None, int]:
    """The value that opens at `start`, or None, and where to read on."""
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        mended, end = _mended(text, start)
    try:
        return _DECODER.decode(mended), end
    except (ValueError, RecursionError):
        return None, start + 1


def _mended(text: str, start: int) -> tuple[str, int]:
    """The JSON that opens at `start`, repaired, and where it ends.

    Commas before a closing bracket go. JSON that stops before it is closed is closed after
    its last complete member.
    """
    words: list[str] = []
    closers: list[str] = []
    complete = 0
    for token in _TOKEN.finditer(text, start):
        word, last = token[0], words[-1] if words else ""
        if word == '"':
            break
        if word in _CLOSER:
            closers.append(_CLOSER[word])
        elif word in "}]":
            if closers.pop() != word:
                return "", start
            if last == ",":
                words.pop()
        words.append(word)
        in_list = bool(closers) and closers[-1] == "]"
        if word in "{}[]" or (word[0] == '"' and (last == ":" or in_list)):
            complete = len(words)
        elif word == ",":
            complete = len(words) - 1
        if not closers:
            return " ".join(words), token.end()
    kept = words[:complete]
    return " ".join(kept) + _missing_closers(kept), len(text)


def _missing_closers(words: list[str]) -> str:
    closers: list[str] = []
    for word in words:
        if word in _CLOSER:
            closers.append(_CLOSER[word])
        elif word in ("}", "]"):
            closers.pop()
    return "".join(reversed(closers))
