"""Of what the parts of a sentence are said: of everything, of a topic, of all but a topic.

`Be brief, but detailed on technical topics` has two parts with a topic each; what is said
of this time only holds for its own part, too, where the sentence also speaks of always.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.dimensions import DIMENSIONS, EMOJIS
from langgraph_memory.preferences.reach import ALWAYS
from langgraph_memory.preferences.topics import KIND, scoped, topic_of
from langgraph_memory.preferences.wording.hints import named_values

_CLAUSE: Final = re.compile(
    r"[,;:，；：、]+\s*(?:but |and |但是?|不过|而)?|\s+[-–—]+\s+"
    r"|(?<!anything)\s+(?:but|because|as)\s+"
    r"|(?<!不)但是?|不过|(?=其他|其它|其余)|(?<=weekdays)\s+and\s+|(?<=weekends)\s+and\s+"
    r"|(?<=weekend)\s+and\s+"
)
_NAME = r"[a-z' -]{3,30}?"
_ON = r"(?:for|on|about|with|in|of|when it comes to|regarding|when (?:i ask|we talk) about)"
_EXCEPTING: Final = (
    re.compile(
        rf"(?P<kept>(?:(?:with|for|on|about|in) everything|everywhere)?),?\s*\b"
        rf"(?:except(?:ing)?|apart from|aside from|other than|but not|(?<=everything )but)"
        rf"(?: (?:for|on|about|with|in|when it comes to)){{0,2}} (?P<name>{_NAME}{KIND})"
        r"(?=,|$| please$)"
    ),
    re.compile(
        r"(?P<kept>),?\s*\bunless (?:it's|it is|that's|they're|i ask(?: you)?|i'm asking"
        r"|i am asking|we talk|(?:the|my) (?:topic|question|subject|matter) is)"
        r"(?: about| for)?"
        rf"(?: an?| something)? (?P<name>{_NAME}{KIND})(?=,|$| please$)"
    ),
    re.compile(
        r"除了?(?P<name>[\u3400-\u9fff]{1,8}?)(?:的)?(?:问题|话题|方面|内容|邮件)?"
        r"(?:以外|之外|外)?[，, ]+(?:其他|其它|其余)?(?:的|问题|话题|内容)*"
    ),
    re.compile(
        r"[，, ]*(?P<name>[\u3400-\u9fff]{1,8}?)(?:的)?(?:问题|话题|方面|内容|邮件)?(?:时)?"
        r"(?:除外|例外)[，, ]*"
    ),
)
_ALONE: Final = re.compile(rf"^(?:and |but )?{_ON} (?P<name>{_NAME}{KIND})$")
_ASKS: Final = re.compile(
    r"\b(?:be|keep|go|give|please|you|i|more|less|fewer|depth|details?|terms?|language"
    r"|jargon|words|tone|style)\b"
)
_ELSE: Final = re.compile(
    r"^(?:(?:and |but )?(?:otherwise|in general|generally|usually|normally"
    r"|(?:for|on|with|in|about) (?:everything|anything|all|the) "
    r"?(?:else|rest|other\w*(?: \w+)?))(?=\b)"
    r"|平时|一般|通常|(?:其他|其它|其余)(?:的)?(?:问题|话题|方面|内容|时候|情况)?"
    r"(?:就|都|则|请)?)[ ,，]*"
)
_ELSE_BEHIND: Final = re.compile(
    r"[ ,]+(?:otherwise|in general|generally|usually|normally"
    r"|(?:for|on|with|in|about) (?:everything|anything|all|the) "
    r"?(?:else|rest|other\w*(?: \w+)?))$"
)
_CONDITION: Final = re.compile(
    r"(?:and |but |so |only |please )*(?:if|when(?:ever)?|in case|once)\b"
    r"(?! (?:possible|necessary|needed|you (?:can|could|want|like|wish|would"
    r"|don't mind|answer|reply|write|respond|explain|talk)|i may"
    r"|answering|replying|writing|explaining)\b)"
    r"|(?:如果|要是|假如|假设|万一)(?!可以|可能|方便|行|能)"
    # Hours and places that nobody tells here.
    r"|(?:(?:and|but|please) )*(?:(?:in|during) the (?:morning|afternoon|evening|night)s?"
    r"|at (?:night|work|home|school|noon)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|(?:before|after) (?:noon|lunch|work|midnight))\b"
    r"|(?:在)?(?:早上|上午|中午|下午|晚上|夜里|上班|在家|周[一二三四五六日天]|星期)"
)
_LATER: Final = re.compile(
    r"(?<!except )\b(?:(?:in|during) the (?:morning|afternoon|evening|night)s?"
    r"|at (?:night|work|home|school)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)$"
)
_DAY_NAMES: Final = {
    "weekday": r"(?:(?:week|working |work ?)days?|工作日|平日|周一到周五|周一至周五)",
    "weekend": r"(?:weekends?|周末|双休日|休息日)",
}
_DAYS: Final = {
    day: re.compile(
        rf"^(?P<lead>(?:please |but |and |from now on,? |以后|但是?|而|请)*)"
        rf"(?:(?:on|at|during) (?:the |my )?|在|每个|每到|到)?{name}"
        rf"(?:的时候|时|里|就|请|都|则|要)*[, ，]*(?P<rest>.*)$"
        rf"|^(?P<wish>.+?),? (?:on|at|during) (?:the |my )?{name}(?P<tail>,? please)?$"
    )
    for day, name in _DAY_NAMES.items()
}
_ONCE: Final = re.compile(
    r"\b(?:this time|just this once|for once|for now|this one time|today only|only today"
    r"|(?:only |just )?(?:for|in) (?:this|your next|the next) (?:one|answer|reply|response"
    r"|message|question)|just here|only here)\b"
    r"|(?:这个|下一?个|下一?次)(?:回答|回复|问题)|这次|这一次|这回|就这一次|今天"
)
_NOT_ONCE: Final = re.compile(
    r"\bnot (?:only|just)(?: for)? (?:this (?:time|once|one time)|now|today|once)\b"
    r"|不(?:只|仅仅?|光|止)(?:是)?(?:这次|这一次|这回|今天)"
)


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a sentence.

    Attributes:
        text: Its words, without those that say of what it is said.
        topic: The topic it is said of; empty: of everything.
        day: The kind of day it is said of; empty: of any.
        once: Whether it is said of this time only.
        contrast: Whether another part is said of something else.
    """

    text: str
    topic: str = ""
    day: str = ""
    once: bool = False
    contrast: bool = False


@dataclass(frozen=True, kw_only=True)
class Scoped:
    """A sentence by its parts.

    Attributes:
        parts: They, in order.
        excepted: The topic of which all of it is not said; empty for none.
        conditional: Whether it only holds on a condition that is no topic.
    """

    parts: tuple[Part, ...]
    excepted: str = ""
    conditional: bool = False


def scoped_parts(sentence: str) -> Scoped:
    """Cut a sentence into parts that are each said of one thing.

    Args:
        sentence: In lower case, without its final sign.

    Returns:
        Its parts.
    """
    rest, excepted = _without_exception(sentence)
    parts: list[Part] = []
    topic = day = ""
    clauses = _cut(rest)
    for at, full in enumerate(clauses):
        day, here, clause = _on_day(full, day)
        if not clause:
            continue
        if named := _alone(clause):
            if at + 1 < len(clauses):
                topic = named
            else:  # what stands last is said of all before
                parts = [replace(one, topic=one.topic or named) for one in parts]
            continue
        part, topic = _part(clause, topic)
        if part.text:
            parts.append(replace(part, day=here))
    contrast = len({(part.topic, part.day) for part in parts}) > 1
    return Scoped(
        parts=tuple(
            replace(part, once=once, contrast=contrast)
            for part, once in zip(parts, _once(parts, sentence), strict=True)
        ),
        excepted=excepted,
        conditional=any(
            (_CONDITION.match(one) and not _alone(one)) or _LATER.search(one)
            for one in clauses
        ),
    )


def _cut(sentence: str) -> list[str]:
    return [clause.strip() for clause in _CLAUSE.split(sentence) if clause.strip()]


def other_value(dimension: str, value: str, followed: Iterable[Dimension]) -> str | None:
    """What holds of a topic that a wish leaves out.

    Args:
        dimension: Name of the wish's dimension.
        value: The wish.
        followed: Dimensions that the user has added.

    Returns:
        Of two values the other one, of an extreme of the dimensions known here the middle;
        None where it might be several.
    """
    ordered = dimension in {one.name for one in DIMENSIONS}
    known = {one.name: one.values for one in (*DIMENSIONS, EMOJIS, *followed)}
    values = known.get(dimension, ())
    left = [one for one in values if one != value]
    if len(left) == 1:
        return left[0]
    middle = values[len(values) // 2] if ordered else value
    return middle if middle != value else None


def _on_day(clause: str, before: str) -> tuple[str, str, str]:
    """The kind of day of what follows, that of a clause, and the rest of the clause."""
    for day, words in _DAYS.items():
        if not (found := words.match(clause)):
            continue
        if found["wish"]:
            return before, day, found["wish"]
        rest = f"{found['lead']}{found['rest']}".strip()
        wishes = not found["rest"] or any(True for _ in named_values(rest))
        return (day, day, rest) if wishes else (before, before, clause)
    return before, before, clause


def _alone(clause: str) -> str:
    """The topic of a clause that only names one, such as `for technical questions`."""
    found = _ALONE.match(clause)
    return "" if not found or _ASKS.search(found["name"]) else topic_of(found["name"])


def _part(clause: str, topic: str) -> tuple[Part, str]:
    """A clause as a part, and the topic of what follows."""
    if found := _ELSE.match(clause):
        return Part(text=clause[found.end() :].strip()), ""
    if found := _ELSE_BEHIND.search(clause):
        return Part(text=clause[: found.start()]), topic
    named, rest = scoped(clause)
    if not named:
        return Part(text=clause, topic=topic), topic
    leads = not clause.startswith(rest)
    return Part(text=rest.strip(" ,，"), topic=named), named if leads else topic


def _without_exception(sentence: str) -> tuple[str, str]:
    for pattern in _EXCEPTING:
        found = pattern.search(sentence)
        if found and (topic := topic_of(found["name"])):
            rest = f"{sentence[: found.start()]} {sentence[found.end() :]}"
            return rest.strip(" ,，"), topic
    return sentence, ""


def _once(parts: list[Part], sentence: str) -> list[bool]:
    """Which parts are said of this time only; `always` elsewhere does not reach them."""
    plain = _NOT_ONCE.sub("", sentence)
    if not _ONCE.search(plain):
        return [False] * len(parts)
    if not ALWAYS.search(plain):
        return [True] * len(parts)
    marks = [_mark(_NOT_ONCE.sub("", part.text)) for part in parts]
    known = next((mark for mark in marks if mark is not None), False)
    found = []
    for mark in marks:
        known = known if mark is None else mark
        found.append(known)
    return found


def _mark(text: str) -> bool | None:
    if ALWAYS.search(text):
        return False
    return True if _ONCE.search(text) else None
