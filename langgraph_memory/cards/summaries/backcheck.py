"""A question whose answer is known, to be answered from a summary alone.

A number beside the wrong thing passes every rule that looks for numbers. So a model that
sees the summary, and not the text, fills blanks in sentences of the text: where the summary
has mixed things up, it cannot. Rules make the blanks, which costs no further question and
gives each an answer that is known. The question cannot be part of the one that asks for the
summary: there the model would answer from the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from langgraph_memory.cards.summaries.checking import Checked, names_of, nearest
from langgraph_memory.cards.summaries.figures import figures, missing
from langgraph_memory.facts.questions import Question, form, list_of, text_of
from langgraph_memory.facts.replies import reply_json

_MOST, _LONGEST = 3, 80
_BLANK = "____"
_FIGURE = re.compile(r"\d{1,2}:\d{2}(?:\s*[ap]\.?m\b)?|\d[\d.,]*\d|\d", re.IGNORECASE)

_FILL = (
    "Fill each blank from the notes alone: one answer for each blank, in order, and "
    '"unknown" where the notes do not say.'
)
_FORM = form("Blanks", answers=list_of(text_of(_LONGEST), most=_MOST))


@dataclass(frozen=True)
class Blank:
    """A sentence of the source with a gap.

    Attributes:
        text: The sentence.
        answer: What stood in the gap.
    """

    text: str
    answer: str


def blanks_of(kept: Sequence[str], source: str) -> list[Blank]:
    """Sentences of a text, each with a gap that the summary should fill.

    Args:
        kept: The sentences of the summary.
        source: The text it is about.

    Returns:
        At most 3; none when the summary has neither figures nor names.
    """
    known = Checked(source)
    found: dict[str, Blank] = {}
    for sentence in kept:
        line = nearest(sentence, known)
        answer = None if line is None else _gap(line, sentence)
        if line is not None and answer is not None and line not in found:
            found[line] = Blank(line.replace(answer, _BLANK), answer)
    return list(found.values())[:_MOST]


def fill_question(
    kept: Sequence[str], blanks: Sequence[Blank]
) -> Question[list[tuple[str, str]]]:
    """What to ask a model then; the answer is what it could not fill.

    Args:
        kept: The sentences of the summary.
        blanks: What it should answer.
    """
    told = {"notes": list(kept), "blanks": [blank.text for blank in blanks]}
    read = partial(wrongly_filled, blanks=blanks)
    return Question(instructions=_FILL, told=told, schema=_FORM, read=read)


def wrongly_filled(reply: object, blanks: Sequence[Blank]) -> list[tuple[str, str]]:
    """The blanks that a model could not fill from a summary.

    Args:
        reply: A message, its content, or None.
        blanks: What was asked.

    Returns:
        Each with what it said instead.

    Raises:
        ModelReplyError: When it holds no answers, or is the error of a provider.
    """
    data = reply_json(reply)
    if isinstance(data, dict):
        data = next((v for v in data.values() if isinstance(v, list)), [*data.values()])
    given = [str(answer) for answer in data][: len(blanks)]
    given += [""] * (len(blanks) - len(given))
    both = zip(blanks, given, strict=True)
    return [(blank.text, said) for blank, said in both if not _same(blank.answer, said)]


def _gap(line: str, sentence: str) -> str | None:
    """Something in a line of the source that a sentence has too and that can be asked."""
    said = figures(sentence)
    for found in _FIGURE.finditer(line):
        inner = figures(found[0])
        if line.count(found[0]) == 1 and not missing(inner, said) and inner.says_any:
            return found[0]
    names = [name for name in names_of(line) if line.count(name) == 1]
    return next((name for name in names if name.casefold() in sentence.casefold()), None)


def _same(answer: str, said: str) -> bool:
    figure = figures(answer)
    if figure.says_any:
        return not missing(figure, figures(said))
    return answer.casefold() in said.casefold()
