"""What a user's words tell of how a dialogue goes, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from langgraph_memory.experiences.complaints import CROSS, POLITE, any_of, ironies

_NOT = (
    r"(?:(?:do|does|did|is|are|was|were|has|have|had|could|would)(?:n'?t| not)"
    r"|can(?:'?t|not| not)|(?:won't|will not)|not|never|hardly|no longer"
    r"|nobody|no one|nothing|none of (?:it|this|that|them))"
)


_SOLVED: Final = any_of(
    r"\b(?:that|this|it)(?:'s| is| has| was)?(?: (?:all|now|just|exactly|really))*"
    r" (?:work(?:s|ed)|solve[sd] (?:it|that|my|the)|helps|helped|fixed|done"
    r"|(?<=is )solved|(?<='s )solved|(?<=now )solved|resolved|sorted"
    r"|what i (?:need|want)(?:ed)?)\b",
    r"\b(?:problem|issue|question) (?:is |has been |was )?(?:now )?"
    r"(?:solved|resolved|fixed|answered)",
    r"\b(?:that'?s|that is) (?:all|it|everything)\b(?! (?:you|he|she|they|there)\b)",
    r"\ball (?:set|good|sorted)\b",
    r"\bwork(?:s|ing) (?:now|again|fine|perfectly)\b",
    r"\b(?:that|this|it|you) answer(?:s|ed) (?:my|the) questions?\b",
    r"\bgot it (?:working|now)\b",
    r"解决了(?!个)|搞定|没问题了|可以了|好了(?=[,，。！!]?谢)|就这些|就是这个|没有别的",
    r"正是我(?:要|想要|需要)的",
)
_UNSOLVED: Final = any_of(
    rf"\b{_NOT} (?:(?:be|been|get|really|even|yet|ever|fully|completely|quite) )*"
    r"(?:work(?:s|ed|ing)?|help(?:s|ed|ing)?|solved?|resolved?|fix(?:ed)?|answer(?:ed)?)\b",
    r"\b(?:it|that|this) (?:(?:do|does|did|is|was|has)(?:n't| not)|won't|can't)(?: yet)?"
    r"(?=\s*(?:[.,;!]|$))",
    r"\b(?:un(?:solved|resolved|fixed)|thanks for nothing)\b",
    r"\bstill (?:broken|wrong|failing|fails|the same|no|not|nothing|can'?t|cannot|don'?t"
    r"|doesn'?t|isn'?t|won'?t|waiting)\b",
    r"\bsame (?:error|problem|issue) (?:again|as before|still)\b",
    r"\b(?:speak|talk) (?:to|with) (?:a |an |your |the )?"
    r"(?:human|person|agent|manager|supervisor)\b",
    r"\b(?:never ?mind|forget it|i give up|not what i (?:asked|meant|want))",
    r"\byou(?:'re| are)? not (?:listening|helping)\b",
    r"(?:还是|依然|仍然|仍旧|仍)[^,，。！？]{0,4}(?:不|没|无法)",
    r"[打用连登看收找修改上进点装查付启做弄搞换退印](?:印|接|录|理)?不[开了上到好进出成动定]",
    r"解决不了|解决了个|(?<!行)不行|不(?:管用|好使|起作用)|不能(?:用|打|开|连|登|上|印)",
    r"(?:没|没有|未|尚未)(?:[^,，。！？]{0,4})(?:解决|搞定|修好|弄好|作用|效果|反应|变化)",
    r"没(?:有)?(?:用|帮)|无效|不是我(?:要|问|想)的",
    r"转人工|找人工|算了|你(?:没|不)(?:听懂|明白|理解)|又错了",
)
_GLAD: Final = any_of(
    r"\bthank(?:s| you)\b(?! for nothing)",
    r"\b(?:great|perfect|excellent|awesome|wonderful|lovely|brilliant)\b",
    r"\b(?:amazing|nice|glad|happy|appreciate|helpful|well done|makes sense|got it)\b",
    r"\bgood\b(?! (?:morning|afternoon|evening|day|night|bye)\b)",
    r"\blove (?:it|this|that)\b",
    r"谢谢|感谢|多谢|太好了|太棒|很好|不错|完美|满意|开心|厉害|喜欢|赞|辛苦了",
    r"[👍😊🙏❤🎉😀😃😄😁🥰👌✅🙂☺]",
)
_WISHED: Final = any_of(
    r"(?:\b(?:would|if|could|should|hop(?:e|ing)|want|like|wish)|'d)\s+(?:\w+\s+){0,3}\Z",
    r"(?:希望|如果|要是|想)[^,，。]{0,8}\Z",
)
_THANKS: Final = any_of("thank|谢|感谢")
_FAREWELL: Final = any_of(
    r"\W*(?:(?:ok(?:ay)?|bye|good ?bye|good night|see you|nope?|yes|sure|再见|拜拜"
    r"|have an? (?:nice|good|great|lovely) (?:day|one|evening|weekend|night)"
    r"|没有?了?|好的?|嗯|哦|行)\W*)+"
)
_SHOUTED: Final = re.compile(r"[!?！？]{3,}")
_DENIED: Final = any_of(
    rf"(?:\b{_NOT}|n't)\s+(?:\w+\s+){{0,2}}\Z", r"(?:不|没|没有|并不)(?:太|很|是|那么)?\Z"
)
_WITHOUT: Final = any_of(r"\b(?:no|without(?: any)?|zero|never (?:any|a))\s+(?:more\s+)?\Z")
_NEAR: Final = 200
_REFUTED: Final = any_of(
    rf"\b{_NOT}\s+(?:(?:think|believe|feel|say|see|sure|know|consider|convinced)\s+)?"
    r"(?:(?:that|if|whether|the|my|our|this|yet|really|been|even|all|quite)\s+){0,3}\Z",
    r"[没未不](?:[^想错好得]|得到)*\Z|无法",
)
_CONDITION: Final = any_of(
    r"\b(?:if|whether|unless|until|till|in case)\b",
    r"\b(?:when|once|after|before|as soon as|how)\s+(?:(?:the|my|our|this|all)\s+)?\Z",
    r"如果|要是|假如|若是|一旦|等(?!到)",
)
_NO_FACT: Final = any_of(
    r"\b(?:wish|hope|hoping|want|need|waiting|expect|wonder(?:ing)?|make sure|let me know"
    r"|please|imagine|suppose|said|says|told|claim\w*|promis\w+|thought)\b",
    r"[想要请](?!到)|希望|什么时候|何时|几时|怎么|如何|能不能|可不可以|是不是|有没有",
    r"你们?说|以为|才|尽快",
)
_ASKED: Final = any_of(
    r"[?？]\s*\Z",
    r"[吗么呢](?:[,，。！!.]|\s)*\Z|了(?:没有?|不曾|吧[?？])[。！!.]*\Z",
    r"\A\s*(?:and |so |but )?(?:is|are|was|has|have|does|did|can|could|will|would)\s",
)
_TAG: Final = re.compile(
    r"\s*(?:right|ok(?:ay)?|yes|no|correct|is(?:n't)? it|does(?:n't)? it"
    r"|对吗|是吗|对吧|是吧)\s*[?？]+\s*\Z",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[^.!?\n。！？]*[.!?\n。！？]*")
_PART: Final = any_of(r"[,，](?!\s*谢)|[;:；：、]+|\b(?:but|however)\b|但是?|不过")
_STRAIGHT: Final = dict.fromkeys(map(ord, "’‘ʼ′`´＇"), "'")
_CLAUSE: Final = re.compile(
    r"[.,;:!?\n，。；：！？、]+|\b(?:but|however)\b|但是?|不过", re.IGNORECASE
)


def straight(text: str) -> str:
    """A text with one kind of apostrophe, by which "doesn’t" is read like "doesn't"."""
    return text.translate(_STRAIGHT)


def solved(text: str) -> bool | None:
    """Whether a user says that he has what he came for.

    What he asks, wishes, makes a condition of or tells that another said is no statement.

    Args:
        text: What he says.

    Returns:
        True, False, or None where he says neither; the latest statement counts.
    """
    told = [one for one in _told(text) if one is not None]
    return told[-1] if told else None


def waits(text: str) -> bool:
    """Whether a user asks or wishes last that he had what he came for.

    Args:
        text: What he says.
    """
    told = list(_told(text))
    return bool(told) and told[-1] is None


def _told(text: str) -> Iterator[bool | None]:
    """What a text tells of the end, in order; None for a question, wish or condition."""
    for sentence in _SENTENCE.findall(straight(text)):
        parts = _PART.split(sentence)
        if len(parts) > 1 and _TAG.fullmatch(parts[-1]):
            parts[-2:] = [f"{parts[-2]}?"]
        for part in parts:
            found = sorted(
                (match.start(), means)
                for pattern, means in ((_UNSOLVED, False), (_SOLVED, True))
                for match in pattern.finditer(part)
            )
            asked = _ASKED.search(part) is not None
            for at, means in found:
                yield _claimed(part[:at], means=means, asked=asked)


def _claimed(before: str, *, means: bool, asked: bool) -> bool | None:
    if _CONDITION.search(before):
        return None
    if not means or _REFUTED.search(before):
        return False
    return None if asked or _NO_FACT.search(before) else True


def takes_leave(text: str) -> bool:
    """Whether a text says no more than that the dialogue is over, or nothing.

    Args:
        text: What a user says.
    """
    return not text.strip() or _FAREWELL.fullmatch(straight(text)) is not None


def sentiment(text: str) -> float:
    """How a user feels, by his words.

    A word that is denied in its clause ("not bad", "不好") counts as its opposite, half;
    a word of joy that is meant otherwise ("Great, another error") as its opposite, and one
    that is wished or asked for not at all.

    Args:
        text: What he says.

    Returns:
        -1, cross, to 1, glad; 0 where nothing tells.
    """
    text = straight(text)
    bitter = ironies(text)
    signs = [*_joys(text, bitter), *(-1.0 for _ in bitter)]
    for found in CROSS.finditer(text):
        denied = _DENIED.search(_before(text, found)) or _WITHOUT.search(
            text[: found.start()]
        )
        signs.append(0.5 if denied else -1.0)
    if _SHOUTED.search(text):
        signs.append(-1.0)
    return sum(signs) / len(signs) if signs else 0.0


def _joys(text: str, bitter: Sequence[tuple[int, int]]) -> Iterator[float]:
    both = (*CROSS.finditer(text), *POLITE.finditer(text))
    taken = (*bitter, *(found.span() for found in both))
    for found in _GLAD.finditer(text):
        before = _before(text, found)
        if any(start <= found.start() < end for start, end in taken):
            continue
        if _DENIED.search(before):
            yield -0.5
        elif not (_WISHED.search(before) or _is_asked(text, found)):
            yield 1.0


def _is_asked(text: str, found: re.Match[str]) -> bool:
    rest = _SENTENCE.match(text, found.end())
    asks = rest is not None and rest[0].rstrip().endswith(("?", "？"))
    return asks and _THANKS.match(found[0]) is None


def _before(text: str, found: re.Match[str]) -> str:
    """What stands before a word in its clause."""
    return _CLAUSE.split(text[max(0, found.start() - _NEAR) : found.start()])[-1]
