"""What of an error tells which one it is: its code, its status, the words of its reason."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from langgraph_memory.experiences.masking import mask
from langgraph_memory.experiences.wordlist import GENERIC

FAILINGS: Final = frozenset(
    """aborted absent access account accepted acceptable allocated allowed auth
    authentication authorised authorized authorization backend bad bandwidth balance banned
    blocked broken budget busy card cancelled canceled capacity certificate client closed
    conflict connection connectivity constraint corrupt credentials credit database deadlock
    declined deleted denied dependency deprecated disabled disconnected disk down duplicate
    encoding entity entry exceeded exception exhausted expectation expired expiry fatal
    forbidden format found fraud full funds gateway gone handshake host illegal inactive
    insufficient internal interrupted invalid key large limit limited locked lock login lost
    maintenance malformed media memory mismatch misdirected moved network outage overflow
    overload overloaded permanent permanently permission payload payment policy precondition
    prohibited protocol proxy quota range rate reachable refused rejected reset requests
    resource restricted revoked satisfiable schema server service session signature stale
    stolen stopped storage suspended syntax temporary temporarily throttled timed timeout
    token transaction transport unauthenticated unauthorised unauthorized unavailable
    unexpected unimplemented unknown unprocessable unreachable unsupported upstream
    upgrade validation verification version violated violation wait wrong""".split()  # noqa: SIM905  a list of words is read more easily so
)
"""Words in which failures are told, whatever the tool."""

_CONTEXT: Final = (
    r"(?:(?<![A-Za-z0-9_])(?:\w{0,40}(?<!key)(?<!lookup)(?<!index)error"
    r"|\w{0,40}(?:exception|errno|sqlstate)"
    r"|err|fault|http(?:/\d(?:\.\d)?)?|(?:\w{1,30}_)?(?:code|status))"
    r"(?:[ _-]?(?:code|status|no|number))?|错误(?:代?码|编?号)?|状态码?|代码|异常)"
)
_VALUE: Final = r"-?\d{1,5}|[A-Za-z]{1,8}[-_]?\d{1,6}"
_CODE: Final = re.compile(
    rf"(?P<lead>{_CONTEXT}[\"']?\s?[:=#：]?\s?[\[(\"']?)(?P<code>{_VALUE})(?![^\W_])",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(
    r"\A(?P<lead>\s*[\[(]?)(?P<code>[45]\d\d(?=[\s:：,;)\]-]|\Z)"
    r"|[A-Za-z]{1,8}[-_]?\d{2,6}(?=\s?[:：\])]|\Z))"
)
_BRACKETED: Final = re.compile(r"(?P<lead>\[)(?P<code>[A-Za-z]{1,8}[-_]?\d{2,6})(?=\])")
_TITLE: Final = re.compile(r"[A-Z][a-z'’-]+(?:\s+[A-Z][a-z'’-]+)*")
_REASON: Final = re.compile(
    r"(?P<lead>\b(?:reason|cause|because|status|state|type|kind|code|category)\b|原因|类型)?"
    r"(?P<link>\s?[:=：]?\s?)"
    r"(?P<quote>['\"`])(?P<said>[A-Za-z][A-Za-z _-]{1,58})(?P=quote)",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_MOST_WORDS: Final = 6


def shielded(message: str, own: Collection[str]) -> tuple[str, dict[str, str]]:
    """An error in which what tells which one it is stands masking.

    Codes and statuses beside words such as `error`, or where the error begins, are kept; so
    are capitals and quotations that say in general words what failed.

    Args:
        message: The error, unwrapped.
        own: The values of the call's arguments, casefolded; these are never kept.

    Returns:
        The error with marks in place of the codes, and by mark what it stands for.
    """
    marks: dict[str, str] = {}

    def marked(match: re.Match[str]) -> str:
        code = match["code"]
        if code.casefold() in own:
            return match[0]
        mark = f"<kept{chr(ord('a') + len(marks) % 26)}{'z' * (len(marks) // 26)}>"
        marks[mark] = code.lower()
        return f"{match['lead']}{mark}"

    def said(match: re.Match[str]) -> str:
        words = match["said"]
        if words.casefold() in own or not _tells(words, given=bool(match["lead"])):
            return match[0]
        return f"{match['lead'] or ''}{match['link']}{words}"

    text = _TITLE.sub(lambda m: m[0].lower() if _is_failing(m[0]) else m[0], message)
    text = _REASON.sub(said, text)
    for pattern in (_CODE, _FIRST, _BRACKETED):
        text = pattern.sub(marked, text)
    return text, marks


def _tells(words: str, *, given: bool) -> bool:
    if len(words.split()) > _MOST_WORDS or mask(words) != words:
        return False
    return given or _is_failing(words)


def _is_failing(words: str) -> bool:
    """Whether all words are general, and one of them tells a failure."""
    known = [word.lower() for word in _WORD.findall(words)]
    return any(w in FAILINGS for w in known) and all(
        w in FAILINGS or w in GENERIC or len(w) <= 2  # noqa: PLR2004  small words
        for w in known
    )
