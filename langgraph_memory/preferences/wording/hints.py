"""Words that name a value of a dimension, whatever is said with them.

They tell where a wish may stand that the wordings do not know, and whether a quotation can
mean what a model says it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.wording.denial import (
    NO_LENGTH,
    added,
    apart,
    joined,
    surely,
    turning,
)

_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "response_length": {
        "short": (
            r"\b(?:short\w*|brief\w*|concise\w*|succinct\w*|terse|summar\w+|sentences?"
            r"|paragraphs?|bullets?|gist|conclusion|nutshell|to the point|tl;?dr"
            r"|fewer words|less text|straight to)\b"
            r"|短|简洁|简略|简练|精简|一句话|一两句|两三句|重点|要点|结论|总结|概括|直接"
        ),
        "detailed": (
            r"\b(?:long\w*|lengthy|verbose|wordy|detail\w*|elaborat\w+|thorough\w*|essays?"
            r"|novels?|rambl\w+|waffl\w+|fluff|padding|filler|intro\w*|in depth)\b"
            r"|长|啰嗦|罗嗦|废话|详细|具体|完整|铺垫|展开|细一点"
        ),
    },
    "response_style": {
        "casual": (
            r"\b(?:informal\w*|casual\w*|friendl\w+|relax\w*|chatty|slang|warm\w*|colloquial\w*"
            r"|loosen|lighten)\b|随意|随便|口语|活泼|轻松|亲切"
        ),
        "formal": (
            r"\b(?:formal\w*|polite\w*|stiff\w*|stuffy|robotic|professional\w*|businesslike"
            r"|serious\w*)\b|正式|官方|严肃|客气|礼貌|死板|生硬"
        ),
    },
    "information_density": {
        "simple": (
            r"\b(?:simpl\w+|plain\w*|basics?|beginners?|layman\w*|superficial\w*|shallow"
            r"|dumb\w*|\w+-year-old|introductory)\b"
            r"|通俗|易懂|简单|基础|外行|白话|人话|浅"
        ),
        "deep": (
            r"\b(?:jargon|technical\w*|complicated|complex|dense|experts?|deep\w*|depth"
            r"|advanced|terms|terminology)\b"
            r"|术语|复杂|专业|深入|深一点|内行|行话|原理"
        ),
    },
    "interaction_frequency": {
        "proactive": (
            r"\b(?:ask(?:ing|ed)?|questions?|confirm\w*|permission|proactive\w*|suggest\w*"
            r"|advice|propos\w+|offer\w*|remind\w*|warn\w*|check(?:ing)? (?:in|with)"
            r"|point (?:it )?out|initiative|follow-?ups?|unprompted)\b"
            r"|反问|追问|问我|问题|确认|建议|主动|提醒|多嘴|没问的|先问"
        ),
    },
    "emojis": {"some": r"\b(?:emojis?|emoticons?|smileys?|smilies)\b|表情|颜文字|emoji"},
}
_HINTS: Final[Mapping[str, Mapping[str, re.Pattern[str]]]] = {
    name: {value: re.compile(words) for value, words in held.items()}
    for name, held in _WORDS.items()
}

_OPPOSITES: Final[Mapping[str, frozenset[str]]] = {
    "response_length": frozenset({"short", "detailed"}),
    "response_style": frozenset({"casual", "formal"}),
    "information_density": frozenset({"simple", "deep"}),
    "interaction_frequency": frozenset({"reserved", "proactive"}),
    "emojis": frozenset({"none", "some"}),
}

ADDRESSED: Final = re.compile(
    r"\b(?:you|your|yours|answers?|repl(?:y|ies)|responses?|respond|explain\w*|explanations?"
    r"|write|writing|talk|speak|tell me|give me|keep|please|don't|do not|stop|no more|skip"
    r"|avoid|leave out|prefer|use|can we|let's|be|enough|plenty)\b"
    r"|你|您|请|别|不要|回答|回复|解释|说|讲|写|以后|用|给我|太|多|少|够了"
)
"""Words without which a sentence asks nothing of the assistant."""


def bears_on(sentence: str, dimension: Dimension) -> bool:
    """Whether a sentence has words that can be about a dimension.

    Args:
        sentence: In lower case.
        dimension: The dimension; of one that the user added, its values and the words of
            its phrases are looked for.
    """
    hints = _HINTS.get(dimension.name)
    if hints is not None:
        return any(words.search(sentence) for words in hints.values())
    said = [*dimension.values, *(p for held in dimension.phrases.values() for p in held)]
    return any(one.lower() in sentence for one in said)


def named_values(clause: str) -> Iterator[tuple[str, frozenset[str]]]:
    """What a clause asks for by the words that name values: these, or those turned down.

    Args:
        clause: In lower case.

    Yields:
        Dimensions that it has words of, and the values that they ask for: of `too detailed`
        short; none where that is not certain.
    """
    found: dict[str, frozenset[str]] = {}
    for part in parts_of(clause):
        for dimension, asked in _asked(part):
            found[dimension] = found.get(dimension, asked) & asked
    yield from found.items()


def opposite(dimension: str, values: frozenset[str]) -> frozenset[str]:
    """The extremes of a dimension that is followed by itself, without these."""
    return _OPPOSITES[dimension] - values


def parts_of(clause: str) -> list[str]:
    """The parts of a clause that stand by themselves: each has its own denial, or none.

    Args:
        clause: In lower case: `keep it short and don't use emojis` has two.

    Returns:
        They, in order; one that names no value is joined to a neighbour.
    """
    parts: list[str] = []
    open_ = ""
    for piece in apart(clause):
        text = f"{open_}{piece}"
        if any(True for _ in _named(text)):
            parts.append(text)
            open_ = ""
        elif parts and turning(text):  # `emojis are not needed`, 表情不要用
            parts[-1] += "" if added(text) else text
            open_ = ""
        else:
            open_ = text
    if parts:
        parts[-1] += open_
    return [part.strip() for part in parts or [clause]]


def said_of(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The values that a text has words of, whether it asks for them or not.

    Args:
        text: In lower case.

    Yields:
        Dimensions that are followed by themselves, and the values.
    """
    yield from _named(text)


def _named(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    plain = NO_LENGTH.sub(" ", text)
    for dimension, hints in _HINTS.items():
        named = frozenset(value for value, words in hints.items() if words.search(plain))
        if named:
            yield dimension, named


def _asked(part: str) -> Iterator[tuple[str, frozenset[str]]]:
    sure = surely(part)
    if sure is None:
        return
    within, turned = sure
    reached = dict(_named(within))
    for dimension, named in _named(part):
        certain = reached.get(dimension) == named and len(named) == 1
        if turned and len(reached) > 1 and not joined(within):
            certain = False
        asked = _OPPOSITES[dimension] - named if turned else named
        yield dimension, asked if certain else frozenset()


def followed_by_itself(dimension: Dimension) -> bool:
    """Whether the words of a dimension are known here, so that no user added it."""
    return dimension.name in _HINTS


def names_of(clause: str, dimension: Dimension) -> Iterator[re.Match[str]]:
    """Where a clause names values of a dimension that is followed by itself."""
    for words in _HINTS[dimension.name].values():
        yield from words.finditer(clause)


def asked_of(clause: str, dimension: Dimension) -> Iterator[frozenset[str]]:
    """What a clause asks for of a dimension; see `named_values`."""
    return (asked for name, asked in named_values(clause) if name == dimension.name)
