"""Signs of preferences in what the user writes, by rules, in English and Chinese.

What is quoted, shown as code, asked, or said of or by others is left out; a wording counts
only when it makes up its whole clause. A false preference annoys more than a missed one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Final

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.notes import Signal
from langgraph_memory.preferences.topics import scoped
from langgraph_memory.preferences.wording import chinese, english
from langgraph_memory.preferences.wording.loose import loosely_read
from langgraph_memory.preferences.wording.own import own_wordings

STATED: Final = 0.96
"""Confidence in what the user says."""

_MOST_CHARACTERS, _LONGEST_SENTENCE, _LONGEST_CLAUSE = 4_000, 400, 120
_LONGEST_WORDS = 120
_CODE: Final = re.compile(r"```.*?(?:```|$)|`[^`\n]*`", re.DOTALL)
_QUOTED: Final = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|«[^»\n]*»|(?<!\w)'[^'\n]*'(?!\w)"
)
_QUOTING: Final = re.compile(
    r"^\s*(?:>|(?:user|human|me|assistant|ai|bot|system|tool|用户|助手|系统|我)\s*[:：]).*$",
    re.MULTILINE,
)
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_CLAUSE: Final = re.compile(r"[,;:，；：、]+\s*|\s+[-–—]+\s+|\s+(?:but|because|as)\s+")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_REQUEST: Final = re.compile(
    r"^(?:can|could|would|will) (?:you|we)\b|^(?:能|可以|能不能|可不可以)"
)
_POINTING: Final = re.compile(r"^(?:it|that|this|you)(?:'s|'re| )")
_MARK = "\ue000"  # where a quotation stood


def signals_in(text: str, dimensions: Iterable[Dimension] = ()) -> tuple[Signal, ...]:
    """Read what a message of the user says about replies.

    Args:
        text: The message. What a person wrote, never what a tool or the model said.
        dimensions: Others that are followed, whose phrases and functions are read, too.

    Returns:
        The statements, in order, one for each dimension and topic at most: the last one.

    Raises:
        ConfigError: When the function of a dimension gives what is no value of it.
        Exception: Whatever such a function raises.
    """
    followed = tuple(dimensions)
    found = {
        (signal.dimension, signal.topic): signal
        for sentence in own_sentences(text)
        for signal in _read(sentence, own_wordings(followed))
    }
    for dimension in followed:
        value = dimension.hears(text) if dimension.hears else None
        if value is not None:
            dimension.place(value)
            found[dimension.name, ""] = _stated(
                dimension.name, value, text[:_LONGEST_WORDS]
            )
    return tuple(found.values())


def own_sentences(text: str) -> Iterator[str]:
    """What the user says in his own name: no quotations, no questions, nothing of others.

    Args:
        text: The message.

    Yields:
        Sentences in lower case, without their final signs.
    """
    for sentence in _sentences(text[:_MOST_CHARACTERS]):
        language = language_of(sentence)
        if len(sentence) > _LONGEST_SENTENCE or _MARK in sentence:
            continue
        bare = sentence.rstrip(".!?。！？ ")
        asks = language.QUESTION.search(bare) and not _REQUEST.search(bare)
        if not asks and not language.OTHERS.search(sentence):
            yield bare


def language_of(sentence: str) -> ModuleType:
    """Whose wordings a sentence is read by: `chinese` or `english`."""
    return chinese if _HAN.search(sentence) else english


def plainly(text: str) -> str:
    """A text as its sentences are read: in lower case, with plain apostrophes."""
    return text.lower().replace("’", "'").replace("‘", "'")


def _sentences(text: str) -> Iterator[str]:
    plain = plainly(text)
    for pattern in (_CODE, _QUOTING, _QUOTED):
        plain = pattern.sub(_MARK, plain)
    yield from (match.group().strip() for match in _SENTENCE.finditer(plain))


def _read(bare: str, others: tuple[english.Wording, ...]) -> Iterator[Signal]:
    language = language_of(bare)
    topic, rest = scoped(bare)
    once = language.ONCE.search(bare) is not None
    clauses = [clause.strip() for clause in _CLAUSE.split(rest) if clause.strip()]
    for dimension, value, words in _matching(rest, clauses, language.WORDINGS + others):
        yield replace(_stated(dimension, value, words), once=once, topic=topic)


def _stated(dimension: str, value: str, words: str) -> Signal:
    return Signal(
        dimension=dimension, value=value, confidence=STATED, stated=True, words=words
    )


def _matching(
    whole: str, clauses: Sequence[str], wordings: Sequence[english.Wording]
) -> Iterator[tuple[str, str, str]]:
    for pattern, dimension, value in wordings:
        if len(whole) <= _LONGEST_CLAUSE and pattern.fullmatch(whole):
            yield dimension, value, whole
            return
    for at, clause in enumerate(clauses):
        # `The jacket, it's too short`: what a later `it` means stands before it.
        if len(clause) > _LONGEST_CLAUSE or (at and _POINTING.match(clause)):
            continue
        for pattern, dimension, value in wordings:
            if pattern.fullmatch(clause):
                yield dimension, value, clause
                break
        else:
            for dimension, value in loosely_read(clause, han=bool(_HAN.search(clause))):
                yield dimension, value, clause
