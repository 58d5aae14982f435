"""Objects by which tools and web services say that a call failed; English and Chinese."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from langgraph_memory.facts.names import words


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ERRORS: Final = _names(
    "error errors exception fault err errormessage errormsg errmsg errortype"
    " errordescription 错误 错误信息"
)
_ERROR_CODES: Final = _names("errcode errorcode errno 错误码")
_CODES: Final = _names("code cod statuscode status")
_RETURNS: Final = _names("ret retcode resultcode")
_SUCCESSES: Final = _names("success succeeded ok")
_FLAGS: Final = _names("iserror failed")
_SAYINGS: Final = _names(
    "message msg messages detail details description desc reason title retmsg resultmsg"
    " returnmsg errormessage errormsg errmsg errordescription error errors exception fault"
    " hint 消息 信息 原因 提示 错误 错误信息"
)
_ENVELOPE: Final = frozenset.union(
    *(_ERRORS, _ERROR_CODES, _CODES, _RETURNS, _SUCCESSES, _FLAGS, _SAYINGS),
    _names(
        "subcode errorsubcode statustext requestid traceid fbtraceid logid trace stack"
        " stacktrace timestamp time path instance type documentationurl helpurl help docs"
        " suggestion suggestions retryable retryafter retry jsonrpc version lang locale"
        " service method param params parameter field fields context severity category"
        " data result results response meta 状态 代码"
    ),
)
"""Names of fields, without `_`, `-` and capitals, that speak of the call itself."""

_BAD: Final = _names("error failed failure fail 失败 错误")
_NOTHING: Final = _names("none null no false 0 ok 无") | {"", "no error"}
_FINE: Final = re.compile(
    r"\W*(?:ok|okay|success\w*|succe\w+|done|no error|成功|操作成功|[^\s，。]{0,8}成功)\W*",
    re.IGNORECASE,
)
_BAD_CODE: Final = _names(
    "invalid error err denied exceeded missing unauthorized unauthenticated forbidden fail"
    " failed failure exception timeout throttling throttled unavailable unsupported"
    " conflict expired malformed illegal incorrect bad unknown quota refused rejected"
    " unprocessable"
)
_OF_A_CALL: Final = re.compile(
    r"\b(?:not found|no such|does(?:n't| not) exist|unknown|invalid|illegal|malformed"
    r"|missing|required|must|expected|unexpected|unsupported|forbidden|denied|bad request"
    r"|not (?:allowed|supported|permitted|authori[sz]ed|available|valid|implemented)"
    r"|exception|unauthori[sz]ed|unauthenticated|authentication|permission|credentials?|tokens?"
    r"|api key|time[sd]? ?-?out|unavailable|rate limit\w*|too many|quota|exceed\w*"
    r"|fail(?:ed|s)? to|could not|couldn't|cannot|can't|unable|server error|internal error"
    r"|connection|pars(?:e|ing)|syntax|[45]\d\d|try again|retry|\w+(?:error|exception))\b"
    r"|不存在|未找到|找不到|没有找到|无效|缺少|必须|必填|不能为空|参数|格式|权限|未授权|未登录|请登录"
    r"|令牌|超时|繁忙|频繁|限流|超过|失败|异常|无法|不能|不支持|系统错误|重试|非法",
    re.IGNORECASE,
)
_PHRASE: Final = re.compile(
    r"\b(?:not found|(?:internal|server) error|internal server error|forbidden|bad request"
    r"|unauthori[sz]ed|unauthenticated|too many requests|method not allowed|timed out"
    r"|not (?:allowed|authori[sz]ed|authenticated|permitted|implemented)|gateway timeout"
    r"|(?:access|permission) denied|(?:service|temporarily) unavailable|does not exist"
    r"|(?:rate |usage |request )?limit exceeded|quota exceeded|unprocessable \w+"
    r"|(?:token|session|key|signature|credentials?) (?:has |is |have )?"
    r"(?:expired|invalid|missing|revoked)|validation (?:failed|error)"
    r"|(?:missing|invalid|expired|wrong|unknown) (?:\w+ )?(?:authentication|authorization"
    r"|parameters?|fields?|arguments?|tokens?|keys?|headers?|credentials?|request|input"
    r"|value|date|id|format|signature|password|session|user)"
    r"|is (?:required|invalid|missing|not (?:valid|supported|allowed)))\b"
    r"|不存在|未找到|参数(?:错误|无效|缺失|不正确)|系统(?:错误|繁忙|异常)|未授权|未登录|权限不足"
    r"|(?:请求|操作)(?:失败|超时|过于频繁)",
    re.IGNORECASE,
)
_MOST_WORDS: Final = 8
_FEW: Final = 3
_BAD_REQUEST, _NO_STATUS = 400, 600  # HTTP: from, and below


def fails(data: Mapping[str, Any], *, reads: bool) -> bool:
    """Whether an object says that the call failed.

    What has further fields is about some thing. Of a tool that only reads, an error or a
    failure in it is then that thing's own, as long as its words do not speak of the call.

    Args:
        data: What a tool returned.
        reads: Whether the tool only tells how things are.
    """
    fields = {_plain(key): value for key, value in data.items()}
    if any(fields.get(key) is False for key in _SUCCESSES):
        return True
    if any(fields.get(key) is True for key in _FLAGS):
        return True
    said = _said(fields)
    about = any(key not in _ENVELOPE and _is_told(one) for key, one in fields.items())
    if reads and about and not _OF_A_CALL.search(said):
        return isinstance(fields.get("error"), Mapping)
    return (
        any(_holds_error(fields.get(key)) for key in _ERRORS)
        or any(_is_bad_number(fields.get(key)) for key in _ERROR_CODES)
        or _has_bad_status(fields, about=about)
        or (not about and not _is_fine(fields, said) and _refuses(fields, said))
    )


def _plain(key: str) -> str:
    return str(key).lower().replace("_", "").replace("-", "")


def _is_told(value: Any) -> bool:
    return value is not None and value not in ("", [], {})


def _said(fields: Mapping[str, Any]) -> str:
    """What the object says in words, those of an error inside it as well."""
    told = (fields.get(key) for key in _SAYINGS)
    texts = (
        one if isinstance(one, str) else json.dumps(one, ensure_ascii=False, default=str)
        for one in told
        if one and isinstance(one, str | list | dict)
    )
    return " ".join(texts)[:2_000]


def _holds_error(value: Any) -> bool:
    if isinstance(value, str):
        text = value.strip().lower()
        return text not in _NOTHING and _FINE.fullmatch(text) is None
    return value is True or (isinstance(value, list | dict) and bool(value))


def _is_bad_number(value: Any) -> bool:
    """Whether a code of an error is one; 0, `"00000"` and `"OK"` are none."""
    if isinstance(value, str):
        text = value.strip()
        return bool(text.strip("0")) and _FINE.fullmatch(text) is None
    return isinstance(value, int) and not isinstance(value, bool) and value != 0


def _has_bad_status(fields: Mapping[str, Any], *, about: bool) -> bool:
    for key in ("status", "statuscode"):
        number = _number(fields.get(key))
        if number is not None:
            return _BAD_REQUEST <= number < _NO_STATUS
    status = str(fields.get("status")).lower()
    if status in _BAD:
        # Among many fields, `status` is what the object is like, not how the call went.
        return not about or len(fields) <= _FEW or status == "error"
    return not about and str(fields.get("result")).lower() in _BAD


def _is_fine(fields: Mapping[str, Any], said: str) -> bool:
    """Whether an object says that the call went well, whatever else it says."""
    if any(fields.get(key) is True for key in _SUCCESSES) or _FINE.fullmatch(said):
        return True
    if any(_is_told(fields.get(key)) for key in ("data", "result", "results")):
        return True
    states = (str(fields[key]) for key in ("status", "code") if key in fields)
    return any(_FINE.fullmatch(one) or one in ("200", "201", "0") for one in states)


def _refuses(fields: Mapping[str, Any], said: str) -> bool:
    """Whether an object that only speaks of the call says that it failed."""
    if "exception" in words(str(fields.get("type", ""))):
        return True
    if said and any(_is_bad_number(fields.get(key)) for key in _RETURNS):
        return True
    if isinstance(details := fields.get("detail"), list):
        return any(isinstance(one, Mapping) and "msg" in one for one in details)
    codes = (fields[key] for key in ("code", "cod") if key in fields)
    if said and any(_is_bad_code(code, said, short="msg" in fields) for code in codes):
        return True
    texts = (fields.get(key) for key in ("message", "msg", "detail", "消息"))
    return any(_is_refusal(text) for text in texts if isinstance(text, str))


def _is_bad_code(code: Any, said: str, *, short: bool) -> bool:
    number = _number(code)
    if number is None:
        named = words(code) if isinstance(code, str) else []
        opposed = "not" in named or "no" in named
        return not _BAD_CODE.isdisjoint(named) or (opposed and len(named) > 1)
    if number < 0 or _BAD_REQUEST <= number < _NO_STATUS:
        return True
    # `msg` is the word of services; a `message` beside a number may be one to somebody.
    return number != 0 and (short or _OF_A_CALL.search(said) is not None)


def _is_refusal(text: str) -> bool:
    few = len(text.split()) <= _MOST_WORDS
    return few and _PHRASE.search(text[:200]) is not None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value.strip()):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
