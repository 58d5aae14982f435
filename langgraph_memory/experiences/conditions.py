"""Errors in a normal form, so that a lesson is found again by tool and error."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from langgraph_memory.experiences.arguments import leaves
from langgraph_memory.experiences.slots import Slots

_LONGEST_ERROR = 4_000
_LONGEST_CONDITION = 200

_CALLED = re.compile(
    r"\AError (?:executing|invoking) tool .{0,4000}? with error:\s*", re.DOTALL
)
_ADVICE = re.compile(r"\s*Please fix (?:your mistakes|the error and try again)\.\s*\Z")
_LEAD = re.compile(
    r"\A\s*(?:(?:error|exception|failed|failure|错误|出错|异常|失败)\s*[:：]\s*)+",
    re.IGNORECASE,
)
_REPR = re.compile(r"\A([\w.]*)\((['\"])(.*)\2,?\)\Z", re.DOTALL)
_RAISED = re.compile(r"\A(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning)\s*[:：]\s*")
_NOISE = re.compile(
    r"\[type=[^\]]*\]|For further information visit \S+|\d+ validation errors? for \S+"
)
_NAMED = re.compile(
    r"(?P<lead>(?:argument|parameter|field|key|column|property|attribute|option|参数|字段)s?"
    r":?\s*)?(?P<quote>['\"`])(?P<name>[a-z_]{2,31})(?P=quote)"
)
_QUOTED = re.compile(
    r"(?<!\w)'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`|“[^”\n]{1,200}”"
    r"|「[^」\n]{1,200}」|『[^』\n]{1,200}』|《[^》\n]{1,200}》"
)
_LAST = re.compile(r"(?<=: )[\w.-]{2,60}(?=[.!]?\Z)")
_ORDERS = re.compile(
    r"</|<\||\[/?inst\]|\bfrom now on\b|\bnew instructions?\b|\byou are now\b"
    r"|\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}?"
    r"\b(?:instructions?|prompts?|rules|guidelines|previous|prior|above|told)\b"
    r"|\b(?:always|(?:in order )?to (?:proceed|continue|go on|fix (?:this|it))"
    r"|you (?:must|should|have to|need to)),?\s(?:first\s|always\s)?"
    r"(?:call|invoke|run|execute|send|pay|transfer|e-?mail|visit|open|click)\b"
    r"|\b(?:call|invoke|run|execute)\s[a-z]+_\w+\s(?:with|to|on)\b"
    r"|\b(?:system|developer|assistant)\s(?:prompt|message|note)\b"
    r"|(?<=\S\s)(?:system|developer|assistant)\s?:"
    r"|\b(?:send|forward|wire|transfer|e-?mail|post|upload|reveal|print|leak)\s"
    r"(?:all|every|any|your|the|their)\b[^.]{0,30}?"
    r"\b(?:passwords?|secrets?|keys?|tokens?|credentials?|money|funds|mails?|prompts?)\b"
    r"|(?:忽略|无视|忘记)[^。]{0,12}(?:指令|提示|规则|命令|要求)|系统(?:提示|消息|指令)"
    r"|从现在(?:起|开始)|你现在是|转发给|发送给"
)
"""What a tool has no reason to say of an error: orders to the one who reads it."""

_MOST_WRAPPERS = 4
_MESSAGE_KEYS = ("error", "errors", "message", "detail", "msg", "reason", "错误", "原因")


def normalise_error(text: str, args: Mapping[str, Any] | None = None) -> str:
    """What went wrong, without what belongs to one run only.

    Wrappers of the error (JSON, tracebacks, exception names, the advice that ToolNode adds)
    go; values of arguments become slots, ids, numbers and quoted values placeholders. It
    ends where the error begins to give orders, for lessons repeat it to later runs.

    Args:
        text: The text of a failed tool call.
        args: Its arguments.

    Returns:
        One lower-case line of at most 200 characters; empty when nothing is said. The
        normal form of a normal form is itself.
    """
    given = args or {}

    def bare(match: re.Match[str]) -> str:
        # The name of a parameter says what was wrong; any other quotation is data.
        name = match["name"]
        tells = match["lead"] or "_" in name or name in given
        return f"{match['lead'] or ''}{name}" if tells else match[0]

    message = _NAMED.sub(bare, _unwrapped(text[:_LONGEST_ERROR]))
    message = Slots([given]).fill(message)
    message = _QUOTED.sub(_placeholder, message)
    texts = [value for _, value in leaves(given) if isinstance(value, str)]
    message = _LAST.sub(
        lambda last: "<value>" if _is_part(last[0], texts) else last[0], message.rstrip()
    )
    line = " ".join(message.split()).lower()
    orders = _ORDERS.search(line)
    line = line[: orders.start() if orders else None].strip(" .!。！,;:：-")
    return line if len(line) <= _LONGEST_CONDITION else _shortened(line)


def _is_part(word: str, texts: Iterable[str]) -> bool:
    # What an error names at its end, as in "no such table: t", is data of the call.
    part = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    return any(part.search(text) for text in texts)


def _unwrapped(text: str) -> str:
    message = _ADVICE.sub("", _CALLED.sub("", text.strip()))
    if message.lstrip().startswith("{"):
        message = _from_json(message)
    if "Traceback (most recent call last)" in message:
        message = message.rstrip().rpartition("\n")[2]
    message = _LEAD.sub("", message)
    shown = _REPR.match(message.strip())
    if shown:
        bare_key = " " not in shown[3].strip()
        message = f"{shown[1]} {shown[3]}" if bare_key else shown[3]
    return _NOISE.sub(" ", _LEAD.sub("", _RAISED.sub("", message)))


def _from_json(text: str) -> str:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text
    for _ in range(_MOST_WRAPPERS):
        if isinstance(data, list) and data:
            data = data[0]
        if not isinstance(data, Mapping):
            break
        inner = (data.get(key) for key in _MESSAGE_KEYS)
        data = next((v for v in inner if v and isinstance(v, str | list | Mapping)), None)
    return data if isinstance(data, str) else text


def _placeholder(match: re.Match[str]) -> str:
    inner = match[0][1:-1].strip()
    return inner if inner.startswith("<") and inner.endswith(">") else "<value>"


def _shortened(line: str) -> str:
    return line[:_LONGEST_CONDITION].rpartition(" ")[0] or line[:_LONGEST_CONDITION]
