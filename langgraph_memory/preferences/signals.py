"""Signs of preferences in what the user writes, by rules, in English and Chinese.

What is quoted, shown as code, asked, or said of or by others is left out; a wording counts
only when it makes up its whole clause. A false preference annoys more than a missed one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from langgraph_memory.preferences.notes import Signal
from langgraph_memory.preferences.topics import scoped
from langgraph_memory.preferences.wording import chinese, english

STATED: Final = 0.96
"""Confidence in what the user says."""

_MOST_CHARACTERS, _LONGEST_SENTENCE, _LONGEST_CLAUSE = 4_000, 400, 120
_CODE: Final = re.compile(r"```.*?(?:```|$)|`[^`\n]*`", re.DOTALL)
_QUOTED: Final = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|«[^»\n]*»|(?<!\w)'[^'\n]*'(?!\w)"
)
_QUOTING: Final = re.compile(r"^\s*>.*$", re.MULTILINE)
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_CLAUSE: Final = re.compile(r"[,;:，；：、]+\s*|\s+[-–—]+\s+|\s+(?:but|because|as)\s+")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_REQUEST: Final = re.compile(
    r"^(?:can|could|would|will) (?:you|we)\b|^(?:能|可以|能不能|可不可以)"
)
_POINTING: Final = re.compile(r"^(?:it|that|this|you)(?:'s|'re| )")
_MARK = "\ue000"  # where a quotation stood


def signals_in(text: str) -> tuple[Signal, ...]:
    """Read what a message of the user says about replies.

    Args:
        text: The message. What a person wrote, never what a tool or the model said.

    Returns:
        The statements, in order, one for each dimension and topic at most: the last one.
    """
    found = {
        (signal.dimension, signal.topic): signal
        for sentence in _sentences(text[:_MOST_CHARACTERS])
        for signal in _read(sentence)
    }
    return tuple(found.values())


def _sentences(text: str) -> Iterator[str]:
    plain = text.lower().replace("’", "'").replace("‘", "'")
    for pattern in (_CODE, _QUOTING, _QUOTED):
        plain = pattern.sub(_MARK, plain)
    yield from (match.group().strip() for match in _SENTENCE.finditer(plain))


def _read(sentence: str) -> Iterator[Signal]:
    language = chinese if _HAN.search(sentence) else english
    if len(sentence) > _LONGEST_SENTENCE:
        return
    if _MARK in sentence or language.OTHERS.search(sentence):
        return
    bare = sentence.rstrip(".!?。！？ ")
    if language.QUESTION.search(bare) and not _REQUEST.search(bare):
        return
    topic, rest = scoped(bare)
    once = language.ONCE.search(bare) is not None
    clauses = [clause.strip() for clause in _CLAUSE.split(rest) if clause.strip()]
    for wording in _matching(rest, clauses, language.WORDINGS):
        dimension, value, words = wording
        yield Signal(
            dimension=dimension,
            value=value,
            confidence=STATED,
            stated=True,
            once=once,
            topic=topic,
            words=words,
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
