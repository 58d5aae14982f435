"""How users take back what they said of replies: `forget that`, `back to normal`, 恢复正常.

A take-back asks for nothing in place of what it withdraws. What it names must be a
dimension, or what was said itself; `forget what I said about Rome` is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.topics import topic_of
from langgraph_memory.preferences.wording.hints import opposite, said_of
from langgraph_memory.preferences.wording.loose import (
    of_answers,
    of_answers_in_chinese,
)
from langgraph_memory.preferences.wording.own import own_denials


class TakenBack(NamedTuple):
    """What is taken back.

    Attributes:
        dimension: Its name; empty: whatever was said last.
        value: The value that is wanted no more; empty: any.
        topic: The exception that is; `*`: every exception; empty: none.
        near: Whether it points at what was said just before.
    """

    dimension: str = ""
    value: str = ""
    topic: str = ""
    near: bool = False


_LEAD: Final = (
    r"(?:(?:please|pls|ok(?:ay)?|well|actually|sorry|no|hm+|and|but|so|now|just|then|oh"
    r"|you (?:can|may|should)(?: now| just)?|let's|(?:can|could|would) you|i want you to)"
    r"[ ,]+)*"
)
_TAIL: Final = (
    r"(?:[ ,]+(?:please|pls|now|again|then|thanks|thank you|for now|from now on|after all"
    r"|too|any ?more|instead))*"
)
_OFF: Final = (
    r"(?:forget(?: about)?|ignore|disregard|scrap|cancel|drop|withdraw|undo|revoke|lift"
    r"|discard|remove|never ?mind|strike|i(?:'ll| will| want to|'d like to)? (?:take|took)"
    r" back|take back|i (?:withdraw|retract|revoke))"
)
_EARLIER: Final = r"(?:before|earlier|just now|above|last time|a moment ago)"
_SAID: Final = (
    r"(?:what|everything|all|whatever|anything) i(?:'ve| have|'d| had)?(?: just)? (?:said"
    r"|asked(?: you)?(?: for)?|told you|wrote|wanted|requested|mentioned)"
    rf"(?: {_EARLIER})?(?: (?:about|on|of|for|regarding) (?P<of>.{{3,40}}?))?"
    rf"(?: {_EARLIER})?"
)
_RULE: Final = (
    r"(?:my|the|that|this|your|all my|those|these)(?P<{0}>(?: [\w'-]+){{0,5}}?)"
    r" (?:wish(?:es)?|requests?|preferences?|rules?|instructions?|statement|restrictions?"
    r"|limits?|ban|requirements?|settings?|policy)"
    r"(?: (?:about|on|of|for|regarding|concerning|against|to) (?P<{1}>.{{3,40}}?))?"
)
_TOPICAL: Final = r"(?:(?:for|on|about|with|in|of) (?P<topic>[a-z' -]{3,40}?))?"
_ENGLISH: Final = (
    re.compile(f"{_LEAD}{_OFF} {_SAID}{_TAIL}"),
    re.compile(f"{_LEAD}{_OFF} {_RULE.format('kind', 'of')}{_TAIL}"),
    re.compile(rf"{_LEAD}i(?:'ll| will)? take {_RULE.format('kind', 'of')} back{_TAIL}"),
    re.compile(
        rf"{_LEAD}(?:(?:go|get|come|switch|change|return) )?back to (?:the |your )?"
        r"(?:normal|usual|default|how (?:it|you|things) (?:was|were))(?: before)?"
        rf"(?P<of>(?: [\w'-]+){{0,3}}?){_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}i(?:'ve| have)? changed my mind (?:about|on) (?P<of>.{{3,40}}?){_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:answer|reply|respond|write|talk|speak|be) (?:as )?(?:normal(?:ly)?"
        rf"|usual)(?P<of>) (?:again|as before){_TAIL}"
    ),
    re.compile(
        rf"{_LEAD}(?:be|answer|reply|write|respond)(?P<of> as \w+) as you (?:like|want|wish"
        rf"|please){_TAIL}"
    ),
)
_NEAR: Final = re.compile(
    rf"{_LEAD}(?:(?:forget(?: about)?|ignore|disregard|scrap|cancel|drop|undo|withdraw"
    r"|revoke|strike|never ?mind) (?:that|this|that last (?:one|bit|part))"
    r"|i(?:'ll| will| have to| must)? take (?:that|it|this)(?: last bit)? back"
    r"|i (?:didn't|did not) mean (?:that|it)"
    rf"){_TAIL}"
    r"|(?:请|算了|那就?|还是)*(?:当我没说(?:过)?|(?:这话)?我收回(?:刚才的?话)?"
    r"|(?:刚才|刚刚)(?:说|讲|提)?的(?:话)?(?:不算(?:数)?|作废|收回))(?:了|吧|啊|好了)*"
)
_EXCEPTION: Final = re.compile(
    rf"{_LEAD}(?:{_OFF} (?:the|that|this|my|all) exceptions?|no (?:more )?exceptions?"
    rf"(?: any ?more)?)(?: {_TOPICAL})?{_TAIL}"
    r"|(?:请|以后|把)*(?:取消|去掉|撤销|不要|没有|不再有)(?:掉|了)?(?:关于|对)?"
    r"(?P<han>[\u3400-\u9fff]{0,8}?)(?:问题|话题|方面)?的?例外(?:了|吧)*"
)
_AGO: Final = r"(?:刚才|刚刚|之前|前面|上面|以前|上次|先前)"
_PUT: Final = r"(?:说|提|要求|讲|定)(?:的|过的)?"
_CHINESE: Final = (
    re.compile(
        rf"(?:请|把|那|我)*{_AGO}?我?{_PUT}(?P<of>[\u3400-\u9fff]{{0,10}}?)"
        r"(?:话|要求|规则|限制|设定)?(?:都|就)?(?:不算(?:数)?|作废|取消|撤回|收回|忘(?:了|掉)"
        r"|别管|不用管)(?:了|吧|掉)*"
    ),
    re.compile(
        rf"(?:请|把|那)*{_AGO}?(?:关于|对)(?P<of>[\u3400-\u9fff]{{1,10}}?)的?(?:要求|规则|限制"
        r"|设定)(?:都|就)?(?:不算(?:数)?|作废|取消|撤回|收回)(?:了|吧|掉)*"
    ),
    re.compile(
        r"(?:请|你|我|可以|帮我|那)*(?:取消|撤销|撤回|收回|忘(?:了|掉|记)|别管|不用管|忽略|无视)"
        rf"(?:掉|了)?我?的?{_AGO}?我?(?:{_PUT}|的)?(?:关于|对)?"
        r"(?P<of>[\u3400-\u9fff]{0,12}?)的?(?:话|要求|规则|限制|设定|偏好)(?:了|吧)*"
    ),
    re.compile(
        r"(?:请|你|可以|把|那|就|还是|以后|现在|回答|回复)*"
        r"(?P<of>(?:长度|篇幅|语气|风格|表情|术语)?)(?:恢复|回到|回归|改回|换回|变回|调回)"
        r"(?:到|成|为)?(?:正常|默认|原样|原来|平常|平时)(?:的)?(?:样子|那样|状态|水平|模式|长度"
        r"|篇幅|语气|风格)?(?:了|吧|就好|就行|即可)*"
    ),
)
_STOCK: Final = re.compile(
    r"\b(?:earlier|previous|last|old|first|new|other|own|special|all|same|general|the|my|your"
    r"|answers?|repl(?:y|ies)|responses?|way|mode|self|settings?|behaviou?r|rules?|please"
    r"|now|again|how|you|to|when|it)\b|[那这]?些|[那这][个条]|关于|对于?|回答|回复|的|了|话"
)
_NOUNS: Final = {
    "response_length": re.compile(r"\blength\b|长度|篇幅|字数"),
    "response_style": re.compile(r"\b(?:style|tone|formality)\b|语气|风格|口吻"),
    "information_density": re.compile(r"\b(?:depth|difficulty|level)\b|深度|难度"),
    "interaction_frequency": re.compile(r"\basking\b|提问|发问"),
}
_OVER: Final = re.compile(
    r"\b(?:no longer|any ?more|any longer|needn't|need not|no need (?:to|for)|(?:stop|quit)"
    r" (?:giving|sending|writing|keeping|making)|(?:don't|do not) (?:have|need) to)\b"
    r"|(?:不用|不必|不需要|无需|不想要?|不要|别|不再)\S*了$"
)
_FREE: Final = re.compile(
    r"\b(?:is|are)(?: now)? (?:allowed|permitted|possible"
    r"|(?:fine|ok|okay|welcome) (?:again|now))\b|\byou (?:may|can)\b.*\bagain$"
    r"|可以(?:再|又|重新|继续)?\S*了$"
)
_ALSO: Final = (
    "giving sending keeping making using adding putting needn't anymore any longer allowed "
    "permitted possible welcome ones one may again"
)
_BESIDES: Final = frozenset(_ALSO.split())
_WORD: Final = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_HAN_BESIDES: Final = re.compile("现在|重新|不再|不想要?|再也|又|继续|恢复|算了")


def points_back(sentence: str) -> bool:
    """Whether a sentence takes back what was said just before, whatever that was.

    Args:
        sentence: The user's own, in lower case, without its final sign.
    """
    return _NEAR.fullmatch(sentence) is not None


def taken_back(clause: str, followed: Sequence[Dimension] = ()) -> Iterator[TakenBack]:
    """What a clause takes back in so many words.

    Args:
        clause: The user's own, in lower case, without its final sign.
        followed: Dimensions that the user has added.

    Yields:
        What is withdrawn.
    """
    if points_back(clause):
        yield TakenBack(near=True)
        return
    if found := _EXCEPTION.fullmatch(clause):
        named = found["topic"] or found["han"]
        topic = topic_of(named or "")
        if topic or not named:
            yield TakenBack(topic=topic or "*")
        return
    for pattern in _CHINESE if _HAN.search(clause) else _ENGLISH:
        if found := pattern.fullmatch(clause):
            groups = [one or "" for one in found.groupdict().values()]
            yield from _named(" ".join(groups), followed)
            return


def denied(clause: str, followed: Sequence[Dimension] = ()) -> Iterator[TakenBack]:
    """What a clause says is wanted no more, or allowed again, and asks for nothing else.

    Args:
        clause: As of `taken_back`; one in which no wish was read.
        followed: As of `taken_back`.

    Yields:
        The values that are withdrawn.
    """
    for pattern, name, value in own_denials(tuple(followed)):
        if pattern.fullmatch(clause):
            yield TakenBack(name, value)
            return
    over, free = _OVER.search(clause), _FREE.search(clause)
    if not (over or free) or not _of_answers(clause):
        return
    for name, values in said_of(clause.replace("no longer", "").replace("any longer", "")):
        gone = values if over and name != "emojis" else opposite(name, values)
        if len(values) == len(gone) == 1:
            yield TakenBack(name, next(iter(gone)))


def _of_answers(clause: str) -> bool:
    if _HAN.search(clause):
        return of_answers_in_chinese(_HAN_BESIDES.sub("", clause))
    return all(of_answers(word) or word in _BESIDES for word in _WORD.findall(clause))


def _named(text: str, followed: Sequence[Dimension]) -> Iterator[TakenBack]:
    names = [one.name for one in followed if _speaks_of(text, one)]
    plain, general = _STOCK.sub(" ", text), []
    for name, nouns in _NOUNS.items():
        if nouns.search(plain):
            general.append(name)
            plain = nouns.sub(" ", plain)
    plain = " ".join(plain.split())
    if not plain or _of_answers(plain):  # the length of a flight is none of answers
        names += [*general, *(name for name, _ in said_of(plain))]
    yield from (TakenBack(name) for name in dict.fromkeys(names))
    if not names and not plain.strip(" ,"):
        yield TakenBack()


def _speaks_of(text: str, dimension: Dimension) -> bool:
    words = [dimension.name, dimension.label, *dimension.values]
    words += [one for held in dimension.phrases.values() for one in held]
    return any(word and word.lower() in text for word in words)
