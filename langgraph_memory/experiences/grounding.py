"""Whether what a model claims names only what it was told of."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator

from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.wordlist import GENERIC
from langgraph_memory.experiences.wordlist_chinese import GENERIC as GENERIC_CHINESE
from langgraph_memory.experiences.wordlist_chinese import NAMED
from langgraph_memory.facts.naming import marked, quoted

_LARGEST_COUNT = 10
_NAMING_SHARE = 0.25

_PLACEHOLDER = re.compile(r"<\w+>|\[redacted:\w+\]")
_GENERAL = re.compile(r"JSON|ISO|API|IDS?|URL|UTC|SQL|HTTPS?|[YMDHS]{2,4}")
_MIDDLE_WORD = re.compile(r"(?<=[^\W_] |[,)] )[^\W\d_][\w'’-]*")


def foreign_names(text: str, own: str, *, titled: bool = True) -> tuple[str, ...]:
    """Names, ids, numbers and quotations in a text that its sources do not have.

    Args:
        text: What a model wrote.
        own: Its sources, such as the `corpus` of a run.
        titled: Whether capitals mark no names in a text that has many of them.

    Returns:
        The foreign ones in order. Numbers up to 10, placeholders and general terms such as
        `JSON` or `YYYY-MM-DD` are never foreign.
    """
    bare = _PLACEHOLDER.sub(" ", text)
    known = own.casefold()
    return tuple(
        dict.fromkeys(n for n in _names(bare, titled) if not _within(n.casefold(), known))
    )


def foreign_words(text: str, own: str) -> tuple[str, ...]:
    """Telling words of a text that neither its sources nor instructions in general have.

    A word is known by its beginning, so that `booking` is known by `book`. Chinese is cut
    into what is known: general words, pairs of characters that the sources have, and what
    tools call by English names that they have; what is left, two characters or more side by
    side, is foreign. Other texts without spaces between words are not looked at.

    Args:
        text: What a model wrote.
        own: Its sources, such as the `corpus` of a run.

    Returns:
        The foreign ones in order, in lower case.
    """
    bare = _FORMS.sub(" ", _PLACEHOLDER.sub(" ", text)).casefold().replace("_", " ")
    known = {*map(_stem, _PLAIN.findall(own.casefold().replace("_", " ")))} | _GENERIC
    words = dict.fromkeys(_PLAIN.findall(bare))
    foreign = (word for word in words if _stem(word) not in known)
    return tuple(dict.fromkeys((*foreign, *_left(bare, own, known))))


def _left(text: str, own: str, known: Collection[str]) -> Iterator[str]:
    """The Chinese words of a text that are not known."""
    told = _HAN.findall(text)
    if not told:
        return
    pairs = {run[at : at + 2] for run in _HAN.findall(own) for at in range(len(run) - 1)}
    named = {name for word in known for name in _NAMED.get(word, ())}
    words = GENERIC_CHINESE | pairs | named
    for run in told:
        left = list(run)
        for at in range(len(run)):
            for end in range(at + 1, min(at + _LONGEST_HAN, len(run)) + 1):
                if run[at:end] in words:
                    left[at:end] = " " * (end - at)
        yield from _TELLING_HAN.findall("".join(left))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            word = word.removesuffix(ending)
            break
    return word.rstrip("e")[:_LONGEST_STEM]


_FORMS = re.compile(rf"\b(?:{_GENERAL.pattern})\b")
_PLAIN = re.compile(r"[a-zà-öø-ÿ]{3,}")
_HAN = re.compile(r"[㐀-鿿]+")
_TELLING_HAN = re.compile(r"[㐀-鿿]{2,}")
_LONGEST_HAN = 4
_ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ied", "ies", "ed", "es", "ly",
            "er", "s", "y")  # fmt: skip
_LEAST_STEM, _LONGEST_STEM = 3, 6
_GENERIC = frozenset(map(_stem, GENERIC))
_NAMED = {_stem(word): names.split() for word, names in NAMED.items()}


def _names(text: str, titled: bool) -> Iterator[str]:  # noqa: FBT001  handed on
    yield from (name for name in quoted(text) if not _general(name))
    yield from (name for name in marked(text) if not _general(name))
    words = [word for word in _MIDDLE_WORD.findall(text) if not _general(word)]
    capitals = [word for word in words if word[0].isupper()]
    if not titled or len(capitals) <= _NAMING_SHARE * len(words):
        yield from capitals


def _general(name: str) -> bool:
    if name.isdigit():
        return len(name) <= 2 and int(name) <= _LARGEST_COUNT  # noqa: PLR2004
    return all(_GENERAL.fullmatch(part) for part in re.split(r"\W+", name))


def _within(name: str, known: str) -> bool:
    if not name[:1].isdigit():
        return name in known
    # A number is not part of a longer one.
    return re.search(rf"(?<![\d.]){re.escape(name)}(?!\d)", known) is not None


def corpus(run: Run) -> str:
    """All that a run says, as one text."""
    parts = [run.task, run.said, run.answer]
    for step in (*run.earlier, *run.steps):
        parts += [
            step.tool,
            json.dumps(step.args, ensure_ascii=False, default=str),
            step.text,
        ]
    return "\n".join(parts)
