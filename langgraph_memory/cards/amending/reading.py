"""What the user puts right: sentences that give something another value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from langgraph_memory.cards.own import hands_over, own_sentences

_LONGEST: Final = 300
_CLAUSES: Final = 2
_MOST_WORDS: Final = 6
_START: Final = r"^(?:(?:oh|hm+|wait|well|hey|hi|please|ok(?:ay)?|but|so|and)\b[\s,!.]+)*"
_FALSE: Final = r"(?:wrong|incorrect|mistaken|false|not (?:right|correct|true|accurate))"
_OPENING: Final = re.compile(
    rf"{_START}(?:(?:(?:a |one |small )*correction|no+|nope|wrong|actually|sorry|in fact"
    r"|incorrect|my mistake|not quite|apologies"
    rf"|(?:you(?:'re| are)|(?:that|this|it)(?:'s| is)) {_FALSE}(?=\s*[,:;.!–—-]))"
    r"(?:\s*[,:;.!–—-]+\s*|\s+))+"
    r"|^(?:(?:不对|不是的?|错了|有误|抱歉|对不起)[\s，,：:。！!]+|其实[\s，,]*"
    r"|(?:更正|纠正|勘误)(?:一下)?[\s，,：:]+)+",
    re.IGNORECASE,
)
_NAMED_SO: Final = re.compile(r"\bcorrection\b|更正|纠正|勘误", re.IGNORECASE)
_MEANT: Final = re.compile(
    r"^i (?:meant?|should have said)\s+|^我(?:是说|的意思是)", re.IGNORECASE
)
_DENIAL: Final = re.compile(
    rf"{_START}(?:(?:no+|nope|sorry|actually)\b[\s,!.–—-]*)*"
    rf"(?:(?:that|this|it|you)(?:'s| is| was|'re| are)(?: just| still| all)? {_FALSE}"
    rf"|(?:that|this|it) (?:is|was)n't (?:right|correct|true|accurate)|{_FALSE})?[\s.!,]*$"
    r"|^(?:不对|不是的?|错了|(?:这|那)?(?:不对|有误|不正确)|你?(?:说|搞|弄|写)错了)[\s。！!，,]*$",
    re.IGNORECASE,
)
_IS: Final = r"(?:\bis|\bare|\bwas|'s)"
_NOT: Final = rf"(?:{_IS} not|\b(?:is|are|was)n't)"
_DENIED_FIRST: Final = (
    rf"{_NOT}\s+(?P<old>[^,;]+?)\s*[,;–—-]+\s*(?:it is|it's|but)\s+(?P<new>.+)$"
)
_DENIED_LAST: Final = (
    r"(?P<new>\S.*?)\s*(?:,\s*(?:and\s+)?not|,?\s+(?:instead of|rather than)|\s+\(not)\s+"
    r"(?:(?:at|from|on|in|to)\s+)?(?P<old>[^,;]+?)\)?$"
)
_BOTH: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_IS}?(?:n't| not)\s+(?P<old>[^,;]+?)(?:\s*,)?\s+but\s+(?P<new>.+)$",
        _DENIED_FIRST,
        _DENIED_LAST,
        r"\b(?:changed|moved|went)\s+from\s+(?P<old>.+?)\s+to\s+(?P<new>.+)$",
        r"(?:不是|并非)(?P<old>[^，,；]+?)[，,、；]?\s*(?:而?(?:应该)?是)(?P<new>.+)$",
        r"(?P<new>\S.*?)[，,]?\s*(?:而?不是|并非)(?P<old>.+)$",
        r"从(?P<old>.+?)(?:改为|改成|改到|变成|变为|换到|换成)(?P<new>.+)$",
    )
)
_COPULA: Final = re.compile(
    r"(?:\b(?P<strong>should (?:be|read|say)|must be|ought to be"
    r"|(?:is|are) (?:now|actually)"
    r"|(?:has|have|was|were)(?: been| just)* (?:changed|moved|pushed|postponed|raised"
    r"|lowered|reduced|increased)(?: back| up| down)? to|(?:went|gone) (?:up|down) to)\b"
    r"|\b(?:is|are|was|were)\b|(?<=\w)'s\b|:)"
    r"(?:\s+(?:now|actually|really|at|on|in|the)\b)*\s+(?=\S)"
    r"|(?P<stark>应该是|应为|改为|改成|改到|变成|变为|换到|换成|现在是|已经是)|[是为]",
    re.IGNORECASE,
)
_DEED: Final = re.compile(
    r"\b(?:leav|depart|arriv|start|begin|end|open|clos|cost|go|run|land|board|weigh|cover)\w*\s"
    r"(?:(?:only|now|at|from|on|in|to|for|the|about)\s)*",
    re.IGNORECASE,
)
_NOW: Final = re.compile(r"\bnow\s*$", re.IGNORECASE)
_PASSIVE: Final = re.compile(r"^[a-z]+ed (?:to|at|from|by|in|on|for|with)\s+")
_STATE: Final = re.compile(
    r"^(?P<thing>(?:(?:the|my|our)\s+)?(?:(?!(?:and|as|because|but|check|confirm|ensure|make"
    r"|mark|once|say|see|since|so|that|then|until|verify|when|while)\b)[a-z]+\s+)?#?"
    r"(?=[\w-]*\d)[\w-]+)\s+(?:is|was|has|has been|got)(?:\s+(?:now|already|just))*\s+"
    r"(?P<state>cancel+ed|done|finished|completed|delivered|arrived|shipped|closed|resolved)$",
    re.IGNORECASE,
)
_WISH: Final = re.compile(
    r"^(?:i|we|you|he|she|they|let's|can|could|would|will|do|does|did|is|are|am|what|which"
    r"|when|where|who|how|why|book|change|make|send|give|use|take|put|set|switch|move|find"
    r"|show|get|pick|choose|try|add|cancel|order|go|keep|if|unless|whether)\b"
    r"|^(?:请|我(?!的|们的)|你|给|帮|把|要|想|改|换|订|预订|取消|如果|要是)",
    re.IGNORECASE,
)
_UNSURE: Final = re.compile(
    r"\b(?:if|unless|whether|would|could|might|(?-i:may)|maybe|perhaps|probably|suppos\w+"
    r"|pretend\w*|imagin\w+|think|guess|sa(?:id|ys)|told|tells|asked|heard|hope|wish)\b"
    r"|[?？]\s*$|[吗呢]\s*[。？?！!]?$|如果|要是|假如|可能|也许|大概|据说|听说|觉得|希望",
    re.IGNORECASE,
)
_SPLIT: Final = re.compile(
    r"\s*;\s*|\s*；\s*|\s*,?\s+(?:and|while|but)\s+|,\s+|，\s*(?:另外|而(?!是|不))?"
)
_GOES_ON: Final = re.compile(
    r"(?:not|it's|it is)\b|而?(?:应该)?是|而?不是|并非", re.IGNORECASE
)
_TRIM: Final = " \t.,;:!。，；！：\"'“”「」()（）"
_TAIL: Final = re.compile(
    r"(?:\s+(?:now|actually|instead|then|please|sorry)|[了啦才]?对?)$", re.IGNORECASE
)
_MAYBE: Final = re.compile(
    r"\bno+\b|\bnot\b|n't\b|correct|wrong|actually|sorry|in fact|mistake|should|now\b"
    r"|instead|rather|changed|moved|pushed|postponed|raised|lowered|reduced|increased"
    r"|(?:up|down) to\b|cancel+ed|done\b|finished|completed|delivered|arrived|shipped"
    r"|closed|resolved|meant?\b|不|错|更正|纠正|勘误|其实|应|改|换|变|现在|我是说"
    r"|有误",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Amendment:
    """A sentence, or a clause of one, that gives something another value.

    Attributes:
        sentence: The words.
        value: What is right, as it was said.
        former: What is wrong by what was said, or empty where that is not said.
        rest: The words beside the two values, which say of what they are.
        named: Whether it calls itself a correction.
        own: Whether it corrects what the user said himself: `I meant D4`.
        state: Whether it says how a thing is by now: `T7 is done`.
    """

    sentence: str
    value: str
    former: str
    rest: str
    named: bool
    own: bool = False
    state: bool = False


@lru_cache(maxsize=64)
def amendments_in(text: str) -> tuple[Amendment, ...]:
    """What a message of the user puts right.

    Only statements count that say so: by how they open (`Correction:`, `Actually`, `不对`),
    by a sentence before them that denies what was said, by the wrong value beside the right
    one (`D4, not B12`), by words for it (`should be`, `has changed to`, `应该是`), or by
    how a thing that they name by a code is by now (`T7 is done`). Questions, requests,
    conditions and reports of others are none.

    Args:
        text: The whole message, of which only the user's own sentences are read.

    Returns:
        One for each clause that gives a value, in order.
    """
    return tuple(_found(text)) if _MAYBE.search(text) else ()


def without_opening(sentence: str) -> str:
    """A sentence without the words by which it puts something right."""
    opening = _OPENING.match(sentence)
    return sentence[opening.end() :] if opening else sentence


def _found(text: str) -> Iterator[Amendment]:
    denied = False
    for sentence in own_sentences(text):
        plain = sentence.replace("’", "'").strip()
        if _DENIAL.search(plain):
            denied = True
        elif len(plain) <= _LONGEST and not (_UNSURE.search(plain) or hands_over(plain)):
            found = list(_of(plain, denied=denied))
            denied = denied and bool(found)
            yield from found
        else:
            denied = False


def _of(plain: str, *, denied: bool) -> Iterator[Amendment]:
    """What one sentence puts right, clause by clause where each gives a value."""
    opening = _OPENING.match(plain)
    named = opening is not None and _NAMED_SO.search(opening[0]) is not None
    said = plain[opening.end() :] if opening else plain
    if (meant := _MEANT.match(said)) is not None:
        said = said[meant.end() :]
        one = _read(plain, said, marked=True) or _made(plain, _trimmed(said), "", "")
        yield from [] if one is None else [replace(one, own=True)]
        return
    if (state := _STATE.match(said.rstrip(".!"))) is not None:
        yield Amendment(
            plain, state["state"], "", f"{state['thing']} status", named=named, state=True
        )
        return
    marked = denied or opening is not None
    parts = _joined([part for part in _SPLIT.split(said) if part])
    several = [one for part in parts if (one := _read(part, part, marked=True))]
    if len(several) < len(parts) or len(parts) < _CLAUSES:
        one = _read(plain, said, marked=marked)
        several = [] if one is None else [one]
    elif not marked:
        several = [one for one in several if one.former]
    yield from (replace(one, named=named) for one in several)


def _joined(parts: list[str]) -> list[str]:
    """Clauses with what denies the value before it, `not B12`, brought back to them."""
    joined: list[str] = []
    for part in parts:
        if joined and _GOES_ON.match(part):
            joined[-1] += f", {part}"
        else:
            joined.append(part)
    return joined


def _read(sentence: str, said: str, *, marked: bool) -> Amendment | None:
    """What a clause gives which value.

    Args:
        sentence: The words that it is known by.
        said: The clause.
        marked: Whether what stands before it says that it puts something right.
    """
    if _WISH.match(said):
        return None
    said = said.strip().rstrip(".。!！ ")
    for pattern in _BOTH:
        if (both := pattern.search(said)) is not None:
            old = _trimmed(both["old"])
            new = _new_in(both["new"], len(old.split()))
            about = f"{said[: both.start()]} {both['new'].replace(new, ' ')}"
            return _made(sentence, new, old, about)
    for verb in sorted(_COPULA.finditer(said), key=lambda found: found[0][0] == "'"):
        if marked or verb["strong"] or verb["stark"]:
            return _made(sentence, _trimmed(said[verb.end() :]), "", said[: verb.start()])
    deed = _DEED.search(said)
    if (
        deed is None
        or not (marked or _NOW.search(said[: deed.start()]))
        or not any(map(str.isdigit, said[deed.end() :]))
    ):
        return None
    return _made(sentence, _trimmed(said[deed.end() :]), "", said[: deed.end()])


def _new_in(said: str, size: int) -> str:
    """The right value: after the verb, else as many words as the wrong one has."""
    copulas = list(_COPULA.finditer(said))
    if copulas:
        return _trimmed(_PASSIVE.sub("", said[copulas[-1].end() :]))
    if not said.isascii():
        return _trimmed(said)
    return _trimmed(" ".join(said.split()[-max(1, size) :]))


def _made(sentence: str, value: str, former: str, rest: str) -> Amendment | None:
    few = 0 < len(value.split()) <= _MOST_WORDS
    if not few or value.lower().startswith(("not ", "n't", "wrong", "不")):
        return None
    return Amendment(sentence, value, former, rest, named=False)


def _trimmed(said: str) -> str:
    return _TAIL.sub("", said.strip(_TRIM)).strip(_TRIM)
