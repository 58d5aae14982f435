"""Prose: which of its sentences are kept as notes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.wishes import Wishes
from langgraph_memory.cards.words import listed, words
from langgraph_memory.config import TaskMode

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？；])|\n+")
_FIGURE = re.compile(r"\d|[$€£¥]|[#@]\w")
_ABBREVIATED = listed("St. Mt. Mr. Mrs. Ms. Dr. No. vs. e.g. i.e. approx.")
_LONGEST = 400
_FEW, _ENOUGH = 3, 3


@dataclass(frozen=True, kw_only=True)
class NoteWeights:
    """Terms of a sentence's necessity, in log-odds.

    Attributes:
        start: What any sentence starts with.
        short: It belongs to a short answer, of at most three sentences.
        figure: It holds a number, a sum or an id.
        wanted: Times the share, 0–1, of three words in common with the task.
        gathering: The task is about finding out, or about writing.
        changed: Times the state change.
    """

    start: float = -2.2
    short: float = 2.0
    figure: float = 1.2
    wanted: float = 1.5
    gathering: float = 0.7
    changed: float = 2.0


@dataclass(frozen=True)
class Note:
    """A sentence and its worth.

    Attributes:
        text: The sentence, on one line.
        necessity: 0–1.
        constraint: 0–1.
    """

    text: str
    necessity: float
    constraint: float


_BOUND = 0.7
DEFAULT_WEIGHTS = NoteWeights()


def sentences(lines: Iterable[str]) -> list[str]:
    """Part lines of prose into sentences, blank ones left out.

    Args:
        lines: Lines, each possibly of several sentences.

    Returns:
        Sentences without line breaks, in order.
    """
    found: list[list[str]] = []
    for line in lines:
        for piece in _SENTENCE.split(line):
            parts = piece.split()
            if found and parts and found[-1][-1] in _ABBREVIATED:
                found[-1] += parts
            elif parts:
                found.append(parts)
    return [" ".join(parts) for parts in found]


def read_notes(
    lines: Iterable[str],
    wishes: Wishes,
    mode: TaskMode,
    change: float,
    weights: NoteWeights = DEFAULT_WEIGHTS,
) -> list[Note]:
    """Value the sentences of some prose.

    Args:
        lines: The prose.
        wishes: What the task asks for.
        mode: The kind of task.
        change: State change of the observation, 0–1.
        weights: The terms' weights.

    Returns:
        One note per distinct sentence, in order.
    """
    distinct = list(dict.fromkeys(sentences(lines)))
    notes = []
    for text in distinct:
        common = len(wishes.wanted.intersection(words(text)))
        odds = (
            weights.start
            + weights.short * (len(distinct) <= _FEW)
            + weights.figure * bool(_FIGURE.search(text))
            + weights.wanted * min(1.0, common / _ENOUGH)
            + weights.gathering * (mode != "precise")
            + weights.changed * change
        )
        notes.append(Note(clip(text, _LONGEST), 1 / (1 + math.exp(-odds)), bound(text)))
    return notes


def bound(text: str) -> float:
    """How much a sentence excludes or bounds options, 0–1."""
    said = f"{text.casefold()} "
    return (
        _BOUND if any(phrase in said for phrase in lexicon.NOTHING + lexicon.GONE) else 0.0
    )


def clip(text: str, limit: int) -> str:
    """Shorten a text and say by how much.

    Args:
        text: Any text.
        limit: Most characters kept.

    Returns:
        The text itself, or its beginning with `… (+N characters)`.
    """
    if len(text) <= limit:
        return text
    return f"{text[:limit].rstrip()}… (+{len(text) - limit} characters)"
