"""What the recall benchmark searches: conversations, Chinese notes, and other questions."""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from langgraph_memory.index.hybrid import asks
from langgraph_memory.index.links import Link, turn_links

CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}

_SEED = 11
_UNRELATED = 60  # questions of each other conversation
_NONSENSE = 100
_SYLLABLES = ("ba", "ke", "lo", "mi", "nu", "ra", "si", "to", "fro", "gli", "pla", "stri")
_AROUND = ((-1, 1 / 2), (-2, 1 / 4), (-3, 1 / 8), (-4, 1 / 16), (1, 1 / 4), (2, 1 / 8))
_WHEN = "%I:%M %p on %d %B, %Y"
_DIA = re.compile(r"D\d+:\d+")


@dataclass(frozen=True)
class Note:
    """A text to be found: a turn of a conversation, or a note.

    Attributes:
        key: Its key.
        text: The text.
        speaker: Who said it; empty: nobody.
        when: When, in words, as the data has it.
        links: Other notes that count in it, with their weights.
    """

    key: str
    text: str
    speaker: str = ""
    when: str = ""
    links: tuple[Link, ...] = ()

    @property
    def as_of(self) -> str | None:
        """When it was said, ISO 8601."""
        if not self.when:
            return None
        return datetime.strptime(self.when, _WHEN).replace(tzinfo=UTC).isoformat()


@dataclass(frozen=True)
class Question:
    """A question and the notes that answer it; none where nothing does."""

    text: str
    answers: frozenset[str]
    category: str = ""


@dataclass(frozen=True)
class Corpus:
    """Notes with their questions."""

    name: str
    notes: Sequence[Note]
    questions: Sequence[Question]


def conversations(folder: Path) -> list[Corpus]:
    """The conversations of LoCoMo, or an end that says what is missing."""
    path = folder / "locomo10.jsonl.gz"
    if not path.is_file():
        sys.exit(f"missing: {path}")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [_conversation(json.loads(line)) for line in file]


def halves(found: Sequence[Corpus]) -> Mapping[str, Sequence[Corpus]]:
    """The half on which numbers may be chosen, and the one that only checks them."""
    return {"development": found[::2], "held-out": found[1::2]}


def unrelated(corpus: Corpus, others: Sequence[Corpus]) -> list[str]:
    """Questions that are about other conversations."""
    draw = random.Random(_SEED)  # noqa: S311 - a sample
    return [
        question.text
        for other in others
        if other.name != corpus.name
        for question in draw.sample(other.questions, min(_UNRELATED, len(other.questions)))
    ]


def nonsense() -> list[str]:
    """Questions made of words that mean nothing."""
    draw = random.Random(_SEED)  # noqa: S311 - a sample

    def word() -> str:
        return "".join(draw.choices(_SYLLABLES, k=draw.randint(2, 3)))

    lengths = islice(cycle(range(3, 9)), _NONSENSE)
    return [" ".join(word() for _ in range(length)) for length in lengths]


def chinese() -> Corpus:
    """Chinese notes and questions; a third of these share no two characters with theirs."""
    path = Path(__file__).with_name("recall_chinese.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    notes = [Note(note["id"], note["text"]) for note in data["notes"]]
    questions = [
        Question(
            asked["query"],
            frozenset([asked["note"]]),
            "paraphrase" if asked["paraphrase"] else "words",
        )
        for asked in data["queries"]
    ]
    return Corpus("chinese", notes, questions)


def many(found: Sequence[Corpus], size: int) -> list[Note]:
    """So many turns in a row, said over and over where there are not enough."""
    turns = islice(cycle([note for one in found for note in one.notes]), size)

    def around(at: int) -> tuple[Link, ...]:
        return tuple((f"t{at + step}", weight) for step, weight in _AROUND)

    return [replace(turn, key=f"t{at}", links=around(at)) for at, turn in enumerate(turns)]


def _conversation(row: Mapping[str, Any]) -> Corpus:
    notes = [note for session in _sessions(row["conversation"]) for note in session]
    known = {note.key for note in notes}
    questions = []
    for qa in row["qa"]:
        told = frozenset(_DIA.findall(" ".join(qa.get("evidence", ())))) & known
        if told:
            questions.append(Question(qa["question"], told, CATEGORIES[qa["category"]]))
    return Corpus(row["sample_id"], notes, questions)


def _sessions(talk: Mapping[str, Any]) -> Iterator[list[Note]]:
    number = 1
    while f"session_{number}_date_time" in talk:
        turns = talk.get(f"session_{number}", [])
        when = talk[f"session_{number}_date_time"]
        links = dict(
            turn_links([t["dia_id"] for t in turns], [asks(t["text"]) for t in turns])
        )
        yield [
            Note(
                turn["dia_id"],
                f"{turn['text']} {turn.get('blip_caption', '')}".strip(),
                turn["speaker"],
                when,
                tuple(links[turn["dia_id"]]),
            )
            for turn in turns
        ]
        number += 1
