"""Secrets that are known by their name: "password: …", `"api_key": "…"`, "密码是 …"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from langgraph_memory.facts._secrets import placeholder

# A name is an anchor and, for most anchors, what stands before it.
_ANCHOR: Final = re.compile(
    r"pass(?:word|wd|phrase|code)?|pwd|key(?:[ _-]?id)?|token|secret|cvv2?|cvc2?"
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
      | (?P<told>(?:[ ](?:for|of|on)[ ][^\n:=]{1,40}?)?[ ](?:is|was|are)[ ]?:?[ ]{1,3}
          |[ ]?(?:是|为|為)[ ]?[:：]?[ ]?)
      | (?P<loose>[ ](?:to[ ]|set[ ]to[ ])?|(?<=[码碼令钥牌])(?=[!-~]))
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_PLURAL: Final = re.compile(f"s?{_SUFFIX}")
_FLAG: Final = re.compile(r"(?:^|\s)--[\w-]*\Z")

_CHARACTER = r"(?:[^\s\"'`<>&,;\\，。；、！？“”「」\u3400-\u9fff\[]|\[(?!redacted:))"
_BARE: Final = re.compile(
    rf"{_CHARACTER}++(?:[,;&](?![A-Za-z0-9_.-]{{1,40}}\s?[=:]){_CHARACTER}++)*+"
)
_QUOTED: Final = re.compile(
    r""""((?:[^"\\\n]|\\.)*+)"|'((?:[^'\\\n]|\\.)*+)'|`([^`\n]*+)`
      |“([^”\n]*+)”|「([^」\n]*+)」|\\{1,8}["']([^"'\\\n]*+)""",
    re.VERBOSE,
)

# Words that follow the name of a secret without being one.
_WORDS: Final = re.compile(
    "a|about|again|also|an|and|any|are|at|available|be|been|being|both|but|by|can"
    "|cannot|case|clear|correct|different|empty|enough|expired|false|field|for|from"
    "|good|hidden|how|if|in|incorrect|int|integer|invalid|is|it|its|key|like|long"
    "|longer|missing|mismatch|must|my|n/a|never|new|nil|no|none|not|now|null|ok|okay|on"
    "|only|optional|or|our|out|pass|password|per|please|possible|private|protected"
    "|public|required|reset|right|safe|same|secret|secure|see|sent|short|should|so"
    "|still|str|string|strong|text|that|the|their|this|to|token|too|true|type|undefined"
    "|unique|unknown|unset|up|valid|very|via|weak|what|when|which|will|with|wrong|yes"
    "|you|your"
)
_ENGLISH: Final = re.compile(r"[a-z]+(?:ed|ing|ly|able|ible|ful|less|ive|ous|ent)")
# Whole sentences under such a name, as forms give them back.
_COMPLAINT: Final = re.compile(
    r"(?i)(?:is|must|should|cannot|can't|may|has|does|needs?|requires?|required|invalid|wrong"
    r"|incorrect|missing|too|not|no|the|this|your|at least|please|passwords?)\s.*",
    re.DOTALL,
)
_MASK: Final = re.compile(r"[*•.xX#_?-]+|\[redacted:.*|[<${%\[(|=].*", re.DOTALL)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d.*|\d\d?[/:]\d\d.*", re.DOTALL)
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]+")
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
        value = _value_at(text, clause.end())
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
    for anchor in _ANCHOR.finditer(lower):
        name = _name_at(lower, anchor)
        if name and _PLURAL.fullmatch(lower, anchor.end()):
            found = _Value(0, 0, str(value), quoted=True)
            return name.kind if _suits(name, found) else None
    return None


@dataclass(frozen=True)
class _Name:
    kind: str
    text: str
    strong: bool
    flag: bool


@dataclass(frozen=True)
class _Value:
    start: int
    end: int
    text: str
    quoted: bool


def _name_at(lower: str, anchor: re.Match[str]) -> _Name | None:
    before = lower[max(0, anchor.start() - _LOOK_BACK) : anchor.start()]
    if before.endswith("[redacted:"):
        return None
    for kind, strong, prefix, names in _NAMES:
        if names.fullmatch(anchor[0]) and prefix.search(before):
            return _Name(kind, anchor[0], strong, bool(_FLAG.search(before)))
    return None


def _value_at(text: str, start: int) -> _Value:
    if text.startswith("[redacted:", start):
        end = text.find("]", start) + 1 or len(text)
        return _Value(start, end, text[start:end], quoted=False)
    quoted = _QUOTED.match(text, start)
    if quoted and quoted.lastindex:
        first, last = quoted.span(quoted.lastindex)
        return _Value(first, last, text[first:last], quoted=True)
    bare = _BARE.match(text, start)
    found = bare[0].rstrip(".:!?)]}*_|") if bare else ""
    return _Value(start, start + len(found), found, quoted=False)


def _is_secret(name: _Name, clause: re.Match[str], value: _Value) -> bool:
    found = value.text
    if not _suits(name, value):
        return False
    if value.quoted:
        return True
    if len(found) < _SHORTEST or _WORDS.fullmatch(found.lower()):
        return False
    if name.strong and (clause["firm"] is not None or name.flag):
        return True
    if name.strong and clause["told"] is not None:
        return not _ENGLISH.fullmatch(found)
    return _looks_random(found) and not _DATE.fullmatch(found)


def _suits(name: _Name, value: _Value) -> bool:
    found = value.text
    if not found.strip() or _MASK.fullmatch(found) or _COMPLAINT.fullmatch(found):
        return False
    if name.kind == "card_code":
        return found.isdigit() and len(found) in {3, 4}
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
