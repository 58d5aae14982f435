"""How far a wish reaches: to an answer just given, for good, or to every topic."""

from __future__ import annotations

import re
from typing import Final

ALWAYS: Final = re.compile(
    r"\b(?:always|from (?:now|here) on|in (?:the )?future|going forward|every time"
    r"|never again"
    r"|from today(?: on)?)\b|以后|今后|往后|从现在|从今天|总是|每次|一直"
)
"""Words by which a wish is said to last."""

_WHATEVER: Final = re.compile(
    r",? ?\b(?:no matter (?:the|what|which)(?: the)? (?:topic|subject|question)s?(?: is)?"
    r"|(?:whatever|regardless of)(?: the)? (?:topic|subject|question)(?: is)?"
    r"|(?:for|on|about|in|with) (?:everything|anything|(?:all|every|any) (?:topics?"
    r"|questions?|subjects?|things?|matters?|answers?))|across the board|everywhere"
    r"|without (?:any )?exceptions?|including .{3,30})\b"
    r"(?! (?:but|else|except|other|apart|aside|excluding|related|about))"
    r"|(?:不管|无论|不论)(?:是)?(?:什么|哪种|哪个|何种)(?:样的)?(?:问题|话题|内容|方面)?"
    r"[，, ]*(?:都)?"
    r"|(?:对|在|关于)?(?:所有|任何|一切|全部)(?:的)?(?:问题|话题|内容|方面)[，, ]*(?:都)?"
    r"|一律"
)
_ALL_ANSWERS: Final = re.compile(
    r"\b(?:all|every one)(?: of)?(?: your| the)? (?=(?:answers|replies|responses)\b)"
    r"|(?:所有|全部)的?(?=回答|回复)"
)
_FAULT: Final = re.compile(
    r"\btoo\b|\benough\b|^(?:(?:please|a bit|a little|much|even|way|make it|ok,?) )*"
    r"(?:more [a-z]+|[a-z]+er)\b(?: please)?$"
    r"|太|过于|不够|啰嗦|罗嗦|^[\u3400-\u9fff]{2,5}[点些]$"
)


def finds_fault(words: str) -> bool:
    """Whether words are about an answer just given: `too long`, `shorter please`.

    Args:
        words: Of a wish, in lower case.
    """
    return bool(_FAULT.search(words)) and not ALWAYS.search(words)


def blanket(sentence: str) -> tuple[str, bool]:
    """A sentence without the words by which it reaches every topic.

    Args:
        sentence: In lower case, without its final sign.

    Returns:
        The rest, and whether there were such words: `for everything`, 不管什么问题.
    """
    rest = _WHATEVER.sub("", _ALL_ANSWERS.sub(_yours, sentence)).strip(" ,，")
    return (rest, True) if rest and rest != sentence else (sentence, False)


def _yours(found: re.Match[str]) -> str:
    return "你的" if found.group()[0] in "所全" else "your "
