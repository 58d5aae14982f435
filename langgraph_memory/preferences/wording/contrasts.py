"""Wishes by contrast and by correction: `short rather than long`, `short. No, sorry, long`.

What is named only to be turned down, and what is corrected at once, is taken out before a
sentence is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from langgraph_memory.preferences.wording.denial import turning
from langgraph_memory.preferences.wording.hints import said_of
from langgraph_memory.preferences.wording.loose import of_answers

_ONES: Final = re.compile(r"\bones?\b")
_WORD: Final = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_TAIL: Final = r"(?P<tail>,? please)?$"
_RIVALS: Final = (
    re.compile(
        r"^(?P<lead>.*?\bi(?:'d| would)?(?: much| really| rather| always| generally)*"
        r" (?:prefer|like|love|want)) (?P<taken>.+?) (?:to|over|more than|better than"
        rf"|rather than|instead of) (?P<left>.+?){_TAIL}"
    ),
    re.compile(
        r"^(?P<lead>.*?\bi(?:'d| would)(?: much)?) rather (?:have |get |read |see |hear )?"
        rf"(?P<taken>.+?) (?:than|instead of) (?P<left>.+?){_TAIL}"
    ),
    re.compile(
        rf"^(?P<lead>)(?:instead of|rather than) (?P<left>[^,]+?),? (?P<taken>"
        rf"(?:please |i(?:'d| want| would)|give|write|use|be|keep|make).+?){_TAIL}"
    ),
    re.compile(
        r"^(?P<lead>)(?P<taken>.+?),? (?:instead of|rather than|and not|not|over)"
        rf" (?P<left>.+?){_TAIL}"
    ),
    re.compile(rf"^(?P<lead>)not (?P<left>.+?)(?:,? but|[:,]) (?P<taken>.+?){_TAIL}"),
)
_RATHER: Final = re.compile(r"^i(?:'d| would)(?: much)?$")
_AMENDS: Final = (
    r"(?:(?:or rather|no(?=,|$| wait| sorry)|wait|sorry|i mean|i meant|correction"
    r"|make (?:it|that)|scratch that|on second thought|actually|well|better)\b[ ,]*)"
)
_AMENDED: Final = re.compile(
    r"[ ,;–—-]+(?=(?:or rather|wait|sorry|i mean|i meant|correction|scratch that"
    r"|on second thought|make (?:it|that)|no(?=,| wait| sorry))\b)"
    r"|[，,；; ]+(?=不对|错了|应该是)"
)
_LED: Final = re.compile(
    rf"^{_AMENDS}+|^(?:(?:不对|错了|不(?=[，, ])|应该是|哦|啊)[，, ]*)+"
)
_BARE: Final = re.compile(
    r"^(?:please |a bit |more |as |the )*[a-z]+(?:-[a-z]+)*(?: please)?$"
)
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


def preferred(sentence: str) -> str:
    """A sentence without what it names only to turn it down beside what it asks for.

    Args:
        sentence: In lower case, without its final sign.

    Returns:
        `i prefer short answers` of `i prefer short answers to long ones`; any other
        sentence as it is.
    """
    for pattern in _RIVALS:
        found = pattern.match(sentence)
        if not found or not _rivals(found["taken"], found["left"]):
            continue
        lead = _RATHER.sub("i'd prefer", found["lead"])
        taken = _ONES.sub("answers", found["taken"])
        if not lead and _BARE.match(taken):
            taken = f"be {taken}"
        return " ".join(part for part in (lead, taken, (found["tail"] or "")) if part)
    return sentence


def corrected(sentence: str, *, later: bool = False) -> Iterator[str]:
    """A sentence and what corrects it in the same breath, as wishes of their own.

    Args:
        sentence: In lower case, without its final sign.
        later: Whether the message has asked for something before.

    Yields:
        `short answers please`, `long answers` of `short answers please - no, long ones`;
        any other sentence as it is. The last counts.
    """
    first, *others = _AMENDED.split(sentence)
    pieces = [_amendment(first) if later else ("", first), *map(_amendment, others)]
    amended = [wish for _, wish in pieces if wish]
    if (not others and not pieces[0][0]) or not all(_one(wish) for wish in amended):
        yield sentence
        return
    yield from amended


def _amendment(piece: str) -> tuple[str, str]:
    """What opens a correction, and what is asked for instead."""
    led = _LED.match(piece)
    if led is None:
        return "", piece
    wish = _ONES.sub("answers", piece[led.end() :]).strip()
    return led.group(), f"be {wish}" if _BARE.match(wish) else wish


def _one(text: str) -> bool:
    """Whether a text names one value of each dimension that it speaks of, and some."""
    named = [values for _, values in said_of(text)]
    about = _HAN.search(text) or all(map(_answering, _WORD.findall(text)))
    return bool(named) and all(len(values) == 1 for values in named) and bool(about)


def _rivals(taken: str, left: str) -> bool:
    """Whether two texts name different values of a dimension and turn neither down."""
    if turning(taken) or turning(left):
        return False
    first, second = dict(said_of(taken)), dict(said_of(left))
    both = first.keys() & second.keys()
    differ = bool(both) and all(first[name].isdisjoint(second[name]) for name in both)
    return differ and all(map(_answering, _WORD.findall(left)))


def _answering(word: str) -> bool:
    return of_answers(word) or word in ("one", "ones")
