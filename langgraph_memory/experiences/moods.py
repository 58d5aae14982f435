"""What a user's words tell of how a dialogue goes, in English and Chinese."""

from __future__ import annotations

import re
from typing import Final

_NOT = r"(?:(?:do|does|did|is|was|has|have)(?:n'?t| not)|not|never|hardly)"


def _any(*wordings: str) -> re.Pattern[str]:
    return re.compile("|".join(wordings), re.IGNORECASE)


_SOLVED: Final = _any(
    r"\b(?:that|this|it)(?:'s| is| has| was)?(?: (?:all|now|just|exactly|really))*"
    r" (?:work(?:s|ed)|solve[sd] (?:it|that|my|the)|helps|helped|fixed|done"
    r"|what i (?:need|want)(?:ed)?)\b",
    r"\b(?:problem|issue|question) (?:is |has been |was )?(?:now )?"
    r"(?:solved|resolved|fixed|answered)",
    r"\b(?:that'?s|that is) (?:all|it|everything)\b",
    r"\ball (?:set|good|sorted)\b",
    r"\bworks (?:now|again|fine|perfectly)\b",
    r"\bgot it (?:working|now)\b",
    r"解决了|搞定|没问题了|可以了|好了[,，。！!]?谢|就这些|就是这个|没有别的",
    r"正是我(?:要|想要|需要)的",
)
_UNSOLVED: Final = _any(
    rf"\b{_NOT} (?:really |even |yet |been )?"
    r"(?:work(?:s|ed|ing)?|help(?:s|ed|ing)?|solved?|resolved?|fixed?|answer(?:ed)?)\b",
    r"\bstill (?:broken|wrong|failing|the same|no|nothing|can'?t|cannot|don'?t|waiting)\b",
    r"\b(?:speak|talk) (?:to|with) (?:a |an |your |the )?"
    r"(?:human|person|agent|manager|supervisor)\b",
    r"\b(?:never ?mind|forget it|i give up|not what i (?:asked|meant|want))",
    r"\byou(?:'re| are)? not (?:listening|helping)\b",
    r"还是不(?:行|对|能|可以)|没(?:有)?(?:解决|用|帮)|不是我(?:要|问|想)的",
    r"转人工|找人工|算了|你(?:没|不)(?:听懂|明白|理解)|又错了",
)
_GLAD: Final = _any(
    r"\b(?:thank(?:s| you)|great|perfect|excellent|awesome|wonderful|lovely|brilliant)\b",
    r"\b(?:amazing|nice|good|glad|happy|appreciate|helpful|well done)\b",
    r"\blove (?:it|this|that)\b",
    r"谢谢|感谢|多谢|太好了|太棒|很好|不错|完美|满意|开心|厉害|喜欢|赞",
)
_CROSS: Final = _any(
    r"\b(?:wrong|terrible|awful|useless|annoy(?:ed|ing)|frustrat(?:ed|ing)|ridiculous)\b",
    r"\b(?:angry|bad|worse|worst|horrible|disappoint(?:ed|ing)|unacceptable|stupid)\b",
    r"\b(?:waste|hate|confus(?:ed|ing)|complain|complaint|how many times)\b",
    r"错了|不对|差劲|糟糕|没用|烦|生气|失望|荒谬|太慢|垃圾|投诉|讨厌|无语|浪费",
)
_SHOUTED: Final = re.compile(r"[!?！？]{3,}")
_DENIED: Final = _any(
    rf"(?:\b{_NOT}|n't)\s+(?:\w+\s+){{0,2}}\Z", r"(?:不|没|没有|并不)(?:太|很|是|那么)?\Z"
)
_NOT_YET: Final = _any(
    r"(?:\bnot|n't|\bnever)\s+(?:yet |really |been )?\Z", r"(?:没(?:有)?|还没|不)\Z"
)
_CLAUSE: Final = re.compile(
    r"[.,;:!?\n，。；：！？、]+|\b(?:but|however)\b|但是?|不过", re.IGNORECASE
)


def solved(text: str) -> bool | None:
    """Whether a user says that he has what he came for.

    Args:
        text: What he says.

    Returns:
        True, False, or None where he says neither; the later of both counts.
    """
    last: tuple[int, bool] | None = None
    for pattern, means in ((_UNSOLVED, False), (_SOLVED, True)):
        for found in pattern.finditer(text):
            holds = means and _NOT_YET.search(text[: found.start()]) is None
            if last is None or found.start() > last[0]:
                last = (found.start(), holds)
    return None if last is None else last[1]


def sentiment(text: str) -> float:
    """How a user feels, by his words.

    A word that is denied in its clause ("not bad", "不好") counts as its opposite, half.

    Args:
        text: What he says.

    Returns:
        -1, cross, to 1, glad; 0 where nothing tells.
    """
    total, count = 0.0, 0
    for clause in _CLAUSE.split(text):
        for pattern, sign in ((_GLAD, 1.0), (_CROSS, -1.0)):
            for found in pattern.finditer(clause):
                denied = _DENIED.search(clause[: found.start()]) is not None
                total += -0.5 * sign if denied else sign
                count += 1
    if _SHOUTED.search(text):
        total, count = total - 1.0, count + 1
    return total / count if count else 0.0
