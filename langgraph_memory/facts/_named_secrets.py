"""Secrets that are known by their name: "password: …", `"api_key": "…"`, "密码是 …"."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import Final

from langgraph_memory.facts._redact_values import (
    Value,
    is_told,
    is_word,
    phrase_at,
    value_at,
)
from langgraph_memory.facts._secrets import COOKIES_PATTERN, placeholder

# Passwords in other languages; in Portuguese other words end in "senha".
_FOREIGN: Final = (
    "passwort|kennwort|mot[ _-]?de[ _-]?passe|contrase(?:ñ|n\u0303|n)a|(?<![a-z])senha"
    "|пароль|パスワード|비밀번호"
)
_ONE_TIME: Final = (
    r"(?<![a-z])t?otp|one[ _-]?time[ _-]?(?:pass)?(?:code|word|pin)|[验驗][证證][码碼]"
    r"|(?<![a-z])(?:verification|mfa|2fa|sms|login)[ _-]?code"
)
# A name is an anchor and, for most anchors, what stands before it.
_ANCHOR: Final = re.compile(
    rf"{_FOREIGN}|{_ONE_TIME}|sess(?:ion)?[ _-]?id(?![a-z])|(?<![a-z])sid(?![a-z])"
    r"|pass(?:word|wd|phrase|code)?|pwd|key(?:[ _-]?id)?|token|secret|cvv2?|cvc2?"
    r"|密[码碼钥]|[秘私]钥|口令|令牌"
)
_LOGINS = "db|smtp|imap|mail|user|admin|root|login|auth|ssh|ftp|wifi|redis|mysql|pg"
_KEYED = "api|secret|private|signing|encryption|access"
_HOLDERS = "access|auth|authentication|refresh|session|bearer|api|bot|security|csrf|deploy"
# Tokens that are no secrets but handles, needed for the next call.
_HANDLES = (
    "page|next|continuation|sync|cursor|start|after|booking|departure|return|property|offer"
    "|search|result|fare|quote|cart|item|place|upload"
)
_NAMES: Final = tuple(
    (kind, strong, re.compile(rf"(?:{before})\Z"), re.compile(anchor))
    for kind, strong, before, anchor in (
        ("password", True, "", _FOREIGN),
        ("one_time_code", True, "", _ONE_TIME),
        ("session", False, "", r"sess(?:ion)?[ _-]?id|sid"),
        ("password", True, "", "password|passwd|passphrase|passcode|pwd|密[码碼]|口令"),
        ("password", True, rf"(?:{_LOGINS})[_-]", "pass"),
        ("api_key", True, rf"(?:{_KEYED})[ _.-]?", "key"),
        ("api_key", True, r"access[ _-]?", "key[ _-]?id"),
        ("api_key", True, "", "密钥|[秘私]钥"),
        ("secret", True, r"(?:client|webhook|app|shared)[ _-]?", "secret"),
        ("token", True, rf"(?:{_HOLDERS})[ _-]?", "token"),
        ("token", True, "", "令牌"),
        ("card_code", True, r"(?:^|[^a-z])", "cv[vc]2?"),
        ("secret", False, "", "secret"),
        ("token", False, rf"\A(?!(?s:.*)(?:{_HANDLES})[ _-]?\Z)(?s:.*)", "token"),
    )
)
_LOOK_BACK: Final = 24

_SUFFIX = r"(?:\d{1,2}|_(?:prod|dev|test|staging|live|value|old|new))?"
_CLAUSE: Final = re.compile(
    _SUFFIX
    + r"""
    (?P<quote>\\{0,8}["'])? \]? \*{0,2} (?:[ ]\([^()\n]{1,40}\))?
    (?:
        (?P<firm>[ \t]{0,8}(?:=>|:=|->|==?|[:：＝]|>(?=[^\s<=]))[ \t]{0,8}(?:\*\*[ ]?)?)
      | (?P<told>(?:[ ](?:for|of|on)[ ][^\n:=]{1,40}?)?
          [ ](?:is|was|are|ist|lautet|est|es|é|это)[ ]?:?[ ]{1,3}
          |[ ]?(?:是|为|為|は|는|은)[ ]?[:：]?[ ]?)
      | (?P<loose>[ ](?:to[ ]|set[ ]to[ ])?|(?<=[码碼令钥牌ド호])(?=[!-~]))
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_PLURAL: Final = re.compile(f"s?{_SUFFIX}")
_FLAG: Final = re.compile(r"(?:^|\s)--[\w-]*\Z")

# Whole sentences under such a name, as forms give them back.
_COMPLAINT: Final = re.compile(
    r"(?i)(?:is|must|should|cannot|can't|may|has|does|needs?|requires?|required|invalid|wrong"
    r"|incorrect|missing|too|not|no|the|this|your|at least|please|passwords?)\s.*",
    re.DOTALL,
)
_MASK: Final = re.compile(r"[*•.xX#_?-]+|\[redacted:.*|[<${%\[(|=].*", re.DOTALL)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d.*|\d\d?[/:]\d\d.*", re.DOTALL)
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]+")
_COOKIES: Final = re.compile(COOKIES_PATTERN, re.IGNORECASE)
# Codes, and ids of sessions as servers make them; ids with parts are rather handles.
_SHAPES: Final = {
    "card_code": re.compile(r"\d{3,4}"),
    "one_time_code": re.compile(r"(?=[A-Za-z]*\d)[A-Za-z0-9]{4,8}|\d{3}[ -]\d{3}"),
    "session": re.compile(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{20,}"),
    "cookie": re.compile(r"(?=[^\d\s]*\d)\S{6,}"),
}
# What only servers' cookies are called, and an object of cookies.
_COOKIE_NAME: Final = re.compile(
    r"(?:php|j|asp\.net_)\Z|cookies?(?:\\{0,8}[\"'])?\s{0,3}[:=]\s{0,3}[{\[][^}]*\Z"
)
_COOKIE_KEY: Final = re.compile(r"(?:set-)?cookies?")
_COOKIE_REACH: Final = 300
_SHORTEST, _SHORTEST_RANDOM, _LONG = 3, 6, 16


def hide_named(text: str) -> str:
    """Put placeholders for the secrets that a text names.

    Args:
        text: Any text.

    Returns:
        The text; JSON in it stays JSON.
    """
    # The one letter that grows when it is lowered would shift the positions.
    lower = text.replace("\u0130", "i").lower()
    parts: list[str] = []
    done = start = 0
    while anchor := _ANCHOR.search(lower, start):
        start = anchor.end()
        name = _name_at(lower, anchor)
        clause = _CLAUSE.match(text, start) if name else None
        if name is None or clause is None:
            continue
        value = _named_value(text, name, clause)
        if value.text.startswith("[redacted:"):
            start = value.end
        elif _is_secret(name, clause, value):
            quote = clause["quote"] if clause["quote"] and not value.quoted else ""
            parts += [text[done : value.start], f"{quote}{placeholder(name.kind)}{quote}"]
            done = start = value.end
    return "".join([*parts, text[done:]]) if parts else text


def secret_kind(key: str, value: object) -> str | None:
    """Tell whether the value under a key is a secret.

    Args:
        key: Key of an object.
        value: Its scalar value.

    Returns:
        The kind of secret, or None.
    """
    if value is None or isinstance(value, bool):
        return None
    lower = key.lower()
    if _COOKIE_KEY.fullmatch(lower) and _COOKIES.match(str(value)):
        return "cookie"
    for anchor in _ANCHOR.finditer(lower):
        name = _name_at(lower, anchor)
        if name and _PLURAL.fullmatch(lower, anchor.end()):
            found = Value(0, 0, str(value), quoted=True)
            return name.kind if _suits(name, found) else None
    return None


@dataclass(frozen=True)
class _Name:
    kind: str
    text: str
    strong: bool
    flag: bool


def _name_at(lower: str, anchor: re.Match[str]) -> _Name | None:
    before = lower[max(0, anchor.start() - _LOOK_BACK) : anchor.start()]
    if before.endswith("[redacted:"):
        return None
    for kind, strong, prefix, names in _NAMES:
        if names.fullmatch(anchor[0]) and prefix.search(before):
            found = _Name(kind, anchor[0], strong, bool(_FLAG.search(before)))
            return _session(found, lower, anchor.start()) if kind == "session" else found
    return None


def _session(name: _Name, lower: str, start: int) -> _Name | None:
    if _in_cookie(lower, start):
        return dataclasses.replace(name, kind="cookie", strong=True)
    # Elsewhere a "sid" is the id of a message or a call.
    return None if name.text == "sid" else name


def _in_cookie(lower: str, end: int) -> bool:
    first = max(0, end - _COOKIE_REACH)
    cookie = lower.rfind("cookie", first, end)
    nearest = cookie if cookie >= 0 else max(0, end - _LOOK_BACK)
    return bool(_COOKIE_NAME.search(lower[nearest:end]))


def _named_value(text: str, name: _Name, clause: re.Match[str]) -> Value:
    phrase = None
    if name.text == "passphrase" and clause["loose"] is None:
        phrase = phrase_at(text, clause.end(), told=clause["told"] is not None)
    return phrase or value_at(text, clause.end())


def _is_secret(name: _Name, clause: re.Match[str], value: Value) -> bool:
    found = value.text
    if not _suits(name, value):
        return False
    if value.quoted:
        return True
    if len(found) < _SHORTEST or is_word(found):
        return False
    if name.strong and (clause["firm"] is not None or name.flag):
        return True
    if name.strong and clause["told"] is not None:
        return not is_told(found)
    # A code is known by its shape already.
    return name.kind in _SHAPES or (_looks_random(found) and not _DATE.fullmatch(found))


def _suits(name: _Name, value: Value) -> bool:
    found = value.text
    if not found.strip() or _MASK.fullmatch(found) or _COMPLAINT.fullmatch(found):
        return False
    if name.kind in _SHAPES:
        return bool(_SHAPES[name.kind].fullmatch(found))
    if name.text == "pwd" and found[0] in "/~":
        return False
    if not name.strong and (name.kind == "token" or any(map(str.isspace, found))):
        return _looks_random(found) and not _ADDRESS.fullmatch(found)
    return found.lower() not in {"null", "none", "string", "required", "optional", "true"}


def _looks_random(found: str) -> bool:
    if len(found) < _SHORTEST_RANDOM or any(map(str.isspace, found)):
        return False
    mixed = not found.islower() and not found.isupper()
    return any(map(str.isdigit, found)) or (len(found) >= _LONG and mixed)
