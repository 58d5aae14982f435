"""What says the same as something else, and what only looks like it."""

from __future__ import annotations

import pytest

from langgraph_memory.index.words import tokenize
from langgraph_memory.recall.duplicates import gist


def same(one: str, other: str) -> bool:
    first, second = (gist(frozenset(tokenize(text))) for text in (one, other))
    return first.same(second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Answer P's questions with Q's data (1)",
            "Answer P's questions with Q's data (9)",
        ),
        ("Before a refund, check the order's status.", "before refunds check order STATUS"),
        ("a room costs 130.50 per night", "a room costs 99 per night"),
        (
            "Ask for the booking code, call change_flight, then confirm the price by mail",
            "Ask for the booking code, call change_flight, then settle the price by mail",
        ),
        ("我对花生和虾过敏,请避开", "我对花生和虾过敏,请避开。"),
    ],
)
def test_numbers_marks_and_one_other_word_make_no_difference(one: str, other: str) -> None:
    """Texts that differ by a number, by punctuation or by one word of many say the same."""
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "order W4417 was delivered to Elm Street",
            "order W4418 was delivered to Elm Street",
        ),
        (
            "flights from Rome to Oslo on 2027-05-03",
            "flights from Rome to Oslo on 2027-05-04",
        ),
        ("customer 9513926 pays by gift card", "customer 9513927 pays by gift card"),
        ("allergic to peanuts", "likes peanuts"),
        ("A refund for shoes needs the status", "A refund for lamps needs the status"),
        ("我对花生过敏", "我喜欢吃虾"),
        ("", ""),
    ],
)
def test_other_ids_dates_and_facts_are_other_things(one: str, other: str) -> None:
    """The same sentence about another order, day or thing is another fact."""
    assert not same(one, other)
    assert not same(other, one)
