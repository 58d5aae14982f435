from __future__ import annotations

import pytest

from langgraph_memory.cards.wishes import read_wishes
from langgraph_memory.cards.words import stem


@pytest.mark.parametrize(
    ("task", "people"),
    [
        ("a table for 6 people", 6),
        ("a trip for two leaving from Bergen", 2),
        ("a trip for two weeks", None),
        ("for a group of 8", 8),
        ("for a party of five", 5),
        ("I travel alone", 1),
        ("two adults and a dog", 2),
        ("我们3个人去北京", 3),
        ("nothing said", None),
    ],
)
def test_people_are_counted(task: str, people: int | None) -> None:
    """Counts of persons are read from figures, number words and set phrases."""
    assert read_wishes(task).people == people


@pytest.mark.parametrize(
    ("task", "nights", "each"),
    [
        ("for 3 nights", 3, 3),
        ("a 5-day trip", 4, 4),
        ("a week-long trip to 3 different cities", 6, 2),
        ("for a week", 6, 6),
        ("from May 4th to May 6th, 2026", 2, 2),
        ("住2晚", 2, 2),
        ("tomorrow", None, None),
    ],
)
def test_nights_are_counted_and_shared(
    task: str, nights: int | None, each: int | None
) -> None:
    """A trip of n days has n − 1 nights, which its places share."""
    wishes = read_wishes(task)
    assert (wishes.nights, wishes.nights_each) == (nights, each)


def test_days_are_read_with_those_between() -> None:
    """Two named days stand for the days between them, in words, ISO or Chinese."""
    week = {"2026-05-04", "2026-05-05", "2026-05-06"}
    assert read_wishes("from May 4th to May 6th, 2026").days == week
    assert read_wishes("from the 4th to the 6th of May, 2026").days == week
    assert read_wishes("2026-05-04 until 2026-05-06").days == week
    assert read_wishes("2026年5月4日到2026年5月6日").days == week
    assert read_wishes("on May 4th").days == {"05-04"}


def test_a_number_before_a_word_like_a_month_is_no_day() -> None:
    """Only whole names of months make a day."""
    assert read_wishes("3 separate cities, 2 marvellous views").days == set()


def test_money_makes_the_task_thrifty() -> None:
    """A sum is read in full and makes cheaper options better."""
    wishes = read_wishes("with a budget of $1,700.50 in all")
    assert wishes.money == pytest.approx(1700.5)
    assert "cheap" in wishes.aims


def test_superlatives_are_aims() -> None:
    """Words of comparison say by what options are compared."""
    assert read_wishes("the earliest ferry").aims == {"soon"}
    assert read_wishes("the best rated, nearest one").aims == {"rated", "near"}


def test_a_party_of_five_is_no_party() -> None:
    """The word for a company of people is not taken for something wanted."""
    assert "party" not in read_wishes("for a party of 5").wanted
    assert "party" in read_wishes("a house where we can host parties").wanted


def test_what_is_denied_and_affirmed_counts_as_wanted() -> None:
    """A word denied in one place and affirmed in another is wanted."""
    wishes = read_wishes("Not the grill on Sunday. But on Monday the grill is fine.")
    assert stem("grill") in wishes.wanted
    assert stem("grill") not in wishes.unwanted
