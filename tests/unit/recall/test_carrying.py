"""Words that carry a hit by themselves, and words that do not."""

from __future__ import annotations

import pytest

from langgraph_memory.config import RecallConfig
from langgraph_memory.index.hybrid import HybridIndex
from langgraph_memory.recall.focus import Focus
from langgraph_memory.recall.ranking import Candidate, rank

TEXTS = {
    "agenda": "list_events day 2031-03-03 name Yoga start 17:00 room 2 days 3",
    "pump": "status host pump07 up yes oil 15 level 80",
    "boat": "get_boat id 12 name Heron seats 10 colour red number 4",
    "rates": "list_rates amount 2 one 1 two 2 price 40",
}


def found(query: str) -> set[str]:
    index = HybridIndex()
    for key, text in TEXTS.items():
        index.put(key, text)
    candidates = {key: Candidate(key, "cards", text) for key, text in TEXTS.items()}
    ranking = rank(query, Focus(""), index, candidates.get, RecallConfig(), dense={})
    return {hit.key for hit in ranking.hits}


@pytest.mark.parametrize(
    "query",
    [
        "2+2?",
        "1",
        "yes",
        "no",
        "Is 17 prime?",
        "Count to 10",
        "What is 15% of 80?",
        "List the planets",
        "How many days until Christmas?",
        "Name three composers",
    ],
)
def test_small_numbers_answers_and_words_of_asking_find_nothing(query: str) -> None:
    """What any text may have by chance makes no hit."""
    assert found(query) == set()


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("List the events of today", "agenda"),
        ("Is pump07 up? yes or no", "pump"),
        ("boat 12", "boat"),
        ("What is the number of the heron?", "boat"),
        ("How many seats does it have?", "boat"),
        ("Show me the price of 2", "rates"),
        ("What is its name?", "boat"),
    ],
)
def test_beside_other_words_they_are_no_obstacle(query: str, key: str) -> None:
    """A word that tells finds its text, and words of asking do where there is no other."""
    assert key in found(query)
