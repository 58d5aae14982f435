"""Which sentences of a text become notes of a card."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from langgraph_memory.cards.notes import bounds, clip
from langgraph_memory.cards.worth import Fact

_LONGEST = 400
_FLOOR = 128
_SHARE = 0.4
"""Of a text longer than the floor, the largest share that notes may take: a card holds the
likeliest sentences, the record all."""

_HEADING = re.compile(r"(#{1,6})\s")
_BOUNDING = 3.0
"""How many times as likely a sentence counts that excludes or bounds options."""


@dataclass(frozen=True)
class Note:
    """A sentence that is kept.

    Attributes:
        fact: The sentence, and what it is worth.
        bounding: Whether it excludes or bounds options.
    """

    fact: Fact
    bounding: bool

    @property
    def text(self) -> str:
        """The sentence, on one line, shortened where it is very long."""
        return clip(str(self.fact.said), _LONGEST)


def notes_of(
    sentences: Sequence[Fact], threshold: float, room: int, count: Callable[[str], int]
) -> tuple[Note, ...]:
    """The sentences worth keeping that there is room for, in their order.

    The likeliest come first, and those that exclude or bound options before others about
    as likely. A long sentence must be likelier, by the root of its length: else one takes
    the room of several; by its whole length, the shortest would win whatever they tell.
    With a line under headings come those, without which it would read as if it stood under
    the ones before.

    Args:
        sentences: What they are worth.
        threshold: Least chance, 0–1, that a decision uses a sentence; 0 keeps all that
            there is room for, else a long text keeps two fifths.
        room: Tokens of all notes.
        count: Tokens of a text.

    Returns:
        The notes; one at least, however long, where any is worth it.
    """
    found = [Note(fact, bounds(str(fact.said))) for fact in sentences]
    costs = [count(note.text) + 1 for note in found]
    if threshold:
        room = min(room, max(_FLOOR, int(_SHARE * sum(costs))))

    def rank(at: int) -> float:
        weight = _BOUNDING if found[at].bounding else 1.0
        return -found[at].fact.score * weight / math.sqrt(costs[at])

    heads = _headings([note.text for note in found])
    kept: set[int] = set()
    for at in sorted(range(len(found)), key=rank):
        worth_it = found[at].bounding or sentences[at].score >= threshold
        new = {at, *heads[at]} - kept
        cost = sum(costs[place] for place in new)
        if worth_it and (cost <= room or not kept):
            room -= cost
            kept |= new
    return tuple(note for at, note in enumerate(found) if at in kept)


def _headings(texts: Sequence[str]) -> list[tuple[int, ...]]:
    """For each line the places of the headings above it, of all levels."""
    found: list[tuple[int, ...]] = []
    above: dict[int, int] = {}
    for at, text in enumerate(texts):
        level = len(heading[1]) if (heading := _HEADING.match(text)) else 0
        if level:
            above = {depth: place for depth, place in above.items() if depth < level}
        found.append(tuple(above.values()))
        if level:
            above[level] = at
    return found
