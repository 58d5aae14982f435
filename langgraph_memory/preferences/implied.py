"""Signs that the user does not mean as such: each says little, many say something.

They need not be right, only honest about how often they are: a confidence near chance
weighs next to nothing (`evidence.weight`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from langgraph_memory.preferences.notes import Signal
from langgraph_memory.preferences.pasted import without_pasted

_SHORT_REPLY, _LONG_REPLY = 300, 1_500  # characters; a Chinese one counts three times
_MOST_CHARACTERS = 4_000
_LEAST_WORDS = 2  # that say what a question is about
_LEAST_SIGNS = 4  # the same, in Chinese characters
_AT_LENGTH = 900  # characters of a message of some length, counted as those of replies

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
    r"|(?:(?:this|it)(?:'s| is) )?(?:still )?(?:unclear|confusing)(?=\W*$|[.,!])"
    r"|what (?:does|do) (?:that|this|these|those|it) (?:even )?mean\b|huh\b)"
    r"|^(?:还是)?(?:没懂|不懂|没明白|不明白|不清楚|没听懂|看不懂|什么意思)"
)
_MORE: Final = re.compile(
    r"^(?:(?:(?:can|could) you )?(?:please )?tell me more|and why|why is that|how so"
    r"|how does that work|can you give an example"
    r"|for example\?|such as\?|what else)|^(?:为什么|举个例子|比如呢|然后呢|还有呢|具体呢)"
)
_SLANG: Final = re.compile(
    r"\b(?:lol|lmao|gonna|wanna|gotta|dunno|kinda|thx|omg|btw|hey)\b"
    r"|哈哈|嘿|咋"
)
_COURTESY: Final = re.compile(
    r"\b(?:dear (?:sir|madam|team)|kindly|sincerely|(?:best|kind) regards|i would be "
    r"grateful"
    r"|i should like|yours (?:truly|faithfully))\b|敬请|烦请|您好|此致|敬礼|劳驾"
)
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_ASKING: Final = re.compile(
    r"[?？]\s*$|^(?:(?:so|and|but|ok(?:ay)?|please|sorry|again)[ ,]+)*(?:what|who|where"
    r"|when|why|how|which|explain|describe|tell me|(?:can|could|would|will) you)\b"
    r"|什么|怎么|为什么|如何|多少|哪|[吗呢]\s*[。.]?$|^(?:请)?(?:解释|说明|讲讲|介绍)"
)
_SAYING: Final = re.compile(r"[a-z0-9\u00c0-\u1fff][a-z0-9\u00c0-\u1fff'-]*|\w")
_NOTHING: Final = (
    "a an the and or but so if of in on at by for with as is are was were "
    "be been am do does did can could would will shall should may might "
    "must have has had i i'm me my you your we us our it it's its this that "
    "these those there here he she they them what what's who where where's "
    "when why how which please again sorry ok okay yes just still then also "
    "now more else next any some tell thanks thank explain describe 请 再 又 还 "
    "是 的 了 吗 呢 啊 吧 呀 我 你 您 他 她 它 这 那 下 就 也 都 "
    "什 么 怎 为 好 在 有 和 与 给 说 讲 问"
)
_EMPTY: Final = frozenset(_NOTHING.split())

_MANNERS: Final = (
    (_EMOJI, "emojis", "some", 0.6),
    (_CODE, "information_density", "deep", 0.42),
    (_SLANG, "response_style", "casual", 0.4),
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
    if _at_length(text) and not _at_length(before or ""):  # a habit counts once
        yield "response_length", "detailed", 0.37, plain[:40]
    if reply is not None:
        yield from _answering(plain, reply, before)


def _at_length(text: str) -> bool:
    """Whether it is long, and all of it the user's own prose: who writes so reads so."""
    own = len(text) >= _AT_LENGTH // 3 and without_pasted(text, "") == text
    return own and not _CODE.search(text) and _length(text) >= _AT_LENGTH


def _length(text: str) -> int:
    return len(text) + 2 * len(_HAN.findall(text))


def asked_again(text: str, before: str) -> bool:
    """Whether a message asks what the one before it has asked.

    Args:
        text: The message.
        before: The user's message before it.

    Returns:
        Whether both are questions with the same words that say what they are about, in the
        same order, and these are two at least (four characters in Chinese). Whoever asks
        of another number, name or place asks something else.
    """
    one, other = (plain.lower().replace("’", "'").strip() for plain in (text, before))
    if not (_ASKING.search(one) and _ASKING.search(other)):
        return False
    words = _about(one)
    han = sum(bool(_HAN.match(word)) for word in words)
    enough = len(words) - han >= _LEAST_WORDS or han >= _LEAST_SIGNS
    return enough and words == _about(other)


def _about(plain: str) -> list[str]:
    return [word for word in _SAYING.findall(plain) if word not in _EMPTY]


def _answering(plain: str, reply: str, before: str | None) -> Iterator[Sign]:
    earlier = (before or "").lower().replace("’", "'").strip()
    if found := _UNCLEAR.search(plain):
        yield "information_density", "simple", 0.5, found.group()
    elif found := _MORE.search(plain):
        if not _MORE.search(earlier):  # of one answer, said once
            yield "response_length", "detailed", 0.45, found.group()
    elif found := _PRAISE.search(plain):
        if not _PRAISE.search(earlier):
            yield from _praising(found.group(), reply)
    elif before is not None and asked_again(plain, before):
        yield "response_length", "detailed", 0.42, plain[:40]


def _praising(words: str, reply: str) -> Iterator[Sign]:
    # What is praised was right as it was.
    length = _length(reply)
    if length <= _SHORT_REPLY:
        yield "response_length", "short", 0.4, words
    elif length >= _LONG_REPLY:
        yield "response_length", "detailed", 0.4, words
