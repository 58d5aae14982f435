"""Signs that the user does not mean as such: each says little, many say something.

They need not be right, only honest about how often they are: a confidence near chance
weighs next to nothing (`evidence.weight`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from langgraph_memory.preferences.notes import Signal

_SHORT_REPLY, _LONG_REPLY = 300, 1_500  # characters; a Chinese one counts three times
_MOST_CHARACTERS = 4_000
_ALIKE = 0.8

_EMOJI: Final = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
_CODE: Final = re.compile(
    r"```|\bdef \w+\(|\bfunction \w*\(|\bselect\b.+\bfrom\b.+;|=>|\{\}"
)
_PRAISE: Final = re.compile(
    # Of good news people say the same, but then they go on.
    r"^(?:(?:perfect|exactly|(?:that's|this is) (?:perfect|great|very helpful))[.! ,]*"
    r"(?:thank you|thanks|$)|great (?:answer|explanation)"
    r"|(?:that's |this is )?exactly what i (?:needed|wanted)"
    r"|(?:thanks|thank you),? (?:that(?:'s| is) (?:perfect|great)|very helpful"
    r"|that help(?:s|ed)))|^(?:太好了|完美)[！!。. ，,]*(?:谢谢|$)"
    r"|^(?:正是我要的|讲得很好|说得很清楚|很清楚)"
)
_UNCLEAR: Final = re.compile(
    r"^(?:(?:sorry,? )?i (?:still )?(?:don't|do not|didn't) (?:quite )?(?:understand|get it"
    r"|follow)|that(?:'s| is) (?:still )?(?:unclear|confusing)|what do you mean|i'm lost"
    r"|huh\b)|^(?:还是)?(?:没懂|不懂|没明白|不明白|不清楚|没听懂|看不懂|什么意思)"
)
_MORE: Final = re.compile(
    r"^(?:tell me more|and why|why is that|how so|how does that work|can you give an "
    r"example"
    r"|for example\?|such as\?|what else)|^(?:为什么|举个例子|比如呢|然后呢|还有呢|具体呢)"
)
_SLANG: Final = re.compile(
    r"\b(?:lol|lmao|gonna|wanna|gotta|dunno|kinda|yeah|yep|nope|thx|omg|btw|hey)\b"
    r"|哈哈|嘿|咋"
)
_COURTESY: Final = re.compile(
    r"\b(?:dear (?:sir|madam|team)|kindly|sincerely|(?:best|kind) regards|i would be "
    r"grateful"
    r"|i should like|yours (?:truly|faithfully))\b|敬请|烦请|您好|此致|敬礼|劳驾"
)
_HAN: Final = re.compile(r"[\u3400-\u9fff]")

_MANNERS: Final = (
    (_EMOJI, "emojis", "some", 0.6),
    (_CODE, "information_density", "deep", 0.42),
    (_SLANG, "response_style", "casual", 0.45),
    (_COURTESY, "response_style", "formal", 0.45),
)


def implied_in(
    text: str, *, reply: str | None = None, before: str | None = None
) -> tuple[Signal, ...]:
    """Read what a message of the user implies about replies.

    Args:
        text: The message.
        reply: What the assistant had said just before; None when nothing.
        before: The user's message before that; None when there is none.

    Returns:
        Signals of low confidence, in order, at most one for each dimension and value.
    """
    found = {
        (dimension, value): Signal(
            dimension=dimension, value=value, confidence=sure, words=words
        )
        for dimension, value, sure, words in _found(text[:_MOST_CHARACTERS], reply, before)
    }
    return tuple(found.values())


Sign = tuple[str, str, float, str]


def _found(text: str, reply: str | None, before: str | None) -> Iterator[Sign]:
    plain = text.lower().replace("’", "'").strip()
    for pattern, dimension, value, sure in _MANNERS:
        if found := pattern.search(plain):
            yield dimension, value, sure, found.group()
    if reply is not None:
        yield from _answering(plain, reply, before)


def _answering(plain: str, reply: str, before: str | None) -> Iterator[Sign]:
    if found := _UNCLEAR.search(plain):
        yield "information_density", "simple", 0.5, found.group()
    elif found := _MORE.search(plain):
        yield "response_length", "detailed", 0.45, found.group()
    elif found := _PRAISE.search(plain):
        # What is praised was right as it was.
        length = len(reply) + 2 * len(_HAN.findall(reply))
        if length <= _SHORT_REPLY:
            yield "response_length", "short", 0.45, found.group()
        elif length >= _LONG_REPLY:
            yield "response_length", "detailed", 0.45, found.group()
    elif before is not None and _alike(plain, before.lower()):
        yield "response_length", "detailed", 0.42, plain[:40]


def _alike(one: str, other: str) -> bool:
    """Whether the same is asked again: most of the pairs of characters are shared."""
    first, second = ({t[i : i + 2] for i in range(len(t) - 1)} for t in (one, other))
    together = first | second
    return bool(together) and len(first & second) >= _ALIKE * len(together)
