from __future__ import annotations

import pytest

from langgraph_memory.cards.polarity import clauses
from langgraph_memory.cards.words import stem


def denied(text: str) -> set[str]:
    return {word for clause in clauses(text) for word in clause.denied}


def affirmed(text: str) -> set[str]:
    return {word for clause in clauses(text) for word in clause.affirmed}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("No pets", "pets"),
        ("a trip that does not involve flying", "flying"),
        ("We don't want any parties", "parties"),
        ("a non-smoking room", "smoking"),
        ("somewhere smoke-free", "smoke"),
        ("pets not allowed", "pets"),
        ("without onions", "onions"),
        ("房间禁止吸烟", "吸烟"),
        ("不要辣椒", "辣椒"),
    ],
)
def test_denials_are_told(text: str, word: str) -> None:
    """What a clause rules out is denied, in English and Chinese."""
    assert stem(word) in denied(text)
    assert stem(word) not in affirmed(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("We will not drive, but we bring pets", "pets"),
        ("Although we don't drive, we host parties", "parties"),
        ("no more than two pets", "pets"),
        ("pet-friendly", "pet"),
        ("non-smoking room with a balcony", "balcony"),
    ],
)
def test_denials_end_where_their_clause_ends(text: str, word: str) -> None:
    """Punctuation, contrasts, bounds and hyphens limit what a denial reaches."""
    assert stem(word) in affirmed(text)


def test_indifference_denies_nothing() -> None:
    """Having no preference for something is not being against it."""
    assert denied("I have no specific preferences about cuisine") == set()
