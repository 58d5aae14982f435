"""Signs of preferences in what the user writes, by rules, in English and Chinese.

The plainest wishes are read in German, too.
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
from langgraph_memory.preferences.dimensions import FREQUENCY
from langgraph_memory.preferences.errands import (
    is_errand,
    is_foreign,
    is_of_something_else,
)
from langgraph_memory.preferences.notes import EVERY_TOPIC, Signal
from langgraph_memory.preferences.pasted import without_pasted
from langgraph_memory.preferences.reach import blanket
from langgraph_memory.preferences.scopes import Part, other_value, scoped_parts
from langgraph_memory.preferences.topics import scoped
from langgraph_memory.preferences.wording import chinese, english, german
from langgraph_memory.preferences.wording.contrasts import corrected, preferred
from langgraph_memory.preferences.wording.denial import CLAUSE, goes_on
from langgraph_memory.preferences.wording.hints import named_values, opposite, parts_of
from langgraph_memory.preferences.wording.loose import loosely_read
from langgraph_memory.preferences.wording.own import own_wordings
from langgraph_memory.preferences.wording.withdrawing import (
    TakenBack,
    denied,
    points_back,
    taken_back,
)

STATED: Final = 0.96
"""Confidence in what the user says."""

_MOST_CHARACTERS, _LONGEST_SENTENCE, _LONGEST_CLAUSE = 4_000, 400, 120
_LONGEST_WORDS = 120
_CODE: Final = re.compile(r"```.*?(?:```|$)|`[^`\n]*`", re.DOTALL)
_QUOTED: Final = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|«[^»\n]*»|(?<!\w)'[^'\n]*'(?!\w)"
)
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_EMOJI: Final = re.compile("\\s*[\U0001f000-\U0001faff\u2600-\u27bf\u200d\ufe0f]+")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_REQUEST: Final = re.compile(
    r"^(?:can|could|would|will) (?:you|we)\b|^(?:能|可以|能不能|可不可以)"
)
_ASKED: Final = re.compile(r"[?？][!?。！？ ]*$|吗$")
_WISHED: Final = re.compile(
    r"\b(?:(?:can|could|would|will|can't|couldn't|won't) (?:you|we)|please|pls|mind"
    r"|(?:ok(?:ay)?|right|all ?right|yeah|yes)(?=[?！!]))\b"
    r"|\bbitte\b|请|能|可以|可不可以|麻烦|可否|好(?:不好|吗)|行(?:不行|吗)|帮我"
)
_POINTING: Final = re.compile(r"^(?:it|that|this|you)(?:'s|'re| )")
_NOT_TOO: Final = re.compile(r"(?:not|neither|nor)(?: too| so)? |(?:不要|别|不能|不)太")
_ALL_THE_SAME: Final = re.compile(
    r"(?:that's|it's|this is) (?:ok(?:ay)?|fine|all right)(?: (?:with|by|for) me)?"
    r"|i (?:do )?(?:like|love|enjoy) (?:it|that|this)(?: (?:that|this) way| though)?"
    r"|i (?:don't|do not) mind(?: (?:it|that))?"
    r"|我?(?:很|挺|还是)?(?:喜欢|不介意)(?:这样|啊|的)?"
    r"|没关系|无所谓"
)
Reading = tuple[str, str, str]
"""A dimension, its value, and the words that say so."""

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
    found: dict[tuple[str, str, str, bool], Signal] = {}
    for sentence in own_sentences(text):
        for wish in corrected(sentence, later=bool(found)):
            for signal in _read(wish, followed):
                if found and signal.against and not signal.dimension and not signal.topic:
                    found.clear()  # what the message itself had said before
                    continue
                key = signal.dimension, signal.topic, signal.day, signal.against
                found[key] = signal
    for dimension in followed:
        value = dimension.hears(text) if dimension.hears else None
        if value is not None:
            dimension.place(value)
            found[dimension.name, "", "", False] = _stated(
                dimension.name, value, text[:_LONGEST_WORDS]
            )
    return tuple(found.values())


def own_sentences(text: str) -> Iterator[str]:
    """What the user says in his own name: no quotations, no questions, nothing of others.

    Args:
        text: The message.

    Yields:
        Sentences in lower case, without their final signs; none that is only said of a
        piece of work, or of something else that the message speaks of.
    """
    errand = foreign = False
    for sentence in _sentences(text[:_MOST_CHARACTERS]):
        bare = sentence.rstrip(".!?。！？ ")
        errand = errand or is_errand(bare)
        other = is_of_something_else(bare, errand=errand, foreign=foreign)
        other = other or (foreign and points_back(bare))
        if not other and _is_own(sentence, bare):
            yield bare
        foreign = foreign or len(bare) > _LONGEST_SENTENCE or is_foreign(bare)


def _is_own(sentence: str, bare: str) -> bool:
    language = language_of(sentence)
    if len(sentence) > _LONGEST_SENTENCE or _MARK in sentence:
        return False
    asks = language.QUESTION.search(bare) and not _REQUEST.search(bare)
    asks = asks or (_ASKED.search(sentence) and not _WISHED.search(sentence))
    return not asks and not language.OTHERS.search(sentence)


def language_of(sentence: str) -> ModuleType:
    """Whose wordings a sentence is read by: `chinese` or `english`."""
    return chinese if _HAN.search(sentence) else english


def plainly(text: str) -> str:
    """A text as it is read: in lower case, with plain apostrophes, without emoji."""
    return _EMOJI.sub("", text.lower()).replace("’", "'").replace("‘", "'")


def _sentences(text: str) -> Iterator[str]:
    plain = plainly(without_pasted(text, _MARK))
    for pattern in (_CODE, _QUOTED):
        plain = pattern.sub(_MARK, plain)
    yield from (match.group().strip() for match in _SENTENCE.finditer(plain))


def _read(sentence: str, followed: Sequence[Dimension]) -> Iterator[Signal]:
    clauses = CLAUSE.split(sentence)
    taken = [(one, list(taken_back(one.strip(), followed))) for one in clauses]
    gone = [(clause, one) for clause, withdrawn in taken for one in withdrawn]
    rest = ", ".join(clause.strip() for clause, withdrawn in taken if not withdrawn)
    said = list(_wishes(preferred(rest if gone else sentence), followed))
    if not said:
        gone += [(one, back) for one in clauses for back in denied(one.strip(), followed)]
    yield from (_withdrawn(clause.strip(), one) for clause, one in gone)
    yield from said


def _withdrawn(words: str, one: TakenBack) -> Signal:
    said = _stated(one.dimension, one.value, words)
    return replace(said, topic=one.topic, once=one.near, against=True)


def _wishes(bare: str, followed: Sequence[Dimension]) -> Iterator[Signal]:
    if german_wish := _worded(bare, german.WORDINGS):
        yield _stated(*german_wish)
        return
    wordings = language_of(bare).WORDINGS + own_wordings(tuple(followed))
    bare, everywhere = blanket(bare)
    cut = scoped_parts(bare)
    if not cut.parts or any(_ALL_THE_SAME.fullmatch(part.text) for part in cut.parts):
        return
    first = cut.parts[0]
    topic, whole = scoped(bare)
    if cut.excepted or first.contrast or first.day or topic != first.topic:
        whole = ""
    known = _worded(whole, wordings)
    read = [(first, known)] if known else list(_by_parts(cut.parts, wordings))
    if cut.conditional:  # `if it is too long, shorten it`; only to speak up may depend
        read = [one for one in read if one[1][0] == FREQUENCY.name]
    against = {*_turned_down(cut.parts)}
    for part, (dimension, value, words) in read:
        if (dimension, value) in against or _contradicted(part, dimension, value, read):
            continue  # neither too long nor too short
        topic = part.topic or (EVERY_TOPIC if everywhere and not part.day else "")
        said = replace(_stated(dimension, value, words), topic=topic, day=part.day)
        said = replace(said, once=part.once)
        if not cut.excepted:
            yield said
        elif other := other_value(dimension, value, followed):
            yield said
            yield replace(said, value=other, topic=cut.excepted)


def _stated(dimension: str, value: str, words: str) -> Signal:
    return Signal(
        dimension=dimension, value=value, confidence=STATED, stated=True, words=words
    )


def _turned_down(parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """What `not too formal` turns down, where it is only half of a sentence."""
    for part in parts:
        if _NOT_TOO.match(part.text):
            for dimension, asked in named_values(part.text):
                if len(asked) == 1:
                    yield from ((dimension, one) for one in opposite(dimension, asked))


def _contradicted(
    part: Part, dimension: str, value: str, read: Sequence[tuple[Part, Reading]]
) -> bool:
    return any(
        (one.topic, one.day, name) == (part.topic, part.day, dimension) and other != value
        for one, (name, other, _) in read
    )


def _by_parts(
    parts: Sequence[Part], wordings: Sequence[english.Wording]
) -> Iterator[tuple[Part, Reading]]:
    read, short = [], []
    for at, part in enumerate(parts):
        # `The jacket, it's too short`: what a later `it` means stands before it.
        if len(part.text) > _LONGEST_CLAUSE or (at and _POINTING.match(part.text)):
            continue
        listed = bool(at) and goes_on(part.text, parts[at - 1].text)
        found = list(_clause(part.text, wordings, listed=listed))
        read += [(part, one) for one in found]
        if part.contrast and not found:
            full = f"{part.text}一点" if _HAN.search(part.text) else f"be {part.text}"
            short += [(part, one) for one in _clause(full, wordings, listed=listed)]
    everything = [*read, *short]
    yield from read
    for part, one in short:  # what is left out, the other part says
        if any(
            one[0] == other[0] and (part.topic, part.day) != (beside.topic, beside.day)
            for beside, other in everything
        ):
            yield part, one


def _clause(
    clause: str, wordings: Sequence[english.Wording], *, listed: bool
) -> Iterator[Reading]:
    if known := _worded(clause, wordings):
        yield known
        return
    parts = parts_of(clause)
    each = [_worded(part, wordings) for part in parts] if len(parts) > 1 else []
    if each and all(each):
        yield from (one for one in each if one)
    elif not listed:
        for dimension, value in loosely_read(clause, han=bool(_HAN.search(clause))):
            yield dimension, value, clause


def _worded(clause: str, wordings: Sequence[english.Wording]) -> Reading | None:
    if not 0 < len(clause) <= _LONGEST_CLAUSE:
        return None
    for pattern, dimension, value in wordings:
        if pattern.fullmatch(clause):
            return dimension, value, clause
    return None
